"""How many ways there are to go on: a wrong option anywhere changes a count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.old_world.ring import Ring
from tests.old_world.table import Table, new, unplayed
from tts_tool.proof.counting import sequences

HAND = ("action.block.1", "action.whirl.2", "action.rend.3", "action.cover.4")


def draft() -> Table:
    """Stand before the draft of three seats: the last in turn order chooses first."""
    return unplayed(3, settings={"starting-player": "red"})


def phase_one() -> Table:
    """Stand at the start of a turn with three cards and one gold."""
    return new(2).hand("red", *HAND[:3]).tracks(**{"gold.red": 1})


def poker() -> Table:
    """Stand in a game of Dice Poker in which all dice have fallen once."""
    t = new(2).stand(red=7, blue=7).did("red", moved=True).hand("red", *HAND[:1])
    return t.tracks(**{"gold.red": 1, "gold.blue": 1}).answer("phase-1", "poker.blue")


def phase_three() -> Table:
    """Stand before Phase III with four cards, one more than may stay."""
    return new(2).hand("red", *HAND).to_phase("phase-3")


def combo() -> Table:
    """Stand before the first card of a Combo of up to four."""
    return Ring(2).monster("archespore").lay("trails.red", "token.16").hand("red", *HAND).fight()


# By hand: two boards for each of three seats, then Phase I begins.  Of five dice 32 choices each.
# Of four cards every choice but none, 15, then what the display costs.
COUNTS: dict[Callable[[], Table], tuple[int, ...]] = {
    draft: (2, 4, 8, 40),
    phase_one: (6, 38, 308, 1047),
    poker: (32, 1024, 7196),
    phase_three: (15, 165, 660, 8580),
    combo: (4, 13, 36, 116),
}


@pytest.mark.parametrize("position", COUNTS, ids=lambda position: position.__name__)
def test_counts(position: Callable[[], Table]) -> None:
    """From each position there are just so many ways to give one, two, three answers."""
    game = position().timeline
    depths = range(1, len(COUNTS[position]) + 1)
    assert tuple(sequences(game, depth) for depth in depths) == COUNTS[position]


def test_one_card_more_changes_the_count() -> None:
    """Counting sees what nobody asserted: one card more to pay with, and there are more ways."""
    poor = new(2).hand("red", *HAND[:2]).timeline
    rich = new(2).hand("red", *HAND[:3]).timeline
    assert sequences(rich, 2) > sequences(poor, 2)
