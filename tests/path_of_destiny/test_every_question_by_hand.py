"""Every question is answered at the table, in every way there is.

By hand where something on the table means the answer, by the button of the panel and by its number
in the chat always. Each begins from a moment of a random game that is laid out for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import pytest

from tests.old_world.gestures import told
from tests.path_of_destiny.real_table import Sat, begun, open_table, played
from tests.path_of_destiny.test_bindings import GAMES, GESTURES
from tts_tool.kernel.decisions import BUTTON, Decision
from tts_tool.kernel.entries import Answer
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.hands import Way, gesture_for
from tts_tool.referee.table.choosing import choices

SELDOM = {"uncover", "swap-rows", "repeat-effect", "main-symbol"}
"""What these games may not meet: abilities that are seldom possible, and a tie of all votes."""


class Deed(NamedTuple):
    """A question that is open, an answer to it, what means it, and the way in which it is given."""

    question: str
    gesture: str
    way: Way
    game: Timeline
    seat: str
    answer: Any

    def decision(self, game: Timeline) -> Decision[Any]:
        """Find the question in the game, or in a fork of it."""
        return next(d for d in game.decisions() if (d.name, d.seat) == (self.question, self.seat))


def kinds(decision: Decision[Any], answer: object) -> set[str]:
    """Say by which kinds of gestures an answer is given."""
    if isinstance(decision.bind, str):
        return {BUTTON}
    bound = (gesture_for(decision, each) for each in choices(decision.space(), answer))
    return {told(each) for each in bound if each is not None}


@cache
def deeds() -> tuple[Deed, ...]:
    """Give each question with each gesture in each way; first one of each, by hand."""
    found: dict[tuple[str, str], Deed] = {}
    for seats, seed in GAMES:
        for game in played(seats, seed):
            for decision in game.decisions():
                lacking = {
                    kind for kind in GESTURES[decision.name] if (decision.name, kind) not in found
                }
                answer = RandomBot(f"{seed}{len(game.entries)}").answer(decision) if lacking else ""
                for kind in lacking & kinds(decision, answer) if lacking else ():
                    name, seat = decision.name, decision.seat
                    found[name, kind] = Deed(name, kind, "hand", game.fork(), seat, answer)
    moved = [each for each in found.values() if each.gesture.startswith("move")]
    others = [
        each._replace(way=way) for way in get_args(Way) for each in found.values() if way != "hand"
    ]
    return (*moved, *others)


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(begun(5, "first")) as sat:
        yield sat


def test_every_gesture_is_met() -> None:
    """For each question and each gesture that means an answer there is a moment."""
    met = {(each.question, each.gesture) for each in deeds()}
    wanted = {(question, each) for question, all_ in GESTURES.items() for each in all_}
    assert met <= wanted
    assert {question for question, _ in wanted - met} <= SELDOM


@pytest.mark.soak(sample=8, full=1_000)
@pytest.mark.timeout(600)
def test_every_question_in_every_way(table: Sat, rounds: int) -> None:
    """The answer is taken as it was meant, and table and rules agree afterwards."""
    for deed in deeds()[:rounds]:
        table.lay(deed.game.fork())
        decision = deed.decision(table.session.timeline)
        before = len(table.session.timeline.entries)
        hands = table.answer(deed.seat, decision, deed.answer, deed.way)
        taken = table.session.timeline.entries[before:]
        assert taken, (deed.question, deed.way, table.heard(deed.seat)[-2:])
        assert isinstance(taken[0], Answer)
        assert taken[0].decision.partition("/")[0] == deed.question
        space = decision.space()
        assert space.check(taken[0].value) == space.check(deed.answer), deed.question
        assert table.top.drift() == {}, (deed.question, deed.way)
        moved = hands.drags + hands.turns + hands.rolls
        assert moved > 0 if deed.way == "hand" else moved == 0
