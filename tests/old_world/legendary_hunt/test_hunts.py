"""Whole hunts: they end by the rules, whoever plays, with one seat to five."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from tests.old_world.table import catalogue
from tts_tool.kernel.events import Ended
from tts_tool.playtest.steady import SteadyBot
from tts_tool.proof.match import Match
from tts_tool.proof.play import random_play
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.turn.turn import Turn

BOXES = ("legendary-hunt", "monster-pack")
FAR_TOO_LONG = 12_000
TENS = 10


def rounds_of(turns: int, seats: int) -> str:
    """Name the ten rounds among which a game has ended."""
    first = (-(-turns // seats) - 1) // TENS * TENS + 1
    return f"{first}-{first + TENS - 1}"


@pytest.mark.soak(sample=2, full=100)
@pytest.mark.parametrize("seats", [1, 2])
def test_random_hunts_end(rounds: int, seats: int) -> None:
    """Somebody slays the legend, or alone it gets away; nothing else ends a hunt.

    More seats that play at random may trash all cards that there are before anybody slays it.
    """
    ended: Counter[str] = Counter()
    taken = RULESET.seats[:seats]
    modules = ("base", "solo", *BOXES) if seats == 1 else ("base", *BOXES)
    for seed in range(rounds):
        play = random_play(Match(RULESET, catalogue(), modules, taken), seed)
        for game in play:
            assert len(game.entries) < FAR_TOO_LONG, f"{seats} seats, seed {seed}"
        happened = [each for each in play.game.happened if isinstance(each.event, Ended)]
        assert len(happened) == 1
        state = play.game.state
        slain = happened[0].rule == "LH-12"
        assert slain == bool(state.result) != bool(state.lost)
        assert slain or seats == 1
        ended[rounds_of(play.game.game.part(Turn).number, seats)] += 1
    sys.stdout.write(f"{seats} seats: {dict(ended)}\n")


@pytest.mark.soak(sample=1, full=50)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_steady_hunts_end_soon(rounds: int, seats: int) -> None:
    """Who knows what the hunt is about needs no more than 25 rounds in 95 of 100 games."""
    late, ended = 0, Counter[str]()
    for seed in range(rounds):
        with Session.new(
            RULESET, catalogue(), seats=seats, seed=f"hunt {seed}", modules=BOXES
        ) as session:
            bots = {seat: SteadyBot(f"{seed}{seat}") for seat in session.seats}
            while not session.over:
                assert session.step < FAR_TOO_LONG
                decision = next(d for d in session.open("*") if not session.waits_for(d))
                session.choose(decision, bots[decision.seat].answer(decision))
            turns = session.timeline.game.part(Turn).number
            late += turns > 25 * seats
            ended[rounds_of(turns, seats)] += 1
    sys.stdout.write(f"{seats} seats: {dict(ended)}\n")
    assert late <= max(1, rounds // 20)
