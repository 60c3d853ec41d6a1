"""What a turn costs those who play without a referee is counted as hands would do it."""

from __future__ import annotations

import pytest

from tests.build.set_up import made
from tests.old_world.table import catalogue
from tts_tool.kernel.events import Event, Happened, Moved, Shuffled, TrackSet
from tts_tool.playtest.by_hand import Costs, by_hand, cheapest, played, turns
from tts_tool.playtest.doings import ChoreWork, all_of
from tts_tool.playtest.foretelling import Foreteller
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world import RULESET

DECK = tuple(f"action.{n}" for n in range(8))
LYING = {"deck.red": DECK, "discard.red": (), "hand.red": (), "combo.red": ()}


def fell(event: Event, rule: str = "") -> Happened:
    """Let something happen."""
    return Happened(event, rule, None, wall=False)


def chore(name: str) -> ChoreWork:
    """Find what a chore does."""
    (found,) = all_of(made().layout.chores, (name,))
    return found


@pytest.mark.parametrize(
    ("event", "cost"),
    [
        (Moved(DECK[:5], "deck.red", "hand.red"), 1),  # the number 5 at the deck
        (Moved(DECK[:1], "deck.red", "discard.red"), 2),  # a drag, and F
        (Moved(DECK[:6], "deck.red", "discard.red"), 4),  # cut off, and F
        (Moved(DECK, "deck.red", "discard.red"), 2),  # all of it, and F
        (Shuffled("deck.red", DECK, "shuffle.deck.red"), 1),
        (Shuffled("deck.red", DECK[:1], "shuffle.deck.red"), 0),
        (TrackSet("gold.red", 5, 2), 3),  # a counter is clicked
        (TrackSet("combat.red", 3, 1), 1),  # a cube is moved
    ],
)
def test_what_hands_do(event: Event, cost: int) -> None:
    """A pile is cut, dealt from by a number, turned as one; what is counted is clicked."""
    assert by_hand(made().mod.inventory, made().layout, LYING, fell(event)) == cost


def test_a_press_does_what_falls_together_and_no_more() -> None:
    """It waits for no answer, but what touches what it touches ends what it is good for."""
    to_deck = fell(Moved(DECK, "discard.red", "deck.red"), "OW-FIGHT-04")
    shuffled = fell(Shuffled("deck.red", DECK, "shuffle.deck.red"), "OW-FIGHT-04")
    gold = fell(TrackSet("gold.red", 5, 4), "OW-FIGHT-15")
    drawn = fell(Moved(DECK[:1], "deck.red", "hand.red"), "OW-CARD-01")
    before = chore("before")
    assert [*before.uses([[to_deck], [gold, shuffled]])] == [[], [to_deck, shuffled]]
    both = [to_deck, gold, shuffled]
    assert [*before.uses([both])] == [[], [to_deck, shuffled]]
    assert [*before.uses([[to_deck, drawn, shuffled]])] == [[], [to_deck]]


def test_who_does_it_twice_presses_twice() -> None:
    """A row that draws one card draws one at each press, also when the rules drew two at once."""
    first, second = (
        fell(Moved((f"potion.{n}",), "potion-deck", "potions.red"), "OW-ACT-07") for n in (1, 2)
    )
    risen = fell(TrackSet("alchemy.red", 4, 3), "OW-ACT-17")
    assert [*chore("potion").uses([[first, second]])] == [[], [first], [second]]
    raised = [*chore("raise-alchemy").uses([[risen, first], [second]])]
    assert raised == [[], [risen, first]]


def test_a_press_waits_for_what_comes_between() -> None:
    """Nobody presses before a card has come that is to be gathered too; what lay by then lies."""
    cleared = fell(Moved(DECK[:1], "combo.red", "discard.red"), "OW-FIGHT-33")
    gained = fell(Moved(("action.9",), "display.1", "discard.red"), "OW-EXPLORE-07")
    gathered = fell(Moved((*DECK[:1], "action.9"), "discard.red", "deck.red"), "OW-FIGHT-35")
    shuffled = fell(Shuffled("deck.red", DECK, "shuffle.deck.red"), "OW-FIGHT-35")
    uses = chore("after").uses([[cleared, gained, gathered, shuffled]])
    assert [*uses] == [[], [gathered, shuffled]]


def test_buttons_are_pressed_where_that_is_less() -> None:
    """With its chores a game costs less than without, and each press stands for at least two."""
    layout = made().layout
    chores = all_of(layout.chores)
    bare, helped = 0, 0
    with Session.new(RULESET, catalogue(), seats=2, seed="3") as session:
        teller = Foreteller(made().mod, layout, session.seats)
        for _, (before, turn) in zip(range(12), turns(session, "3"), strict=False):
            without = cheapest(session.composition.inventory, layout, (), before, turn)
            presses = [one for each in chores for one in teller.presses(each, before, turn)]
            using = cheapest(session.composition.inventory, layout, presses, before, turn)
            pressed = sum(using[known.chore.id] for known in chores)
            assert without.total() - using.total() >= pressed
            bare, helped = bare + without.total() - 1, helped + using.total() - 1
    assert 0 < helped < bare


@pytest.mark.long
@pytest.mark.soak(sample=1, full=30)
def test_a_turn_costs_half_of_what_it_did(rounds: int) -> None:
    """By hand alone a turn cost 36.9 drags and presses, by the first chores 23.6."""
    layout, costs = made().layout, Costs()
    chores = all_of(layout.chores)
    for seed in range(rounds):
        costs += played(str(seed), 3, layout, chores)
    assert Costs(costs).a_turn < 20
