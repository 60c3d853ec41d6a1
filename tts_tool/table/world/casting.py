"""Casts a ray, a ball or a box through the table and tells what it meets.

Everything is met by its bounds: a turned thing is met a little earlier than by its true shape.
"""

from __future__ import annotations

import math

from msgspec import Struct

from tts_tool.table.world.events import Handle
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import ZERO, Extent, Vec, added, scaled
from tts_tool.table.world.world import World

__all__ = ["FARTHEST", "Hit", "cast"]

# Beyond any table. Without an end a way would have places that are no numbers.
FARTHEST = 1000.0


class Hit(Struct, frozen=True):
    """Something that was met: where, which way its surface looks, and how far away."""

    object: Handle
    point: Vec
    normal: Vec
    distance: float


def cast(
    world: World, origin: Vec, direction: Vec, *, half: Vec = ZERO, reach: float = FARTHEST
) -> list[Hit]:
    """List what lies on the way, nearest first; `half` is half the size of what is cast."""
    length = math.hypot(*direction)
    if not math.isfinite(length) or not length:
        return []
    way = scaled(direction, 1.0 / length)
    reach = min(reach, FARTHEST)
    passed = _passed(origin, added(origin, scaled(way, reach)), half)
    found = [_met(thing, origin, way, half) for thing in _candidates(world, passed)]
    hits = [hit for hit in found if hit is not None and hit.distance <= reach]
    return sorted(hits, key=lambda hit: (hit.distance, hit.object))


def _candidates(world: World, passed: Extent) -> list[Thing]:
    things = [thing for thing in world.near(passed) if thing.kind.solid]
    if world.switches.on("cast-hits-zones"):
        things += [world.zones[handle] for handle in world.zone_ground.near(passed)]
    return [thing for thing in things if not thing.gone]


def _passed(start: Vec, end: Vec, half: Vec) -> Extent:
    """Give the box in which the whole way lies."""
    low = tuple(min(a, b) - part for a, b, part in zip(start, end, half, strict=True))
    high = tuple(max(a, b) + part for a, b, part in zip(start, end, half, strict=True))
    return Extent((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def _met(thing: Thing, origin: Vec, way: Vec, half: Vec) -> Hit | None:
    """Follow the way through the slabs between opposite sides of a box."""
    nearest, farthest, side = -math.inf, math.inf, 0
    for axis in range(3):
        low = thing.box.low[axis] - half[axis]
        high = thing.box.high[axis] + half[axis]
        if way[axis] == 0:
            if not low <= origin[axis] <= high:
                return None
            continue
        one, two = sorted(((low - origin[axis]) / way[axis], (high - origin[axis]) / way[axis]))
        if one > nearest:
            nearest, side = one, axis
        farthest = min(farthest, two)
    if nearest > farthest or farthest < 0:
        return None
    # What a ray starts in is not met; a ball or a box touches it at once.
    if nearest < 0 and half == ZERO:
        return None
    return _hit(thing, origin, way, max(nearest, 0.0), side)


def _hit(thing: Thing, origin: Vec, way: Vec, distance: float, side: int) -> Hit:
    middle = added(origin, scaled(way, distance))
    # The point lies on the thing, not in the middle of the ball or box that touches it.
    x, y, z = (
        min(max(middle[axis], thing.box.low[axis]), thing.box.high[axis]) for axis in range(3)
    )
    normal = [0.0, 0.0, 0.0]
    normal[side] = -math.copysign(1.0, way[side])
    return Hit(Handle(thing.handle), (x, y, z), (normal[0], normal[1], normal[2]), distance)
