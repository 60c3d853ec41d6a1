"""Games of the hunt at their table, alone as well: table and rules stay together to the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tts_tool.playtest.lockstep import LONGEST, play
from tts_tool.playtest.stage import old_world

BOXES = ("legendary-hunt", "monster-pack", "lost-mount")
GAMES = sorted(range(20), key=lambda number: (number + 1) % 5)
"""Of one to five seats four each, first those that are played alone; every third is stormy."""
OF = 300
BEGINNING = 12
"""So many answers of a sample are played: a few turns, with the night after the first."""


@pytest.mark.long
@pytest.mark.soak(sample=1, full=len(GAMES))
@pytest.mark.timeout(14_400)
def test_the_hunt_is_played_at_its_table(rounds: int, tmp_path: Path) -> None:
    """After every answer the table shows what the rules say; whole games come to their end.

    They are played by bots that hunt: by chance alone hardly anybody ever slays the legend.
    """
    whole, stage = rounds > 1, old_world(*BOXES)
    seats, storms = set[int](), 0
    for number in GAMES[:rounds]:
        most = LONGEST if whole else BEGINNING
        game = asyncio.run(play(stage, tmp_path / str(number), number, OF, most=most, bot="steady"))
        assert game.failed == "", game
        assert game.over or not whole
        assert game.answers >= BEGINNING
        seats.add(game.seats)
        storms += not game.calm
    assert 1 in seats
    assert rounds < len(GAMES) or (seats == {1, 2, 3, 4, 5} and storms >= 5)
