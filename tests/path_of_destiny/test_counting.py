"""The bot that knows Path of Destiny beats chance, and stands in for people at a table."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from tests.path_of_destiny.box import cards
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.game import Game, Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.bots import Bot, RandomBot, bot_for
from tts_tool.playtest.counting import CountingBot, drawn
from tts_tool.proof.match import Match
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base.box import card
from tts_tool.rulesets.path_of_destiny.base.effects import met
from tts_tool.rulesets.path_of_destiny.base.records import Ability
from tts_tool.rulesets.path_of_destiny.base.symbols import timeline

MODULES = tuple(module.name for module in RULESET.modules)


def fresh(seats: int, seed: str) -> Timeline:
    """Begin a game with the cards of the box, and no others."""
    match = Match(RULESET, cards(), MODULES, RULESET.seats[:seats])
    header = match.header(Luck(seed=seed))
    return Timeline(match.composition(header.settings), header)


def played(game: Timeline, bots: dict[Seat, Bot]) -> tuple[Seat, Counter[str]]:
    """Let bots play a game to its end; give who has won, and what was used on the way."""
    used: Counter[str] = Counter()
    while not game.over:
        decision = game.decisions()[0]
        answer = bots[decision.seat].answer(decision)
        assert isinstance(game.choose(decision, answer), Accepted)
        used[str(answer)] += decision.name == "ability"
    (first, *_) = game.state.result
    (won,) = first
    return won, used


@pytest.mark.soak(sample=4, full=200)
def test_it_beats_chance(rounds: int) -> None:
    """It wins nine games of ten against a bot that takes any allowed answer."""
    won = 0
    for seed in range(rounds):
        game = fresh(2, str(seed))
        seats = game.header.seats
        counting = seats[seed % 2]
        bots: dict[Seat, Bot] = {seat: RandomBot(f"{seed}{seat}") for seat in seats}
        bots[counting] = CountingBot(f"{seed}")
        won += played(game, bots)[0] == counting
    assert won >= rounds * 9 // 10


def test_it_counts_as_the_rules_do() -> None:
    """The step at which it sees the last card of a timeline met is the one that the rules see."""
    game, seen = fresh(2, "as the rules do"), 0
    bots = {seat: RandomBot(seat) for seat in game.header.seats}
    while not game.over:
        decision = game.decisions()[0]
        g = cast("Game", decision.game)
        if lying := timeline(g, decision.seat):
            effect = card(g, lying[-1]).effect
            counted = 0 if effect is None else drawn(g, decision.seat).step(effect.when)
            assert counted == met(g, decision.seat, lying[-1]), lying
            seen += counted > 0
        game.choose(decision, bots[decision.seat].answer(decision))
    assert seen > 1


def test_it_answers_every_question() -> None:
    """Bots of its kind play a whole game among themselves, and are refused nothing."""
    game = fresh(3, "counting")
    played(game, {seat: bot_for(RULESET.name, seat) for seat in game.header.seats})


@pytest.mark.soak(sample=3, full=60)
def test_no_ability_is_left_to_others(rounds: int) -> None:
    """All that five characters can do is used by somebody, sooner or later."""
    used: Counter[str] = Counter()
    for seed in range(rounds):
        game = fresh(5, f"abilities {seed}")
        used += played(game, {seat: CountingBot(seat) for seat in game.header.seats})[1]
    missing = {f"ability.{each}" for each in cards().of(Ability)} - {*used}
    assert missing == set()
