"""Dice, coins and whatever else is left to chance; all of it drawn from the seeded streams."""

from __future__ import annotations

from typing import Any

from tts_tool.saves.tree import Number, number
from tts_tool.table.world.containers import shuffle
from tts_tool.table.world.events import Colour, Handle, ObjectRandomize
from tts_tool.table.world.motion import turn_to
from tts_tool.table.world.movement import Glide, Motion
from tts_tool.table.world.thing import Thing, vec_of
from tts_tool.table.world.vectors import Vec, added, axes
from tts_tool.table.world.world import World

__all__ = [
    "enter_randomizer",
    "finish_rolls",
    "plain",
    "randomize",
    "roll",
    "rotation_value",
    "rotation_values",
    "set_rotation_value",
]

RotationValue = tuple[Any, Vec]

_TWENTY_HALF: tuple[Vec, ...] = (
    *((-10.8, 0, 18), (52.6, 0, 342), (-10.8, 0, 90), (-10.8, 0, 162), (-10.8, 0, 234)),
    *((-10.8, 0, 306), (52.6, 0, 270), (-52.6, 0, 234), (-52.6, 0, 306), (-52.6, 0, 18)),
)


def _twenty() -> tuple[Vec, ...]:
    """Opposite sides of a die with twenty sides make 21; which side is which is partly a guess."""
    return (*_TWENTY_HALF, *((-x, y, z + 180) for x, y, z in reversed(_TWENTY_HALF)))


_STANDARD: dict[int, tuple[Vec, ...]] = {
    2: ((0, 0, 0), (180, 0, 0)),
    4: ((18, -241, -120), (-90, -60, 0), (18, -121, 0), (18, 0, -241)),
    6: ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0)),
    8: (
        *((-33, 0, 90), (-33, 0, 180), (33, 180, -180), (33, 180, 90)),
        *((33, 180, -90), (33, 180, 0), (-33, 0, 0), (-33, 0, -90)),
    ),
    10: (
        *((-38, 0, 234), (38, 180, -233), (-38, 0, 20), (38, 180, -17), (-38, 0, 90)),
        *((38, 180, -161), (-38, 0, 307), (38, 180, -304), (-38, 0, 163), (38, 180, -90)),
    ),
    12: (
        *((27, 0, 72), (27, 0, 144), (27, 0, -72), (-27, 180, 180), (90, 180, 0), (27, 0, -144)),
        *(
            (-27, 180, 36),
            (-90, 180, 0),
            (27, 0, 0),
            (-27, 180, 108),
            (-27, 180, -36),
            (-27, 180, -108),
        ),
    ),
    20: _twenty(),
}

# CustomDice.Type: how many sides a die with a picture of one's own has.
_CUSTOM_SIDES = (4, 6, 8, 10, 12, 20)


def rotation_values(thing: Thing) -> list[RotationValue]:
    """List what a thing is worth in which rotation: as set, else as such dice are made."""
    own = thing.raw.get("RotationValues")
    if own and isinstance(own, list):
        rows = [each for each in own if isinstance(each, dict)]
        return [(each.get("Value"), vec_of(each.get("Rotation"))) for each in rows]
    return [(value + 1, turn) for value, turn in enumerate(_STANDARD.get(_sides(thing), ()))]


def rotation_value(thing: Thing) -> int | float | str | None:
    """Say what a thing shows: the value whose rotation is nearest; None if it has none."""
    values = rotation_values(thing)
    if not values:
        return None
    return plain(max(values, key=lambda each: _likeness(thing, each[1]))[0])


def set_rotation_value(world: World, thing: Thing, value: Any) -> bool:  # noqa: ANN401
    """Turn a thing so that it shows a value; False if it has no such value."""
    for known, turn in rotation_values(thing):
        if plain(known) == value:
            turn_to(world, thing, turn)
            return True
    return False


def roll(world: World, thing: Thing) -> None:
    """Throw a die or a coin up; it comes down on a value drawn now."""
    values = rotation_values(thing)
    if not values:
        return
    _, turn = world.chance.one_of(values, f"roll {thing.guid}")
    frames = world.switches.count("roll-frames")
    world.rolling[thing.handle] = world.frame + frames
    world.motions[thing.handle] = _tossed(world, thing, turn, frames)


def finish_rolls(world: World) -> None:
    """Let dice whose time has come lie down."""
    for handle in [handle for handle, due in world.rolling.items() if due <= world.frame]:
        del world.rolling[handle]
        thing = world.things.get(handle)
        if thing is not None and not thing.gone:
            world.loosen(thing)


def randomize(world: World, thing: Thing, colour: str) -> None:
    """Do what the key for it does: shuffle a deck or bag, roll a die, toss anything else."""
    if thing.kind.holds:
        shuffle(world, thing)
    elif rotation_values(thing):
        roll(world, thing)
    else:
        world.motions[thing.handle] = _tossed(world, thing, thing.rotation, 1)
    world.tell(ObjectRandomize(Handle(thing.handle), Colour(colour)))


def enter_randomizer(world: World, thing: Thing) -> None:
    """A randomize zone shakes what comes in, if it can be shaken."""
    if thing.kind.holds or rotation_values(thing):
        randomize(world, thing, thing.last_held_by or "Grey")


def _tossed(world: World, thing: Thing, turn: Vec, frames: int) -> Motion:
    """Lift a thing and turn it; it falls from there."""
    up = added(thing.position, (0.0, world.switches.number("rolled-height"), 0.0))
    return Motion(Glide(thing.position, up, frames), Glide(thing.rotation, turn, frames))


def _sides(thing: Thing) -> int:
    image = (thing.raw.get("CustomImage") or {}).get("CustomDice")
    if image is not None:
        return _CUSTOM_SIDES[int(number(image.get("Type", 1))) % len(_CUSTOM_SIDES)]
    return thing.kind.sides


def _likeness(thing: Thing, turn: Vec) -> float:
    """Compare which way is up in both rotations, seen from the thing."""
    now, then = thing.axes, axes(turn)
    up_now = now.inward((0.0, 1.0, 0.0))
    up_then = then.inward((0.0, 1.0, 0.0))
    return sum(a * b for a, b in zip(up_now, up_then, strict=True))


def plain(value: Any) -> int | float | str | None:  # noqa: ANN401 - whatever JSON holds
    """Read a value of the save; what is neither number nor text is none."""
    if isinstance(value, Number | float):
        found = number(value)
        return int(found) if found.is_integer() else found
    return value if isinstance(value, int | str) else None
