"""Nothing hangs in the air: whatever is let go comes down, and on what it lands."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.table.world.furniture import (
    UP,
    all_of,
    card,
    deck,
    hand,
    hanging,
    listener,
    numbers,
    one,
    sit,
    table,
    thing,
    tile,
    zone,
)
from tts_tool.errors import UserError
from tts_tool.table.hands import Player
from tts_tool.table.world import attaching, containers, copying, handzones, motion, spawning, time
from tts_tool.table.world.containers import Taking
from tts_tool.table.world.events import ObjectCollisionEnter
from tts_tool.table.world.settings import write_setting
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec
from tts_tool.table.world.world import World

FLOOR = 0.96
FALL = 20
PLACE: Vec = (7.0, 4.0, 7.0)


def lows(things: list[Thing]) -> list[float]:
    """Say how high the lowest point of each is."""
    return [each.box.low[1] for each in things]


# ---- Several at once


@pytest.mark.parametrize("count", [2, 5, 9])
@pytest.mark.parametrize("apart", [0.0, 0.3, 1.0, 1.7])
def test_what_falls_together_makes_a_tower(count: int, apart: float) -> None:
    """It takes as long as one fall, and the older, or lower, is below."""
    world = table()
    x, y, z = PLACE
    blocks = [
        spawning.spawn(world, thing("BlockSquare"), position=(x, y + apart * number, z))
        for number in range(count)
    ]
    assert time.settle(world) <= FALL + 3
    assert lows(blocks) == pytest.approx([FLOOR + number for number in range(count)])


def test_two_that_do_not_match_come_down_from_one_place() -> None:
    """One lies on the table, the other on it; neither waits for the other in the air."""
    world = table()
    for flip in (UP, 180):
        spawning.spawn(world, card(1, flip=flip, GUID=""), position=PLACE)
    assert time.settle(world) <= FALL + 3
    lower, upper = all_of(world, "Card")
    assert lower.box.low[1] == pytest.approx(FLOOR)
    assert upper.box.low[1] == pytest.approx(lower.box.high[1])


@pytest.mark.parametrize("smooth", [True, False])
def test_cards_that_are_taken_to_one_place_make_a_deck(smooth: bool) -> None:  # noqa: FBT001
    """The first lies lowest, and nothing but the glide takes longer than one fall."""
    world = table(deck(*range(1, 10)))
    for _ in range(5):
        containers.take(world, one(world, "Deck"), Taking(position=PLACE, smooth=smooth))
    assert time.settle(world) <= FALL + 5 + 45 * smooth
    made = next(pile for pile in all_of(world, "Deck") if pile.position[0] == PLACE[0])
    assert numbers(made) == [5, 4, 3, 2, 1]


def test_what_falls_later_does_not_pass_what_falls_below_it() -> None:
    """The fast one stays above the slow one all the way down, and lands on it."""
    world = table(thing("BlockSquare"), thing("BlockSquare", 5))
    slow, fast = list(world)
    motion.move_to(world, slow, (0, 3, 0))
    motion.move_to(world, fast, (0, 9, 0))
    while not world.idle:
        time.step(world)
        assert fast.box.low[1] >= slow.box.high[1] - 1e-9
    assert lows([slow, fast]) == pytest.approx([FLOOR, FLOOR + 1])
    met = [each for each in listener(world).heard if isinstance(each, ObjectCollisionEnter)]
    assert [each.registered_object for each in met] == [fast.handle, slow.handle]


def test_a_fall_is_even() -> None:
    """What stands on something that falls comes down as fast as that, not slower and slower."""
    world = table(*(thing("BlockSquare", y=1.46 + level) for level in range(4)))
    lowest, *others = list(world)
    world.remove(lowest)
    assert time.settle(world) <= FALL + 4
    assert lows(others) == pytest.approx([FLOOR, FLOOR + 1, FLOOR + 2])


def test_a_place_that_is_set_in_every_frame_carries() -> None:
    """A script that holds a thing where it lies does not keep others from landing on it."""
    world = table(thing("BlockSquare", y=1.46), thing("BlockSquare", 5))
    held, dropped = list(world)
    motion.move_to(world, dropped, (0, 5, 0))
    for _ in range(FALL + 3):
        motion.move_to(world, held, (0, 1.46, 0))
        time.step(world)
    assert dropped.box.low[1] == pytest.approx(held.box.high[1])
    assert motion.resting(world, dropped)


# ---- What carried is gone, or less


def test_a_pile_that_shrinks_lets_down_what_lies_on_it() -> None:
    """The block on a stack of tiles comes down tile by tile, also when the last is no stack."""
    stack = tile(Name="Custom_Tile_Stack", Number=5, y=1.46, Locked=True)
    world = table(stack, thing("BlockSquare", y=2.46, size=0.9))
    block = one(world, "Block")
    for _ in range(4):
        containers.take(world, all_of(world, "Tile")[0], Taking(position=(30, 3, 0)))
        time.settle(world)
        assert hanging(world) == []
    assert block.box.low[1] == pytest.approx(FLOOR + 0.2, abs=0.04)


def test_what_a_joint_held_up_falls() -> None:
    """A lamp on a hook comes down with the end of the hook, whichever of them has the joint."""
    first: Raw = {"JointFixed": {"ConnectedBodyGUID": "lamp00"}}
    second: Raw = {"JointFixed": {"ConnectedBodyGUID": "hook00"}}
    for hook, lamp in ((first, Raw()), (Raw(), second)):
        world = table(
            thing("BlockSquare", y=6, GUID="hook00", Locked=True, **hook),
            thing("BlockSquare", 2, y=6, GUID="lamp00", **lamp),
        )
        held, hung = list(world)
        world.loosen(hung)
        time.settle(world)
        assert hung.position[1] == 6
        world.remove(held)
        time.settle(world)
        assert hung.box.low[1] == pytest.approx(FLOOR)


# ---- Out of hands


def _shown(*more: Raw) -> tuple[World, Player, Thing]:
    world = table(card(1, 0, -30, y=5, flip=UP), hand(), *more)
    return world, sit(world), next(iter(world))


@pytest.mark.parametrize("frames", [0, 1, 60])
def test_a_card_goes_from_a_hand_to_a_deck(frames: int) -> None:
    """However quick the hand was: scripts are asked, and the deck takes it in."""
    world, red, held = _shown(deck(5, 6, 7, flip=UP))
    red.pick_up(held)
    time.run(world, frames)
    red.drop_on(held, one(world, "Deck"))
    time.settle(world)
    assert numbers(one(world, "Deck")) == [5, 6, 7, 1]
    assert "TryEnterContainer" in listener(world).names()


def test_a_script_takes_a_card_out_of_a_hand() -> None:
    """It is in the hand no more, and lies on the table."""
    world, _, held = _shown()
    motion.move_to(world, held, (9, 3, 9))
    time.settle(world)
    assert handzones.hand_objects(world, "Red") == []
    assert held.box.low[1] == pytest.approx(FLOOR)


@pytest.mark.parametrize("frames", [0, 1])
def test_a_hand_lays_out_what_is_put_elsewhere_in_it(frames: int) -> None:
    """By a person in the same frame, or later; what was last becomes the first."""
    world, red, _ = _shown(card(2, 2, -30, y=5), card(3, 4, -30, y=5))
    first, _, last = handzones.hand_objects(world, "Red")
    red.pick_up(last)
    time.run(world, frames)
    red.drop_at(last, (-4, 5, -30))
    time.settle(world)
    held = handzones.hand_objects(world, "Red")
    assert held[:2] == [last, first]
    assert [each.position[1] for each in held] == [5, 5, 5]
    places = [each.position[0] for each in held]
    assert places == sorted(set(places))


def test_a_card_that_is_turned_over_in_a_hand_stays_so() -> None:
    """The hand moves it aside for another, and does not turn it back."""
    world, red, held = _shown(deck(5, 6, 7))
    red.draw(one(world, "Deck"), 1)
    time.settle(world)
    red.flip(held)
    time.settle(world)
    red.draw(one(world, "Deck"), 1)
    time.settle(world)
    down = [each.nickname for each in handzones.hand_objects(world, "Red") if each.face_down]
    assert down == ["card 1"]


def _forbid_hands(world: World) -> None:
    write_setting(world, "Hands", "Enable", value=False)
    world.placed(one(world, "Hand"))


def _out_of_hands(world: World) -> None:
    held = one(world, "Card")
    held.put("Hands", value=False)
    world.stir(held)


@pytest.mark.parametrize(
    "end",
    [
        lambda world: world.remove(one(world, "Hand")),
        lambda world: motion.move_to(world, one(world, "Hand"), (0, 5, 40)),
        _forbid_hands,
        _out_of_hands,
    ],
)
def test_a_hand_that_ends_lets_its_cards_fall(end: Callable[[World], None]) -> None:
    """Its zone is destroyed or moved, hands are switched off, or the card is for hands no more."""
    world, _, held = _shown()
    end(world)
    time.settle(world)
    assert held.box.low[1] == pytest.approx(FLOOR)
    assert hanging(world) == []


# ---- Whatever happens

Act = Callable[[Player, random.Random, Thing, Thing], object]


def _anywhere(chance: random.Random) -> Vec:
    """Name a place; few enough of them that things meet."""
    return (3.0 * chance.randint(-2, 2), chance.choice((1, 2, 4, 4.3)), 3.0 * chance.randint(-2, 2))


def _take(red: Player, chance: random.Random, x: Thing, _: Thing) -> None:
    place = chance.choice((None, _anywhere(chance)))
    flip, smooth = chance.choice((True, False)), chance.choice((True, False))
    containers.take(red.world, x, Taking(position=place, flip=flip, smooth=smooth))


def _join(red: Player, _: random.Random, x: Thing, y: Thing) -> None:
    if y.kind.solid and not (x.kind.holds or y.kind.holds):
        attaching.join_to(red.world, x, y, "JointFixed", {})


def _switch_hands(red: Player, chance: random.Random, _: Thing, __: Thing) -> None:
    write_setting(red.world, "Hands", "Enable", value=chance.random() < 0.5)
    for each in handzones.hands(red.world):
        red.world.placed(each)


def _move_hands(red: Player, chance: random.Random, _: Thing, __: Thing) -> None:
    for each in handzones.hands(red.world):
        motion.move_to(red.world, each, (0, 5, chance.choice((-30, -30, 30))))


def _allow_in_hands(red: Player, chance: random.Random, x: Thing, _: Thing) -> None:
    x.put("Hands", value=chance.random() < 0.7)
    red.world.stir(x)


ACTS: tuple[Act, ...] = (
    lambda red, chance, x, _: copying.clone(red.world, x, _anywhere(chance)),
    lambda red, _, x, __: copying.clone(red.world, x),
    lambda red, chance, _, __: spawning.spawn(red.world, _new(chance), position=_anywhere(chance)),
    _take,
    _take,
    lambda red, chance, x, _: motion.move_to(red.world, x, _anywhere(chance)),
    lambda red, chance, x, _: motion.glide_to(red.world, x, _anywhere(chance)),
    lambda red, chance, x, _: motion.turn_to(red.world, x, (0, 0, 90.0 * chance.randint(0, 3))),
    lambda red, chance, x, _: motion.scale_to(red.world, x, (chance.choice((0.5, 1, 2)),) * 3),
    lambda red, chance, x, _: red.drop_at(x, _anywhere(chance)),
    lambda red, chance, x, _: red.drop_at(x, (chance.randint(-7, 7), 5, -30)),
    lambda red, _, x, __: red.pick_up(x),
    lambda red, _, x, y: red.drop_on(x, y),
    lambda red, _, x, __: red.draw(x),
    lambda red, _, x, __: red.flip(x),
    lambda red, _, x, __: red.randomize(x),
    lambda red, chance, x, _: red.lock(x, on=chance.random() < 0.3),
    lambda red, _, __, y: red.delete(y),
    lambda red, _, x, __: red.under(x),
    lambda red, _, x, __: attaching.release(red.world, x),
    _join,
    _switch_hands,
    _move_hands,
    _allow_in_hands,
    lambda red, chance, _, __: time.run(red.world, chance.randint(1, 30)),
    lambda red, _, __, ___: time.settle(red.world),
)


def _new(chance: random.Random) -> Raw:
    number = chance.randint(1, 60)
    made: Raw = chance.choice(
        (
            card(number, GUID="", flip=chance.choice((0, 180)), turn=chance.choice((90, 180))),
            deck(number, number + 1, GUID=""),
            tile(),
            thing("BlockSquare"),
            thing("Die_6"),
            thing("Bag", ContainedObjects=[card(number)]),
            thing("Custom_Model", size=2),
            hand(x=chance.choice((-20, 0))),
            zone("LayoutZone", size=(6, 6, 6)),
        )
    )
    return made


def _play(chance: random.Random, moves: int) -> World:
    world = table(*(_new(chance) for _ in range(6)), deck(*range(1, 9), x=9), hand())
    red = sit(world)
    for _ in range(moves):
        there = list(world)
        solid = [each for each in there if each.kind.solid] or there
        try:
            chance.choice(ACTS)(red, chance, chance.choice(solid), chance.choice(there))
        except UserError:
            world.deliver()
    for each in world:
        if each.held_by:
            red.drop(each)
    for each in world:
        world.loosen(each)  # also what a save had in the air
    return world


@pytest.mark.soak(sample=100, full=10000)
def test_nothing_hangs_whatever_happens(rounds: int) -> None:
    """Spawned, taken, moved, turned, dropped, held, jointed, deleted: in the end all lies."""
    for seed in range(rounds):
        world = _play(random.Random(seed), 40)
        assert time.settle(world, 2000) < 2000, seed
        assert hanging(world) == [], seed
