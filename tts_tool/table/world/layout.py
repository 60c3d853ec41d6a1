"""Layout zones: what comes to rest in one is gathered into groups, and the groups are laid out.

A zone looks at what lies still, never at what glides through, and never again at what lies in a
group, of whichever zone: what a zone has moved sets none going. What is dropped on a group joins
it, as far as the group has room; everything else that comes at once makes new groups, which come
last. Scripts that are asked meanwhile may throw away anything, also the zone itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tts_tool.saves.tree import number
from tts_tool.table.world.containers import spread
from tts_tool.table.world.events import GroupSort, Handle
from tts_tool.table.world.grouping import (
    Group,
    Lifted,
    group_of,
    groups,
    layout_of,
    most,
    option,
    takes,
)
from tts_tool.table.world.motion import glide_to, resting, turn_smoothly
from tts_tool.table.world.piles import group
from tts_tool.table.world.randomizing import randomize
from tts_tool.table.world.rows import places
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec
from tts_tool.table.world.world import World, handles
from tts_tool.table.world.zones import members

__all__ = ["lay_out", "tend"]

_FACE_UP, _FACE_DOWN, _TIPPED = 1, 2, 3
_HALF_TURN, _QUARTER_TURN = 180.0, 90.0
_ABOVE = 0.03  # how much higher each thing of a group comes down than the one before
_EDGE = 0.5  # a zone is a cube of size 1
# What MeldSort sorts by, in the order of its menu; the first two leave things as they came.
_SORTED_BY = ("", "", "Value", "Memo", "Nickname", "Description", "GMNotes")


def tend(world: World) -> None:
    """Let each zone take in what has come to rest in it, once nothing falls into it any more."""
    for key, arriving in list(world.arriving.items()):
        zone = world.zones.get(key)
        if zone is None:  # a script that was asked about another one has thrown it away
            continue
        coming = [thing for thing in map(world.things.get, list(arriving)) if thing is not None]
        if any(_still_falls(world, zone, thing) for thing in coming):
            continue
        moving = {
            each.handle: None for each in coming if not (resting(world, each) or each.held_by)
        }
        if moving:
            world.arriving[key] = moving
        else:
            del world.arriving[key]
        _take_in(world, zone, [each for each in coming if each.handle not in moving])
    for handle in [handle for handle in world.let_go if _is_done_with(world, handle)]:
        del world.let_go[handle]
        if handle in world.things:
            world.things[handle].attributes.pop("lifted", None)


def lay_out(world: World, zone: Thing) -> None:
    """Lay out all that lies in a zone, wanted or not."""
    loose = [
        each
        for each in members(world, zone)
        if takes(world, zone, each) and layout_of(world, each) is None
    ]
    fresh = _new_groups(zone, _prepared(world, zone, loose))
    _arrange(world, zone, fresh, {guid for row in fresh for guid in row})


# ---- Taking in


def _still_falls(world: World, zone: Thing, thing: Thing) -> bool:
    motion = world.motions.get(thing.handle)
    falling = thing.handle in world.loose or (motion is not None and motion.falling)
    return falling and takes(world, zone, thing)


def _is_done_with(world: World, handle: int) -> bool:
    """Tell whether what somebody let go lies, and no zone waits to take it in."""
    thing = world.things.get(handle)
    if thing is None or thing.gone or thing.held_by:
        return True
    waits = any(handle in arriving for arriving in world.arriving.values())
    return resting(world, thing) and not waits


def _take_in(world: World, zone: Thing, rested: list[Thing]) -> None:
    _leave_out_absent(world, zone)
    if option(zone, "ManualOnly"):
        return
    coming = [each for each in rested if _is_new(world, zone, each)]
    coming.sort(key=lambda each: (each.position[1], each.handle))
    loose: list[Thing] = []
    joined: set[str] = set()
    for thing in coming:
        under = _member_under(world, zone, thing)
        if under is None:
            loose.append(thing)
            continue
        for one in _split(world, zone, thing):
            if _join(world, zone, one, under):
                joined.add(one.guid)
            else:
                loose.append(one)
    fresh = _new_groups(zone, _prepared(world, zone, loose))
    gap = option(zone, "InstantRefill") and not all(groups(zone))
    if fresh or joined or gap:
        _arrange(world, zone, fresh, joined.union(*fresh))


def _is_new(world: World, zone: Thing, thing: Thing) -> bool:
    if not takes(world, zone, thing) or layout_of(world, thing) is not None:
        return False
    by_hand = world.switches.text("layout-takes") == "what-is-dropped"
    return not by_hand or thing.handle in world.let_go


def _member_under(world: World, zone: Thing, thing: Thing) -> Thing | None:
    """Find the highest thing of a group on which another has come to lie."""
    under = [
        other
        for other in world.near(thing.box)
        if other is not thing
        and other.box.covers(thing.box)
        and other.box.centre[1] < thing.box.centre[1]
        and group_of(zone, other) is not None
    ]
    return max(under, key=lambda other: other.box.high[1], default=None)


def _join(world: World, zone: Thing, thing: Thing, under: Thing) -> bool:
    """Put a thing into the group that it was dropped on, unless that is full."""
    target = group_of(zone, under)
    if target is None:
        return False
    origin: Lifted | None = thing.attributes.get("lifted")
    back = origin is not None and any(origin.group is row for row in groups(zone))
    if len(target) < most(zone, "MaxObjectsPerGroup"):
        target.insert(target.index(under.guid) + 1, thing.guid)
    elif origin and back and option(zone, "AllowSwapping"):
        target[target.index(under.guid)] = thing.guid
        origin.group.insert(origin.at, under.guid)
    elif origin and back and world.switches.text("layout-full-group") == "goes-back":
        origin.group.insert(origin.at, thing.guid)
    else:
        return False
    return True


def _new_groups(zone: Thing, things: Iterable[Thing]) -> list[Group]:
    size = min(most(zone, "MaxObjectsPerNewGroup"), most(zone, "MaxObjectsPerGroup"))
    made = [[thing.guid for thing in row] for row in _parted(things, size)]
    if made:
        groups(zone).extend(made)
    return made


def _prepared(world: World, zone: Thing, coming: Sequence[Thing]) -> Iterator[Thing]:
    """Split decks, shuffle, and make decks, as far as the zone wants it; in this order."""
    loose = [one for thing in coming for one in _split(world, zone, thing)]
    if option(zone, "Randomize"):
        for thing in loose:
            randomize(world, thing, thing.last_held_by)
        loose = world.chance.shuffled(loose, "layout")
    if not option(zone, "CombineIntoDecks"):
        yield from loose
        return
    for pile in _parted(loose, most(zone, "CardsPerDeck")):
        yield from group(world, pile)


def _parted(things: Iterable[Thing], size: int) -> Iterator[list[Thing]]:
    waiting = iter(things)
    while part := list(islice(waiting, size)):
        yield part


def _split(world: World, zone: Thing, thing: Thing) -> list[Thing]:
    if thing.gone:
        return []
    whole = thing.type != "Deck" or not option(zone, "SplitAddedDecks")
    return [thing] if whole else spread(world, thing)


# ---- Laying out


def _arrange(world: World, zone: Thing, fresh: Sequence[Group], new: set[str]) -> None:
    """Lay out all groups anew, those that are fresh in order; what is new is turned."""
    for row in groups(zone) if option(zone, "MeldSortExisting") else fresh:
        _sort(world, zone, row)
    if zone.gone:  # scripts have been asked, and may have done anything
        return
    _leave_out_absent(world, zone)
    groups(zone)[:] = [row for row in groups(zone) if row]
    rows = [_things(world, row) for row in groups(zone)]
    for things, spots in zip(rows, places(zone, rows, world.switches), strict=True):
        tipped = any(thing.guid in new for thing in things)
        for at, (thing, (x, z)) in enumerate(zip(things, spots, strict=True)):
            glide_to(world, thing, _end(world, zone, thing, (x, _ABOVE * (at + 1), z)), fast=True)
            is_last = thing is things[-1]
            over = _over(zone, thing, tipped=tipped, is_last=is_last, is_new=thing.guid in new)
            turn_smoothly(world, thing, _turned(zone, thing, at, over), fast=True)


def _leave_out_absent(world: World, zone: Thing) -> None:
    for row in groups(zone):
        row[:] = [guid for guid in row if _is_there(world, zone, guid)]


def _is_there(world: World, zone: Thing, guid: str) -> bool:
    """Tell whether a thing lies in a zone, or is on its way there."""
    thing = world.by_guid(guid)
    if thing is None or thing.gone or thing.held_by:
        return False
    motion = world.motions.get(thing.handle)
    if motion is not None and motion.move is not None:
        x, _, z = zone.to_local(motion.move.end)
        return max(abs(x), abs(z)) <= _EDGE
    return thing.handle in world.members.get(zone.handle, ()) or thing.spawning


def _things(world: World, row: Group) -> list[Thing]:
    return [thing for thing in map(world.by_guid, row) if thing is not None]


def _sort(world: World, zone: Thing, row: Group) -> None:
    things = [thing for thing in _things(world, row) if _is_there(world, zone, thing.guid)]
    if things:
        row[:] = [thing.guid for thing in _sorted(world, zone, things)]


def _sorted(world: World, zone: Thing, things: list[Thing]) -> list[Thing]:
    """Ask the scripts for an order; without one, sort as the zone says."""
    backwards = bool(option(zone, "MeldReverseSort"))
    answer = world.sorted_by(GroupSort(Handle(zone.handle), handles(things), backwards))
    if answer is not None:
        known = {thing.handle: thing for thing in things}
        first = [known.pop(handle) for handle in answer if handle in known]
        return [*first, *known.values()]
    wanted = int(option(zone, "MeldSort"))
    name = _SORTED_BY[wanted] if 0 <= wanted < len(_SORTED_BY) else ""
    if not name:
        return things[::-1] if wanted and backwards else things
    return sorted(things, key=lambda thing: _sort_key(thing, name), reverse=backwards)


def _sort_key(thing: Thing, name: str) -> tuple[float, str, int]:
    value = thing.get(name)
    if isinstance(value, str):
        return (0.0, value, thing.handle)
    return (number(value or 0), "", thing.handle)


def _end(world: World, zone: Thing, thing: Thing, local: Vec) -> Vec:
    bottom = zone.position[1] - zone.scale[1] / 2
    level = max(bottom, world.floor if world.floor is not None else bottom)
    x, _, z = zone.axes.outward((local[0], 0.0, local[2]))
    height = level + thing.box.size[1] / 2 + local[1]
    return (zone.position[0] + x, height, zone.position[2] + z)


def _over(zone: Thing, thing: Thing, *, tipped: bool, is_last: bool, is_new: bool) -> float:
    """Say how far a thing is turned over: only what is new is, or a group that something joins."""
    wanted = int(option(zone, "NewObjectFacing"))
    if wanted == _TIPPED and tipped:
        return 0.0 if is_last else _HALF_TURN
    if is_new and wanted in {_FACE_UP, _FACE_DOWN}:
        return _HALF_TURN if wanted == _FACE_DOWN else 0.0
    return _HALF_TURN if thing.face_down else 0.0


def _turned(zone: Thing, thing: Thing, at: int, over: float) -> Vec:
    """Dice show what they have shown; every other thing may lie across the one before."""
    across = at % 2 and option(zone, "AlternateDirection")
    turn = zone.rotation[1] + _HALF_TURN + (_QUARTER_TURN if across else 0.0)
    if thing.kind.sides:
        return (thing.rotation[0], turn, thing.rotation[2])
    return (0.0, turn, over)
