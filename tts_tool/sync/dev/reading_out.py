"""Reads the open table out, as the game would save it, and puts that into the file of its save.

The game tells no program to save. What lies on the table and what is set there can be asked for;
what can't be (cameras, decals to choose from, the sky) stays as it is in the file.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path as File
from typing import Any, Final, NamedTuple

from tts_tool.errors import Unavailable, UserError
from tts_tool.lua.literals import lua
from tts_tool.saves.merging.values import equal
from tts_tool.saves.reading import FileReader
from tts_tool.saves.tree import Node, Number, number_from
from tts_tool.sync.wire import GameLine

__all__ = ["ReadOut", "at_rest", "differing", "put_into", "read_out"]

_BATCH: Final = 40
"""Their texts must come within the five seconds of an answer (`Exchange`); the fewer, the more
often is asked, up to 74 times for the fullest of real saves, which has 2,945 things.
"""
_TRIES: Final = 40
_AGAIN: Final = 0.25
"""Seconds, ten in all, in which somebody can put down what they hold."""
_OMITTED: Final = frozenset(
    {"Tags", "AltLookAngle", "Memo", "Value", "PhysicsMaterial", "Rigidbody", "ContainedObjects"}
    | {"AttachedDecals", "AttachedSnapPoints", "AttachedVectorLines", "States", "ChildObjects"}
    | {"RotationValues", "CustomUIAssets", "JointFixed", "JointHinge", "JointSpring"}
)
"""What the game leaves out where there is none of it: lacking, it is gone, not unknown."""
_UNLISTED: Final = frozenset({"HandTrigger", "FogOfWarTrigger"})
"""What may be in no list of a game, though it is there."""


class ReadOut(NamedTuple):
    """A table as it lies: its things by GUID in their order, what is set, what can't be read."""

    things: Mapping[str, Node]
    found: Mapping[str, Any]
    held: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


async def read_out(line: GameLine, saved: Node) -> ReadOut:
    """Ask for everything, some things at a time; `saved` is what the file of the save says."""
    named = [str(each.get("GUID")) for each in _objects(saved) if each.get("Name") in _UNLISTED]
    about: dict[str, Any] = await line.execute(f"local named = {lua(named)}\n{_program('table')}")
    guids = [str(each) for each in about["guids"] or ()]
    things, unread = dict[str, Node](), [str(each) for each in about["unread"] or ()]
    reader = FileReader()
    for start in range(0, len(guids), _BATCH):
        some = lua(guids[start : start + _BATCH])
        told = await line.execute(f"local guids = {some}\n{_program('things')}")
        unread += [str(each) for each in told["unread"] or ()]
        for guid, text in dict(told["texts"] or {}).items():
            try:
                things[guid] = reader.read(text.encode("utf-8", "surrogatepass"), guid)
            except UserError:
                unread.append(guid)
    ordered = {guid: things[guid] for guid in guids if guid in things}
    held = tuple(map(str, about["held"] or ()))
    return ReadOut(ordered, dict(about["found"] or {}), held, tuple(unread))


async def at_rest(line: GameLine, saved: Node) -> ReadOut:
    """Read the table out when nobody holds anything and nothing moves."""
    out = await read_out(line, saved)
    for _ in range(_TRIES):
        if not out.held:
            return out
        await asyncio.sleep(_AGAIN)
        out = await read_out(line, saved)
    what = f"{out.held[0]}, and was waited for in vain"
    raise Unavailable(what, fix="put it down, and try it again")


def put_into(saved: Node, out: ReadOut) -> Node:
    """Give the save as the table is now: the file's order, and all keys that nobody here knows."""
    left = defaultdict(list)
    for guid, thing in out.things.items():
        left[guid].append(thing)
    lying = []
    for old in _objects(saved):
        now = left.get(str(old.get("GUID")))
        if now:
            lying.append(_together(old, now.pop()))
        elif str(old.get("GUID")) in out.unread or old.get("Name") in _UNLISTED:
            lying.append(old)
    lying += [thing for several in left.values() for thing in several]
    found = {key: _setting(saved, key, value) for key, value in out.found.items()}
    known = {key: found.pop(key, value) for key, value in saved.items()}
    return {**known, **found, "ObjectStates": lying}


def differing(one: ReadOut, other: ReadOut) -> list[str]:
    """Name what lies otherwise on a table than on another, as far as both could be read out."""
    unread = {*one.unread, *other.unread}
    names = [guid for guid in dict.fromkeys((*one.things, *other.things)) if guid not in unread]
    return [
        _called(one.things.get(guid) or other.things[guid])
        for guid in names
        if not _same(one.things.get(guid), other.things.get(guid))
    ]


def _same(one: Node, other: Node) -> bool:
    if one is None or other is None:
        return False
    alike = all(equal(one.get(key), other.get(key), key) for key in ("Transform", "Name", "Memo"))
    return alike and _inside(one) == _inside(other)


def _inside(thing: Node) -> list[tuple[Any, Any]]:
    return [(each.get("GUID"), each.get("Memo")) for each in thing.get("ContainedObjects") or ()]


def _called(thing: Node) -> str:
    return f"{thing.get('Nickname') or thing.get('Name')} - {thing.get('GUID')}"


def _objects(saved: Node) -> Iterator[Node]:
    return (each for each in saved.get("ObjectStates") or () if isinstance(each, dict))


def _together(old: Node, now: Node) -> Node:
    """Take a thing as it is now, in the order of the file, with what is unknown there."""
    found = {
        key: _as_written(value, now[key]) if key in now else value
        for key, value in old.items()
        if key in now or key not in _OMITTED
    }
    return {**found, **{key: value for key, value in now.items() if key not in found}}


def _as_written(old: Node, now: Node) -> Node:
    """What says the same stays as the file spells it."""
    return old if equal(old, now) and not isinstance(now, str) else now


def _setting(saved: Node, key: str, now: Any) -> Node:  # noqa: ANN401 - as Lua gives it
    old = saved.get(key)
    if key == "TabStates":
        return _pages(old or {}, now or ())
    if isinstance(old, dict) and isinstance(now, dict):
        return {**old, **{name: _value(old.get(name), value) for name, value in now.items()}}
    return _value(old, now)


_PAGE: Final = ("title", "body", "color")


def _pages(old: Node, now: Iterable[Mapping[str, Any]]) -> Node:
    """Write the notebook; a page that is as it was stays as it stands.

    The game numbers pages one by one, its file leaves out the numbers of those that are gone: which
    page is which is known by what it says.
    """
    left, tabs = dict(old), list(now)
    known: dict[int, str] = {}
    for same in (_PAGE, ("title",), ("body",)):
        for n, tab in enumerate(tabs):
            says = [tab[key] for key in same]
            alike = (key for key, page in left.items() if says == [page.get(k) for k in same])
            if n not in known and any(says) and (key := next(alike, None)) is not None:
                known[n] = key
                del left[key]
    pages, last = {}, -1
    keys = [known.get(n, "") for n in range(len(tabs))]
    numbers = [int(key) for key in keys if key.isdecimal()]
    in_order = numbers == sorted(numbers)
    for n, tab in enumerate(tabs):
        was = old.get(keys[n]) or {}
        stays = in_order and keys[n].isdecimal() and int(keys[n]) > last
        last = int(keys[n]) if stays else last + 1
        told = {**{key: tab[key] for key in _PAGE}, "id": last}
        pages[str(last)] = {**was, **told} if any(was.get(k) != told[k] for k in told) else was
    return pages


def _value(old: Node, now: Any) -> Node:  # noqa: ANN401 - as Lua gives it
    """Take a value as it is now; a number that is the same stays as the file spells it."""
    if isinstance(now, dict):
        base = old if isinstance(old, dict) else {}
        return {**base, **{key: _value(base.get(key), value) for key, value in now.items()}}
    if isinstance(now, bool) or not isinstance(now, int | float):
        return now
    written = int(now) if float(now).is_integer() else number_from(now)
    is_same = isinstance(old, int | float | Number) and equal(old, written)
    return old if is_same else written


@cache
def _program(name: str) -> str:
    return File(__file__).with_name(f"read_{name}.lua").read_text(encoding="utf-8")
