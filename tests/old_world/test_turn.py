"""The turn: its phases, what it remembers, whose it is."""

from __future__ import annotations

import pytest

from tests.old_world.table import FIXED, Table, new, unplayed
from tts_tool.kernel.events import PhaseBegan
from tts_tool.rulesets.old_world.base.turn.turn import PHASES, Turn


def end_turn(t: Table) -> Table:
    """Play a seat's turn to its end by first answers, without moving."""
    return t.answer("phase-1", "end-phase").until("phase-1")


@pytest.mark.rule("OW-TURN-01", "OW-TURN-02")
def test_phases_in_order() -> None:
    """Phase I can be left out; II and III follow, and nothing of another phase is open."""
    t = new(seats=2)
    assert t.open() == ["phase-1/red"]
    t.answer("phase-1", "end-phase")
    phases = []
    while t.timeline.state.acting == "red":
        phases.append(t.timeline.state.phase)
        decision = t.timeline.decisions()[0]
        t.answer(decision.name, decision.space().sole()[0])
    assert phases == sorted(phases)
    assert set(phases) <= set(PHASES[1:3])
    assert "phase-3" in phases


def begun(t: Table) -> list[str]:
    """List the phases that have begun."""
    return [h.event.phase for h in t.timeline.happened if isinstance(h.event, PhaseBegan)]


@pytest.mark.rule("OW-TURN-01")
def test_each_phase_begins_once() -> None:
    """In a round every seat has its three phases, and each begins once, the first by set-up."""
    t = end_turn(end_turn(new(seats=2)))
    assert begun(t) == [*PHASES[1:], PHASES[0]] * 2
    assert begun(unplayed(2, settings=FIXED).until("phase-1")) == [PHASES[0]]


@pytest.mark.rule("OW-TURN-03", "OW-TURN-04", "OW-MOVE-09")
def test_phase_one_is_a_loop() -> None:
    """Move, act, move, act; the phase can be ended before, between and after."""
    t = new(seats=2).stand(red=12).tracks(**{"gold.red": 9})
    t.hand("red", *t.cards(terrain="wild")[:4])
    for number in (9, 7):
        assert "end-phase" in t.options("phase-1")
        t.go(number)
        assert "end-phase" in t.options("phase-1")
        t.answer("phase-1", "action")
        if t.open() == ["clear-market/red"]:
            t.answer("clear-market", [])
    assert t.memory("red").used == (9, 7)
    t.answer("phase-1", "end-phase")
    assert t.timeline.state.phase != "phase-1"


@pytest.mark.rule("OW-TURN-05", "OW-TURN-07", "OW-DEC-17")
def test_phase_two_is_not_skipped() -> None:
    """One of its options must be taken; exploring is always one of them."""
    t = new(seats=2).stand(red=7, blue=7).to_phase("phase-2")
    assert "explore" in t.options("phase-2")
    assert t.refused("phase-2", "end-phase").rule == "OW-TURN-05"
    assert t.refused("phase-2", "pass").code == "not-an-option"


@pytest.mark.rule("OW-TURN-06")
def test_no_way_back_from_phase_two() -> None:
    """After the choice neither a move nor an action is open."""
    t = new(seats=2).stand(red=7, blue=7).to_phase("phase-2").answer("phase-2", "explore")
    assert t.memory("red").doing == "explore"
    assert "phase-1/red" not in t.open()
    assert "phase-2/red" not in t.open()


@pytest.mark.rule("OW-TURN-08")
def test_one_fight_per_turn() -> None:
    """Phase II is over when its one fight is."""
    t = new(seats=2).stand(red=7, blue=7).to_phase("phase-2").answer("phase-2", "fight.blue")
    asked: set[str] = set()
    while t.timeline.state.acting == "red" and not t.over:
        decision = t.timeline.decisions()[0]
        asked.add(decision.name)
        t.answer(decision.name, decision.space().sole()[0], decision.seat)
    assert asked.isdisjoint({"phase-2", "explore"})  # the latter would be all that is left
    assert t.timeline.state.acting == "blue"
    assert (t.rules().count("OW-DUEL-04"), t.rules().count("OW-TURN-06")) == (1, 1)


@pytest.mark.rule("OW-TURN-09")
@pytest.mark.parametrize("deed", ["explore", "fight.blue"])
def test_phase_three_always_comes(deed: str) -> None:
    """Whatever happened in Phase II, Phase III follows."""
    t = new(seats=2).stand(red=7, blue=7).to_phase("phase-2").answer("phase-2", deed)
    t.until("purchase")
    assert t.open() == ["purchase/red"]


@pytest.mark.rule("OW-TURN-10")
def test_memory_is_cleared() -> None:
    """What was done counts for that turn only."""
    t = new(seats=2).stand(red=7, blue=8)
    t.did("red", moved=True, used=[7], poker=["blue"], lost=True, draws=2)
    end_turn(t)
    assert t.part(Turn).memories == {}
    assert t.timeline.state.acting == "blue"


@pytest.mark.rule("OW-GEN-04", "OW-GEN-09")
def test_clockwise_without_end() -> None:
    """Seats take whole turns in their order, and thirty of them end nothing."""
    t = new(seats=3).stand(red=3, blue=10, green=17)
    order = []
    for _ in range(30):
        order.append(t.timeline.state.acting)
        assert len(t.open()) == 1
        end_turn(t)
    assert order == ["red", "blue", "green"] * 10
    assert t.part(Turn).number == 31


@pytest.mark.rule("OW-GEN-05")
def test_active_player_stays() -> None:
    """While another decides, the turn stays whose it is."""
    t = new(seats=2).stand(red=9, blue=9).did("red", moved=True)
    t.tracks(**{"gold.red": 2, "gold.blue": 2}).answer("phase-1", "poker.blue")
    assert t.open() == ["roll-again/blue"]
    assert t.timeline.state.acting == "red"


@pytest.mark.rule("OW-GEN-07")
def test_gold_is_never_owed() -> None:
    """Who can't pay is refused, and nothing changes."""
    t = new(seats=2).stand(red=3).did("red", moved=True).tracks(**{"gold.red": 2, "combat.red": 2})
    t.answer("phase-1", "action")
    t.refused("train", "combat")
    assert t.track("gold.red") == 2
