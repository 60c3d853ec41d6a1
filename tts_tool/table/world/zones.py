"""Zones notice what comes and goes: by place, and by tags.

A zone that has tags takes only what shares one; a hand takes only what may be held in hands and is
not locked. Whether touching is enough, or the middle must be inside, is a switch.
"""

from __future__ import annotations

from tts_tool.table.world.events import (
    Handle,
    ObjectEnterScriptingZone,
    ObjectEnterZone,
    ObjectLeaveScriptingZone,
    ObjectLeaveZone,
)
from tts_tool.table.world.settings import read_setting
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec, scaled, subtracted
from tts_tool.table.world.world import World

__all__ = ["covers", "hand_holding", "holds", "members", "notice", "tags_match", "zones_of"]


def notice(world: World) -> dict[int, list[Thing]]:
    """Look at everything that was put somewhere; return the zones that changed, and who is new."""
    waiting = list(world.stirred.items())
    world.stirred.clear()
    changed: dict[int, list[Thing]] = {}
    for handle, moved in waiting:
        world.patience.breathe(world)
        thing = world.things.get(handle)
        if thing is None or thing.gone:
            continue
        if thing.spawning:
            world.stirred[handle] = moved
        else:
            _notice(world, thing, changed)
            if moved:
                _let_arrive(world, thing)
                _let_lay_out(world, thing, changed)
    return changed


def zones_of(world: World, thing: Thing) -> list[Thing]:
    """List the zones in which a thing is."""
    return [world.zones[zone] for zone in world.inside.get(thing.handle, ())]


def members(world: World, zone: Thing) -> list[Thing]:
    """List what is in a zone; for a hand, in its order."""
    return [world.things[handle] for handle in world.members.get(zone.handle, ())]


def hand_holding(world: World, thing: Thing) -> Thing | None:
    """Find the hand in which a thing is; where several reach, the first that took it."""
    return next((zone for zone in zones_of(world, thing) if zone.type == "Hand"), None)


def holds(world: World, zone: Thing, thing: Thing) -> bool:
    """Tell whether a thing is where a zone is, and may be in it."""
    if not tags_match(zone, thing) or not _fits(world, zone, thing):
        return False
    by_middle = world.switches.text("dropped-card-joins-hand-by") == "centre"
    return covers(zone, thing.box.centre) if by_middle else _touches(zone, thing)


def covers(zone: Thing, point: Vec) -> bool:
    """Tell whether a point is in a zone, which is a cube of size 1."""
    return all(abs(part) <= 0.5 for part in zone.to_local(point))  # noqa: PLR2004 - half of it


def tags_match(zone: Thing, thing: Thing) -> bool:
    """Tell whether tags allow it: those of the zone, if it has any, name what it takes."""
    wanted = zone.raw.get("Tags")
    return not wanted or bool(set(wanted) & set(thing.tags))


def _notice(world: World, thing: Thing, changed: dict[int, list[Thing]]) -> None:
    was = world.inside.get(thing.handle, {})
    zones = [world.zones[handle] for handle in world.zone_ground.near(thing.box)]
    now = [zone for zone in zones if holds(world, zone, thing)]
    still = {zone.handle for zone in now}
    for handle in [handle for handle in was if handle not in still]:
        _leave(world, world.zones[handle], thing)
        changed.setdefault(handle, [])
    for zone in [zone for zone in now if zone.handle not in was]:
        _enter(world, zone, thing)
        changed.setdefault(zone.handle, []).append(thing)


def _let_arrive(world: World, thing: Thing) -> None:
    """Let layout zones wait for what moves in them; where it stops is their business."""
    for zone in world.inside.get(thing.handle, ()):
        if world.zones[zone].type == "Layout":
            world.arriving.setdefault(zone, {})[thing.handle] = None


def _let_lay_out(world: World, thing: Thing, changed: dict[int, list[Thing]]) -> None:
    """Let a hand lay out again what has been put elsewhere in it; what turns may finish."""
    hand = hand_holding(world, thing)
    if hand is not None and thing.handle not in world.motions:
        changed.setdefault(hand.handle, [])


def _enter(world: World, zone: Thing, thing: Thing) -> None:
    world.inside.setdefault(thing.handle, {})[zone.handle] = None
    world.members[zone.handle][thing.handle] = None
    world.tell(ObjectEnterZone(Handle(zone.handle), Handle(thing.handle)))
    if zone.type == "Scripting":
        world.tell(ObjectEnterScriptingZone(Handle(zone.handle), Handle(thing.handle)))


def _leave(world: World, zone: Thing, thing: Thing) -> None:
    world.inside[thing.handle].pop(zone.handle)
    world.members[zone.handle].pop(thing.handle)
    if zone.type == "Layout":
        world.arriving.setdefault(zone.handle, {}).pop(thing.handle, None)
    elif zone.type == "Hand":
        world.loosen(thing)
    world.tell(ObjectLeaveZone(Handle(zone.handle), Handle(thing.handle)))
    if zone.type == "Scripting":
        world.tell(ObjectLeaveScriptingZone(Handle(zone.handle), Handle(thing.handle)))


def _fits(world: World, zone: Thing, thing: Thing) -> bool:
    """Tell whether a zone takes such a thing; a hand does not catch what only glides through."""
    if zone.type != "Hand":
        return True
    if not thing.get("Hands") or not read_setting(world, "Hands", "Enable"):
        return False
    gliding = thing.handle in world.motions and world.motions[thing.handle].move is not None
    return not (thing.locked or thing.held_by or gliding)


def _touches(zone: Thing, thing: Thing) -> bool:
    """Compare along the axes of the zone, which may be turned."""
    middle = zone.to_local(thing.box.centre)
    half = scaled(subtracted(thing.box.high, thing.box.low), 0.5)
    for axis, place, size in zip(zone.axes, middle, zone.scale, strict=True):
        reach = sum(abs(along) * part for along, part in zip(axis, half, strict=True))
        if abs(place * size) > abs(size) / 2 + reach:
            return False
    return True
