"""Games of the hunt at their table, alone as well: table and rules stay together to the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tts_tool.playtest.lockstep import LONGEST, play
from tts_tool.playtest.stage import old_world

BOXES = ("legendary-hunt", "monster-pack")
CALM = [number for number in range(30) if number % 3]
"""Games in which nothing goes wrong but what hands do; every fifth is played alone."""
OF = 300
BEGINNING = 12
"""So many answers of a sample are played: a few turns, with the night after the first."""


@pytest.mark.soak(sample=1, full=len(CALM))
@pytest.mark.timeout(7_200)
def test_the_hunt_is_played_at_its_table(rounds: int, tmp_path: Path) -> None:
    """After every answer the table shows what the rules say; whole games come to their end."""
    whole, stage = rounds > 1, old_world(*BOXES)
    alone = 0
    for number in sorted(CALM, key=lambda each: (each + 1) % 5)[:rounds]:
        most = LONGEST if whole else BEGINNING
        game = asyncio.run(play(stage, tmp_path / str(number), number, OF, most=most))
        assert game.failed == "", game
        assert game.over or not whole
        assert game.answers >= BEGINNING
        alone += game.seats == 1
    assert alone >= 1
    assert not whole or alone < len(CALM)
