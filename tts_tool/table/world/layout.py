"""Layout zones: what is put into one is gathered into groups, and the groups are laid out.

Groups fill the zone line by line from a corner; inside a group each object lies a little beside
the one before. A script may bring a group into an order of its own (`GroupSort`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tts_tool.saves.tree import Number, number, number_from
from tts_tool.table.world.containers import spread
from tts_tool.table.world.events import GroupSort, Handle
from tts_tool.table.world.motion import glide_to, turn_smoothly
from tts_tool.table.world.piles import group
from tts_tool.table.world.randomizing import randomize
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec
from tts_tool.table.world.world import World, handles

__all__ = ["OPTIONS", "lay_out", "option", "set_option", "take_in"]

# The options as a save names them, with the values of a fresh zone.
OPTIONS: Mapping[str, Any] = {
    "Direction": 0,
    "MeldDirection": 0,
    "NewObjectFacing": 1,
    "TriggerForFaceUp": True,
    "TriggerForFaceDown": True,
    "TriggerForNonCards": False,
    "AllowSwapping": False,
    "MaxObjectsPerNewGroup": 0,
    "MaxObjectsPerGroup": 0,
    "MeldSort": 0,
    "MeldReverseSort": False,
    "MeldSortExisting": False,
    "StickyCards": False,
    "HorizontalSpread": 0.6,
    "VerticalSpread": 0.0,
    "HorizontalGroupPadding": 0.5,
    "VerticalGroupPadding": 0.5,
    "SplitAddedDecks": True,
    "CombineIntoDecks": False,
    "CardsPerDeck": 0,
    "AlternateDirection": False,
    "Randomize": False,
    "InstantRefill": False,
    "ManualOnly": False,
}

_CARDS = frozenset({"Card", "Deck"})
_FACE_UP, _FACE_DOWN = 1, 2
_BY_NAME = 1
_ANY = 1 << 30

Groups = list[list[int]]


def option(zone: Thing, name: str) -> Any:  # noqa: ANN401 - a switch, a count or a length
    """Read an option of a zone."""
    value = _kept(zone).get(name, OPTIONS[name])
    return number(value) if isinstance(value, Number) else value


def set_option(zone: Thing, name: str, value: Any) -> None:  # noqa: ANN401
    """Change an option of a zone."""
    block = zone.raw.setdefault("LayoutZone", {"Options": {}, "GroupsInZone": []})
    block["Options"][name] = number_from(value) if isinstance(value, float) else value


def take_in(world: World, zone: Thing, new: list[Thing]) -> None:
    """Lay out what has come; if only something went, close the gap where that is wanted."""
    if option(zone, "ManualOnly"):
        return
    coming = [thing for thing in new if _triggers(zone, thing) and not _placed(zone, thing)]
    if coming or option(zone, "InstantRefill"):
        _arrange(world, zone, _add(world, zone, coming))


def lay_out(world: World, zone: Thing) -> None:
    """Lay out all that lies in a zone, wanted or not."""
    known = {handle for group in _groups(zone) for handle in group}
    inside = [world.things[handle] for handle in world.members[zone.handle]]
    _add(world, zone, [thing for thing in inside if thing.handle not in known])
    _arrange(world, zone, frozenset(thing.handle for thing in inside))


def _kept(zone: Thing) -> dict[str, Any]:
    block: dict[str, Any] = zone.raw.get("LayoutZone") or {}
    return block.get("Options") or {}


def _triggers(zone: Thing, thing: Thing) -> bool:
    if thing.locked or thing.held_by or not thing.kind.solid:
        return False
    if thing.type not in _CARDS:
        return bool(option(zone, "TriggerForNonCards"))
    return bool(option(zone, "TriggerForFaceDown" if thing.face_down else "TriggerForFaceUp"))


def _groups(zone: Thing) -> Groups:
    found: Groups = zone.attributes.setdefault("groups", [])
    return found


def _placed(zone: Thing, thing: Thing) -> bool:
    return any(thing.handle in group for group in _groups(zone))


def _add(world: World, zone: Thing, coming: Iterable[Thing]) -> frozenset[int]:
    """Make groups of what has come; a deck may have become cards."""
    things = list(_prepared(world, zone, coming))
    size = int(option(zone, "MaxObjectsPerNewGroup")) or _ANY
    for first in range(0, len(things), size):
        _groups(zone).append([thing.handle for thing in things[first : first + size]])
    return frozenset(thing.handle for thing in things)


def _prepared(world: World, zone: Thing, coming: Iterable[Thing]) -> Iterator[Thing]:
    loose: list[Thing] = []
    for thing in coming:
        if thing.type == "Deck" and option(zone, "SplitAddedDecks"):
            loose += spread(world, thing)
        else:
            loose.append(thing)
    if option(zone, "Randomize"):
        for thing in loose:
            randomize(world, thing, thing.last_held_by)
        loose = world.chance.shuffled(loose, "layout")
    yield from group(world, loose) if option(zone, "CombineIntoDecks") else loose


def _arrange(world: World, zone: Thing, new: frozenset[int]) -> None:
    there = world.members[zone.handle]
    rows = [_alive(world, members, there, new) for members in _groups(zone)]
    zone.attributes["groups"] = [row for row in rows if row]
    places = _places(world, zone)
    for row, place in zip(_groups(zone), places, strict=True):
        _lay_group(world, zone, _sorted(world, zone, row, new), place)


def _alive(
    world: World, members: list[int], there: Mapping[int, None], new: frozenset[int]
) -> list[int]:
    found = [(handle, world.things.get(handle)) for handle in members]
    return [
        handle
        for handle, thing in found
        if thing is not None
        and not (thing.gone or thing.held_by)
        and (handle in there or handle in new or thing.spawning)
    ]


def _sorted(world: World, zone: Thing, row: list[int], new: frozenset[int]) -> list[Thing]:
    things = [world.things[handle] for handle in row]
    if not (option(zone, "MeldSortExisting") or new & set(row)):
        return things
    backwards = bool(option(zone, "MeldReverseSort"))
    answer = world.sorted_by(GroupSort(Handle(zone.handle), handles(things), backwards))
    if answer is not None:
        things = [world.things[handle] for handle in answer if handle in row]
    elif int(option(zone, "MeldSort")) == _BY_NAME:
        things.sort(key=lambda thing: (thing.nickname, thing.handle), reverse=backwards)
    row[:] = [thing.handle for thing in things]
    return things


def _places(world: World, zone: Thing) -> list[Vec]:
    """Say where, seen from the zone, each group begins: line after line from a corner."""
    width, _, depth = zone.scale
    pads = (option(zone, "HorizontalGroupPadding"), option(zone, "VerticalGroupPadding"))
    places: list[Vec] = []
    x = z = deepest = 0.0
    for row in _groups(zone):
        size_x, size_z = _group_size(world, zone, row)
        if x and x + size_x > width:
            x, z, deepest = 0.0, z + deepest + float(pads[1]), 0.0
        first = world.things[row[0]].flat_size
        places.append((-width / 2 + x + first[0] / 2, 0.0, depth / 2 - z - first[2] / 2))
        x += size_x + float(pads[0])
        deepest = max(deepest, size_z)
    return places


def _group_size(world: World, zone: Thing, row: list[int]) -> tuple[float, float]:
    widest, _, deepest = world.things[row[0]].flat_size
    steps = len(row) - 1
    return (
        widest + steps * float(option(zone, "HorizontalSpread")),
        deepest + steps * float(option(zone, "VerticalSpread")),
    )


def _lay_group(world: World, zone: Thing, things: list[Thing], place: Vec) -> None:
    across, down = (float(option(zone, f"{way}Spread")) for way in ("Horizontal", "Vertical"))
    bottom = zone.position[1] - zone.scale[1] / 2
    level = max(bottom, world.floor if world.floor is not None else bottom)
    for number_, thing in enumerate(things):
        local = (place[0] + across * number_, 0.0, place[2] - down * number_)
        x, _, z = zone.axes.outward(local)
        height = level + thing.box.size[1] / 2 + 0.03 * (number_ + 1)
        end = (zone.position[0] + x, height, zone.position[2] + z)
        glide_to(world, thing, end, fast=True)
        turn_smoothly(world, thing, _facing(zone, thing), fast=True)


def _facing(zone: Thing, thing: Thing) -> Vec:
    wanted = int(option(zone, "NewObjectFacing"))
    over = 180.0 if wanted == _FACE_DOWN or (wanted != _FACE_UP and thing.face_down) else 0.0
    return (0.0, zone.rotation[1] + 180.0, over)
