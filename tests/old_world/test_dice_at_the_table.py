"""Dice Poker with real dice: together, in turn, chosen by rolling, or left to the table."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.test_poker import meeting
from tts_tool.kernel.decisions import Press, Roll
from tts_tool.referee.table.drafting import DONE
from tts_tool.rulesets.old_world.base.turn.poker import DicePoker

RED, BLUE = Roll("poker.red"), Roll("poker.blue")
ROLL = "let the table roll"


def challenge() -> Refereed:
    """Let red challenge blue; both have still to roll."""
    at = Refereed(meeting())
    assert at.do("Red", Press("poker.blue")).done
    return at


def dice(at: Refereed) -> dict[str, tuple[int, ...]]:
    """Give what the rules know of the dice of each side."""
    parts = at.session.state.parts
    return dict(parts[DicePoker].dice)  # type: ignore[attr-defined]  # keyed by its own class


def thrown() -> Refereed:
    """Let both have rolled; blue is asked which dice to roll again."""
    at = challenge()
    assert at.do("Red", RED, d1=1, d2=2, d3=3, d4=4, d5=6).done
    assert at.do("Blue", BLUE, d1=6, d2=6, d3=1, d4=2, d5=3).done
    return at


def test_five_roll_at_once() -> None:
    """Dice that are thrown together are a throw, each by its number."""
    at = challenge()
    assert at.host.permits["Red"].rolls == {"poker.red": True}
    assert at.do("Red", RED, d2=2, d1=1, d5=5, d4=4, d3=3).done
    assert dice(at) == {"red": (1, 2, 3, 4, 5)}
    assert at.host.permits["Red"].rolls == {"poker.blue": True}


@pytest.mark.parametrize("order", list(permutations((1, 2, 5)))[:3])
def test_in_turn(order: tuple[int, ...]) -> None:
    """Dice may come one by one, in any order; the rest may be left to the table."""
    at = challenge()
    for die in order:
        assert at.do("Red", RED, **{f"d{die}": die}).done
        assert dice(at) == {}
    assert at.press("Red", ROLL).done
    (rolled,) = dice(at).values()
    assert [rolled[die - 1] for die in (1, 2, 5)] == [1, 2, 5]


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ({"d1": 5}, "already"),
        ({"d6": 5}, "does not belong"),
        ({"d2": 7}, "nothing clear"),
        ({"d2": 0}, "nothing clear"),
        ({"d2": 4, "d1": 4}, "already"),
        ({}, "nothing clear"),
    ],
)
def test_what_is_no_throw(faces: dict[str, int], why: str) -> None:
    """A die counts once, and only what can be read; nothing of such a roll is taken."""
    at = challenge()
    assert at.do("Red", RED, d1=1).done
    verdict = at.do("Red", RED, **faces)
    assert not verdict.done
    assert why in verdict.say
    assert at.do("Red", RED, d2=2, d3=3, d4=4, d5=5).done
    assert dice(at) == {"red": (1, 2, 3, 4, 5)}


def test_rolling_again_chooses() -> None:
    """Who rolls a die again has chosen it, and what it shows counts."""
    at = thrown()
    assert at.host.permits["Blue"].rolls == {"poker.blue": True}
    assert at.host.permits["Red"].rolls == {}
    assert at.do("Blue", BLUE, d3=6).done
    assert at.do("Blue", BLUE, d5=6, d4=5).done
    assert not at.do("Blue", BLUE, d3=1).done
    assert dice(at)["blue"] == (6, 6, 1, 2, 3)
    assert at.press("Blue", DONE).done
    assert dice(at)["blue"] == (6, 6, 6, 5, 6)


def test_what_has_fallen_stays_chosen() -> None:
    """A die that was rolled can't be thought better of; one that was only named can."""
    at = thrown()
    assert at.do("Blue", BLUE, d3=6).done
    assert not at.press("Blue", "3").done
    assert at.press("Blue", "1").done
    assert at.press("Blue", "1").done
    assert at.press("Blue", DONE).done
    assert dice(at)["blue"] == (6, 6, 6, 2, 3)


def test_named_and_rolled() -> None:
    """Of dice that were named, those that did not fall yet are waited for, or left to the table."""
    at = thrown()
    assert at.press("Blue", "1").done
    assert at.do("Blue", BLUE, d3=6).done
    assert at.press("Blue", DONE).done
    assert dice(at)["blue"] == (6, 6, 1, 2, 3)
    assert not at.do("Red", BLUE, d2=1).done
    assert at.do("Red", BLUE, d1=5).done
    assert dice(at)["blue"] == (5, 6, 6, 2, 3)


def test_taken_back() -> None:
    """After an undo nothing that has fallen before is used."""
    at = challenge()
    assert at.do("Red", RED, d1=1, d2=1).done
    at.say("Red", "!undo")
    assert at.do("Red", Press("poker.blue")).done
    assert at.do("Red", RED, d1=6, d2=6, d3=6, d4=6, d5=6).done
    assert dice(at) == {"red": (6, 6, 6, 6, 6)}


def test_a_table_without_dice() -> None:
    """Where the table has nothing to roll it is drawn, everybody is told, and play goes on."""
    at = challenge()
    at.paper.lacks = {"poker.red", "poker.blue"}
    assert at.press("Red", ROLL).done
    assert len(dice(at)["red"]) == 5
    assert any("otherwise" in line.text for line in at.lines)
    assert at.press("Blue", ROLL).done
    assert len(dice(at)["blue"]) == 5
