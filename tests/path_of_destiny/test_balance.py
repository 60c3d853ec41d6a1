"""Whoever counts can win with anybody, and the story goes either way: measured by bots."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from tests.path_of_destiny.test_counting import fresh, played
from tts_tool.kernel.state import State
from tts_tool.playtest.counting import CountingBot
from tts_tool.rulesets.path_of_destiny.base.records import Page

MOST = 1.35
"""A character wins at most so many times its fair share."""
RARELY, FULL = 0.25, 600
CHAPTERS = ({4: "left", 6: "right"}, {8: "left", 10: "right", 12: "left", 14: "right"})
"""Left pages of chapters 2 and 3, by the path that led there; the endings alternate."""


@pytest.mark.soak(sample=8, full=FULL)
def test_everybody_can_win_and_every_path_is_taken(rounds: int) -> None:
    """No character wins much more often than others, and of two paths none is forgotten."""
    won: Counter[str] = Counter()
    fair: Counter[str] = Counter()
    taken: Counter[tuple[int, str]] = Counter()
    for seed in range(rounds):
        game = fresh(2 + seed % 4, f"balance {seed}")
        seats = game.header.seats
        first = played(game, {seat: CountingBot(f"{seed}{seat}") for seat in seats})[0]
        for seat in seats:
            (board,) = game.state.places[f"board.{seat}"]
            fair[board] += 1
            won[board] += len(seats) * (seat == first)
        taken.update(paths(game.state))
    few = 3 / sqrt(rounds) - 3 / sqrt(FULL)  # of a few games not much can be asked
    assert {each: won[each] / n for each, n in fair.items() if won[each] > (MOST + few) * n} == {}
    for chapter in (1, 2, 3):
        left = taken[chapter, "left"] / rounds
        assert RARELY - few / 4 <= left <= 1 - RARELY + few / 4, chapter


def paths(state: State) -> list[tuple[int, str]]:
    """Say of each chapter which path was the main one."""
    lain = [*state.places["read"], *state.places["page.left"], *state.places["page.right"]]
    pages = (state.inventory.cards[each] for each in lain)
    numbers = {each.number for each in pages if isinstance(each, Page)}
    early = [
        (chapter, side)
        for chapter, sides in enumerate(CHAPTERS, 1)
        for number, side in sides.items()
        if number in numbers
    ]
    return [*early, (3, "right" if max(numbers) % 2 else "left")]
