"""Bots with hands play at the table of Path of Destiny, and table and rules never differ."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.path_of_destiny.real_table import stage
from tts_tool.playtest.lockstep import LONGEST, play
from tts_tool.playtest.stormy import BUDGET
from tts_tool.playtest.tally import PlayedGame

BEGINNING = 12
"""So many answers of a sample are played: characters, a draft, and what all play in secret."""


@pytest.mark.long
@pytest.mark.soak(sample=1, full=20)
@pytest.mark.timeout(3_600)
def test_in_lockstep(rounds: int, tmp_path: Path) -> None:
    """Two to five seats, in all modes, also where all goes wrong: nothing drifts or is lost."""
    whole = rounds > 1
    games: list[PlayedGame] = []
    for number in range(rounds):
        game = asyncio.run(
            play(
                stage(),
                tmp_path / str(number),
                number,
                rounds,
                most=LONGEST if whole else BEGINNING,
                often=1.0 if whole else 4.0,
                stormy=not whole,
            )
        )
        assert game.failed == "", game
        assert game.over == whole
        assert game.longest < BUDGET
        games.append(game)
    assert {game.seats for game in games} == ({2, 3, 4, 5} if whole else {3})
    assert any(game.faults.get("illegal") for game in games)
