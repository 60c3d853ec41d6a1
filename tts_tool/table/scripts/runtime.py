"""One Lua interpreter with our prelude around it, and nothing of Python within reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from lupa import lua52  # type: ignore[import-untyped]

from tts_tool.table.scripts.prelude import BOOT, PreludePart, source_of
from tts_tool.table.scripts.values import Lua, Value

__all__ = ["FUNCTION", "MOST_MEMORY", "TABLE", "LuaFailure", "boot", "kind_of", "new_runtime"]

# An eighth of what the process may have (`Limits.memory`): one script does not end it for all.
MOST_MEMORY = 256 * 1024 * 1024

LuaFailure: type[Exception] = lua52.LuaError

# How lupa shows values that stay inside Lua.
TABLE = type(lua52.LuaRuntime().table())
FUNCTION = type(lua52.LuaRuntime().globals().print)

# Bytecode of the parts: the same for each interpreter, so it is compiled once in a process.
_COMPILED: dict[PreludePart, bytes] = {}

_COMPILE = b"local text, name = ...; return string.dump(assert(load(text, name, 't')))"
_LOAD = b"local code, name = ...; return assert(load(code, name, 'b'))"


def new_runtime(memory: int = MOST_MEMORY) -> Lua:
    """Start an interpreter without a way back to Python."""
    runtime = lua52.LuaRuntime(
        encoding=None,
        source_encoding="utf-8",
        register_eval=False,
        register_builtins=False,
        unpack_returned_tuples=True,
        attribute_filter=_nothing,
        max_memory=memory,
    )
    runtime.execute(b"python = nil; package.loaded.python = nil")
    return runtime


def boot(
    runtime: Lua,
    gateway: Callable[..., Value],
    switches: Mapping[str, Value],
    parts: tuple[PreludePart, ...],
) -> Lua:
    """Load `boot.lua`; return the table of functions that it has for Python."""
    told = {
        name.encode(): value.encode() if isinstance(value, str) else value
        for name, value in switches.items()
    }
    chunks = [_table(runtime, part) for part in parts]
    start = _chunk(runtime, BOOT)
    return start(gateway, runtime.table_from(told), runtime.table_from(chunks))


def _table(runtime: Lua, part: PreludePart) -> Lua:
    table = {b"chunk": _chunk(runtime, part)}
    if part.becomes:
        table[b"global"] = part.becomes.encode()
    return runtime.table_from(table)


def _chunk(runtime: Lua, part: PreludePart) -> Lua:
    chunk = f"=prelude/{part.name}.lua".encode()
    if part not in _COMPILED:
        _COMPILED[part] = runtime.execute(_COMPILE, source_of(part), chunk)
    return runtime.execute(_LOAD, _COMPILED[part], chunk)


def kind_of(value: Lua) -> str:
    """Name a value as Lua does; lupa makes a function of a coroutine that has not begun."""
    kind: str | None = lua52.lua_type(value)
    return "thread" if kind == "function" and type(value) is not FUNCTION else kind or "stranger"


def _nothing(*_: object) -> NoReturn:
    """Refuse every look at a Python object, should one ever get there."""
    raise AttributeError("not for scripts")
