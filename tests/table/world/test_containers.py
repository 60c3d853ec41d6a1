"""Bags, decks and stacks: in, out, mixed, parted; and a deck always agrees with its cards."""

from __future__ import annotations

import pytest

from tests.table.world.furniture import (
    DOWN,
    UP,
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
from tts_tool.errors import NotFound, Refused
from tts_tool.saves.tree import Node
from tts_tool.table.world import containers, time
from tts_tool.table.world.containers import Taking
from tts_tool.table.world.world import World


def bag(*inside: Node, order: int = 0, name: str = "Bag") -> Node:
    """Make a bag."""
    return thing(name, Bag={"Order": order}, ContainedObjects=list(inside))


def taken(world: World, kind: str, how: Taking) -> str:
    """Take something out of the only container of a type and say what people call it."""
    return containers.take(world, one(world, kind), how).nickname


@pytest.mark.parametrize(
    ("order", "how", "name"),
    [
        (0, Taking(), "card 3"),
        (1, Taking(), "card 1"),
        (0, Taking(end="bottom"), "card 1"),
        (0, Taking(index=1), "card 2"),
        (0, Taking(guid="ca0002"), "card 2"),
    ],
)
def test_a_bag_gives_out_in_its_order(order: int, how: Taking, name: str) -> None:
    """The last in is the first out, or the first; an index or a GUID picks any."""
    world = table(bag(card(1), card(2), card(3), order=order))
    assert taken(world, "Bag", how) == name
    assert one(world, "Bag").quantity == 2


def test_a_random_bag_draws_from_the_seed() -> None:
    """The same seed draws the same; another seed draws something else at some time."""

    def draws(seed: int) -> list[str]:
        world = table(bag(*(card(i) for i in range(20)), order=2), seed=seed)
        return [taken(world, "Bag", Taking()) for _ in range(10)]

    assert draws(1) == draws(1)
    assert draws(1) != draws(2)
    assert len(set(draws(1))) == 10


def test_an_infinite_bag_never_ends() -> None:
    """Each copy has a GUID of its own, and the bag keeps its pattern."""
    world = table(bag(card(1), name="Infinite_Bag"))
    copies = [containers.take(world, one(world, "Infinite")) for _ in range(3)]
    assert {each.nickname for each in copies} == {"card 1"}
    assert len({each.guid for each in copies}) == 3
    assert one(world, "Infinite").quantity == 1


@pytest.mark.parametrize(
    ("flip", "end", "number"),
    [(180, "top", 1), (180, "bottom", 3), (UP, "top", 3), (UP, "bottom", 1)],
)
def test_the_top_of_a_deck_depends_on_its_face(flip: int, end: Node, number: int) -> None:
    """Face down the first card lies on top, face up the last."""
    world = table(deck(1, 2, 3, flip=flip))
    assert taken(world, "Deck", Taking(end=end)) == f"card {number}"


def test_a_drawn_card_keeps_name_sheet_and_guid() -> None:
    """What the deck kept for the card goes with it; the deck forgets it."""
    raw = deck(1, 2, 3)
    for inside in raw["ContainedObjects"]:
        del inside["CustomDeck"]
    world = table(raw)
    drawn = containers.take(world, one(world, "Deck"))
    assert drawn.guid == "ca0001"
    assert drawn.raw["CustomDeck"] == raw["CustomDeck"]
    assert numbers(one(world, "Deck")) == [2, 3]


def test_a_sheet_leaves_with_its_last_card() -> None:
    """CustomDeck lists exactly the sheets that are used."""
    raw = deck(1, 2, 3)
    raw["ContainedObjects"].append(card(4, sheet=7))
    raw["DeckIDs"].append(704)
    raw["CustomDeck"] = {**raw["CustomDeck"], **card(4, sheet=7)["CustomDeck"]}
    world = table(raw)
    pile = one(world, "Deck")
    containers.take(world, pile, Taking(guid="ca0004"))
    assert list(pile.raw["CustomDeck"]) == ["1"]


def test_two_sheets_with_one_number_are_told_apart() -> None:
    """A card whose sheet number means another sheet in the deck gets a new number."""
    stranger = card(5, 9)
    stranger["CustomDeck"] = {"1": {"FaceURL": "other", "BackURL": "back"}}
    world = table(deck(1, 2), stranger)
    pile = one(world, "Deck")
    containers.enter(world, pile, one(world, "Card"))
    assert pile.raw["DeckIDs"] == [205, 101, 102]
    assert pile.raw["CustomDeck"]["2"]["FaceURL"] == "other"
    assert pile.raw["ContainedObjects"][0]["CardID"] == 205


def test_the_second_last_card_ends_a_deck() -> None:
    """The last card lies where the deck lay; the deck is gone, and names what is left."""
    world = table(deck(1, 2))
    pile = one(world, "Deck")
    containers.take(world, pile)
    world.deliver()
    assert pile.gone
    left = world.thing(pile.attributes["remainder"])
    assert left is not None
    assert (left.guid, left.position[0], left.position[2]) == ("ca0002", 0, 0)
    assert listener(world).names() == [
        "ObjectLeaveContainer",
        "ObjectLeaveContainer",
        "ObjectDestroy",
    ]


def test_an_old_deck_without_cards_makes_them() -> None:
    """Old saves list ids only; the cards are made when somebody looks."""
    raw = deck(1, 2, 3)
    del raw["ContainedObjects"]
    world = table(raw)
    pile = one(world, "Deck")
    assert pile.quantity == 3
    drawn = containers.take(world, pile)
    assert drawn.raw["CardID"] == 101
    assert drawn.raw["CustomDeck"] == raw["CustomDeck"]
    assert numbers(pile) == [2, 3]


def test_a_taken_thing_needs_a_moment() -> None:
    """It spawns some frames later: script first, then the event, then the callback."""
    world = table(bag(card(1)))
    taken_card = containers.take(world, one(world, "Bag"), Taking(callback=7, smooth=False))
    spawning = [taken_card.spawning]
    world.deliver()
    assert listener(world).names() == ["ObjectLeaveContainer"]
    time.step(world)
    assert [*spawning, taken_card.spawning] == [True, False]
    assert listener(world).names() == ["ScriptDue", "ObjectSpawn", "Called"]


@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("raw", [bag(card(1), card(2), card(3)), deck(1, 2, 3)])
def test_what_is_taken_comes_to_lie_beside(raw: Node, smooth: bool) -> None:  # noqa: FBT001
    """Nobody has said where: two units along the x axis, so that it does not fall back in."""
    world = table(raw)
    container = next(iter(world))
    taken_card = containers.take(world, container, Taking(smooth=smooth))
    time.settle(world)
    assert container.quantity == 2
    assert taken_card.position[0] == 2
    assert taken_card.position[2] == 0


def test_a_twin_gets_a_new_guid() -> None:
    """A GUID is unique on the table, unless the switch says that the game does not care."""
    world = table(bag(card(1)), card(1, 9))
    assert containers.take(world, one(world, "Bag")).guid != "ca0001"
    world = table(bag(card(1)), card(1, 9), turned={"taken-twin-gets-new-guid": False})
    assert containers.take(world, one(world, "Bag")).guid == "ca0001"


@pytest.mark.parametrize(
    ("act", "sizes", "stays"),
    [
        (lambda world, pile: containers.cut(world, pile, 2), [5, 2], {"when-cut", "when-split"}),
        (containers.cut, [4, 3], {"when-cut", "when-split"}),
        (lambda world, pile: containers.split(world, pile, 3), [3, 2, 2], {"when-split"}),
        (lambda world, pile: containers.split(world, pile, 4), [2, 2, 2, 1], {"when-split"}),
        (lambda world, pile: containers.split(world, pile, 7), [1] * 7, set()),
        (containers.spread, [1] * 7, set()),
    ],
)
@pytest.mark.parametrize("flip", [UP, DOWN])
@pytest.mark.parametrize("value", ["when-cut", "when-split", "never"])
def test_a_deck_is_parted(
    act: Node, sizes: list[int], stays: set[str], value: str, flip: int
) -> None:
    """All cards are there, every part agrees with its cards, the pile stays if a switch says so."""
    world = table(deck(1, 2, 3, 4, 5, 6, 7, flip=flip), turned={"parted-deck-stays": value})
    pile = one(world, "Deck")
    bottom = pile.box.low[1]
    parts = act(world, pile)
    assert [max(part.quantity, 1) for part in parts] == sizes
    assert (parts[0] is pile, pile.gone) == (value in stays, value not in stays)
    assert parts[0].box.low[1] == pytest.approx(bottom, abs=0.05)
    cards = [int(part.raw.get("CardID", 100)) % 100 for part in parts if part.type == "Card"]
    cards += [number for part in parts if part.type == "Deck" for number in numbers(part)]
    assert sorted(cards) == [1, 2, 3, 4, 5, 6, 7]


def test_cutting_lifts_the_top() -> None:
    """The lower part comes first and stays; the lifted part lies beside."""
    world = table(deck(1, 2, 3, 4, 5))
    lower, lifted = containers.cut(world, one(world, "Deck"), 2)
    assert (numbers(lower), numbers(lifted)) == ([3, 4, 5], [1, 2])


def test_shuffling_follows_the_seed() -> None:
    """The same seed gives the same order; the ids go with the cards."""

    def order(seed: int) -> list[int]:
        world = table(deck(*range(1, 31)), seed=seed)
        pile = one(world, "Deck")
        containers.shuffle(world, pile)
        assert numbers(pile) == [raw["CardID"] % 100 for raw in pile.contents]
        return numbers(pile)

    assert order(5) == order(5) != order(6)
    assert sorted(order(5)) == list(range(1, 31))


def test_a_stack_counts() -> None:
    """Tiles of a stack come off one by one; the last but one ends it."""
    raw = tile(Name="Custom_Tile_Stack", Number=3)
    world = table(raw)
    stack = one(world, "Tile")
    top = containers.take(world, stack)
    assert (top.name, stack.quantity) == ("Custom_Tile", 2)
    containers.take(world, stack)
    assert stack.gone
    assert [each.name for each in all_of(world, "Tile")] == ["Custom_Tile"] * 3


@pytest.mark.parametrize(
    ("how", "error"),
    [(Taking(index=9), NotFound), (Taking(index=-1), NotFound), (Taking(guid="nobody"), NotFound)],
)
def test_what_is_not_there_cannot_be_taken(how: Taking, error: type[Exception]) -> None:
    """The error says so, and the deck stays as it was."""
    world = table(deck(1, 2, 3))
    with pytest.raises(error):
        containers.take(world, one(world, "Deck"), how)
    assert numbers(one(world, "Deck")) == [1, 2, 3]


def test_an_empty_bag_gives_nothing() -> None:
    """It refuses and stays a bag."""
    world = table(bag())
    with pytest.raises(Refused, match="empty"):
        containers.take(world, one(world, "Bag"))
    assert one(world, "Bag").quantity == 0


@pytest.mark.parametrize("count", [0, 1, 3, 4, 9])
def test_a_deck_cannot_be_cut_anywhere(count: int) -> None:
    """Both parts are decks: one card alone is none."""
    world = table(deck(1, 2, 3, 4))
    with pytest.raises(Refused):
        containers.cut(world, one(world, "Deck"), count)
    with pytest.raises(Refused):
        containers.split(world, one(world, "Deck"), count + 5)
    assert numbers(one(world, "Deck")) == [1, 2, 3, 4]


def test_a_stack_is_cut() -> None:
    """A stack of tiles is parted like a deck, though it may only count what it holds."""
    world = table(tile(Name="Custom_Tile_Stack", Number=5))
    stack = one(world, "Tile")
    assert [each.quantity for each in containers.cut(world, stack, 2)] == [3, 2]
    assert not stack.gone
