"""Moving: where to, for what, and what it leaves behind."""

from __future__ import annotations

import pytest

from tests.old_world.table import Table, new

START = 9
"""Cintra: mountain; roads to 1 (water), 5 (water), 6 (forest), 7, 10 (forest), 12 (water)."""
FOREST, WATER = 7, 5
LANDS = {"forest": FOREST, "water": WATER, "mountain": 1}


def at_start(*terrains: str, gold: int = 0) -> Table:
    """Let red stand at the start with cards of these terrains."""
    t = new(seats=2).stand(red=START).tracks(**{"gold.red": gold})
    found = [t.cards(terrain=terrain) for terrain in terrains]
    hand = [cards[terrains[:n].count(terrains[n])] for n, cards in enumerate(found)]
    return t.hand("red", *hand)


def stands(t: Table) -> int:
    """Say where red stands."""
    return next(n for n in range(19) if "miniature.red" in t.place(f"at.{n}"))


@pytest.mark.rule("OW-MOVE-01", "OW-MOVE-13")
def test_along_one_road() -> None:
    """A move goes to a neighbour only, and two steps are paid twice."""
    t = at_start("wild", "wild", gold=5)
    for number in set(range(19)) - {START}:
        reason = t.why_not("phase-1", f"at.{number}")
        near = number in (1, 5, 6, 7, 10, 12)
        assert (reason is None) == near
        assert near or (reason is not None and reason.rule == "OW-MOVE-01")
    assert t.refused("phase-1", "at.4").rule == "OW-MOVE-01"
    t.go(7).go(4)
    assert stands(t) == 4
    assert t.place("hand.red") == ()


@pytest.mark.rule("OW-MOVE-02", "OW-MOVE-07")
def test_matching_card() -> None:
    """One card with the terrain of the destination, not of the start, is enough."""
    t = at_start("water", "mountain")
    water, mountain = t.place("hand.red")
    t.answer("phase-1", f"at.{WATER}")
    assert t.refused("pay-move", [mountain]).rule == "OW-MOVE-02"
    t.answer("pay-move", [water])
    assert stands(t) == WATER
    assert t.place("discard.red") == (water,)
    assert t.place("hand.red") == (mountain,)


@pytest.mark.rule("OW-MOVE-02")
def test_single_card_of_another_terrain() -> None:
    """Whose only card shows another terrain, and who has no gold, can't go there."""
    t = at_start("water")
    assert t.refused("phase-1", f"at.{FOREST}").rule == "OW-MOVE-02"
    assert t.why_not("phase-1", f"at.{WATER}") is None


@pytest.mark.rule("OW-MOVE-03")
def test_two_cards() -> None:
    """Any two cards pay for a neighbour; the last one paid lies on top."""
    t = at_start("water", "mountain", "mountain")
    one, two, three = t.place("hand.red")
    t.answer("phase-1", f"at.{FOREST}")
    assert t.refused("pay-move", [one, two, three]).code == "too-many"
    t.answer("pay-move", [two, three])
    assert stands(t) == FOREST
    assert t.place("discard.red") == (three, two)


@pytest.mark.rule("OW-MOVE-04", "OW-GEN-07")
def test_card_and_gold() -> None:
    """Any card and 1 gold pay for a neighbour, without gold they don't."""
    t = at_start("water", "water", gold=3)
    card = t.place("hand.red")[0]
    t.answer("phase-1", f"at.{FOREST}").answer("pay-move", [card, "gold"])
    assert (stands(t), t.track("gold.red")) == (FOREST, 2)
    paid = [rule for rule in t.rules() if rule in {"OW-MOVE-04", "OW-MOVE-07"}]
    assert paid == ["OW-MOVE-07", "OW-MOVE-04"]
    t = at_start("water", "water")
    t.answer("phase-1", f"at.{FOREST}")
    assert t.refused("pay-move", [t.place("hand.red")[0], "gold"]).rule == "OW-MOVE-04"


@pytest.mark.rule("OW-MOVE-05")
@pytest.mark.parametrize("terrain", LANDS)
def test_wild_card(terrain: str) -> None:
    """A wild card pays alone, whatever the terrain."""
    t = at_start("wild", "mountain")
    wild = t.place("hand.red")[0]
    t.answer("phase-1", f"at.{LANDS[terrain]}" if terrain != "mountain" else "at.6")
    t.answer("pay-move", [wild])
    assert t.place("discard.red") == (wild,)


@pytest.mark.rule("OW-MOVE-06", "OW-DEC-06")
def test_free_choice_of_payment() -> None:
    """A dear payment is allowed beside a cheap one, gold without a card never."""
    t = at_start("forest", "water", gold=2)
    forest, water = t.place("hand.red")
    t.answer("phase-1", f"at.{FOREST}")
    assert t.refused("pay-move", ["gold"]).rule == "OW-MOVE-06"
    assert t.refused("pay-move", [water]).rule == "OW-MOVE-02"
    t.answer("pay-move", [forest, water])
    assert (t.place("hand.red"), t.track("gold.red")) == ((), 2)


@pytest.mark.rule("OW-MOVE-08")
def test_nobody_is_in_the_way() -> None:
    """A location with others on it can be entered."""
    t = at_start("forest").stand(blue=FOREST)
    t.answer("phase-1", f"at.{FOREST}")
    assert {"miniature.red", "miniature.blue"} <= set(t.place(f"at.{FOREST}"))


@pytest.mark.rule("OW-MOVE-09", "OW-TURN-03")
def test_several_moves() -> None:
    """Three moves follow each other without an action between them."""
    t = at_start("wild", "wild", "wild")
    t.go(7).go(11).go(18)
    assert stands(t) == 18


@pytest.mark.rule("OW-MOVE-11", "OW-ACT-01")
def test_away_and_back() -> None:
    """The action of the start location needs a move, and away and back is one."""
    t = at_start("wild", "wild", "wild")
    assert t.refused("phase-1", "action").rule == "OW-ACT-01"
    t.go(7).go(START)
    assert t.why_not("phase-1", "action") is None


@pytest.mark.rule("OW-MOVE-12")
def test_empty_hand() -> None:
    """Without a card there is no move, whatever the gold."""
    t = at_start("wild", gold=9).did("red", moved=True).hand("red")
    assert t.refused("phase-1", f"at.{FOREST}").rule == "OW-MOVE-12"


@pytest.mark.rule("OW-MOVE-14", "OW-TOKEN-06")
@pytest.mark.parametrize("terrain", ["forest", "mountain", "water", "wild"])
def test_to_location_0(terrain: str) -> None:
    """Any single card pays for location 0, which may be entered and used."""
    t = new(seats=2).stand(red=8)
    t.hand("red", t.cards(terrain=terrain)[0]).tracks(**{"gold.red": 2})
    t.go(0)
    assert stands(t) == 0
    t.answer("phase-1", "action").answer("train", "combat")
    assert t.track("combat.red") == 2


@pytest.mark.rule("OW-MOVE-12")
def test_to_location_0_with_nothing() -> None:
    """Location 0 is no exception: without a card there is no move."""
    t = new(seats=2).stand(red=8, blue=8).did("red", moved=True).hand("red")
    t.tracks(**{"gold.red": 9, "gold.blue": 9})
    assert t.refused("phase-1", "at.0").rule == "OW-MOVE-12"


@pytest.mark.rule("OW-CARD-03")
def test_a_spent_card_is_gone() -> None:
    """What paid for one move can't pay for another."""
    t = at_start("wild", "water")
    wild, water = t.place("hand.red")
    t.go(7, wild)
    assert t.why_not("phase-1", "at.4") is None
    t.go(4)
    assert t.place("discard.red") == (water, wild)
