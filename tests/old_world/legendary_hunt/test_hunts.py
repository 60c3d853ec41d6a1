"""Whole hunts: they end by the rules, whoever plays, with one seat to five.

``pytest -n0 -s --soak tests/old_world/legendary_hunt/test_hunts.py`` plays them all and prints in
how many rounds they end.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from tests.old_world.table import catalogue
from tts_tool.kernel.events import Ended, Happened
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.steady import SteadyBot
from tts_tool.proof.match import Match
from tts_tool.proof.play import random_play
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.turn.turn import Turn

BOXES = ("legendary-hunt", "monster-pack")
FAR_TOO_LONG = 12_000
FIVES = 5
SEATS = (1, 2, 3, 4, 5)


def rounds_of(game: Timeline) -> int:
    """Say in which round a game has ended."""
    return -(-game.game.part(Turn).number // len(game.header.seats))


def told(who: str, seats: int, rounds: list[int]) -> None:
    """Print among which five rounds each game has ended."""
    fives = Counter((number - 1) // FIVES * FIVES + 1 for number in rounds)
    shown = ", ".join(f"{first}-{first + FIVES - 1}: {fives[first]}" for first in sorted(fives))
    sys.stdout.write(f"\n{who}, {seats} seats, {len(rounds)} games, rounds {shown}\n")


def ending(game: Timeline) -> Happened:
    """Give the one end that a game had: somebody has slain the legend, or alone it got away."""
    (ended,) = (each for each in game.happened if isinstance(each.event, Ended))
    slain = ended.rule == "LH-12"
    assert slain == bool(game.state.result) != bool(game.state.lost)
    assert slain or len(game.header.seats) == 1
    return ended


@pytest.mark.soak(sample=2, full=100)
@pytest.mark.parametrize("seats", SEATS)
def test_random_hunts_end(rounds: int, seats: int) -> None:
    """Somebody slays the legend, or alone it gets away; nothing else ends a hunt."""
    ended: list[int] = []
    taken = RULESET.seats[:seats]
    modules = ("base", "solo", *BOXES) if seats == 1 else ("base", *BOXES)
    for seed in range(rounds):
        play = random_play(Match(RULESET, catalogue(), modules, taken), seed)
        for game in play:
            assert len(game.entries) < FAR_TOO_LONG, f"{seats} seats, seed {seed}"
        ending(play.game)
        ended.append(rounds_of(play.game))
    told("random", seats, ended)


def steady_hunt(seed: str, seats: int) -> Timeline:
    """Let bots that know the game play a hunt to its end."""
    with Session.new(RULESET, catalogue(), seats=seats, seed=seed, modules=BOXES) as session:
        bots = {seat: SteadyBot(f"{seed}{seat}") for seat in session.seats}
        while not session.over:
            assert session.step < FAR_TOO_LONG
            decision = next(d for d in session.open("*") if not session.waits_for(d))
            session.choose(decision, bots[decision.seat].answer(decision))
        return session.timeline


@pytest.mark.soak(sample=1, full=40)
@pytest.mark.parametrize("seats", SEATS)
def test_steady_hunts_end_soon(rounds: int, seats: int) -> None:
    """Who knows what the hunt is about needs no more than 25 rounds in 95 of 100 games."""
    games = [steady_hunt(f"hunt {seed}", seats) for seed in range(rounds)]
    for game in games:
        ending(game)
    ended = [rounds_of(game) for game in games]
    told("steady", seats, ended)
    assert sum(number > 25 for number in ended) <= max(1, rounds // 20)


@pytest.mark.long
@pytest.mark.soak(sample=20, full=200)
def test_a_lone_hunt_is_open(rounds: int) -> None:
    """Who knows the game loses at least one lone hunt of five, and at most four."""
    lost = [game for seed in range(rounds) if (game := steady_hunt(f"alone {seed}", 1)).state.lost]
    sys.stdout.write(f"\nsteady, alone, {rounds} games, lost {len(lost)}\n")
    assert rounds // 5 <= len(lost) <= rounds * 4 // 5
