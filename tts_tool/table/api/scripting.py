"""Scripts reach each other: calls, variables, and the text of a script and its state."""

from __future__ import annotations

from typing import Any

from tts_tool.table.api.caller import Caller, Entity
from tts_tool.table.api.failing import COROUTINE
from tts_tool.table.api.reading import ObjectHandle
from tts_tool.table.api.registry import function, prop, setter
from tts_tool.table.api.values import fields
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function

__all__: list[str] = []


@function("object", "call")
def _call(caller: Caller, owner: Entity, func_name: str, func_params: object = None) -> object:
    return caller.scripts.call(owner.handle, func_name, func_params, label=f"call/{func_name}")


@function("object", "getVar")
def _get_var(caller: Caller, owner: Entity, var_name: str) -> object:
    value = caller.scripts.read(owner.handle, var_name)
    if isinstance(value, Function):
        return None
    if not isinstance(value, dict | list):
        return value
    how = caller.switches.text("get-var-of-table")
    if how == "error":
        raise RaisedInLua(f"{var_name} is a table: use getTable")
    return value if how == "copy" else None


@function("object", "getTable")
def _get_table(caller: Caller, owner: Entity, table_name: str) -> object:
    value = caller.scripts.read(owner.handle, table_name)
    return value if isinstance(value, dict | list) else None


@function("object", "setVar")
def _set_var(caller: Caller, owner: Entity, func_name: str, data: object = None) -> bool:
    return caller.scripts.write(owner.handle, func_name, data)


@function("object", "setTable")
def _set_table(caller: Caller, owner: Entity, func_name: str, data: object = None) -> bool:
    if data is not None:
        fields(data)
    return caller.scripts.write(owner.handle, func_name, data)


# ---- The script itself


@prop("object", "script_code")
@function("object", "getLuaScript")
def _code(caller: Caller, owner: Entity) -> str:
    return str(owner.raw.get("LuaScript") or "")


@setter("object", "script_code")
def _set_code(caller: Caller, owner: Entity, value: str) -> None:
    owner.raw["LuaScript"] = value


@function("object", "setLuaScript")
def _set_script(caller: Caller, owner: Entity, script: str) -> bool:
    """Change the text; it runs when the object is reloaded, or finishes spawning."""
    _set_code(caller, owner, script)
    return True


@prop("object", "script_state")
def _state(caller: Caller, owner: Entity) -> str:
    return str(owner.raw.get("LuaScriptState") or "")


@setter("object", "script_state")
def _set_state(caller: Caller, owner: Entity, value: str) -> None:
    owner.raw["LuaScriptState"] = value


# ---- Coroutines


@function("base", "startLuaCoroutine")
def _start(caller: Caller, function_owner: ObjectHandle, function_name: str) -> bool:
    caller.desk.waiting.make_room()
    resume = caller.scripts.coroutine(function_owner, function_name)
    if resume is None:
        return False
    if caller.switches.text("coroutine-starts") == "next-frame":
        _go_on(caller, resume, function_name)
    else:
        _step(caller, resume, function_name)
    return True


def _go_on(caller: Caller, resume: Function, name: str) -> None:
    caller.desk.waiting.after(1, lambda: _step(caller, resume, name))


def _step(caller: Caller, resume: Function, name: str) -> None:
    more: Any = caller.scripts.run_function(resume, name=name, label=f"{COROUTINE}{name}")
    if more is True:
        _go_on(caller, resume, name)
