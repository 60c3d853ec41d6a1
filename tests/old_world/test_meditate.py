"""Meditation: when it is possible, what it brings, and why it never ends a game."""

from __future__ import annotations

import pytest

from tests.old_world.ring import bystanders
from tests.old_world.table import Table, new
from tts_tool.kernel.decisions import Move

SUPPLY = "attribute-trophies"


def mastered(*attributes: str, position: int = 0, seats: int = 2, stand: int = 7) -> Table:
    """Let red begin Phase II with attributes at level 5 and two cards in hand."""
    t = new(seats=seats, boxes=(bystanders,))
    t.hand("red", *t.place("deck.red")[:2]).stand(red=stand)
    t.tracks(**{f"{each}.red": 5 for each in attributes}, **{"track.red": position})
    return t.to_phase("phase-2", "red")


def trophies(t: Table, attribute: str) -> list[str]:
    """List the Attribute Trophies of an attribute that are left."""
    return [c for c in t.document()["places"][SUPPLY] if f".{attribute}." in c]


def without_supply(t: Table) -> Table:
    """Let no trophy of Combat be left."""
    gone = trophies(t, "combat")
    return t.lay(SUPPLY, *(c for c in t.document()["places"][SUPPLY] if c not in gone))


def owning(t: Table) -> Table:
    """Let red own a trophy of Combat already, while another is left."""
    return t.lay("trophies.red", trophies(t, "combat")[0])


@pytest.mark.rule("OW-MED-01")
def test_each_condition_alone() -> None:
    """Level 5, a trophy that is left, and none of that attribute owned: all three are needed."""
    assert mastered("combat").why_not("phase-2", "meditate") is None
    for t in (
        mastered("combat").tracks(**{"combat.red": 4}),
        without_supply(mastered("combat")),
        owning(mastered("combat", seats=4)),
    ):
        assert t.refused("phase-2", "meditate").rule == "OW-MED-01"


@pytest.mark.rule("OW-MED-01", "OW-MED-02")
def test_one_attribute_at_a_time() -> None:
    """Of several attributes one is chosen, and one that is not mastered is refused."""
    t = mastered("combat", "defense").answer("phase-2", "meditate")
    assert t.open() == ["meditate/red"]
    carried = {gesture for _, gesture in t.ask("meditate").bindings()}
    assert {move.target for move in carried if isinstance(move, Move)} == {"trophies.red"}
    refusal = t.refused("meditate", "alchemy")
    assert (refusal.code, refusal.rule) == ("not-mastered", "OW-MED-01")
    t.answer("meditate", "defense")
    assert len(t.place("trophies.red")) == 1
    assert ".defense." in t.place("trophies.red")[0]


@pytest.mark.rule("OW-MED-03", "OW-TROPHY-09")
def test_the_trophy_is_taken() -> None:
    """The trophy lies in the open, and the supply has one less."""
    t = mastered("combat")
    before = len(trophies(t, "combat"))
    t.answer("phase-2", "meditate")
    (trophy,) = t.place("trophies.red")
    assert len([c for c in t.place(SUPPLY) if ".combat." in c]) == before - 1
    for seat in ("red", "blue", None):
        assert t.sees(seat, "trophies.red") == [trophy]


@pytest.mark.rule("OW-MED-04", "OW-TROPHY-06")
def test_one_step_and_fatigue() -> None:
    """A meditation moves one spot up, and the new position says how many cards are trashed."""
    t = mastered("combat").answer("phase-2", "meditate")
    assert t.track("track.red") == 1
    assert t.open() == ["trash/red"]
    card = t.place("hand.red")[0]
    t.answer("trash", [card])
    assert t.place("trash") == (card,)


@pytest.mark.rule("OW-MED-08", "OW-TROPHY-07")
def test_phase_three_follows_with_a_new_hand() -> None:
    """After Fatigue hand and discard are in the deck, so three cards are drawn."""
    t = mastered("combat")
    own = len(t.place("hand.red")) + len(t.place("deck.red"))
    t.answer("phase-2", "meditate").answer("trash", [t.place("deck.red")[0]])
    assert t.timeline.state.phase == "phase-3"
    assert len(t.place("hand.red")) == 3
    assert len(t.place("hand.red")) + len(t.place("deck.red")) == own - 1


@pytest.mark.rule("OW-MED-05", "OW-TROPHY-04", "OW-TROPHY-05")
def test_never_onto_the_top() -> None:
    """At position 3 the trophy is taken, but nothing is moved, trashed, shuffled or won."""
    t = mastered("combat", position=3)
    hand = t.place("hand.red")
    t.answer("phase-2", "meditate")
    assert t.track("track.red") == 3
    assert len(t.place("trophies.red")) == 1
    assert t.place("trash") == ()
    assert t.place("hand.red")[-len(hand) :] == hand or set(hand) <= set(t.place("hand.red"))
    assert not t.over
    assert t.timeline.state.phase == "phase-3"


@pytest.mark.rule("OW-MED-05", "OW-TROPHY-04")
@pytest.mark.parametrize("position", [0, 1, 2])
def test_one_spot_below_the_top(position: int) -> None:
    """Wherever the next spot is not the top one, the token moves there."""
    t = mastered("combat", position=position)
    t.answer("phase-2", "meditate")
    assert t.track("track.red") == position + 1
    assert not t.over


@pytest.mark.rule("OW-MED-06")
def test_again_at_the_same_position() -> None:
    """Who has meditated at position 3 may do so again with another attribute."""
    t = owning(mastered("combat", "defense", position=3))
    t.answer("phase-2", "meditate")
    assert t.track("track.red") == 3
    assert len(t.place("trophies.red")) == 2


@pytest.mark.rule("OW-MED-07")
@pytest.mark.parametrize("location", range(19))
def test_anywhere_without_a_move(location: int) -> None:
    """Neither the location nor a move matters."""
    t = mastered("combat", stand=location)
    assert not t.memory("red").moved
    assert t.why_not("phase-2", "meditate") is None
