"""For every question of Old World, and every way in which it can be answered, a moment of a game.

The moments are met in random games, played without a table; what these hardly ever meet is set up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from tests.old_world.gestures import PAGE, told
from tests.old_world.rare import RARE
from tests.old_world.referee_table import OBSERVED
from tests.old_world.table import unplayed
from tts_tool.kernel.decisions import BUTTON, TABLE, Decision
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.hands import gesture_for
from tts_tool.referee.table.choosing import choices
from tts_tool.referee.table.throws import stream_of

__all__ = ["Moment", "met", "page_rows", "throws"]

GAMES = ((1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e"))
"""Seats and seed of the games in which moments are looked for."""
TRIES = 12
"""So many answers are thought of at each question, until all its gestures have been met."""


class Moment(NamedTuple):
    """A question that is open, and an answer to it with a gesture of some kind in it."""

    question: str
    gesture: str
    game: Timeline
    seat: str
    answer: Any

    @property
    def id(self) -> str:
        """Name it in a report."""
        return f"{self.question}: {self.gesture}"

    def decision(self, game: Timeline) -> Decision[Any]:
        """Find the question in the game, or in a fork of it."""
        found = (*game.decisions(), *game.beside())
        return next(d for d in found if (d.name, d.seat) == (self.question, self.seat))


def page_rows() -> dict[str, set[str]]:
    """Read the page: by question what means an answer to it."""
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {question: set(gestures.split(", ")) for question, gestures in rows}


@cache
def met() -> dict[tuple[str, str], Moment]:
    """Give a moment for each question and each kind of gesture that answers it."""
    found: dict[tuple[str, str], Moment] = {}
    for seats, seed in GAMES:
        for game in played(seats, seed):
            _look(game, RandomBot(f"{seed}{len(game.entries)}"), found)
    for question, situation in RARE.items():
        _look(situation().timeline, RandomBot(question), found)
    return found


@cache
def throws() -> dict[str, Timeline]:
    """Give a moment for each kind of throw."""
    found: dict[str, Timeline] = {}
    for seats, seed in GAMES:
        for game in played(seats, seed):
            for decision in game.decisions():
                kind = stream_of(decision).partition(".")[0]
                if decision.seat == TABLE and kind != "shuffle" and kind not in found:
                    found[kind] = game.fork()
    return found


def played(seats: int, seed: str) -> Iterator[Timeline]:
    """Play a random game; give it at each moment, before the next answer."""
    first = unplayed(seats, seed).timeline
    luck = msgspec.structs.replace(first.header.luck, observed=OBSERVED)
    game = Timeline(first.composition, msgspec.structs.replace(first.header, luck=luck))
    bot = RandomBot(seed)
    while not game.over:
        yield game
        chosen = next(d for d in game.decisions() if not game.driver.held(d))
        reply = (
            game.observe(stream_of(chosen), None)
            if chosen.seat == TABLE
            else game.choose(chosen, bot.answer(chosen))
        )
        assert isinstance(reply, Accepted), reply


def _look(game: Timeline, bot: RandomBot, found: dict[tuple[str, str], Moment]) -> None:
    """Note what can be answered now in a way that was not met before."""
    rows = page_rows()
    for decision in (*game.decisions(), *game.beside()):
        name = decision.name
        if decision.seat == TABLE or game.driver.held(decision) or not decision.space().sole():
            continue
        wanted = rows.get(name, set()) - {gesture for asked, gesture in NEVER if asked == name}
        lacking = {gesture for gesture in wanted if (name, gesture) not in found}
        for _ in range(TRIES if lacking else 0):
            answer = bot.answer(decision)
            for gesture in lacking & set(_gestures(decision, answer)):
                found[name, gesture] = Moment(name, gesture, game.fork(), decision.seat, answer)


def _gestures(decision: Decision[Any], answer: object) -> Iterator[str]:
    """Say by which kinds of gestures an answer is given."""
    if isinstance(decision.bind, str):
        yield BUTTON
        return
    for choice in choices(decision.space(), answer):
        gesture = gesture_for(decision, choice)
        if gesture is not None:
            yield told(gesture)


NEVER = {
    ("purchase", "press"): "gaining is a duty: where no card can be paid for nobody is asked",
}
"""Gestures that mean an answer which is never allowed."""
