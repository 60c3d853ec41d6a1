"""Playing cards: two in secret, in an order, and effects from the left."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, action, at, op
from tts_tool.kernel.views import view
from tts_tool.rulesets.path_of_destiny.base.play import FIELDS

XP = op("gain-xp", amount=3)
HAND = ["red-combat-1", "red-magic-1", *(f"filler-{n}" for n in range(1, 6))]


def choosing(*hand: str, seats: int = 2, **more: Any) -> Table:
    """Stand before all choose what to play."""
    return at("choose", {"hand.red": list(hand or HAND)}, seats=seats, **more)


@pytest.mark.rule("PD-PLAY-01")
@pytest.mark.parametrize(
    "cards", [{"first": HAND[0]}, [HAND[0]], HAND[:3], dict.fromkeys("abc", HAND[0])]
)
def test_it_is_exactly_two_cards(cards: object) -> None:
    """One alone leaves the question open; three are no answer to it, nor twice the same."""
    t = choosing()
    found = t.timeline.driver.find("cards-to-play/red")
    assert found is not None
    t.timeline.answer("red", found.id, cards)
    assert t.asked() == ["cards-to-play/blue", "cards-to-play/red"]
    twice = {"first": f"action.{HAND[0]}", "second": f"action.{HAND[0]}"}
    assert t.refused("red", "cards-to-play", twice)[0] == "not-an-option"
    t.say("red", "cards-to-play", {"first": HAND[0], "second": HAND[1]})
    assert t.asked() == ["cards-to-play/blue"]


@pytest.mark.rule("PD-PLAY-02", "PD-PLAY-13")
def test_nobody_sees_a_choice_before_the_last_has_chosen() -> None:
    """That red has chosen is all that blue and others are told; then both lie open."""
    t = choosing()
    t.say("red", "cards-to-play", {"first": HAND[0], "second": HAND[1]})
    for other in ("blue", None):
        seen = view(t.timeline.state, other)
        assert [len(seen["places"][f"chosen.{field}.red"]) for field in FIELDS] == [1, 1]
        assert f"action.{HAND[0]}" not in str(seen)
    assert t.lies(TIMELINE) == []
    t.say(
        "blue", "cards-to-play", {"first": t.lies("hand.blue")[0], "second": t.lies("hand.blue")[1]}
    )
    assert t.lies(TIMELINE) == HAND[:2]
    seen = view(t.timeline.state, None)["places"]
    assert [card["id"] for card in seen[TIMELINE]] == [f"action.{name}" for name in HAND[:2]]
    assert all("id" not in card for card in seen["hand.red"])


@pytest.mark.rule("PD-PLAY-03", "PD-PLAY-15", "PD-PLAY-11")
def test_both_go_to_the_right_end_in_the_chosen_order() -> None:
    """What lay there stays where it was; a card needs neither symbol nor effect."""
    lying = ["blue-none-1", "green-none-1"]
    t = at("choose", {"hand.red": HAND, TIMELINE: lying}, number=2)
    t.play(red=("filler-1", HAND[0]))
    assert t.lies(TIMELINE) == [*lying, "filler-1", HAND[0]]


@pytest.mark.rule("PD-PLAY-04", "PD-PLAY-06")
def test_the_left_one_first_and_older_ones_no_more() -> None:
    """The right one is paid with what the left one has brought; the old one does nothing again."""
    gives = op("gain-symbol", symbol="left", amount=2)
    left = action("left-card", ["red"], when=op("have-colour", colour="red"), then=gives)
    right = action(
        "right-card",
        ["blue"],
        when=op("lose-symbol-scaled", symbol="combat"),
        then=op("gain-xp-scaled"),
    )
    old = action("old-card", ["green"], when=op("have-colour", colour="green"), then=XP)
    t = at(
        "choose",
        {"hand.red": ["left-card", "right-card", *HAND[2:]], TIMELINE: ["old-card", "filler-9"]},
        cards=[left, right, old],
        number=2,
    )
    t.play(red=("left-card", "right-card"))
    assert (t.track("xp.red"), t.tokens()) == (2, {})


@pytest.mark.rule("PD-PLAY-08", "PD-PLAY-10")
def test_an_effect_that_is_possible_happens() -> None:
    """Nobody is asked whether the combat, which leads, shall go for experience."""
    card = action("the-card", ["red"], when=op("lose-symbol", symbol="combat"), then=XP)
    t = choosing("the-card", *HAND[:6], cards=[card], tracks={"combat.red": 1})
    t.play(red=("the-card", "filler-1"))
    assert (t.track("xp.red"), t.tokens()) == (3, {})
    assert t.asked() == ["take/red"]


@pytest.mark.rule("PD-PLAY-09")
def test_where_the_condition_is_not_met_the_card_just_lies_there() -> None:
    """No experience; its colour and its symbol count from now on."""
    card = action("the-card", ["red"], "magic", when=op("lose-symbol", symbol="combat"), then=XP)
    next_one = action("next-card", ["blue"], when=op("have-symbol", symbol="magic"), then=XP)
    t = choosing("the-card", "next-card", *HAND[2:], cards=[card, next_one])
    t.play(red=("the-card", "next-card"))
    assert t.track("xp.red") == 3


@pytest.mark.rule("PD-PLAY-12")
def test_effects_of_two_seats_are_nothing_to_each_other() -> None:
    """Whoever acts first, both have the same in the end."""
    card = {
        seat: action(f"{seat}-card", ["red"], when=op("have-colour", colour="red"), then=XP)
        for seat in ("red", "blue")
    }
    ends = []
    for order in (["figure.geralt", "figure.yennefer"], ["figure.yennefer", "figure.geralt"]):
        t = at(
            "choose",
            {
                "hand.red": ["red-card", *(f"filler-{n}" for n in range(1, 7))],
                "hand.blue": ["blue-card", *(f"filler-{n}" for n in range(7, 13))],
                "initiative": order,
            },
            cards=list(card.values()),
        )
        t.play(red=("red-card", "filler-1"), blue=("filler-7", "blue-card"))
        ends.append([t.track(f"{name}.{seat}") for name in ("xp", "vp") for seat in t.g.seats])
    assert ends == [[3, 3, 0, 0]] * 2


@pytest.mark.rule("PD-PLAY-14")
def test_fate_waits_for_the_last_effect() -> None:
    """As long as somebody chooses what to lose no token is placed."""
    card = action("the-card", ["red"], when=op("lose-symbol", symbol="combat"), then=XP)
    t = choosing("the-card", *HAND[:6], cards=[card], tracks={"combat.red": 1})
    t.play(red=("red-combat-1", "the-card"))
    assert (t.asked(), t.lies("fate")) == (["lose/red"], ["fate.1", "fate.2", "fate.3"])
    t.say("red", "lose", "token.combat")
    assert t.lies("fate") == ["fate.2", "fate.3"]
