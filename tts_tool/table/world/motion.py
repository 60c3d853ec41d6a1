"""Moves things: at once, gliding, or falling onto what is below.

There is no physics. What is put in the air falls onto the highest thing under it, or onto the
floor; what is put into something comes to lie on top of it; what stood on something that goes away
falls. Only what moves costs time.
"""

from __future__ import annotations

from typing import NamedTuple

from tts_tool.table.world.events import (
    Collision,
    Handle,
    ObjectCollisionEnter,
    ObjectCollisionExit,
    ObjectCollisionStay,
)
from tts_tool.table.world.joints import anchor, bonds, carried, leader
from tts_tool.table.world.movement import Glide, Motion
from tts_tool.table.world.piles import join_below
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import ZERO, Box, Vec, added, distance, subtracted
from tts_tool.table.world.world import World

__all__ = [
    "advance",
    "below",
    "glide_to",
    "highest_under",
    "is_free",
    "move_to",
    "relocate",
    "rest_loose",
    "resting",
    "scale_to",
    "settle_at_once",
    "smooth_moving",
    "standing_on",
    "stop",
    "tell_of_staying",
    "turn_smoothly",
    "turn_to",
]

_DEEP = 0.06
_TOUCH = 0.03  # what is nearer than this lies on it
_SINK = 0.12  # how deep a thing may stand in another and still count as lying on it
_GROUND = 0.02  # how much ground two things must share for one to carry the other


class _Landing(NamedTuple):
    """How far it is down, which thing touches first, and what; None is the floor."""

    gap: float
    first: Thing
    carrier: Thing | None


def move_to(world: World, thing: Thing, position: Vec) -> None:
    """Put a thing somewhere at once."""
    motion = world.motions.get(thing.handle)
    if motion:
        motion.move = None
        motion.falling = False
    _shift(world, thing, position, thing.rotation)
    world.loosen(thing)


def turn_to(world: World, thing: Thing, rotation: Vec) -> None:
    """Turn a thing at once."""
    motion = world.motions.get(thing.handle)
    if motion:
        motion.turn = None
    _shift(world, thing, thing.position, rotation)
    world.loosen(thing)


def scale_to(world: World, thing: Thing, scale: Vec) -> None:
    """Make a thing larger or smaller."""
    was = thing.box
    thing.scale = scale
    _moved(world, thing, was)
    world.loosen(thing)


def relocate(world: World, thing: Thing, position: Vec, rotation: Vec | None = None) -> None:
    """Put a thing somewhere where it stays, as in somebody's fingers."""
    _shift(world, thing, position, thing.rotation if rotation is None else rotation)


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


def glide_to(
    world: World, thing: Thing, position: Vec, *, collide: bool = False, fast: bool = False
) -> None:
    """Send a thing on a way that takes some frames."""
    motion = world.motions.setdefault(thing.handle, Motion())
    motion.falling = False
    motion.move = Glide(thing.position, position, _frames(world, fast), 0, collide, fast)


def turn_smoothly(
    world: World, thing: Thing, rotation: Vec, *, collide: bool = False, fast: bool = False
) -> None:
    """Let a thing turn over some frames."""
    motion = world.motions.setdefault(thing.handle, Motion())
    motion.turn = Glide(thing.rotation, rotation, _frames(world, fast), 0, collide, fast)


def smooth_moving(world: World, thing: Thing) -> bool:
    """Tell whether a thing glides or turns."""
    motion = world.motions.get(thing.handle)
    return motion is not None and motion.smooth


def resting(world: World, thing: Thing) -> bool:
    """Tell whether a thing lies still."""
    together = (thing.handle, *bonds(world, thing))
    moving = any(handle in world.motions or handle in world.loose for handle in together)
    return not (moving or thing.held_by or thing.spawning)


def stop(world: World, thing: Thing) -> None:
    """Let a thing be where it is, as somebody who takes it does."""
    world.motions.pop(thing.handle, None)
    world.loose.pop(thing.handle, None)
    thing.velocity = thing.spin = ZERO


def is_free(world: World, thing: Thing) -> bool:
    """Tell whether gravity may do something with a thing."""
    if thing.locked or thing.held_by or not thing.kind.solid or thing.gone or thing.spawning:
        return False
    if not _weighs(thing) or _hangs(world, thing):
        return False
    return not any(world.zones[zone].type == "Hand" for zone in world.inside.get(thing.handle, ()))


def advance(world: World) -> None:
    """Move on, by one frame, everything that moves."""
    for handle in list(world.motions):
        world.patience.breathe(world)
        motion, thing = world.motions.get(handle), world.things.get(handle)
        if motion is None:
            continue
        if thing is None or thing.gone or thing.held_by:
            world.motions.pop(handle, None)
        else:
            _advance(world, thing, motion)


def rest_loose(world: World) -> None:
    """Look at what was put somewhere: it lies, or begins to fall."""
    waiting = list(world.loose)
    for handle in waiting:
        world.patience.breathe(world)
        thing = world.things.get(handle)
        if thing is None or thing.gone:
            world.loose.pop(handle, None)
        elif not thing.spawning and not smooth_moving(world, thing):
            world.loose.pop(handle, None)
            first = leader(world, thing)
            if is_free(world, first):
                _begin_falling(world, first)


def settle_at_once(world: World, thing: Thing) -> None:
    """Lay a thing down without a fall, where a fall would end."""
    landing = _landing(world, thing)
    if landing is not None and is_free(world, thing):
        _lie(world, thing, landing)


def below(world: World, thing: Thing) -> tuple[float | None, Thing | None]:
    """Find how high, and on what, a thing would come to lie; None: nothing is under it."""
    box = thing.box
    level, carrier, nearest = _floor(world, box), None, 0.0
    not_held_by = _hanging_with(world, thing)
    for other in world.near(box):
        top = other.box.high[1]
        if level is not None and top < level - _TOUCH:
            continue
        if other is thing or other.handle in not_held_by or not _carries(world, other, box):
            continue
        away = _apart(other, thing)
        if level is None or top > level + _TOUCH or carrier is None or away < nearest:
            level, carrier, nearest = max(top, level or top), other, away
    return level, carrier


def tell_of_staying(world: World) -> None:
    """Tell those who asked for it what they still touch."""
    for handle, others in world.touching.items():
        thing = world.things.get(handle)
        if thing is None or not thing.attributes.get("collision_stay"):
            continue
        for other in others:
            found = world.things.get(other)
            if found:
                world.tell(ObjectCollisionStay(Handle(handle), _collision(found, thing, 0.0)))


# ---- Falling


def _advance(world: World, thing: Thing, motion: Motion) -> None:
    position, rotation = motion.next_position(), motion.next_rotation()
    if position is not None:
        thing.velocity = _velocity(thing.position, position, world.pace)
    if position is not None or rotation is not None:
        _shift(world, thing, position or thing.position, rotation or thing.rotation)
    if motion.falling and not motion.smooth:
        _fall(world, thing, motion)
    if motion.over:
        # What it came to lie on may have sent it on another way.
        if world.motions.get(thing.handle) is motion:
            del world.motions[thing.handle]
        if position is not None or rotation is not None:
            thing.velocity = ZERO
            world.loosen(thing)


def _begin_falling(world: World, thing: Thing) -> None:
    landing = _landing(world, thing)
    if landing is None:
        return
    frames = world.switches.count("fall-frames")
    if landing.gap > _TOUCH and frames:
        motion = world.motions.setdefault(thing.handle, Motion())
        motion.falling, motion.speed = True, landing.gap / frames
    else:
        _lie(world, thing, landing)


def _fall(world: World, thing: Thing, motion: Motion) -> None:
    landing = _landing(world, thing) if is_free(world, thing) else None
    if landing is None:
        motion.falling = False
        return
    # What it would have fallen on may be gone, and it has farther to go.
    motion.speed = max(motion.speed, landing.gap / max(1, world.switches.count("fall-frames")))
    if landing.gap - motion.speed <= _TOUCH:
        motion.falling = False
        _lie(world, thing, landing, motion.speed * world.pace)
    else:
        thing.velocity = (0.0, -motion.speed * world.pace, 0.0)
        down = added(thing.position, (0.0, -motion.speed, 0.0))
        _shift(world, thing, down, thing.rotation)


def _landing(world: World, thing: Thing) -> _Landing | None:
    """Find what will end a fall: of what hangs together, the first that touches something."""
    together = [thing, *(world.things[handle] for handle in bonds(world, thing))]
    landings = []
    for one in together:
        level, carrier = below(world, one)
        if level is not None:
            landings.append(_Landing(one.box.low[1] - level, one, carrier))
    return min(landings, key=lambda landing: landing.gap, default=None)


def _lie(world: World, thing: Thing, landing: _Landing, speed: float = 0.0) -> None:
    """Lay a thing down; cards, stacks and bags take it in."""
    if abs(landing.gap) > _TOUCH or speed:
        down = added(thing.position, (0.0, -landing.gap, 0.0))
        _shift(world, thing, down, thing.rotation)
    thing.velocity = ZERO
    if landing.carrier is not None:
        _touch(world, landing.first, landing.carrier, speed)
        join_below(world, landing.first, landing.carrier)


def _shift(world: World, thing: Thing, position: Vec, rotation: Vec) -> None:
    """Put a thing somewhere else, and with it what is jointed to it."""
    was, axes, partners = thing.position, thing.axes, bonds(world, thing)
    _put(world, thing, position, rotation)
    for handle, turns in partners.items():
        partner = world.things[handle]
        if turns:
            _put(world, partner, *carried(thing, was, axes, partner))
        else:
            way = subtracted(position, was)
            _put(world, partner, added(partner.position, way), partner.rotation)


def _put(world: World, thing: Thing, position: Vec, rotation: Vec) -> None:
    was = thing.box
    if thing.position != position:
        thing.position = position
    if thing.rotation != rotation:
        thing.rotation = rotation
    _moved(world, thing, was)


def _moved(world: World, thing: Thing, was: Box) -> None:
    if was != thing.box:
        _part(world, thing)
        world.disturb_above(was, thing)
        world.placed(thing)


def _carries(world: World, other: Thing, box: Box) -> bool:
    if other.gone or other.held_by or not other.kind.solid or smooth_moving(world, other):
        return False
    # The higher of two never carries the lower, or thin things would lift each other for ever.
    if not other.box.covers(box, _GROUND) or other.box.centre[1] > box.centre[1]:
        return False
    if other.box.high[1] <= box.low[1] + _SINK:
        return True
    # A model may be hollow, and its box is a guess: what stands in it stays there.
    return other.kind.known and _pushed_up(box, other.box)


def _pushed_up(box: Box, other: Box) -> bool:
    """Tell whether a box is so deep in another, in its upper half, that it must come out on top."""
    slack = min(_DEEP, box.size[1] / 2, other.size[1] / 2)
    return other.high[1] - box.low[1] > slack and box.high[1] - other.low[1] > slack


def _floor(world: World, box: Box) -> float | None:
    """What lies below the table was put there on purpose and stays."""
    if world.floor is None or box.low[1] < world.floor - _SINK:
        return None
    return world.floor


def _is_over(thing: Thing, other: Thing) -> bool:
    return not other.gone and other.box.covers(thing.box, _GROUND)


def _apart(a: Thing, b: Thing) -> float:
    """Measure how far two things are from each other, looked at from above."""
    ax, _, az = a.position
    bx, _, bz = b.position
    return distance((ax, 0.0, az), (bx, 0.0, bz))


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
    return kept or anchor(world, thing) is not None


def _weighs(thing: Thing) -> bool:
    body = thing.raw.get("Rigidbody")
    return bool(body.get("UseGravity", True)) if body else True


def _velocity(start: Vec, end: Vec, pace: int) -> Vec:
    x, y, z = (b - a for a, b in zip(start, end, strict=True))
    return (x * pace, y * pace, z * pace)


def _frames(world: World, fast: bool) -> int:  # noqa: FBT001 - a fact about the way, not a switch
    return world.switches.count("fast-move-frames" if fast else "smooth-move-frames")


# ---- Touching


def _touch(world: World, thing: Thing, other: Thing, speed: float) -> None:
    if other.handle in world.touching.setdefault(thing.handle, {}):
        return
    world.touching[thing.handle][other.handle] = None
    world.touching.setdefault(other.handle, {})[thing.handle] = None
    for one, two in ((thing, other), (other, thing)):
        world.tell(ObjectCollisionEnter(Handle(one.handle), _collision(two, thing, speed)))


def _part(world: World, thing: Thing) -> None:
    for handle in world.touching.pop(thing.handle, ()):
        world.touching.get(handle, {}).pop(thing.handle, None)
        other = world.things.get(handle)
        if other is None or other.gone:
            continue
        for one, two in ((thing, other), (other, thing)):
            world.tell(ObjectCollisionExit(Handle(one.handle), _collision(two, thing, 0.0)))


def _collision(other: Thing, upper: Thing, speed: float) -> Collision:
    x, _, z = upper.position
    return Collision(Handle(other.handle), ((x, upper.box.low[1], z),), (0.0, speed, 0.0))
