"""What scripts and interfaces the files of a mod say the game should have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tts_tool.saves.tree import Node, objects, read
from tts_tool.sync.messages import GLOBAL, ScriptState

__all__ = ["Wanted", "wanted_in", "wanted_of"]


class Wanted(NamedTuple):
    """The scripts of a save by GUID; those that can't be reached while it is open are only named.

    `inside` are in a bag, a deck or another state; `twice` have a GUID that others have, too.
    """

    name: str
    states: Mapping[str, ScriptState]
    inside: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()


def wanted_of(save: bytes, where: str) -> Wanted:
    """Read the scripts out of a save."""
    return wanted_in(read(save, where).root)


def wanted_in(root: Node) -> Wanted:
    """Take the scripts out of a tree."""
    lying = [each for each in root.get("ObjectStates") or () if isinstance(each, dict)]
    counts = Counter(_text(each, "GUID") for each in lying)
    states = {GLOBAL: ScriptState(GLOBAL, "Global", *_scripts(root))}
    states |= {
        state.guid: state for state in map(_state, lying) if counts[state.guid] == 1 and state.guid
    }
    return Wanted(
        _text(root, "SaveName"),
        states,
        tuple(_named(each) for each in _inside(root, lying) if any(_scripts(each))),
        tuple(
            _named(each)
            for each in lying
            if counts[_text(each, "GUID")] > 1 and any(_scripts(each))
        ),
    )


def _inside(root: Mapping[str, Any], lying: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """List the objects that do not lie on the table themselves."""
    out = {id(each) for each in lying}
    return (each for each in objects(root) if id(each) not in out)


def _state(thing: Mapping[str, Any]) -> ScriptState:
    return ScriptState(_text(thing, "GUID"), _text(thing, "Nickname"), *_scripts(thing))


def _scripts(thing: Mapping[str, Any]) -> tuple[str, str]:
    return _text(thing, "LuaScript"), _text(thing, "XmlUI")


def _scripted(things: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Name those that have a script or an interface."""
    return tuple(_named(each) for each in things if any(_scripts(each)))


def _named(thing: Mapping[str, Any]) -> str:
    name = _text(thing, "Nickname") or _text(thing, "Name")
    return f"{name} - {_text(thing, 'GUID')}"


def _text(thing: Mapping[str, Any], key: str) -> str:
    value = thing.get(key)
    return value if isinstance(value, str) else ""
