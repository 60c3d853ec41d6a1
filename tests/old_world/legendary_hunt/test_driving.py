"""The legend in somebody's way: what it blocks, and how it is driven away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.legendary_hunt.hunting import BOXES, Hunted
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world.base.points import DISCARD_OTHER
from tts_tool.rulesets.old_world.legendary_hunt.grounds import MOVEMENT_DISCARD


def beside(seats: int = 2, at: int = 8, *, moved: bool = True, **facts: Any) -> Hunted:  # noqa: ANN401  # as `Hunted` has them
    """Let red stand where the legend is, after a move."""
    h = Hunted(seats, at=at, **facts).stand(red=at).did("red", moved=moved)
    return h.next_cards("0-17", "2-18")


def driven(h: Hunted) -> Hunted:
    """Let red drive it away with the first hand card."""
    h.answer("phase-1", "drive-away")
    if h.open()[0].startswith("pay-driving"):
        h.answer("pay-driving", [h.place("hand.red")[0]])
    return h


@pytest.mark.rule("LH-19")
@pytest.mark.parametrize("at", [10, 5, 8])
def test_it_blocks_the_location_action(at: int) -> None:
    """School, tavern or whatever: nobody can use it, and is told why."""
    h = beside(at=at).tracks(**{"gold.red": 9})
    reason = h.why_not("phase-1", "action")
    assert reason is not None
    assert (reason.code, reason.rule) == ("legend-in-the-way", "LH-19")
    assert h.refused("phase-1", "action").rule == "LH-19"
    away = Hunted(at=1).stand(red=at).did("red", moved=True).tracks(**{"gold.red": 9})
    assert away.why_not("phase-1", "action") != reason


@pytest.mark.rule("LH-17", "LH-20")
def test_all_else_goes_on() -> None:
    """One comes and goes, plays dice with a witcher there, and need not fight."""
    h = Hunted(2, at=8).stand(red=7, blue=8).tracks(**{"gold.red": 3, "gold.blue": 3})
    h.hand("red", *h.plain(5)).go(8)
    assert {"poker.blue", "end-phase"} <= set(h.options("phase-1"))
    assert any(option.startswith("at.") for option in h.options("phase-1"))
    assert h.refused("phase-1", "action").rule == "LH-19"
    h.answer("phase-1", "end-phase")
    assert {"fight.legend", "explore"} <= set(h.options("phase-2"))


@pytest.mark.rule("LH-21", "LH-51")
def test_the_action_is_free_at_once() -> None:
    """Driven away it blocks nothing more, in the same Phase I; once a turn is still once a turn."""
    h = beside(at=11).tracks(**{"gold.red": 9})
    assert h.why_not("phase-1", "action") is not None
    driven(h).until("phase-1")
    assert "action" in h.options("phase-1")
    used = beside(at=11).did("red", used=[11])
    driven(used).until("phase-1")
    assert used.refused("phase-1", "action").rule == "OW-ACT-03"


@pytest.mark.rule("LH-37")
def test_a_token_hinders_nobody_else() -> None:
    """Where one lies, the Location Action is used as ever."""
    h = Hunted(at=1).raze(11).stand(red=11).did("red", moved=True)
    assert "action" in h.options("phase-1")
    h.answer("phase-1", "action")
    assert h.ruins == [11]


@pytest.mark.rule("LH-44", "LH-45")
def test_who_may_drive_it_away() -> None:
    """Who stands there and has moved, and nobody has to."""
    still = beside(moved=False)
    refused = still.refused("phase-1", "drive-away")
    assert (refused.code, refused.rule) == ("not-moved-to-drive", "LH-44")
    elsewhere = Hunted(at=8).stand(red=7).did("red", moved=True)
    refused = elsewhere.refused("phase-1", "drive-away")
    assert (refused.code, refused.rule) == ("legend-elsewhere", "LH-44")
    h = beside()
    assert {"drive-away", "end-phase"} <= set(h.options("phase-1"))
    h.answer("phase-1", "end-phase")
    assert h.lurks == 8


@pytest.mark.rule("LH-46", "LH-54")
def test_it_costs_a_card() -> None:
    """One hand card of choice is discarded; gold and everything else stays as it was."""
    h = beside().tracks(**{"gold.red": 4})
    hand = list(h.place("hand.red"))
    h.answer("phase-1", "drive-away")
    assert h.open() == ["pay-driving/red"]
    assert h.options("pay-driving") == hand
    laid = {gesture for _, gesture in h.ask("pay-driving").bindings()}
    assert laid == {Move(card, "discard.red") for card in hand}
    assert h.refused("pay-driving", hand[:2]).rule == "LH-46"
    h.answer("pay-driving", [hand[1]])
    h.until("phase-1")
    assert h.place("discard.red") == (hand[1],)
    assert list(h.place("hand.red")) == [hand[0], *hand[2:]]
    assert h.track("gold.red") == 4
    assert len(h.place("action-discard")) == 0
    poor = beside().stand(blue=8).tracks(**{"gold.red": 9, "gold.blue": 9})
    poor.hand("red")
    refused = poor.refused("phase-1", "drive-away")
    assert (refused.code, refused.rule) == ("no-card-to-drive", "LH-46")


def discards(g: Game, _seat: str, **_: object) -> Flow[None]:
    """React to what is discarded by counting the Movement cards that are turned up."""
    g.flag("turned-up", len(g.cards(MOVEMENT_DISCARD)))
    yield from ()


@pytest.mark.rule("LH-46")
def test_it_is_paid_first() -> None:
    """What reacts to the discarded card is done before it is known where the legend goes."""
    watcher = Module("watcher", needs=("base",))
    watcher.hook(DISCARD_OTHER, "notify")(discards)
    h = driven(beside(boxes=(*BOXES, watcher)))
    assert h.timeline.state.flags["turned-up"] == 0
    assert len(h.place(MOVEMENT_DISCARD)) == 1


@pytest.mark.rule("LH-47", "LH-48")
def test_one_step_by_a_movement_card() -> None:
    """Whatever number the card shows it is one Movement, with all that goes with one."""
    h = beside(3, at=15)
    h.next_cards("2-18")
    driven(h).until("phase-1")
    assert (h.lurks, h.ruins) == (11, [15])
    assert len(h.place("movement-discard")) == 1
    there = Hunted(3, at=0).stand(red=0).did("red", moved=True).next_cards("0-17")
    driven(there).until("phase-1")
    assert (there.lurks in {11, 15}, there.ruins) == (True, [0])


@pytest.mark.rule("LH-50")
def test_the_night_has_its_own_card() -> None:
    """What drove it away is laid aside, and the round ends with another."""
    h = beside(at=15)
    h.next_cards("2-18", "12-5")
    driven(h).until("phase-1")
    first = h.place("movement-discard")
    h.evening().until("phase-1")
    assert h.place("movement-discard")[1:] == first
    assert len(h.place("movement-discard")) == 2


@pytest.mark.rule("LH-52")
def test_a_cornered_legend_stays() -> None:
    """With ruins all around nothing is paid and no card is turned up."""
    h = beside(at=3)
    h.raze(2, 4, 7)
    refused = h.refused("phase-1", "drive-away")
    assert (refused.code, refused.rule) == ("legend-cornered", "LH-52")
    assert (h.place("discard.red"), h.place("movement-discard")) == ((), ())


@pytest.mark.rule("LH-53")
def test_as_often_as_one_likes() -> None:
    """Who follows it may drive it away again in the same Phase I."""
    h = beside(2, at=15)
    h.hand("red", *h.plain(6))
    driven(h).until("phase-1")
    h.go(h.lurks)
    driven(h).until("phase-1")
    assert len(h.ruins) == 2
    assert len(h.place("movement-discard")) == 2
