"""Lets things fall onto what is below them, and lie there.

There is no physics. What is put in the air falls onto the highest thing under it, or onto the
floor; what is put into something comes to lie on top of it; what stood on something that goes away
falls.

Only what lies still carries. What is above a thing that falls, or is about to, falls with it and
comes down after it. Of two things the lower comes down first, and the older if they are as high,
so that nothing waits for ever.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from tts_tool.table.world.bodies import read_body
from tts_tool.table.world.joints import anchor, bonds, leader
from tts_tool.table.world.motion import shift, smooth_moving
from tts_tool.table.world.movement import Motion
from tts_tool.table.world.piles import join_below
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.touching import touch
from tts_tool.table.world.vectors import ZERO, Extent, added, distance
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import hand_holding

__all__ = ["below", "fall", "highest_under", "is_free", "standing_on"]

# More than `_TOUCH`, or what lies on something would be pushed out of it again and again.
_DEEP = 0.06
_TOUCH = 0.03  # what is nearer than this lies on it
_SINK = 0.12  # how deep a thing may stand in another and still count as lying on it
# As in `vectors`, or what has fallen on something would not stand on it.
_GROUND = 0.02  # how much ground two things must share for one to carry the other


class _Landing(NamedTuple):
    """Where a fall ends: how far down, what touches first, and on what; None is the floor."""

    gap: float
    room: float  # how far it is down to the next thing that falls itself
    first: Thing
    carrier: Thing | None

    @property
    def blocked(self) -> bool:
        """Tell whether something is in between that has not come down yet."""
        return self.room < self.gap

    @property
    def is_reached(self) -> bool:
        """Tell whether it lies there, give or take what estimated sizes may err."""
        thick = math.inf if self.carrier is None else self.carrier.box.size[1]
        return -min(_TOUCH, thick / 2) <= self.gap <= _TOUCH


def is_free(world: World, thing: Thing) -> bool:
    """Tell whether gravity may do something with a thing."""
    if thing.locked or thing.held_by or not thing.kind.solid or thing.gone or thing.spawning:
        return False
    if not read_body(thing, "UseGravity") or _hangs(world, thing):
        return False
    return hand_holding(world, thing) is None


def fall(world: World) -> None:
    """Bring down by one frame all that falls, and look at what was put somewhere."""
    falling = [handle for handle in world.motions if _falls(world, handle)]
    # First, so that a thing which a script puts at its place in every frame carries all the same.
    _rest_loose(world)
    for thing in _lower_first(world, falling):
        world.patience.breathe(world)
        motion = world.motions.get(thing.handle)
        if motion is not None and motion.falling and not motion.smooth:
            _fall(world, thing, motion)


def below(world: World, thing: Thing) -> tuple[float | None, Thing | None]:
    """Find how high, and on what, a thing would come to lie; None: nothing is under it."""
    landing = _landing_alone(world, thing)
    if landing is None:
        return None, None
    return thing.box.low[1] - landing.gap, landing.carrier


def standing_on(world: World, thing: Thing) -> list[Thing]:
    """List what stands on a thing, and what stands on that."""
    found: dict[int, Thing] = {}
    waiting = [thing]
    while waiting:
        lower = waiting.pop()
        for other in world.near(lower.box):
            new = other is not thing and other.handle not in found
            if new and is_free(world, other) and other.box.stands_on(lower.box):
                found[other.handle] = other
                waiting.append(other)
    return list(found.values())


def highest_under(world: World, thing: Thing) -> float:
    """Find how high the highest thing reaches over which a thing is."""
    solid = [other for other in world.near(thing.box) if other.kind.solid and not other.held_by]
    tops = [other.box.high[1] for other in solid if other is not thing and _is_over(thing, other)]
    return max([*tops, world.floor if world.floor is not None else thing.box.low[1]])


# ---- Falling


def _rest_loose(world: World) -> None:
    """Look at what was put somewhere: it lies, or begins to fall."""
    for thing in _lower_first(world, world.loose):
        world.patience.breathe(world)
        if thing.handle not in world.loose or thing.spawning or smooth_moving(world, thing):
            continue
        del world.loose[thing.handle]
        first = leader(world, thing)
        if is_free(world, first) and not _falls(world, first.handle):
            _begin_falling(world, first)


def _begin_falling(world: World, thing: Thing) -> None:
    landing = _landing(world, thing)
    if landing is None:
        return
    frames = world.switches.count("fall-frames")
    if landing.blocked or (landing.gap > _TOUCH and frames):
        world.motions.setdefault(thing.handle, Motion()).falling = True
    else:
        _lie(world, thing, landing)


def _fall(world: World, thing: Thing, motion: Motion) -> None:
    landing = _landing(world, thing) if is_free(world, thing) else None
    if landing is None:
        _end(world, thing)
        return
    # What it would have fallen on may be gone, and it has farther to go.
    motion.speed = max(motion.speed, landing.gap / max(1, world.switches.count("fall-frames")))
    if landing.blocked or landing.gap - motion.speed > _TOUCH:
        down = max(0.0, min(motion.speed, landing.room))
        thing.velocity = (0.0, -down * world.pace, 0.0)
        shift(world, thing, added(thing.position, (0.0, -down, 0.0)), thing.rotation)
    else:
        _end(world, thing)
        _lie(world, thing, landing, motion.speed * world.pace)


def _end(world: World, thing: Thing) -> None:
    del world.motions[thing.handle]
    thing.velocity = ZERO


def _lie(world: World, thing: Thing, landing: _Landing, speed: float = 0.0) -> None:
    """Lay a thing down; cards, stacks and bags take it in."""
    if speed or not landing.is_reached:
        down = added(thing.position, (0.0, -landing.gap, 0.0))
        shift(world, thing, down, thing.rotation)
    if landing.carrier is not None:
        touch(world, landing.first, landing.carrier, speed)
        join_below(world, landing.first, landing.carrier)


def _landing(world: World, thing: Thing) -> _Landing | None:
    """Find what will end a fall: of what hangs together, the first that touches something."""
    found = [
        landing
        for one in (thing, *(world.things[handle] for handle in bonds(world, thing)))
        if (landing := _landing_alone(world, one)) is not None
    ]
    nearest = min(found, key=lambda landing: landing.gap, default=None)
    if nearest is None:
        return None
    return nearest._replace(room=min(landing.room for landing in found))


def _landing_alone(world: World, thing: Thing) -> _Landing | None:
    """Go up over all that could carry a thing; out of what it stands in, it comes out on top."""
    low, floor = thing.box.low[1], _floor(world, thing.box)
    level = floor
    room, still = math.inf, []
    for other in _around(world, thing):
        top = other.box.high[1]
        box = thing.box if level is None else thing.box.lifted(max(0.0, level - low))
        if (level is not None and top < level - _TOUCH) or not _carries(other, thing, box):
            continue
        if not _may_fall(world, other):
            still.append(other)
            level = top if level is None else max(top, level)
        elif _height(leader(world, other)) < _height(leader(world, thing)):
            room = min(room, low - top)
    if level is None:
        return None
    reaching = [other for other in still if other.box.high[1] >= level - _TOUCH]
    if not reaching:
        return _Landing(low - level, room, thing, None)
    # Of those that reach as high it lies on the nearest; of several as near, on the highest.
    carrier = min(reaching, key=lambda other: (_apart(other, thing), -other.box.high[1]))
    top = carrier.box.high[1]
    return _Landing(low - (top if floor is None else max(top, floor)), room, thing, carrier)


def _falls(world: World, handle: int) -> bool:
    motion = world.motions.get(handle)
    return motion is not None and motion.falling and not motion.smooth


def _may_fall(world: World, thing: Thing) -> bool:
    """Tell whether a thing, or what it is jointed to, falls or has yet to be looked at."""
    return any(
        _falls(world, handle) or (handle in world.loose and _is_undecided(world, handle))
        for handle in (thing.handle, *bonds(world, thing))
    )


def _is_undecided(world: World, handle: int) -> bool:
    thing = world.things[handle]
    return thing.spawning or is_free(world, thing)


def _lower_first(world: World, handles: Iterable[int]) -> list[Thing]:
    found = [world.things[handle] for handle in handles if handle in world.things]
    return sorted(found, key=_height)


def _height(thing: Thing) -> tuple[float, int]:
    return (thing.box.centre[1], thing.handle)


# ---- What carries


def _around(world: World, thing: Thing) -> list[Thing]:
    """List all things over or under a thing that may carry something, by how high they reach."""
    not_held_by = _hanging_with(world, thing)
    found = [
        other
        for other in world.near(thing.box)
        if other is not thing
        and other.handle not in not_held_by
        and other.box.covers(thing.box, _GROUND)
        and other.kind.solid
        and not (other.gone or other.held_by or smooth_moving(world, other))
    ]
    return sorted(found, key=lambda other: (other.box.high[1], other.handle))


def _carries(other: Thing, thing: Thing, box: Extent) -> bool:
    """Tell whether a thing carries another, if that is in this place."""
    # The higher of two never carries the lower, or thin things would lift each other for ever.
    if _height(other) > (box.centre[1], thing.handle):
        return False
    if other.box.high[1] <= box.low[1] + _SINK:
        return True
    # A model may be hollow, and its box is a guess: what stands in it stays there.
    return other.kind.known and _pushed_up(box, other.box)


def _pushed_up(box: Extent, other: Extent) -> bool:
    """Tell whether a box is so deep in another, in its upper half, that it must come out on top."""
    slack = min(_DEEP, box.size[1] / 2, other.size[1] / 2)
    return other.high[1] - box.low[1] > slack and box.high[1] - other.low[1] > slack


def _floor(world: World, box: Extent) -> float | None:
    """What lies below the table was put there on purpose and stays."""
    if world.floor is None or box.low[1] < world.floor - _SINK:
        return None
    return world.floor


def _is_over(thing: Thing, other: Thing) -> bool:
    return not other.gone and other.box.covers(thing.box, _GROUND)


def _apart(a: Thing, b: Thing) -> float:
    """Measure how far two things are from each other, looked at from above; a hair is nothing."""
    ax, _, az = a.position
    bx, _, bz = b.position
    return round(distance((ax, 0.0, az), (bx, 0.0, bz)), 4)


def _hanging_with(world: World, thing: Thing) -> set[int]:
    """Find what is jointed to a thing, and all that stands on that: neither can carry it."""
    partners = bonds(world, thing)
    found = set(partners)
    for handle in partners:
        found.update(each.handle for each in standing_on(world, world.things[handle]))
    return found


def _hangs(world: World, thing: Thing) -> bool:
    """Tell whether something that it is jointed to keeps a thing from falling."""
    partners = [world.things[handle] for handle in bonds(world, thing)]
    kept = any(each.held_by or smooth_moving(world, each) for each in partners)
    in_hand = any(hand_holding(world, each) for each in partners)
    return kept or in_hand or anchor(world, thing) is not None
