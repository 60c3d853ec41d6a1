"""Dice Poker: how hands compare, and games between witchers and with locals."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tests.old_world.table import Table, new
from tts_tool.rulesets.old_world.base.turn.poker import CATEGORIES, category, strength

Dice = tuple[int, ...]
TAVERN = 6
MEETING = 9


def meeting(*rolls: tuple[str, Dice], gold: int = 5, **options: object) -> Table:
    """Let red, having moved, meet blue; the rolls are laid down by side, in order."""
    script: dict[str, list[Dice]] = {}
    for side, dice in rolls:
        script.setdefault(f"poker.{side}", []).append(dice)
    t = new(seats=2, script=script, **options)  # type: ignore[arg-type]
    t.stand(red=MEETING, blue=MEETING).did("red", moved=True)
    return t.tracks(**{"gold.red": gold, "gold.blue": gold})


def played(t: Table, red: tuple[int, ...] = (), blue: tuple[int, ...] = ()) -> tuple[int, int]:
    """Play red against blue, with dice rolled again by number; give the gold of both."""
    t.answer("phase-1", "poker.blue")
    t.answer("roll-again", list(blue), "blue")
    t.answer("roll-again", list(red), "red")
    return t.track("gold.red"), t.track("gold.blue")


# Hands


@pytest.mark.rule("OW-POKER-11", "OW-POKER-12")
@pytest.mark.parametrize(
    ("dice", "named"),
    [
        ((1, 2, 3, 4, 6), "nothing"),
        ((1, 3, 4, 5, 6), "nothing"),
        ((1, 2, 3, 4, 4), "pair"),
        ((2, 2, 3, 3, 6), "two-pairs"),
        ((4, 4, 4, 1, 2), "three"),
        ((5, 4, 3, 2, 1), "five-high-straight"),
        ((2, 3, 4, 5, 6), "six-high-straight"),
        ((2, 5, 2, 5, 2), "full-house"),
        ((4, 4, 1, 4, 4), "four"),
        ((4, 4, 4, 4, 4), "five"),
    ],
)
def test_categories(dice: Dice, named: str) -> None:
    """A hand is the best that it is, and the order is that of the rulebook."""
    assert CATEGORIES[category(dice)] == named
    better = [other for other in HANDS if category(other) > category(dice)]
    assert all(strength(other, 2) > strength(dice, 2) for other in better)


HANDS = list(itertools.product(range(1, 7), repeat=5))


def test_every_hand_has_its_category() -> None:
    """Counted over all 7,776 hands the categories are as frequent as combinatorics says."""
    counts = Counter(CATEGORIES[category(dice)] for dice in HANDS)
    assert counts == {
        "nothing": 480,
        "pair": 3600,
        "two-pairs": 1800,
        "three": 1200,
        "five-high-straight": 120,
        "six-high-straight": 120,
        "full-house": 300,
        "four": 150,
        "five": 6,
    }


COMPARED = [
    ("OW-POKER-13", (5, 5, 1, 2, 3), (3, 3, 6, 5, 4)),
    ("OW-POKER-14", (6, 6, 2, 2, 1), (5, 5, 4, 4, 6)),
    ("OW-POKER-14", (6, 6, 3, 3, 1), (6, 6, 2, 2, 5)),
    ("OW-POKER-14", (6, 6, 2, 2, 5), (6, 6, 2, 2, 4)),
    ("OW-POKER-15", (3, 3, 6, 4, 1), (3, 3, 6, 2, 1)),
    ("OW-POKER-15", (3, 3, 6, 2, 1), (3, 3, 5, 4, 2)),
    ("OW-POKER-17", (4, 4, 4, 1, 1), (3, 3, 3, 6, 6)),
    ("OW-POKER-17", (4, 4, 4, 2, 2), (4, 4, 4, 1, 1)),
    ("OW-POKER-18", (5, 5, 5, 5, 1), (4, 4, 4, 4, 6)),
    ("OW-POKER-18", (4, 4, 4, 4, 6), (4, 4, 4, 4, 5)),
    ("OW-POKER-18", (5, 5, 5, 5, 5), (4, 4, 4, 4, 4)),
    ("OW-POKER-20", (1, 2, 3, 5, 6), (1, 2, 3, 4, 6)),
]


@pytest.mark.parametrize(
    ("better", "worse"),
    [pytest.param(b, w, marks=pytest.mark.rule(rule)) for rule, b, w in COMPARED],
)
def test_of_the_same_category(better: Dice, worse: Dice) -> None:
    """The better hand wins for whichever side it falls."""
    assert played(meeting(("red", better), ("blue", worse))) == (7, 4)
    assert played(meeting(("red", worse), ("blue", better))) == (4, 7)


@pytest.mark.rule("OW-POKER-16")
@pytest.mark.parametrize(
    ("red", "blue"),
    [
        ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)),
        ((3, 3, 6, 4, 1), (3, 3, 6, 4, 2)),
        ((6, 5, 3, 2, 1), (6, 5, 4, 2, 1)),
    ],
)
def test_ties_go_to_the_active_player(red: Dice, blue: Dice) -> None:
    """After two unused dice nothing is compared any more: the active player wins."""
    assert played(meeting(("red", red), ("blue", blue))) == (7, 4)


@pytest.mark.rule("OW-POKER-16")
def test_all_unused_dice_as_a_setting() -> None:
    """Read the other way, the third unused die decides, and the log names the setting."""
    rolls = (("red", (3, 3, 6, 4, 1)), ("blue", (3, 3, 6, 4, 2)))
    t = meeting(*rolls, settings={"unused-dice": "all"})
    assert played(t) == (4, 7)
    told = [happened.event for happened in t.timeline.happened]
    assert any(getattr(event, "code", "") == "setting-decided" for event in told)


# With a witcher


@pytest.mark.rule("OW-POKER-01")
def test_nobody_there() -> None:
    """Who is elsewhere can't be played with; who is there isn't asked."""
    t = meeting().stand(blue=8)
    assert t.refused("phase-1", "poker.blue").rule == "OW-POKER-01"
    t = meeting().answer("phase-1", "poker.blue")
    assert t.open() == ["roll-again/blue"]


@pytest.mark.rule("OW-POKER-02")
@pytest.mark.parametrize("poor", ["red", "blue"])
def test_too_poor(poor: str) -> None:
    """Both need a gold."""
    t = meeting().tracks(**{f"gold.{poor}": 0})
    assert t.refused("phase-1", "poker.blue").rule == "OW-POKER-02"


@pytest.mark.rule("OW-POKER-03")
def test_only_after_a_move() -> None:
    """Without a move in this turn there is no game."""
    t = meeting().did("red", moved=False)
    assert t.refused("phase-1", "poker.blue").rule == "OW-POKER-03"


@pytest.mark.rule("OW-POKER-04", "OW-DEC-13")
def test_several_opponents() -> None:
    """The active player picks, and may play one after the other."""
    t = new(seats=3).stand(red=9, blue=9, green=9).did("red", moved=True)
    t.tracks(**{"gold.red": 3, "gold.blue": 3, "gold.green": 3})
    for other in ("green", "blue"):
        t.answer("phase-1", f"poker.{other}").answer("roll-again", [], other)
        t.answer("roll-again", [], "red")
    assert t.memory("red").poker == ("green", "blue")


@pytest.mark.rule("OW-POKER-05")
def test_once_per_opponent() -> None:
    """A second game against the same witcher is refused, at another location as well."""
    t = meeting()
    played(t)
    assert t.refused("phase-1", "poker.blue").rule == "OW-POKER-05"
    t.stand(red=7, blue=7).did("red", poker=["blue"], moved=True)
    assert t.refused("phase-1", "poker.blue").rule == "OW-POKER-05"


@pytest.mark.rule("OW-POKER-05", "OW-POKER-21")
def test_whom_one_has_played_with_is_one_s_own_memory() -> None:
    """Whom others have played with this turn is not added to one's own."""
    t = meeting().did("blue", poker=["green"])
    played(t)
    assert t.memory("red").poker == ("blue",)


@pytest.mark.rule("OW-POKER-06")
def test_no_fight_after_poker() -> None:
    """Who was played with can't be attacked in the same turn; others can."""
    t = new(seats=3).stand(red=9, blue=9, green=9).did("red", moved=True)
    t.tracks(**{"gold.red": 3, "gold.blue": 3}).answer("phase-1", "poker.blue")
    t.answer("roll-again", []).answer("roll-again", []).answer("phase-1", "end-phase")
    assert t.why_not("phase-2", "fight.green") is None
    assert t.refused("phase-2", "fight.blue").rule in ("OW-DUEL-03", "OW-POKER-06")


@pytest.mark.rule("OW-POKER-05", "OW-POKER-07", "OW-POKER-08")
def test_stakes_and_rolls() -> None:
    """Both pay before anything is rolled, and both hands lie open before any re-roll."""
    t = meeting(("red", (1, 1, 2, 3, 4)), ("blue", (2, 2, 3, 4, 5)))
    t.answer("phase-1", "poker.blue")
    assert (t.track("gold.red"), t.track("gold.blue")) == (4, 4)
    assert [r for r in t.rules() if r in {"OW-POKER-05", "OW-POKER-07"}] == [
        "OW-POKER-05",
        "OW-POKER-07",
        "OW-POKER-07",
    ]  # that they play counts as soon as they pay
    assert t.rules().count("OW-POKER-08") == 4  # each rolls, and shows it
    dice = t.timeline.state.parts
    shown = next(part.dice for part in dice.values() if hasattr(part, "dice"))
    assert shown == {"red": (1, 1, 2, 3, 4), "blue": (2, 2, 3, 4, 5)}


@pytest.mark.rule("OW-POKER-09", "OW-POKER-10", "OW-DEC-14")
def test_rolling_again() -> None:
    """First the opponent, then the active player; each once, and new values stay."""
    t = meeting(
        ("red", (1, 1, 2, 3, 4)), ("red", (6, 6)), ("blue", (2, 2, 3, 4, 5)), ("blue", (1,))
    )
    t.answer("phase-1", "poker.blue")
    assert t.open() == ["roll-again/blue"]
    t.answer("roll-again", [5], "blue")
    assert t.open() == ["roll-again/red"]
    t.answer("roll-again", [1, 2], "red")
    assert (t.track("gold.red"), t.track("gold.blue")) == (7, 4)
    assert "roll-again/red" not in t.open()


@pytest.mark.rule("OW-POKER-19", "OW-GEN-05", "OW-DEC-15")
def test_the_winner_takes_all() -> None:
    """The winner is 2 gold richer, the loser 1 poorer; red stays the active player."""
    t = meeting(("red", (1, 1, 1, 1, 2)), ("blue", (5, 5, 5, 5, 5)))
    t.answer("phase-1", "poker.blue")
    assert t.timeline.state.acting == "red"
    t.answer("roll-again", [], "blue").answer("roll-again", [], "red")
    assert (t.track("gold.red"), t.track("gold.blue")) == (4, 7)


@pytest.mark.rule("OW-POKER-26")
def test_everywhere() -> None:
    """Witchers play at schools as well, and where the tavern is closed; there no duel is."""
    for number in (3, 0, 17):
        assert meeting().stand(red=number, blue=number).why_not("phase-1", "poker.blue") is None
    t = meeting().lay(f"at.{MEETING}", "closed-tavern").stand(red=MEETING, blue=MEETING)
    assert t.why_not("phase-1", "poker.blue") is None
    assert t.to_phase("phase-2").open()[0] == "explore/red"


# With locals


def tavern(mine: Dice, theirs: Dice, seats: int = 3, gold: int = 1) -> Table:
    """Let red, having moved, sit in a tavern."""
    t = new(seats=seats, script={"poker.red": [mine], "poker.locals": [theirs]})
    others = {f"gold.{seat}": 0 for seat in t.timeline.composition.setup.seats[1:]}
    return t.stand(red=TAVERN).did("red", moved=True).tracks(**{"gold.red": gold}, **others)


@pytest.mark.rule("OW-POKER-22")
def test_locals_want_gold() -> None:
    """Without a gold there is no game with the locals."""
    t = tavern((1, 1, 1, 1, 1), (2, 2, 2, 2, 3), gold=0)
    t.hand("red", *t.cards(terrain="wild")[:2])
    assert t.refused("phase-1", "action").rule == "OW-POKER-22"
    t = tavern((1, 1, 1, 1, 1), (2, 2, 2, 2, 3)).answer("phase-1", "action")
    assert t.track("gold.red") == 0
    t = tavern((1, 1, 1, 1, 1), (2, 2, 2, 2, 3), gold=3).answer("phase-1", "action")
    assert t.track("gold.red") == 2


@pytest.mark.rule("OW-POKER-23", "OW-GEN-06")
def test_who_plays_for_the_locals() -> None:
    """The seat to the right decides for them, however poor, and before the active player."""
    t = tavern((1, 1, 1, 1, 1), (2, 2, 2, 2, 3)).answer("phase-1", "action")
    assert t.open() == ["roll-again/green"]
    t.answer("roll-again", [])
    assert t.open() == ["roll-again/red"]


@pytest.mark.rule("OW-POKER-24")
@pytest.mark.parametrize(
    ("mine", "theirs", "gold"),
    [
        ((1, 1, 1, 1, 1), (2, 2, 2, 2, 3), 3),
        ((1, 2, 3, 4, 6), (2, 2, 2, 2, 3), 0),
        ((2, 3, 4, 5, 6), (6, 5, 4, 3, 2), 3),
    ],
)
def test_what_locals_pay(mine: Dice, theirs: Dice, gold: int) -> None:
    """Who beats them takes 3 gold, ties included; the one to the right neither wins nor loses."""
    t = tavern(mine, theirs).answer("phase-1", "action")
    t.answer("roll-again", []).answer("roll-again", [])
    assert t.track("gold.red") == gold
    assert t.track("gold.green") == 0


@pytest.mark.rule("OW-POKER-25")
def test_locals_are_not_their_player() -> None:
    """It uses up the Location Action, but the seat to the right counts as not played with."""
    t = tavern((1, 1, 1, 1, 1), (2, 2, 2, 2, 3)).stand(green=TAVERN)
    t.answer("phase-1", "action").answer("roll-again", []).answer("roll-again", [])
    assert t.memory("red").used == (TAVERN,)
    assert t.memory("red").poker == ()
    t.answer("phase-1", "end-phase")
    assert t.why_not("phase-2", "fight.green") is None
