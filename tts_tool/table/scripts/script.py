"""One script: its interpreter, its globals, and the calls in both directions."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from typing import NoReturn

from tts_tool.errors import UserError
from tts_tool.lua.errors import LuaError
from tts_tool.table.scripts.border import Border
from tts_tool.table.scripts.bytecode import without_tail_calls
from tts_tool.table.scripts.faults import RaisedInLua, ScriptFault
from tts_tool.table.scripts.prelude import PARTS, PreludePart
from tts_tool.table.scripts.runtime import MOST_MEMORY, LuaFailure, boot, new_runtime
from tts_tool.table.scripts.services import Clock, Services
from tts_tool.table.scripts.sources import FIRST_CHUNK, Prepared, Sources, prepared
from tts_tool.table.scripts.strictness import refuse
from tts_tool.table.scripts.values import Function, Lua, Several, Value, Words, from_bytes, to_bytes
from tts_tool.table.scripts.watch import Watch

__all__ = ["Gateway", "Script"]

Gateway = Callable[..., Value]

# What the prelude goes by; all but strict mode are assumptions about the game.
_USUAL: Mapping[str, Value] = {
    "first-chunk": FIRST_CHUNK,
    "empty-table-is-list": True,
    "pairs-order": "as-written",
    "package-library": False,
    "tables-come-home": True,
    "destroyed-equals-nil": True,
    "lua-strict": False,
}
# Fewer than `FRAMES_MAY_OWE`: the script is given up before the table is ended because of it.
_MOST_OVERRUNS = 3
# As many faults as are kept whole (`MOST_FAULTS`) have ten million letters: less than goes over at
# one time (`crossing`).
_LONGEST_MESSAGE = 10_000
_CROWDED = re.compile("too many (local variables|upvalues)|needs too many registers")
_PLACE = re.compile(r"(?P<chunk>\bchunk_\d+):(?P<line>\d+)\b")


class Script:
    """The script of Global or of an object.

    `gateway(op, *arguments)` answers what the prelude asks for; it raises `RaisedInLua` to give the
    script an error. All calls below raise `ScriptFault` when the script fails.
    """

    def __init__(  # noqa: PLR0913 - a script needs three of them; the rest has defaults
        self,
        name: str,
        guid: str,
        source: str,
        gateway: Gateway,
        *,
        words: Words | None = None,
        switches: Mapping[str, Value] | None = None,
        parts: tuple[PreludePart, ...] = PARTS,
        watch: Watch | None = None,
        clock: Clock | None = None,
        seed: int = 0,
        owner: Value = None,
        memory: int = MOST_MEMORY,
    ) -> None:
        self.name = name
        self.guid = guid
        self.source = source
        self.watch = watch or Watch()
        self._gateway = gateway
        switches = {**_USUAL, **(switches or {})}
        self._strict = bool(switches["lua-strict"])
        self._sources = Sources(int(switches["first-chunk"]))
        empty = "[]" if switches["empty-table-is-list"] else "{}"
        services = Services(self._sources, clock or Clock(), seed, empty)
        operations = services.operations | {"at": self._looked, "source": self._for_prelude}
        self._services: dict[bytes | int, Callable[..., Value]] = {
            to_bytes(name): answer for name, answer in operations.items()
        }
        self.mishaps: list[str] = []
        self._overran = False
        self._overruns = 0
        self._runtime = new_runtime(memory)
        self._border = Border(owner or self, self._runtime, words or Words())
        kit = boot(self._runtime, self._asked, switches, parts)
        self._handed = self._border.lent if switches["tables-come-home"] else self._border.taken
        self._lua = self._border.lua
        self._lua.update((from_bytes(key), function) for key, function in kit.items())
        self._lua.pop("start")()
        self._lua.update((from_bytes(key), function) for key, function in kit.items())

    def start(self) -> None:
        """Run the text itself, which defines the functions; whoever loads a table does it."""
        self.execute(self.source, "onLoad")

    def execute(self, text: str, function: str = "executeScript") -> Value:
        """Run a text among the globals of this script; return what it returns."""
        loaded = self._within(function, self._loaded, text)
        return self._within(function, self._run, self._lua["run"], loaded)

    def call(self, name: str, *arguments: Value) -> Value:
        """Call a global function by its name."""
        return self._within(name, self._run_with, self._lua["call"], to_bytes(name), arguments)

    def fire(self, handler: str, *arguments: Value) -> Value:
        """Call the handler of an event, if the script has one."""
        return self.call(handler, *arguments) if self.has(handler) else None

    def call_function(self, function: Function, *arguments: Value, name: str = "callback") -> Value:
        """Call a function that the script has handed over."""
        return self._within(name, self._run_with, self._lua["run"], function.lua, arguments)

    def has(self, name: str) -> bool:
        """Tell whether there is a global function of that name."""
        return not self.given_up and bool(self._lua["has"](to_bytes(name)))

    def get(self, name: str) -> Value:
        """Copy the value of a global variable."""
        return self._handed(self._lua["get"](to_bytes(name)))

    def set(self, name: str, value: Value) -> None:
        """Give a global variable a copy of a value."""
        self._lua["set"](to_bytes(name), self._border.given(value))

    @property
    def given_up(self) -> bool:
        """Whether it ran for too long so often that its functions are not called any more."""
        return self._overruns >= _MOST_OVERRUNS

    @property
    def memory(self) -> int:
        """How many bytes the interpreter holds."""
        return int(self._runtime.get_memory_used())

    # From Python into the script -------------------------------------------------------------

    def _within(self, function: str, run: Callable[..., Value], *arguments: Value) -> Value:
        """Run with the watch on; whatever goes wrong becomes a `ScriptFault`."""
        if self.watch.too_deep:
            raise self._fault("stack overflow: scripts call each other without end", function)
        self.watch.enter(self.name, self.guid, function)
        self._overran = False
        try:
            return run(*arguments)
        except RaisedInLua as told:
            raise self._fault(told.what, function) from told
        except (MemoryError, LuaFailure) as error:
            raise self._fault(_said(error), function) from error
        finally:
            self._overruns += self._overran
            self._overran = False
            self.watch.leave()

    def _run_with(self, run: Lua, target: Lua, arguments: tuple[Value, ...]) -> Value:
        if self.given_up:
            raise RaisedInLua(
                f"this script ran for too long {_MOST_OVERRUNS} times: it is not run any more"
            )
        return self._run(run, target, *[self._border.given(one) for one in arguments])

    def _run(self, run: Lua, *arguments: Lua) -> Value:
        answer = run(*arguments)
        if answer is True:
            return None
        ok, *values = answer
        if ok:
            return self._handed(values[0])
        message = values[0]
        text = from_bytes(message) if isinstance(message, bytes) else str(message)
        raise self._fault(text, self.watch.stack[-1].function, self._trace())

    def _loaded(self, text: str) -> Lua:
        """Compile a text, unless it has just been, for another script."""
        with self.watch.aside():
            chunk = self._sources.name()
            code, problem = self._compiled(self._prepared(text, chunk), chunk)
            if _CROWDED.search(problem):
                code, problem = self._compiled(self._prepared(text, chunk, crowded=True), chunk)
            if problem:
                raise RaisedInLua(self._at_places(problem))
            return self._lua["load"](code, to_bytes(chunk))

    def _compiled(self, made: Prepared, chunk: str) -> tuple[bytes, str]:
        """Give the compiled text, or say what Lua does not like about it."""
        name, code = made.compiled
        if name != chunk:
            compiled = self._lua["compiled"](made.plain, to_bytes(chunk))
            if not isinstance(compiled, bytes):
                return b"", from_bytes(compiled[1])
            code = without_tail_calls(compiled)
            made.compiled = chunk, code
        return code, ""

    def _prepared(self, text: str, chunk: str, *, crowded: bool = False) -> Prepared:
        try:
            if self._strict:
                refuse(text, chunk)
            made = prepared(text, strict=self._strict, crowded=crowded)
        except LuaError as error:
            place = f"{chunk}:({error.line},{error.column}-{error.column + 1}): "
            raise RaisedInLua(place + error.what) from error
        self._sources.remember(chunk, made)
        return made

    def _at_places(self, message: str) -> str:
        """Give what Lua says of a text the form of MoonSharp's messages."""
        return _PLACE.sub(lambda at: self._sources.told(at["chunk"], int(at["line"])), message)

    def _trace(self) -> str:
        """List the lines on the way to an error, as the author counts them."""
        return _PLACE.sub(self._author_line, from_bytes(self._lua["traceback"]()))

    def _author_line(self, at: re.Match[str]) -> str:
        return f"{at['chunk']}:{self._sources.place(at['chunk'], int(at['line'])).line}"

    def _fault(self, message: str, function: str, trace: str = "") -> ScriptFault:
        said = message[:_LONGEST_MESSAGE]
        return ScriptFault(
            said, script=self.name, guid=self.guid, function=function, traceback=trace
        )

    # From the script into Python -------------------------------------------------------------

    def _asked(self, op: bytes | int, *arguments: Lua) -> tuple[Lua, ...]:
        """Answer the prelude. No exception may pass: Lua would hand it to the script."""
        try:
            return self._answer(op, arguments)
        except ScriptFault as fault:
            said = fault.message
        except UserError as told:
            said = told.what
        except (MemoryError, LuaFailure) as error:
            # Also what the prelude raises while we read a value: that its time is over.
            said = _said(error).partition("\nstack traceback")[0]
        except BaseException as error:  # noqa: BLE001 - see above
            self.mishaps.append(traceback.format_exc())
            said = f"a fault of ours in {op if isinstance(op, int) else from_bytes(op)}: {error!r}"
        return False, to_bytes(said)

    def _answer(self, op: bytes | int, arguments: tuple[Lua, ...]) -> tuple[Lua, ...]:
        taken = self._border.taken_all(arguments)
        service = self._services.get(op)
        if service is not None:
            return self._border.answer(service(*taken))
        if self.watch.late:
            self._overrun()
        named = op if isinstance(op, int) else op.decode()
        return self._border.answer(self._gateway(named, *taken))

    def _looked(self, chunk: str, line: int) -> None:
        """Note where the script is; its time may be over."""
        if not self.watch.at(chunk, self._sources.place(chunk, int(line)).line):
            self._overrun()

    def _overrun(self) -> NoReturn:
        self._overran = True
        raise RaisedInLua("the script ran for too long and was ended")

    def _for_prelude(self, text: str) -> Several:
        """Prepare a text that the prelude loads by itself."""
        chunk = self._sources.name()
        return Several((self._prepared(text, chunk).plain, chunk))


def _said(error: Exception) -> str:
    said = error.args[0] if error.args else "not enough memory"
    return from_bytes(said) if isinstance(said, bytes) else str(said)
