"""Moves things: at once, or gliding and turning over some frames. Only what moves costs time."""

from __future__ import annotations

from tts_tool.table.world.joints import bonds, carried
from tts_tool.table.world.movement import Glide, Motion
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.touching import part
from tts_tool.table.world.vectors import ZERO, Extent, Vec, added, subtracted
from tts_tool.table.world.world import World

__all__ = [
    "advance",
    "glide_to",
    "move_to",
    "relocate",
    "resting",
    "scale_to",
    "shift",
    "smooth_moving",
    "stop",
    "turn_smoothly",
    "turn_to",
]


def move_to(world: World, thing: Thing, position: Vec) -> None:
    """Put a thing somewhere at once."""
    motion = world.motions.get(thing.handle)
    if motion:
        motion.move = None
        motion.falling = False
    shift(world, thing, position, thing.rotation)
    world.loosen(thing)


def turn_to(world: World, thing: Thing, rotation: Vec) -> None:
    """Turn a thing at once."""
    motion = world.motions.get(thing.handle)
    if motion:
        motion.turn = None
    shift(world, thing, thing.position, rotation)
    world.loosen(thing)


def scale_to(world: World, thing: Thing, scale: Vec) -> None:
    """Make a thing larger or smaller."""
    was = thing.box
    thing.scale = scale
    _moved(world, thing, was)
    world.loosen(thing)


def relocate(world: World, thing: Thing, position: Vec, rotation: Vec | None = None) -> None:
    """Put a thing somewhere where it stays, as in somebody's fingers."""
    shift(world, thing, position, thing.rotation if rotation is None else rotation)


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


def advance(world: World) -> None:
    """Let all that glides or turns go on by one frame."""
    for handle in list(world.motions):
        world.patience.breathe(world)
        motion, thing = world.motions.get(handle), world.things.get(handle)
        if motion is None:
            continue
        if thing is None or thing.gone or thing.held_by:
            world.motions.pop(handle, None)
        else:
            _advance(world, thing, motion)


def shift(world: World, thing: Thing, position: Vec, rotation: Vec) -> None:
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


def _advance(world: World, thing: Thing, motion: Motion) -> None:
    position, rotation = motion.next_position(), motion.next_rotation()
    if position is not None:
        thing.velocity = _velocity(thing.position, position, world.pace)
    moved = position is not None or rotation is not None
    if moved:
        shift(world, thing, position or thing.position, rotation or thing.rotation)
    if motion.over:
        del world.motions[thing.handle]
        if moved:
            thing.velocity = ZERO
            world.loosen(thing)


def _put(world: World, thing: Thing, position: Vec, rotation: Vec) -> None:
    was = thing.box
    if thing.position != position:
        thing.position = position
    if thing.rotation != rotation:
        thing.rotation = rotation
    _moved(world, thing, was)


def _moved(world: World, thing: Thing, was: Extent) -> None:
    if was != thing.box:
        part(world, thing)
        world.disturb_above(was, thing)
        world.placed(thing)


def _velocity(start: Vec, end: Vec, pace: int) -> Vec:
    x, y, z = (b - a for a, b in zip(start, end, strict=True))
    return (x * pace, y * pace, z * pace)


def _frames(world: World, fast: bool) -> int:  # noqa: FBT001 - a fact about the way, not a switch
    return world.switches.count("fast-move-frames" if fast else "smooth-move-frames")
