"""What a table does inside its cage: one method for each thing that its owner may ask."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from typing import Any

from tts_tool.errors import NotFound, Refused
from tts_tool.saves.tree import written
from tts_tool.table import told
from tts_tool.table.api.caller import GLOBAL
from tts_tool.table.api.scripted import ScriptedWorld
from tts_tool.table.crossing import packed, packed_lines, packed_notices, unpacked
from tts_tool.table.differing import Differing
from tts_tool.table.gestures import gesture
from tts_tool.table.interfaces import element_at, seen_on
from tts_tool.table.looking import holding, look_at, seen_by
from tts_tool.table.looks import ObjectLook
from tts_tool.table.notices import GLOBAL as GLOBAL_GUID
from tts_tool.table.notices import ExternalNotice, Failed, Wanted
from tts_tool.table.scripts.faults import ScriptFault
from tts_tool.table.scripts.translations import brought, long_ones, made_of
from tts_tool.table.scripts.values import Handle, Shaped
from tts_tool.table.scripts.watch import Watch
from tts_tool.table.switches import Switches
from tts_tool.table.web_events import WebAnswer
from tts_tool.table.world import seating
from tts_tool.table.world.events import Occurred
from tts_tool.table.world.loading import EMPTY, in_the_air, let_fall, save
from tts_tool.table.world.patience import Overgrown
from tts_tool.table.world.people import SEATS
from tts_tool.table.world.thing import Thing

__all__ = ["Service", "open_service"]

_REHEARSED = written({**EMPTY, "LuaScript": "function onLoad() print(JSON.encode({})) end"})

# Importing it is what lets it react.
_REACTIONS = (told,)

Notify = Callable[[str, Any], None]

# A tenth of what goes over at one time (`crossing`), beyond which it is left out.
_MANY = 1000
_GONE = "find it again: it may have become part of another, or what was left of its pile"
_NO_SCRIPT = "function <executeScript>: Object reference not set to an instance of an object"


def open_service(watch: Watch, notify: Notify) -> Service:
    """Make the room of a cage, with everything read that it will ever read from disk."""
    rehearsal = Service(Watch(), lambda _kind, _value: None)
    options = {"where": "rehearsal", "seed": 0, "switches": {}, "people": []}
    for verb, *arguments in (
        ("load", _REHEARSED, options),
        ("open",),
        ("run", 2, False),
        ("looks", ""),
        ("save", "fresh"),
    ):
        rehearsal.answer(verb, arguments)
    return Service(watch, notify)


class Service:
    """One table; what happens is told before each answer."""

    def __init__(self, watch: Watch, notify: Notify) -> None:
        self._watch = watch
        self._notify = notify
        self._table: ScriptedWorld | None = None
        self._end: Overgrown | None = None
        self._before: dict[int, str] = {}
        self._differing = Differing()
        self._verbs: Mapping[str, Callable[..., Any]] = {
            "load": self._load,
            "long scripts": lambda: long_ones(self._open_table.texts()),
            "translate": self._translate,
            "translated": self._translated,
            "open": self._open,
            "run": lambda frames, until_said: self._run(frames, until_said=until_said),
            "settle": lambda at_most, until_said: self._settle(at_most, until_said=until_said),
            "save": self._save,
            "in the air": lambda: in_the_air(self._open_table.world),
            "let fall": lambda guids: let_fall(self._open_table.world, guids),
            "scripts": self._scripts,
            "execute": self._execute,
            "chunk": self._chunk,
            "message": self._message,
            "answered": self._answered,
            "sit": self._sit,
            "gesture": self._gesture,
            "look": lambda handle: look_at(self._open_table.world, self._thing(handle)),
            "looks": self._looks,
            "changes": lambda: self._differing.since(self._open_table.world),
            "holding": self._holding,
            "element": self._element,
            "screen": self._screen,
            "buttons": self._buttons,
            "missing": lambda: dict(self._open_table.desk.missing),
        }

    def answer(self, verb: str, arguments: list[Any]) -> Any:  # noqa: ANN401
        """Do what the owner asks."""
        try:
            return self._verbs[verb](*arguments)
        except Overgrown as end:
            # It stopped in the middle of a frame; nobody may look at what is left.
            self._end = end
            raise
        finally:
            self._tell()

    def _tell(self) -> None:
        """Send what has happened, also if what was asked went wrong."""
        if self._table is None:
            return
        desk = self._table.desk
        happened, desk.notices[:] = packed_notices(desk.notices), []
        lines, desk.lines[:] = packed_lines(desk.lines), []
        if happened or lines:
            self._notify("happened", [happened, lines])

    @property
    def _open_table(self) -> ScriptedWorld:
        if self._table is None:
            raise Refused("no save is loaded")
        if self._end is not None:
            raise self._end.with_traceback(None)
        return self._table

    # ---- The table

    def _load(self, raw: bytes, options: Mapping[str, Any]) -> None:
        if self._table is not None and self._table.switches.on("reload-calls-on-destroy"):
            for handle in [each for each in self._table.scripts if each != GLOBAL]:
                if self._table.has(handle, "onDestroy"):
                    self._table.call(handle, "onDestroy")
            self._tell()
        self._remember()
        table = ScriptedWorld(
            raw,
            where=options["where"],
            seed=options["seed"],
            switches=Switches(options["switches"]),
            watch=self._watch,
            first=self._table.world.next_handle if self._table else 1,
        )
        to_tell = len(table.world.news)
        people = self._people() or options["people"]
        for name, colour in people:
            seating.sit(table.world, table.world.people.join(name), colour)
        if not people:
            seating.seat_host(table.world)
        # They sit there already when the game begins.
        table.world.forget_news(but=to_tell)
        again = self._table is not None
        self._table, self._end = table, None
        if again:  # of a script Python sees a few small objects; behind them lie megabytes of Lua
            gc.collect()

    def _translate(self, wanted: list[bytes]) -> list[tuple[bytes, bytes]]:
        """Translate long scripts, before any is run, for this cage and others."""
        return made_of(self._open_table.texts(), frozenset(wanted))

    def _translated(self, packed: list[bytes]) -> None:
        """Take over what other cages have translated."""
        brought(packed, self._open_table.texts())

    def _remember(self) -> None:
        """Who holds an object of the table before means the same one of the table after."""
        if self._table is not None:
            self._before |= {each.handle: each.guid for each in self._table.world}

    def _people(self) -> list[tuple[str, str]]:
        """Whoever was there stays when another save is loaded."""
        if self._table is None:
            return []
        return [(each.name, each.colour) for each in self._table.world.people]

    def _open(self) -> None:
        self._open_table.open()

    def _run(self, frames: int, *, until_said: bool) -> tuple[int, bool]:
        """Run, until a script wants something from the web, which comes from outside.

        Or until something is said; tell whether it was that.
        """
        table = self._open_table
        said = False
        for _ in range(frames):
            table.run(1)
            said = until_said and self._saying()
            if said or self._wanting():
                break
            self._tell_of_many()
        return table.world.frame, said

    def _settle(self, at_most: int, *, until_said: bool) -> tuple[int, bool]:
        """Let frames pass until all is still, or something is said; tell whether it was either."""
        table = self._open_table
        stops = self._saying if until_said else bool
        passed = table.settle(at_most, stops)
        return table.world.frame, passed < at_most or stops()

    def _saying(self) -> bool:
        return any(isinstance(each, ExternalNotice) for each in self._open_table.desk.notices)

    def _tell_of_many(self) -> None:
        """Let nothing that scripts say pile up here while they go on."""
        desk = self._open_table.desk
        if len(desk.notices) + len(desk.lines) > _MANY and not self._wanting():
            self._tell()

    def _wanting(self) -> bool:
        return any(isinstance(each, Wanted) for each in self._open_table.desk.notices)

    def _answered(self, number: int, answer: Mapping[str, Any]) -> None:
        """Tell the scripts; what is asked in one frame is answered in a later one."""
        table = self._open_table
        frames = table.switches.count("web-answer-frames")
        table.desk.waiting.after(frames, lambda: table.tell(WebAnswer(number, **answer)))

    def _save(self, states: str) -> bytes:
        """Write the table; the scripts write their states first, unless they are held back."""
        table = self._open_table
        return table.save() if states == "fresh" else save(table.world)

    # ---- Its scripts

    def _scripts(self) -> list[tuple[str, str, str, str]]:
        world = self._open_table.world
        states = [(GLOBAL_GUID, "Global", world.save)]
        states += [(each.guid, each.nickname or each.name, each.raw) for each in world]
        listed = [
            (guid, name, str(raw.get("LuaScript") or ""), str(raw.get("XmlUI") or ""))
            for guid, name, raw in states
        ]
        return [each for each in listed if each[0] == GLOBAL_GUID or each[2] or each[3]]

    def _execute(self, guid: str, script: str) -> Any:  # noqa: ANN401
        value = self._open_table.execute(script, self._handle(guid))
        return packed(_with_lists(value), _handle_of)

    def _chunk(self, guid: str, script: str) -> dict[str, Any]:
        """Run what an editor sent; an error is a notice, and a table is not told."""
        thing = self._open_table.world.by_guid(guid)
        handle = GLOBAL if guid == GLOBAL_GUID else thing.handle if thing else None
        if handle is None or (handle != GLOBAL and handle not in self._open_table.scripts):
            return self._failed_chunk(guid, _NO_SCRIPT)
        try:
            value = self._open_table.execute(script, handle)
        except ScriptFault as fault:
            return self._failed_chunk(guid, fault.message)
        told = value is None or isinstance(value, bool | int | float | str)
        return {"value": value if told else None, "told": told}

    def _failed_chunk(self, guid: str, message: str) -> dict[str, Any]:
        prefix = self._open_table.switches.text("error-prefix-execute")
        self._open_table.desk.notices.append(Failed(message, guid, prefix))
        return {"value": None, "told": True}

    def _handle(self, guid: str) -> int:
        if guid == GLOBAL_GUID:
            return GLOBAL
        thing = self._open_table.world.by_guid(guid)
        if thing is None:
            raise NotFound(f"no object on the table has the GUID {guid}")
        return thing.handle

    def _message(self, message: dict[str, Any]) -> None:
        table = self._open_table
        event = ExternalMessage(message)
        frames = table.switches.count("custom-message-frames")
        if frames:
            table.desk.waiting.after(frames, lambda: table.tell(event))
        else:
            table.tell(event)
            table.world.deliver()

    # ---- Its people

    def _sit(self, colour: str, left: str = "") -> None:
        """Let somebody join, or again who has `left` a colour, and sit down, if it is free."""
        world = self._open_table.world
        if colour not in SEATS:
            raise NotFound(f"nobody can sit at {colour}", fix=f"one of {', '.join(SEATS)}")
        if world.people.at(colour) is None:
            person = seating.come_back(world, left) if left else seating.connect(world, colour)
            seating.sit(world, person, colour)
            world.deliver()

    def _gesture(self, colour: str, name: str, arguments: Any, named: Any) -> Any:  # noqa: ANN401
        given = unpacked(arguments, self._thing)
        done = gesture(self._open_table.world, colour, name, given, unpacked(named, self._thing))
        return packed(done, _handle_of)

    def _holding(self, memo: str) -> tuple[ObjectLook, str, int] | None:
        world = self._open_table.world
        found = holding(world, memo)
        return found and (look_at(world, found[0]), *found[1:])

    def _looks(self, colour: str) -> list[Any]:
        world = self._open_table.world
        return [look_at(world, each) for each in world] if not colour else seen_by(world, colour)

    def _element(self, name: str, guid: str) -> dict[str, str]:
        return element_at(self._open_table.world, self._handle(guid), name)

    def _screen(self, colour: str, guid: str) -> list[dict[str, Any]]:
        return seen_on(self._open_table.world, self._handle(guid), colour)

    def _buttons(self) -> dict[str, list[dict[str, Any]]]:
        hidden = {"click_function", "function_owner"}
        return {
            thing.guid: [
                {name: said for name, said in each.items() if name not in hidden}
                for each in thing.buttons
            ]
            for thing in self._open_table.world
            if thing.buttons
        }

    def _thing(self, handle: int) -> Thing:
        world = self._open_table.world
        thing = world.thing(handle) or world.by_guid(self._before.get(handle, ""))
        if thing is None:
            raise NotFound("the object is not on the table any more", fix=_GONE)
        return thing


class ExternalMessage(Occurred, frozen=True):
    """A message has come from outside."""

    everywhere = "onExternalMessage"
    data: dict[str, Any]


def _handle_of(value: object) -> int | None:
    if isinstance(value, Thing):
        return value.handle
    if isinstance(value, Handle) and value.kind == "object" and isinstance(value.key, int):
        return value.key
    return None


def _with_lists(value: Any) -> Any:  # noqa: ANN401
    """Turn what the scripts' side would make of its own into plain numbers."""
    if isinstance(value, Shaped):
        return list(value.parts)
    if isinstance(value, list):
        return [_with_lists(each) for each in value]
    if isinstance(value, dict):
        return {key: _with_lists(each) for key, each in value.items()}
    if isinstance(value, Handle) and value.kind != "object":
        return str(value.key)
    return value
