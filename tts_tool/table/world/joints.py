"""What joints do without physics: what is fixed to a thing goes where it goes.

A fixed joint carries and turns; a hinge carries, and lets each of the two turn alone. Springs,
motors and forces that break a joint are physics, and do nothing here.
"""

from __future__ import annotations

from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Axes, Vec, added, angles, subtracted
from tts_tool.table.world.world import HOLDING_JOINTS, World

__all__ = ["anchor", "bonds", "carried", "leader"]

_FIXED = HOLDING_JOINTS[0]


def bonds(world: World, thing: Thing) -> dict[int, bool]:
    """Find all that goes where a thing goes, and whether it turns with it; what is locked stays."""
    if not world.jointed:
        return {}
    found = {thing.handle: True}
    waiting = [thing.handle]
    edges = _edges(world)
    while waiting:
        handle = waiting.pop()
        for one, other, turns in edges:
            for here, there in ((one, other), (other, one)):
                if here.handle == handle and not there.locked:
                    now = found[handle] and turns
                    if there.handle not in found or (now and not found[there.handle]):
                        found[there.handle] = now
                        waiting.append(there.handle)
    del found[thing.handle]
    return found


def anchor(world: World, thing: Thing) -> Thing | None:
    """Find something locked that holds a thing where it is."""
    if not world.jointed:
        return None
    together = {thing.handle, *bonds(world, thing)}
    for one, other, _ in _edges(world):
        for free, held in ((one, other), (other, one)):
            if free.handle in together and held.locked:
                return held
    return None


def leader(world: World, thing: Thing) -> Thing:
    """Find the one of those that hang together which falls for all of them."""
    return world.things[min([thing.handle, *bonds(world, thing)])]


def carried(thing: Thing, was: Vec, axes: Axes, partner: Thing) -> tuple[Vec, Vec]:
    """Say where, and how turned, a partner is after a thing has moved from where it was."""
    offset = axes.inward(subtracted(partner.position, was))
    position = added(thing.position, thing.axes.outward(offset))
    if axes == thing.axes:
        return position, partner.rotation
    right, up, forward = (thing.axes.outward(axes.inward(each)) for each in partner.axes)
    return position, angles(Axes(right, up, forward))


def _edges(world: World) -> list[tuple[Thing, Thing, bool]]:
    found = []
    for handle in world.jointed:
        thing = world.things[handle]
        for kind in HOLDING_JOINTS:
            other = world.by_guid(str((thing.raw.get(kind) or {}).get("ConnectedBodyGUID", "")))
            if other is not None and other is not thing:
                found.append((thing, other, kind == _FIXED))
    return found
