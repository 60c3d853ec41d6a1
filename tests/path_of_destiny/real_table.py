"""Path of Destiny at its table, without the game: its own scripts, a referee, sockets between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from tests.real_table import Sat, sat_down
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.game import Luck
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.stage import Stage, stage_of
from tts_tool.proof.match import Match, shipped_cards
from tts_tool.proof.play import Watched
from tts_tool.rulesets.path_of_destiny import RULESET

__all__ = ["Sat", "begun", "open_table", "played", "stage"]


@cache
def stage() -> Stage:
    """Set the stage once for all tests."""
    return stage_of(RULESET)


@contextmanager
def open_table(first: Timeline) -> Iterator[Sat]:
    """Open the table for a first game."""
    here = stage()
    with sat_down(here.built, first, here.colours, here.digest) as sat:
        yield sat


def begun(seats: int, seed: str) -> Watched:
    """Begin a game with the cards of the box."""
    names = tuple(module.name for module in RULESET.modules)
    match = Match(RULESET, shipped_cards(RULESET), names, RULESET.seats[:seats])
    header = match.header(Luck(seed=seed), {})
    return Watched(match.composition(header.settings), header)


def played(seats: int, seed: str) -> Iterator[Watched]:
    """Play a random game; give it at each moment, before the next answer."""
    game, bot = begun(seats, seed), RandomBot(seed)
    while not game.over:
        yield game
        chosen = next(each for each in game.decisions() if not game.driver.held(each))
        assert isinstance(game.choose(chosen, bot.answer(chosen)), Accepted)
    yield game
