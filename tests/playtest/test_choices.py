"""An answer taken apart into choices, pressed one by one, is the same answer again."""

from __future__ import annotations

from typing import Any

from tests.old_world.table import unplayed
from tts_tool.kernel.decisions import Decision
from tts_tool.playtest.bots import RandomBot
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.drafting import Answered, pressed


def given(decision: Decision[Any], answer: object) -> object:
    """Press what an answer is made of, leaving out what is filled in by itself."""
    made = presses(decision.space(), answer)
    last = pressed(decision.space(), made[:-1], made[-1])
    assert isinstance(last, Answered), (decision.id, answer, made)
    return last.value


def test_choices_make_the_answer() -> None:
    """For every question of some games, whatever a bot would answer."""
    seen: set[str] = set()
    for seats in (1, 2, 3):
        game = unplayed(seats=seats)
        bot = RandomBot(str(seats))
        for _ in range(250):
            if game.over:
                break
            decision = game.timeline.decisions()[0]
            answer = bot.answer(decision)
            if decision.kind == "question":
                seen.add(decision.name)
                space = decision.space()
                assert space.check(given(decision, answer)) == space.check(answer)
            game.timeline.answer(decision.seat, decision.id, answer)
    assert len(seen) > 12
