"""Boxes are told of the seat whose moment it is: of whoever acts or fights, nobody beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.old_world.dummies import HARMLESS
from tests.old_world.table import unplayed
from tts_tool.kernel.game import Game
from tts_tool.kernel.hooks import Point
from tts_tool.kernel.module import Module
from tts_tool.playtest.bots import RandomBot
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.module import base

BESIDE = frozenset(
    {
        "setup.player_components",
        "gain.action_card",
        "discard.other",
        "story.result",
        "fight.cleanup",
    }
)
"""What may be anybody's: the set-up, and cards that let neighbours gain and discard."""

Told = list[tuple[str, str]]


def watcher(told: Told) -> Module:
    """Make a box that joins in wherever it may and notes who is meant that isn't concerned."""
    made = Module("watcher", needs=("base",))
    for point in base.points:
        for kind in set(point.kinds) & set(HARMLESS):
            made.hook(point, kind)(_watching(point, kind, told))
    return made


def _watching(point: Point, kind: Any, told: Told) -> Callable[..., Any]:  # noqa: ANN401
    quiet = HARMLESS[kind](lambda: None)

    def hook(g: Game, *given: Any, **named: Any) -> object:  # noqa: ANN401  # as each point has it
        seat = named.get("seat", given[0] if kind == "notify" else "")
        fight = g.part(Fight)
        if seat and seat not in {g.acting, fight.attacker, fight.defender}:
            told.append((point.name, seat))
        return quiet(g, *given, **named)

    return hook


@pytest.mark.parametrize("seed", range(3))
def test_nobody_beside_is_meant(seed: int) -> None:
    """In whole games of three no value, veto or notice concerns whoever only sits at the table."""
    told: Told = []
    game = unplayed(3, f"whose {seed}", boxes=(watcher(told),)).timeline
    bot = RandomBot(str(seed))
    while not game.over:
        asked = next(each for each in game.decisions() if not game.driver.held(each))
        game.choose(asked, bot.answer(asked))
    assert {point for point, _ in told} <= BESIDE
    assert told


NEIGHBOURS = frozenset({"attack", "roll-again", "wager"})
"""What those are asked who neither act nor fight."""


@pytest.mark.parametrize("seed", range(3))
def test_nobody_beside_is_asked(seed: int) -> None:
    """In whole games of three whoever only sits at the table is asked what is theirs to say."""
    game = unplayed(3, f"asked {seed}").timeline
    bot = RandomBot(str(seed))
    others: set[str] = set()
    while not game.over:
        fight = game.game.part(Fight)
        concerned = {game.state.acting, fight.attacker, fight.defender}
        for each in game.decisions() if game.state.phase else ():
            if each.kind == "question" and each.seat not in concerned:
                others.add(each.name)
        asked = next(each for each in game.decisions() if not game.driver.held(each))
        game.choose(asked, bot.answer(asked))
    assert others <= NEIGHBOURS
