"""The own cards: drawing, discarding, trashing and looking through the deck."""

from __future__ import annotations

import pytest

from tests.old_world.table import Table, new, workshop
from tts_tool.kernel.events import Moment, Moved, Shuffled
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.timeline import Timeline
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.points import DISCARD_OTHER

handicraft = workshop(
    "handicraft",
    {
        "draw-3": lambda g, seat: deck.draw(g, seat, 3),
        "trash-1": lambda g, seat: deck.trash_chosen(g, seat, 1),
        "trash-2-of-hand": lambda g, seat: deck.trash_chosen(g, seat, 2, (f"hand.{seat}",)),
        "trash-99": lambda g, seat: deck.trash_chosen(g, seat, 99),
        "gather": deck.gather,
    },
)


@handicraft.hook(DISCARD_OTHER, "notify")
def noticed(g: Game, seat: Seat, cards: list[str], source: str) -> Flow[None]:
    """Count discards."""
    g.flag(f"discarded.{seat}", len(cards))
    assert source
    yield from ()


def own(*, hand: int, deck: int, discard: int) -> Table:
    """Let red have so many cards in each place, and no others."""
    t = new(seats=2, boxes=(handicraft,))
    cards = t.cards()[: hand + deck + discard]
    t.lay("deck.red", *cards[hand : hand + deck], rest="box")
    t.lay("discard.red", *cards[hand + deck :], rest="box")
    return t.lay("hand.red", *cards[:hand], rest="box")


def sizes(t: Table) -> tuple[int, int, int]:
    """Count hand, deck and discard of red."""
    return (len(t.place("hand.red")), len(t.place("deck.red")), len(t.place("discard.red")))


@pytest.mark.rule("OW-CARD-12")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1, 1, 5), (4, 3, 0)),
        ((1, 3, 5), (4, 0, 5)),
        ((1, 1, 0), (2, 0, 0)),
        ((1, 0, 2), (3, 0, 0)),
    ],
)
def test_reshuffle(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    """Outside fights the discard becomes the deck as soon as a card is missing, not before."""
    hand, cards, discard = before
    t = own(hand=hand, deck=cards, discard=discard).answer("phase-1", "draw-3")
    assert sizes(t) == after


@pytest.mark.rule("OW-CARD-12")
def test_what_was_discarded_is_shuffled() -> None:
    """All of it lies in the deck before that is shuffled, and only then is more drawn."""
    t = own(hand=1, deck=1, discard=5)
    before = len(t.timeline.happened)
    t.answer("phase-1", "draw-3")
    told = [h.event for h in t.timeline.happened[before:]]
    done = [
        "shuffled" if isinstance(event, Shuffled) else f"{event.source} to {event.target}"
        for event in told
        if isinstance(event, Shuffled | Moved)
    ]
    drawn = "deck.red to hand.red"
    assert done == [drawn, "discard.red to deck.red", "shuffled", drawn]
    (shuffled,) = [event for event in told if isinstance(event, Shuffled)]
    assert len(shuffled.order) == 5


@pytest.mark.rule("OW-CARD-13")
def test_no_reshuffle_in_a_fight() -> None:
    """In a fight drawing stops with the last card."""
    t = own(hand=1, deck=1, discard=5).note(Arena, fighters=("red",))
    assert sizes(t.answer("phase-1", "draw-3")) == (2, 0, 5)


@pytest.mark.rule("OW-CARD-14", "OW-GEN-10")
@pytest.mark.parametrize(("hand", "drawn"), [(6, 1), (7, 0), (4, 3)])
def test_hand_limit(hand: int, drawn: int) -> None:
    """Beyond seven nothing is drawn, and the cards stay on the deck."""
    t = own(hand=hand, deck=5, discard=0).answer("phase-1", "draw-3")
    assert sizes(t) == (hand + drawn, 5 - drawn, 0)


@pytest.mark.rule("OW-CARD-08")
def test_discard_is_open_and_ordered() -> None:
    """Everyone sees all discards, the latest on top; the moment is told."""
    t = own(hand=3, deck=3, discard=1).stand(red=9)
    before = t.place("discard.red")
    paid = t.place("hand.red")[1:]
    t.go(7, *paid)
    assert t.place("discard.red") == (*reversed(paid), *before)
    assert t.sees("blue", "discard.red") == list(t.place("discard.red"))
    assert t.timeline.state.flags["discarded.red"] == 2
    events = [each.event for each in t.timeline.happened]
    moved = [n for n, e in enumerate(events) if isinstance(e, Moved) and e.target == "discard.red"]
    told = [n for n, e in enumerate(events) if isinstance(e, Moment) and e.point == "discard.other"]
    assert moved[-1] < told[-1]


@pytest.mark.rule("OW-CARD-10", "OW-CARD-11")
def test_trashing_from_anywhere() -> None:
    """Exactly the number, from any place; hand and discard stay, the deck is shuffled."""
    t = own(hand=3, deck=5, discard=2).answer("phase-1", "trash-1")
    hand, discard, cards = t.place("hand.red"), t.place("discard.red"), t.place("deck.red")
    assert set(t.options("trash")) == {*hand, *discard, *cards}
    assert t.refused("trash", []).code == "too-few"
    assert t.refused("trash", [hand[0], cards[0]]).code == "too-many"
    t.answer("trash", [discard[1]])
    assert sizes(t) == (3, 5, 1)
    assert t.place("hand.red") == hand
    assert t.shuffled("deck.red") == 1


@pytest.mark.rule("OW-CARD-09", "OW-CARD-10")
def test_trashing_from_the_hand() -> None:
    """A named place is the only one; what is trashed lies in the trash, and no deck is shuffled."""
    t = own(hand=3, deck=5, discard=2)
    one, two, three = t.place("hand.red")
    t.answer("phase-1", "trash-2-of-hand").answer("trash", [one, three])
    assert t.place("hand.red") == (two,)
    assert {one, three} <= set(t.place("trash"))
    assert t.shuffled("deck.red") == 0


@pytest.mark.rule("OW-CARD-10", "OW-GEN-08")
def test_trashing_more_than_there_is() -> None:
    """Of fewer cards all are trashed, without a question."""
    t = own(hand=1, deck=2, discard=1).answer("phase-1", "trash-99")
    assert sizes(t) == (0, 0, 0)


@pytest.mark.rule("OW-CARD-04", "OW-CARD-07", "OW-DEC-05")
def test_looking_through_the_deck() -> None:
    """Beside the others' turns one sees the own deck, in no order that stays."""
    t = new(seats=2)
    cards = t.place("deck.blue")
    assert t.sees("blue", "deck.blue") == []
    t.answer("look-through", "look", "blue")
    assert set(t.sees("blue", "deck.blue")) == set(cards)
    assert t.sees("red", "deck.blue") == []
    assert t.looked_at() == ["deck.blue"]
    t.answer("look", "done", "blue")
    assert t.sees("blue", "deck.blue") == []
    assert t.shuffled("deck.blue") == 1


@pytest.mark.rule("OW-CARD-06")
def test_when_nobody_looks() -> None:
    """In the own turn and in a fight the deck stays closed."""
    t = new(seats=3)
    assert t.refused("look-through", "look", "red").rule == "OW-CARD-06"
    assert t.why_not("look-through", "look", "blue") is None
    t.note(Arena, fighters=("red", "blue"))
    assert t.refused("look-through", "look", "blue").rule == "OW-CARD-06"
    assert t.why_not("look-through", "look", "green") is None


@pytest.mark.rule("OW-CARD-01", "OW-CARD-02")
def test_what_a_card_shows() -> None:
    """Every card has its colour, cost, terrain and fight ability, and extensions with colours."""
    t = new(seats=2)
    fresh = t.composed_anew()
    cards = [c.card for c in fresh.inventory.components.values() if c.id.startswith("action.")]
    assert len(cards) == 140
    assert {card.colour for card in cards} == {"blue", "red", "green", "yellow", "purple"}
    assert {card.face.terrain for card in cards} == {"forest", "mountain", "water", "wild"}
    bare = [e for card in cards for e in card.extensions if e.effect == type(e.effect)()]
    assert bare
    assert all(card.fight is card.face.fight for card in cards)


def test_gathering() -> None:
    """All own cards become one deck."""
    t = own(hand=2, deck=3, discard=4).answer("phase-1", "gather")
    assert isinstance(t.timeline, Timeline)
    assert sizes(t) == (0, 9, 0)
