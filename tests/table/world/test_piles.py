"""What comes to lie on something joins it, or does not, and everybody is told in order."""

from __future__ import annotations

import pytest

from tests.table.world.furniture import (
    UP,
    Vandal,
    all_of,
    card,
    deck,
    listener,
    numbers,
    one,
    table,
    thing,
    tile,
)
from tts_tool.saves.tree import Node
from tts_tool.table.world import motion, piles, time
from tts_tool.table.world.events import TryEnterContainer
from tts_tool.table.world.thing import Raw
from tts_tool.table.world.world import World

JOINED = ["TryEnterContainer", "ObjectEnterContainer", "ObjectDestroy"]


def dropped(*things: Raw, turned: dict[str, Node] | None = None) -> World:
    """Drop the first thing over the second, and wait until all lie still."""
    world = table(*things, turned=turned)
    upper, lower = list(world)[:2]
    x, _, z = lower.position
    motion.move_to(world, upper, (x + upper.position[0], 5.0, z + upper.position[2]))
    time.settle(world)
    return world


def test_two_cards_make_a_deck() -> None:
    """It is a new object with a new GUID, lies where the lower card lay, the upper one on top."""
    world = dropped(card(1), card(2, 7, 3))
    pile = one(world, "Deck")
    assert numbers(pile) == [1, 2]
    assert (pile.position[0], pile.position[2]) == (7, 3)
    assert pile.box.low[1] == pytest.approx(0.9865)
    assert pile.guid not in {"", "ca0001", "ca0002"}
    assert listener(world).names() == [
        "TryEnterContainer",
        "ObjectEnterContainer",
        "ObjectEnterContainer",
        "ObjectDestroy",
        "ObjectDestroy",
        "ScriptDue",
        "ObjectSpawn",
    ]


def test_face_up_the_upper_card_comes_last() -> None:
    """A deck that lies face up is read from below."""
    world = dropped(card(1, flip=UP), card(2, 7, flip=UP))
    assert numbers(one(world, "Deck")) == [2, 1]


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        pytest.param(card(1, flip=UP), card(2, 7), id="faces differ"),
        pytest.param(card(1, turn=90), card(2, 7), id="lies crosswise"),
        pytest.param(card(1, 0.7), card(2, 7), id="too far beside"),
        pytest.param(card(1), card(2, 7, Locked=True), id="lower is locked"),
        pytest.param(card(1), card(2, 7, SidewaysCard=True), id="one is wide"),
        pytest.param(card(1), tile(7), id="other things"),
        pytest.param(tile(), tile(7, stackable=False), id="tile that does not stack"),
        pytest.param(tile(), tile(7, Nickname="other"), id="tiles that differ"),
    ],
)
def test_what_does_not_match_stays_apart(upper: Raw, lower: Raw) -> None:
    """Both are still there, the upper one on the lower one."""
    world = dropped(upper, lower)
    above, below = list(world)
    assert above.box.low[1] == pytest.approx(below.box.high[1], abs=0.04)


@pytest.mark.parametrize(
    ("things", "turned"),
    [
        ((card(1, turn=90), card(2, 7)), {"merge-turn-degrees": 180.0}),
        ((card(1, 0.7), card(2, 7)), {"merge-distance": 1.0}),
        ((card(1), card(2, 7, Locked=True)), {"locked-pile-takes-things": True}),
    ],
)
def test_switches_decide_what_matches(things: tuple[Raw, Raw], turned: dict[str, Node]) -> None:
    """The same that stay apart join when the game should turn out to be that way."""
    world = dropped(*things, turned=turned)
    assert sorted(numbers(one(world, "Deck"))) == [1, 2]


def test_a_card_upside_down_joins() -> None:
    """Half a turn is no difference."""
    assert one(dropped(card(1, turn=0), card(2, 7)), "Deck").quantity == 2


@pytest.mark.parametrize(
    ("upper", "lower", "order"),
    [
        (card(9), deck(1, 2, x=7), [9, 1, 2]),
        (deck(1, 2), card(9, 7), [1, 2, 9]),
        (deck(1, 2), deck(5, 6, x=7), [1, 2, 5, 6]),
        (card(9, flip=UP), deck(1, 2, x=7, flip=UP), [1, 2, 9]),
    ],
)
def test_decks_grow(upper: Raw, lower: Raw, order: list[int]) -> None:
    """What lies above is above in the deck; the deck keeps its GUID."""
    world = dropped(upper, lower)
    pile = one(world, "Deck")
    assert numbers(pile) == order
    assert pile.guid.startswith("de")
    assert listener(world).names() == JOINED


def test_tiles_stack_and_stacks_grow() -> None:
    """Equal tiles make a stack that counts; it gets higher."""
    world = dropped(tile(), tile(7))
    stack = one(world, "Tile")
    assert (stack.name, stack.quantity) == ("Custom_Tile_Stack", 2)
    assert stack.box.size[1] == pytest.approx(0.4)


def test_a_bag_takes_in_what_falls_into_it() -> None:
    """The thing becomes data; its GUID goes with it."""
    world = dropped(card(1), thing("Bag", 7))
    assert [raw["GUID"] for raw in one(world, "Bag").contents] == ["ca0001"]
    assert listener(world).names() == JOINED


def test_a_refused_thing_is_pushed_away() -> None:
    """A script that says no keeps the card out of the deck; it comes to lie beside."""
    world = table(card(1), deck(5, 6, x=7))
    listener(world).forbid(TryEnterContainer)
    motion.move_to(world, one(world, "Card"), (7, 5, 0))
    time.settle(world)
    assert one(world, "Deck").quantity == 2
    assert one(world, "Card").box.low[0] > one(world, "Deck").box.high[0]
    assert listener(world).names() == ["TryEnterContainer"]


def test_a_refused_thing_may_stay() -> None:
    """If the game does not push, it lies on top, and is not asked about for ever."""
    world = table(card(1), deck(5, 6, x=7), turned={"undone-drop-is-smooth": False})
    listener(world).forbid(TryEnterContainer)
    motion.move_to(world, one(world, "Card"), (7, 5, 0))
    assert time.settle(world) < 600
    assert one(world, "Card").box.low[1] == pytest.approx(one(world, "Deck").box.high[1], abs=0.04)


def test_grouping_gathers_from_everywhere() -> None:
    """Cards make one deck wherever they lie, tiles a stack, the rest stays."""
    world = table(
        card(1), card(2, 9), tile(20), deck(5, 6, x=30), tile(40), thing("BlockSquare", 50)
    )
    made = piles.group(world, list(world))
    time.settle(world)
    assert [each.type for each in made] == ["Deck", "Tile", "Block"]
    assert sorted(numbers(one(world, "Deck"))) == [1, 2, 5, 6]
    assert all_of(world, "Tile")[0].quantity == 2


@pytest.mark.parametrize(
    ("types", "left"),
    [(["Bag"], ["Block"]), (["Block"], ["Bag"]), (["Bag", "Block"], [])],
)
def test_what_is_gone_once_it_was_allowed_goes_nowhere(types: list[str], left: list[str]) -> None:
    """Nothing is lost in a bag that a script has destroyed, and nothing comes back in one."""
    world = Vandal(TryEnterContainer, *types).at(thing("Bag"), thing("BlockSquare", y=6))
    world.loosen(one(world, "Block"))
    assert time.settle(world) < 600
    assert [each.type for each in world] == left
    assert not any(each.contents for each in world if each.kind.holds)
