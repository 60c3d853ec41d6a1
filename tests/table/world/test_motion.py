"""Without physics: things fall onto what is below, glide where they are sent, and lie still."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.table.world.furniture import (
    Listener,
    card,
    deck,
    listener,
    one,
    table,
    thing,
    tile,
    zone,
)
from tts_tool.table.switches import Switches
from tts_tool.table.world import loading, motion, time
from tts_tool.table.world.events import ObjectCollisionEnter, ObjectCollisionExit, Occurred

FLOOR = 0.96


def test_a_fall_takes_frames_and_ends_on_the_table() -> None:
    """It comes down evenly in as many frames as the switch says, and rests."""
    world = table(thing("BlockSquare", y=10), turned={"fall-frames": 30})
    block = one(world, "Block")
    motion.move_to(world, block, (0, 10, 0))
    assert not motion.resting(world, block)
    time.run(world, 15)
    assert FLOOR < block.box.low[1] < 9
    assert block.velocity[1] < 0
    assert time.settle(world) < 20
    assert block.box.low[1] == pytest.approx(FLOOR)
    assert motion.resting(world, block)


def test_things_lie_on_each_other() -> None:
    """A block on a board stands as high as the board is thick."""
    world = table(thing("BlockSquare", 50), thing("Custom_Board", y=1.21, Locked=True))
    block = one(world, "Block")
    motion.move_to(world, block, (3, 9, 3))
    time.settle(world)
    assert block.box.low[1] == pytest.approx(one(world, "Board").box.high[1])


def test_what_carried_it_goes_and_it_falls() -> None:
    """Taking the lower block away brings the upper ones down."""
    world = table(*(thing("BlockSquare", y=1.46 + level) for level in range(3)))
    lower, middle, upper = list(world)
    world.remove(lower)
    time.settle(world)
    assert middle.box.low[1] == pytest.approx(FLOOR)
    assert upper.box.low[1] == pytest.approx(middle.box.high[1])


def test_what_it_falls_on_goes_and_it_falls_on() -> None:
    """A short fall that becomes a long one takes no longer than any other."""
    world = table(thing("BlockSquare", 50), thing("BlockSquare", y=10, Locked=True))
    falling, shelf = list(world)
    motion.move_to(world, falling, (0, 11.1, 0))
    time.run(world, 5)
    world.remove(shelf)
    assert time.settle(world) <= 25
    assert falling.box.low[1] == pytest.approx(FLOOR)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (thing("BlockSquare", Locked=True), "locked"),
        (thing("BlockSquare", Rigidbody={"UseGravity": False}), "without weight"),
        (thing("3DText"), "a text"),
        (zone("ScriptingTrigger"), "a zone"),
    ],
)
def test_some_things_hang_in_the_air(raw: dict[str, object], why: str) -> None:
    """They stay where they are put."""
    world = table(raw)
    (hanging,) = list(world)
    motion.move_to(world, hanging, (0, 10, 0))
    time.settle(world)
    assert hanging.position == (0, 10, 0), why


def test_what_was_put_below_the_table_stays() -> None:
    """Mods keep things there."""
    world = table(thing("BlockSquare"))
    motion.move_to(world, one(world, "Block"), (0, -5, 0))
    time.settle(world)
    assert one(world, "Block").position == (0, -5, 0)


@pytest.mark.parametrize(("fast", "frames"), [(False, 45), (True, 15)])
def test_gliding_takes_its_frames(fast: bool, frames: int) -> None:  # noqa: FBT001
    """It goes straight, is on its way until the last frame, and may turn meanwhile."""
    world = table(card(1, Locked=True))
    moved = one(world, "Card")
    motion.glide_to(world, moved, (9, 1, 0), fast=fast)
    motion.turn_smoothly(world, moved, (0, 270, 180), fast=fast)
    time.run(world, frames - 1)
    assert motion.smooth_moving(world, moved)
    assert 0 < moved.position[0] < 9
    time.step(world)
    assert not motion.smooth_moving(world, moved)
    assert (moved.position, moved.rotation) == ((9, 1, 0), (0, 270, 180))


def test_turning_goes_the_short_way() -> None:
    """From 350 to 10 degrees it passes 0."""
    world = table(card(1, turn=350, Locked=True))
    motion.turn_smoothly(world, one(world, "Card"), (0, 10, 180))
    time.run(world, 22)
    assert one(world, "Card").rotation[1] < 10 or one(world, "Card").rotation[1] > 350


def test_put_at_once_it_glides_no_more() -> None:
    """The last word counts."""
    world = table(card(1, Locked=True))
    motion.glide_to(world, one(world, "Card"), (9, 1, 0))
    time.run(world, 5)
    motion.move_to(world, one(world, "Card"), (3, 1, 0))
    time.settle(world)
    assert one(world, "Card").position == (3, 1, 0)


def test_put_into_something_it_lies_on_top() -> None:
    """Two solid things do not share a place."""
    world = table(thing("BlockSquare", 50), thing("BlockSquare", y=1.46))
    upper, lower = list(world)
    motion.move_to(world, upper, (0.1, 1.5, 0))
    time.settle(world)
    assert upper.box.low[1] == pytest.approx(lower.box.high[1])


def test_a_model_of_unknown_shape_keeps_what_stands_in_it() -> None:
    """It may be hollow, so nothing is pushed out of it."""
    world = table(thing("BlockSquare", 50, size=0.2), thing("Custom_Model", size=5, Locked=True))
    block = one(world, "Block")
    motion.move_to(world, block, (0, 1.06, 0))
    time.settle(world)
    assert block.box.low[1] == pytest.approx(FLOOR)


def test_touching_and_parting_is_told_to_both() -> None:
    """Each learns whom it met; nothing is said twice."""
    world = table(thing("BlockSquare", 50), tile(0, Locked=True))
    block, plate = list(world)
    motion.move_to(world, block, (0, 5, 0))
    time.settle(world)
    heard = [each for each in listener(world).heard if isinstance(each, ObjectCollisionEnter)]
    assert [(each.registered_object, each.collision_info.collision_object) for each in heard] == [
        (block.handle, plate.handle),
        (plate.handle, block.handle),
    ]
    motion.move_to(world, block, (50, 1.46, 0))
    time.settle(world)
    parted = [each for each in listener(world).heard if isinstance(each, ObjectCollisionExit)]
    assert len(parted) == 2


@pytest.mark.parametrize(
    ("raw", "height"),
    [
        (card(1), 0.027),
        (deck(*range(1, 53)), 0.042 + 52 * 0.0096),
        (tile(), 0.2),
        (thing("Custom_Tile_Stack", Number=4), 0.8),
        (thing("BlockSquare", size=0.5), 0.5),
    ],
)
def test_heights(raw: dict[str, object], height: float) -> None:
    """Sizes that decide where things come to lie."""
    (measured,) = list(table(raw))
    assert measured.box.size[1] == pytest.approx(height)


def test_a_table_of_ones_own_is_where_its_things_lie() -> None:
    """Without one of the game's tables, the floor is the level that most loose things share."""
    blocks = [thing("BlockSquare", x, y=7.5) for x in range(0, 20, 2)]
    save = {**loading.EMPTY, "Table": "Table_None", "ObjectStates": blocks}
    assert loading.load(save).floor == pytest.approx(7.0)


@pytest.mark.parametrize("pace", [60, 30])
def test_a_second_has_so_many_frames_and_ninety_ticks(pace: int) -> None:
    """Scripts are told of every frame and of every tick of physics, whatever the pace."""

    class Counting(Listener):
        def tell(self, event: Occurred) -> None:
            self.heard.append(event)

    sink = Counting()
    switches = Switches({"frames-per-second": pace})
    world = loading.load({**loading.EMPTY}, switches=switches, sink=sink)
    time.run(world, pace)
    told = Counter(type(each).__name__ for each in sink.heard)
    assert told == {"Update": pace, "FixedUpdate": 90}
    assert world.seconds == 1.0


def test_what_is_gone_stays_gone() -> None:
    """A script that moves what it has just destroyed moves nothing, and leaves nothing behind."""
    world = table(thing("BlockSquare"), thing("BlockSquare", 1))
    gone, left = list(world)
    world.remove(gone)
    motion.move_to(world, gone, (1.0, 3.0, 0.0))
    motion.turn_to(world, gone, (0.0, 90.0, 0.0))
    time.run(world, 5)
    motion.move_to(world, left, (1.0, 3.0, 0.0))
    assert time.settle(world) < 600
    assert left.position[1] < 2
