"""The hunt with one seat: how it is set up, and how it is won and lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.legendary_hunt.hunting import BOXES, MONSTER, Hunted
from tests.old_world.table import workshop
from tts_tool.kernel.events import Moved, Rolled
from tts_tool.rulesets.old_world.base.witcher import trophies
from tts_tool.rulesets.old_world.lone_hunt.mode import WITH, lone_hunt

gift = workshop("gift", {"take": lambda g, seat: trophies.reward(g, seat, "monster.barghest")})


def alone(**facts: Any) -> Hunted:  # noqa: ANN401  # as `Hunted` has them
    """Let red hunt alone."""
    return Hunted(1, **facts)


def cards_left(h: Hunted, number: int) -> Hunted:
    """Let only so many Movement cards be left."""
    return h.lay("movement-deck", *h.place("movement-deck")[:number], rest="movement-discard")


@pytest.mark.rule("LH-93", "LH-98")
def test_set_up_and_nights() -> None:
    """A monster of each level is there, and after each turn the legend goes by its column."""
    assert lone_hunt.bridges == WITH
    h = alone(at=15)
    slots = [h.place(f"monster.{terrain}") for terrain in ("forest", "mountain", "water")]
    assert sorted(h.inventory.cards[card].level for (card,) in slots) == [1, 2, 3]
    h.next_cards("18-2").evening(1).until("phase-1")
    assert (h.lurks, h.ruins) == (18, [15])
    h.next_cards("2-18").evening(1).until("phase-1")
    assert len(h.place("movement-discard")) == 2
    assert len(h.ruins) == 3


@pytest.mark.rule("LH-94")
@pytest.mark.parametrize(("difficulty", "left"), [("easy", 9), ("normal", 8), ("hard", 7)])
def test_how_many_nights(difficulty: str, left: int) -> None:
    """So many cards play; the others are seen by nobody."""
    h = alone(settings={"hunt-difficulty": difficulty})
    assert (len(h.place("movement-deck")), len(h.place("movement-away"))) == (left, 12 - left)
    assert h.sees("red", "movement-away") == h.sees(None, "movement-away") == []


@pytest.mark.rule("LH-95")
def test_four_trophies_win_nothing() -> None:
    """The fourth ends no game, and the last monster may be fought without the Attribute Trophy."""
    h = Hunted(1, boxes=(*BOXES, gift)).tracks(**{"track.red": 3})
    h.answer("phase-1", "take")
    assert (h.track("track.red"), h.over) == (4, False)
    h = alone().monster("barghest")
    for terrain in ("mountain", "water"):
        h.lay(f"monster.{terrain}")
    h.ready()
    assert h.why_not("phase-2", "fight.forest") is None


@pytest.mark.rule("LH-96", "LH-97")
def test_lost_when_no_card_is_left() -> None:
    """On the normal level that is at the end of turn nine, not of turn eight."""
    h = cards_left(alone(at=15), 1)
    used = len(h.place("movement-discard"))
    h.evening(1).until("phase-1")
    assert (h.over, len(h.place("movement-discard"))) == (False, used + 1)
    h.evening(1)
    assert h.over
    assert (h.timeline.state.result, h.timeline.state.lost) == ((), ("red",))
    assert h.said("legend-got-away") == [{"seat": "red"}]
    assert len(h.place("movement-discard")) == used + 1


@pytest.mark.rule("LH-32", "LH-99")
@pytest.mark.parametrize("card", ["17-0", "2-18"])
def test_a_wasted_night(card: str) -> None:
    """A surrounded legend takes two cards, however far it was to go, and leaves no token."""
    h = alone(at=3).raze(2, 4, 7).next_cards(card).evening(1)
    before = len(h.place("movement-deck"))
    h.until("phase-1")
    assert (h.lurks, h.ruins) == (3, [2, 4, 7])
    moved = [e.event for e in h.timeline.happened if isinstance(e.event, Moved)]
    turned = [e for e in moved if e.source == "movement-deck"]
    assert len(turned) == 2
    assert len(h.place("movement-deck")) == before == 6


@pytest.mark.rule("LH-100")
def test_the_wasted_card_can_be_missing() -> None:
    """With one card left a surrounded legend has got away."""
    h = cards_left(alone(at=3).raze(2, 4, 7), 1).evening(1)
    assert h.over
    assert h.timeline.state.lost == ("red",)


@pytest.mark.rule("LH-101", "COMB-38")
@pytest.mark.parametrize(("outcome", "left"), [("defeated", 2), ("driven-away", 3)])
def test_monsters_that_follow(outcome: str, left: int) -> None:
    """A defeated one leaves its slot empty, one driven off has a successor of its level."""
    assert "solo" in WITH
    h = alone().monster("barghest").tracks(**{"shield.red": 0})
    if outcome == "defeated":
        h.hand("red", h.printed("red", damage=9), *h.plain(1)).deck("red", *h.plain(9))
        h.bout(1).combo(h.place("hand.red")[0])
    else:
        h.hand("red", *h.plain(1)).deck("red").pile("red", *h.plain(5))
        h.bout((5, 12), turn=MONSTER)
        h.until("gain")
    h.after()
    slots = [h.place(f"monster.{terrain}") for terrain in ("forest", "mountain", "water")]
    assert sum(bool(cards) for cards in slots) == left


@pytest.mark.rule("LH-102", "LH-103", "LH-107")
def test_driving_it_anywhere() -> None:
    """No Movement card is turned up; one chooses among all free neighbours, and a token is left."""
    h = alone(at=11).stand(red=11).did("red", moved=True).raze(7, 8)
    before = h.place("movement-deck")
    h.answer("phase-1", "drive-away").answer("pay-driving", [h.place("hand.red")[0]])
    assert h.open() == ["legend-step/red"]
    assert h.options("legend-step") == ["at.0", "at.10", "at.14", "at.15", "at.18"]
    assert h.refused("legend-step", "at.7").rule == "LH-29"
    h.answer("legend-step", "at.18")
    assert (h.lurks, h.ruins, h.place("movement-deck")) == (18, [7, 8, 11], before)
    reason = h.why_not("phase-1", "action")
    assert reason is None or reason.rule != "LH-19"


@pytest.mark.rule("LH-104", "LH-105")
@pytest.mark.parametrize(("tokens", "life"), [(1, 20), (3, 19), (4, 18)])
def test_two_tokens_for_a_card(tokens: int, life: int) -> None:
    """It takes two to put a card aside, but one is enough to begin."""
    h = alone().owns(tokens)
    h.hand("red", *h.plain(3)).stand(red=h.lurks).ready().answer("phase-2", "fight.legend")
    assert (len(h.place("monster-life")), h.now.turn) == (life, "red")


@pytest.mark.rule("LH-106")
@pytest.mark.parametrize(("face", "cards"), [(3, 6), (4, 3)])
def test_a_die_calls_the_attack(face: int, cards: int) -> None:
    """Up to three it charges, from four on it bites; the die falls before the card is seen."""
    h = alone(script={"attack": [[face]]}, at=11).tracks(**{"shield.red": 0})
    assert WITH == ("legendary-hunt", "solo")
    h.hand("red", *h.plain(3)).deck("red", *h.plain(12))
    h.hunt((18, 12, 17), turn=MONSTER, turns={MONSTER: 1})
    assert len(h.place("discard.red")) == cards
    order = [e.event for e in h.timeline.happened]
    rolled = next(n for n, e in enumerate(order) if isinstance(e, Rolled))
    shown = next(n for n, e in enumerate(order) if isinstance(e, Moved))
    assert rolled < shown
