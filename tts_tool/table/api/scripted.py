"""A table whose things have scripts: runs them, tells them what happens, asks what may happen.

It is the world's sink, and what the API knows of scripts. Every call into a script ends here, so
here stands what a fault means: it is noted, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tts_tool.table.api import pages
from tts_tool.table.api.binding import Binding, names_part
from tts_tool.table.api.caller import GLOBAL, Caller, Desk
from tts_tool.table.api.failing import worded
from tts_tool.table.api.faulty import Faults
from tts_tool.table.api.folding import Handlers, handler_names, order_of
from tts_tool.table.api.reactions import reaction_to
from tts_tool.table.api.ui import read_interfaces
from tts_tool.table.api.values import token
from tts_tool.table.api.waiting import PutOff
from tts_tool.table.limits import FRAMES_MAY_OWE, MOST_SCRIPTS
from tts_tool.table.scripts import (
    PARTS,
    Clock,
    Function,
    PreludePart,
    Script,
    ScriptFault,
    Watch,
    Words,
)
from tts_tool.table.switches import Switches
from tts_tool.table.world import loading, time
from tts_tool.table.world.epoch import written_at
from tts_tool.table.world.events import (
    Answer,
    Foreseen,
    ObjectStateChange,
    Occurred,
    ScriptDue,
    Update,
)
from tts_tool.table.world.patience import Patience
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World

__all__ = ["API_PARTS", "ScriptedWorld"]

pages.load()
API_PARTS: tuple[PreludePart, ...] = (
    *PARTS,
    names_part(),
    PreludePart("object"),
    PreludePart("coroutines"),
    *pages.PARTS,
)

_WORDS = Words(token=token)
_NOT_THERE = "attempt to call a nil value"


class TableClock(Clock):
    """Time as the table counts it, so that every run sees the same."""

    def __init__(self, world: World, start: float) -> None:
        self._world = world
        self._start = start

    def now(self) -> float:
        """Tell the seconds since 1970, beginning with those of the save."""
        return self._start + self._world.seconds

    def running(self) -> float:
        """Tell the seconds since the table was opened."""
        return self._world.seconds


class ScriptedWorld:
    """The world of a save, and the scripts in it; `open` runs them up to their onLoad."""

    def __init__(
        self,
        source: bytes | Raw,
        *,
        seed: int = 0,
        switches: Switches | None = None,
        watch: Watch | None = None,
        where: str = "save",
        first: int = 1,
    ) -> None:
        self.switches = switches or Switches()
        self.scripts: dict[int, Script] = {}
        self.faults = Faults()
        self.watch = watch or Watch()
        self._seed = seed
        self._starters: dict[int, Function] = {}
        self._late: dict[int, list[Occurred]] = {}
        self._frozen: dict[int, dict[str, Any]] = {}
        self.world = loading.load(
            source, where=where, seed=seed, switches=self.switches, sink=self, first=first
        )
        self.world.patience = Patience(FRAMES_MAY_OWE * self.watch.seconds)
        self.desk = Desk(self.world, self.switches, self, PutOff())
        self._clock = TableClock(self.world, written_at(self.world.save))
        self._told = {name: self.switches[name] for name in self.switches}

    # ---- The table

    def open(self) -> None:
        """Run every script, then every onLoad, as when a save has been loaded."""
        things = list(self.world)
        self._begin(GLOBAL, self.world.save)
        for thing in things:
            self._begin(thing.handle, thing.raw)
        for handle in order_of([GLOBAL, *(each.handle for each in things)], self.switches):
            self._load(handle)
        self.world.deliver()
        read_interfaces(self)

    def texts(self) -> list[str]:
        """List the scripts of the save that is loaded, each as often as it is there."""
        raws = (self.world.save, *(each.raw for each in self.world))
        return [str(raw.get("LuaScript") or "") for raw in raws]

    def run(self, frames: int) -> None:
        """Let frames pass."""
        time.run(self.world, frames)

    def settle(self, at_most: int = 600, stops: Callable[[], bool] = bool) -> int:
        """Let frames pass until nothing happens by itself, or it stops; say how many it took."""
        return time.settle(self.world, at_most, stops)

    def save(self) -> bytes:
        """Let all scripts write down their state, and write the table."""
        self.save_state(None)
        for thing in list(self.world):
            self.save_state(thing.handle)
        return loading.save(self.world)

    def execute(self, text: str, handle: int = GLOBAL) -> Any:
        """Run a text in a script; raises `ScriptFault`."""
        try:
            return self._script(handle).execute(text)
        finally:
            self.world.deliver()

    # ---- What the world wants

    def tell(self, event: Occurred) -> None:
        """Tell the scripts, and do what else the event means."""
        if isinstance(event, ScriptDue):
            self._arrive(event.object)
            return
        if isinstance(event, ObjectStateChange) and self._is_spawning(event.object):
            self._late.setdefault(event.object, []).append(event)
            return
        react = reaction_to(type(event))
        if react is not None:
            react(self, event)
        for handle, name, arguments in Handlers.of(type(event)).heard_by(event, self):
            self._fire(handle, name, arguments)
        if isinstance(event, Update):
            self.desk.waiting.pass_frame()
            self._forget_gone()

    def may(self, question: Foreseen) -> Answer:
        """Ask the scripts; the first answer that means something ends the asking."""
        handlers = Handlers.of(type(question))
        for handle, name, arguments in handlers.heard_by(question, self):
            answer = self._fire(handle, name, arguments)
            decided, meaning = handlers.meaning(name, answer, self.switches)
            if decided:
                return meaning
        return None

    def save_state(self, handle: int | None) -> None:
        """Let a script write its state into its thing."""
        key = handle or GLOBAL
        script = self.scripts.get(key)
        raw = self._raw(key)
        if script is None or raw is None or not self.has(key, "onSave"):
            return
        state = self._fire(key, "onSave", ())
        if isinstance(state, str | int | float) and not isinstance(state, bool):
            raw["LuaScriptState"] = state if isinstance(state, str) else f"{state:.15g}"

    def busy(self) -> bool:
        """Tell whether a script waits for something that time will bring."""
        return self.desk.waiting.busy

    def waiting(self) -> int:
        """Count the functions that scripts have put off."""
        return len(self.desk.waiting)

    # ---- What the API wants

    def run_function(
        self, function: Function, *arguments: object, name: str = "callback", label: str = ""
    ) -> Any:
        """Call a function that a script has left."""
        script: Script = function.owner
        return self._guarded(lambda: script.call_function(function, *arguments, name=name), label)

    def call(self, handle: int, name: str, *arguments: object, label: str = "") -> Any:
        """Call a function of a script by its name."""
        script = self.scripts.get(handle)
        if script is None:
            self._note(self._no_script(handle, label or name))
            return None
        return self._guarded(lambda: script.call(name, *arguments), label)

    def has(self, handle: int, name: str) -> bool:
        """Tell whether a script has a function of that name."""
        script = self.scripts.get(handle)
        return script is not None and script.has(name)

    def read(self, handle: int, name: str) -> Any:
        """Read a variable of a script."""
        script = self.scripts.get(handle)
        if script is None:
            return self._loose(handle).get(name)
        return self._guarded(lambda: script.get(name))

    def write(self, handle: int, name: str, value: object) -> bool:
        """Write a variable of a script; without one it is remembered beside the thing."""
        script = self.scripts.get(handle)
        if script is not None:
            script.set(name, value)
            return True
        if not self.switches.on("variables-without-script"):
            return False
        self._loose(handle)[name] = value
        return True

    def coroutine(self, handle: int, name: str) -> Function | None:
        """Make a coroutine of a function of a script."""
        starter = self._starters.get(handle)
        return self.run_function(starter, name, name=name) if starter else None

    # ---- Scripts

    def _begin(self, handle: int, raw: Raw) -> None:
        text = str(raw.get("LuaScript") or "")
        if not text.strip():
            return
        self._guarded(lambda: self._new_script(handle, raw, text).start())
        if handle in self.scripts and self.switches.text("handlers-looked-up") == "at-load":
            script = self.scripts[handle]
            self._frozen[handle] = {
                name: script.get(name) for name in handler_names() if script.has(name)
            }

    def _new_script(self, handle: int, raw: Raw, text: str) -> Script:
        name = "Global" if handle == GLOBAL else str(raw.get("Nickname", ""))
        guid = "-1" if handle == GLOBAL else str(raw.get("GUID", ""))
        if len(self.scripts) >= MOST_SCRIPTS:
            many = f"there are {MOST_SCRIPTS:,} scripts already, so this one is not run"
            raise ScriptFault(many, script=name, guid=guid, function="onLoad")
        operations = Binding(Caller(self.desk, handle)).operations
        operations["coroutines"] = lambda starter: self._starters.__setitem__(handle, starter)
        script = Script(
            name,
            guid,
            text,
            lambda op, *arguments: operations[op](*arguments),
            words=_WORDS,
            switches=self._told,
            parts=API_PARTS,
            watch=self.watch,
            clock=self._clock,
            seed=self._seed,
        )
        self.scripts[handle] = script
        return script

    def _load(self, handle: int) -> None:
        raw = self._raw(handle)
        if raw is None or handle not in self.scripts:
            return
        for name in ("onLoad", "onload"):
            if self.has(handle, name):
                self._fire(handle, name, (str(raw.get("LuaScriptState") or ""),))
                return

    def _arrive(self, handle: int) -> None:
        """Run the script of a thing that has just finished spawning."""
        thing = self.world.thing(handle)
        if thing is None:
            return
        loose = thing.attributes.pop("variables", None)
        if handle not in self.scripts:
            self._begin(handle, thing.raw)
        if handle in self.scripts:
            for name, value in (loose or {}).items():
                self.scripts[handle].set(name, value)
        self._load(handle)
        for event in self._late.pop(handle, ()):
            self.tell(event)

    def _is_spawning(self, handle: int) -> bool:
        """Tell whether a thing cannot hear yet."""
        thing = self.world.thing(handle)
        return thing is not None and thing.spawning

    def _forget_gone(self) -> None:
        for handle in [handle for handle in self.scripts if handle and self._is_gone(handle)]:
            self.scripts.pop(handle)
            self._starters.pop(handle, None)
            self._frozen.pop(handle, None)

    def _is_gone(self, handle: int) -> bool:
        thing = self.world.thing(handle)
        return thing is None

    def _script(self, handle: int) -> Script:
        script = self.scripts.get(handle)
        if script is None:
            raw = self._raw(handle)
            if handle != GLOBAL or raw is None:
                raise self._no_script(handle, "executeScript")
            script = self._new_script(handle, raw, "")
        return script

    def _raw(self, handle: int) -> Raw | None:
        if handle == GLOBAL:
            return self.world.save
        thing: Thing | None = self.world.thing(handle)
        return thing.raw if thing else None

    def _loose(self, handle: int) -> dict[str, Any]:
        if handle == GLOBAL:
            found: dict[str, Any] = self.desk.memory.setdefault("variables", {})
            return found
        thing = self.world.thing(handle)
        kept: dict[str, Any] = thing.attributes.setdefault("variables", {}) if thing else {}
        return kept

    # ---- Faults

    def _fire(self, handle: int, name: str, arguments: tuple[object, ...]) -> Any:
        script = self.scripts.get(handle)
        if script is None:
            return None
        handler = self._frozen.get(handle, {}).get(name)
        if handler is not None:
            return self._guarded(lambda: script.call_function(handler, *arguments, name=name))
        return self._guarded(lambda: script.call(name, *arguments))

    def _guarded(self, run: Callable[[], Any], label: str = "") -> Any:
        try:
            return run()
        except ScriptFault as fault:
            if label:
                fault.function = label
            self._note(fault)
            return None

    def _note(self, fault: ScriptFault) -> None:
        fault.__cause__ = fault.__context__ = None  # they would keep what they went through
        self.faults.append(fault.with_traceback(None))
        self.desk.notices.append(worded(fault, self.switches))

    def _no_script(self, handle: int, function: str) -> ScriptFault:
        thing = self.world.thing(handle)
        return ScriptFault(
            f"{_NOT_THERE} (the object has no script)",
            script=thing.nickname if thing else "Global",
            guid=thing.guid if thing else "-1",
            function=function,
        )
