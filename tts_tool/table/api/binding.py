"""Answers what the prelude asks of the API: which names there are, and what they do.

One `Binding` stands behind each script. It turns whatever goes wrong into `RaisedInLua`, which the
script gets as its own error; a documented name that nobody has written yet is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tts_tool.errors import UserError
from tts_tool.lua.removed import NOTEBOOK
from tts_tool.table.api.caller import GLOBAL, Caller
from tts_tool.table.api.documented import documented, owner_of_key
from tts_tool.table.api.origin import at_origin
from tts_tool.table.api.registry import Member, anything, members
from tts_tool.table.api.values import OBJECT
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.prelude import PreludePart

__all__ = ["SINGLES", "Binding", "names_part"]

# The globals of which there is only one, by the page that describes them.
SINGLES = {
    "Backgrounds": "backgrounds",
    "Grid": "grid",
    "Hands": "hands",
    "Info": "info",
    "Lighting": "lighting",
    "MusicPlayer": "musicplayer",
    "Notes": "notes",
    "Physics": "physics",
    "Player": "player/manager",
    "Tables": "tables",
    "Time": "time",
    "Timer": "timer",
    "Turns": "turns",
    "Wait": "wait",
    "WebRequest": "webrequest/manager",
}

# Old global functions that have moved into a table, and still answer.
MOVED = dict.fromkeys(NOTEBOOK, "notes")


class Binding:
    """The API as one script sees it."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.operations: dict[str | int, Callable[..., Any]] = {
            "self": lambda: self._caller.script,
            "call": self._call,
            "number": self._number,
            "get": self._get,
            "set": self._set,
            "unknown": self._unknown,
            "text": self._text,
            "gone": self._gone,
        }

    def _number(self, page: str, name: str) -> int | None:
        """Give the number by which a name is asked for from now on: to read it takes longer."""
        member = members().get((page, name))
        if member is None:
            return None
        number = len(self.operations)
        self.operations[number] = self._asked(member)
        return number

    def _asked(self, member: Member) -> Callable[..., object]:
        """Give what is done when a member is asked for by its number."""
        if member.page == "base":
            return lambda *given: self._run(member, given)
        if member.of_things and len(member.takes) == 1:
            return lambda key, *_: self._run_of_thing(member, key)
        return lambda key, *given: self._run(member, given if key == "" else (key, *given))

    def _call(self, page: str, name: str, key: object, *given: object) -> object:
        member = members().get((page, name))
        if member is None:
            raise self._missing(page, name)
        return self._run(member, given if page == "base" or key == "" else (key, *given))

    def _get(self, page: str, name: str, key: object) -> object:
        member = members().get((page, name))
        if member is None:
            raise self._missing(page, name)
        return self._run(member, () if key == "" else (key,))

    def _set(self, page: str, name: str, key: object, value: object = None) -> None:
        member = members().get((page, name))
        if member is None:
            self._set_unknown(page, name, key, value)
            return
        if member.change is None:
            raise RaisedInLua(f"{name} cannot be written")
        self._run(member.change, (value,) if key == "" else (key, value))

    def _run(self, member: Member, given: tuple[object, ...]) -> object:
        try:
            if member.of_things and given[:1] == (GLOBAL,):
                return at_origin(member.name, *given[1 : len(member.takes)])
            return member.call(self._caller, given)
        except RaisedInLua as fault:
            raise RaisedInLua(f"{member.name}: {fault.what}") from fault
        except UserError as error:
            raise RaisedInLua(f"{member.name}: {error.what}") from error

    def _run_of_thing(self, member: Member, key: int) -> object:
        """Run what is asked of a thing, and nothing is passed, as most is: in fewer steps."""
        try:
            if key == GLOBAL:
                return at_origin(member.name)
            return member.run(self._caller, self._caller.thing(key))
        except RaisedInLua as fault:
            raise RaisedInLua(f"{member.name}: {fault.what}") from fault
        except UserError as error:
            raise RaisedInLua(f"{member.name}: {error.what}") from error

    def _missing(self, page: str, name: str) -> RaisedInLua:
        missing = self._caller.desk.missing
        missing[f"{page}.{name}"] = missing.get(f"{page}.{name}", 0) + 1
        return RaisedInLua(f"{name} ({page}) is not there in the headless table")

    def _unknown(self, page: str, name: str, key: object) -> object:
        dynamic = anything(page)
        if dynamic is not None:
            return dynamic(self._caller, name)
        if name in documented().get(page, {}) and owner_of_key(page, name) is None:
            raise self._missing(page, name)
        how = self._caller.switches.text("unknown-member")
        if page == OBJECT and how == "variable" and isinstance(key, int):
            return self._caller.desk.scripts.read(key, name)
        if how == "nil":
            return None
        raise RaisedInLua(f"cannot access field {name} of userdata<{page}>")

    def _set_unknown(self, page: str, name: str, key: object, value: object) -> None:
        if name in documented().get(page, {}):
            raise self._missing(page, name)
        how = self._caller.switches.text("unknown-member")
        if page == OBJECT and how == "variable" and isinstance(key, int):
            self._caller.desk.scripts.write(key, name, value)
            return
        raise RaisedInLua(f"cannot assign to field {name} of userdata<{page}>")

    def _text(self, page: str, key: object) -> str:
        if page != OBJECT:
            return f"{page}({key})" if key != "" else page
        if key == GLOBAL:
            return "Global"
        thing = self._caller.world.thing(key) if isinstance(key, int) else None
        if thing is None:
            return "null"
        return f"{thing.name}(Clone) (LuaGameObjectScript)"

    def _gone(self, handle: int) -> bool:
        return handle != GLOBAL and self._caller.world.thing(handle) is None


def names_part() -> PreludePart:
    """Write down, as a part of the prelude, which names there are and of what kind."""
    functions = {name: "function" for page, name in _every_function() if page == "base"}
    tables: dict[str, Mapping[str, Any]] = {
        "proxies": _shapes(),
        "singles": SINGLES,
        "functions": functions,
        "moved": MOVED,
    }
    rows = ", ".join(f"{name} = {_as_lua(table)}" for name, table in tables.items())
    return PreludePart("names", text=f"local kit = ...\nkit.names = {{ {rows} }}\n".encode())


def _as_lua(value: str | Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return "{ " + ", ".join(f'["{key}"] = {_as_lua(each)}' for key, each in value.items()) + " }"


def _every_function() -> list[tuple[str, str]]:
    """List all functions, written or only documented, so that a missing one can say so."""
    written = [key for key, member in members().items() if not member.is_property]
    wanted = [
        (page, name)
        for page, names in documented().items()
        for name, kind in names.items()
        if kind == "function"
    ]
    return list(dict.fromkeys([*written, *wanted]))


def _shapes() -> dict[str, dict[str, str]]:
    shapes: dict[str, dict[str, str]] = {page: {} for page in SINGLES.values()}
    for page, name in _every_function():
        shapes.setdefault(page, {})[name] = "function"
    for (page, name), member in members().items():
        if member.is_property:
            shapes.setdefault(page, {})[name] = "property"
    return shapes
