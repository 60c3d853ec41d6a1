"""Whatever hands do, within a second it shows what becomes of it; and always, for whom all wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.old_world.real_table import COLOURS
from tests.playtest.test_bursts import LATE
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Gesture, Move
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.hands import Hands, gesture_for
from tts_tool.playtest.stage import old_world
from tts_tool.playtest.stormy import Stormy, StormyWay
from tts_tool.referee.table.choosing import choices
from tts_tool.referee.table.meeting import VETOES

SECOND = 60


def texts(elements: list[dict[str, Any]]) -> Iterator[str]:
    """Give all that can be read on a screen, and which of it is chosen."""
    for each in elements:
        yield str(each["text"] or each["attributes"].get("text", ""))
        yield from texts(each["children"])


class Shown:
    """What a person has been shown so far."""

    def __init__(self, top: Stormy, colour: str) -> None:
        self.top = top
        self.colour = colour
        self.before = self.now()

    def now(self) -> tuple[int, tuple[str, ...]]:
        """Count the lines of the chat that are for them, and read their screen."""
        lines = [each for each in self.top.table.chat if each.to in {self.colour, ""}]
        return len(lines), tuple(texts(self.top.table.screen(self.colour)))


@pytest.mark.soak(sample=12, full=400)
@pytest.mark.timeout(1_800)
def test_every_gesture_shows_within_a_second(rounds: int, tmp_path: Path) -> None:
    """Legal or not, with messages that take two tenths of a second each way."""
    asyncio.run(_played(rounds, tmp_path))


async def _played(rounds: int, folder: Path) -> None:
    chance, legal, illegal = Random(4), 0, 0
    with Journal(folder / "games", durability="NORMAL") as journal:
        kept = old_world().begin(journal, 3, "shows")
        way = StormyWay(latest=LATE, earliest=LATE, proven=VETOES)
        async with Stormy(old_world(), journal, kept, way, seed=0) as top:
            await top.settle()
            bot = RandomBot("shows")
            for number in range(rounds):
                session = top.host.session
                if session.over:
                    break
                if number % 3 == 2:
                    illegal += await _shows(top, *_wrong(top, chance))
                rolls = list(top.host.chance.for_hands())
                if rolls:
                    await Hands(top, top.host.chance.rollers(rolls[0])[0]).roll(rolls[0])
                    continue
                asked = next(each for each in session.open("*") if each.seat)
                answer = bot.answer(asked)
                gestures = [gesture_for(asked, each) for each in choices(asked.space(), answer)]
                if len(gestures) == 1 and isinstance(gestures[0], Move):
                    legal += await _shows(top, asked.seat, gestures[0])
                else:
                    await Hands(top, asked.seat).answer(asked, answer)
                everybody_knows(top)
            assert [str(each) for each in top.table.errors] == []
    assert illegal
    assert legal


def _wrong(top: Stormy, chance: Random) -> tuple[str, Gesture]:
    """Think of something that may not be done."""
    state = top.host.session.state
    seat = chance.choice(top.host.session.seats)
    may = top.host.permits[COLOURS[seat]]
    while True:
        component = chance.choice([lying[0] for lying in state.places.values() if lying])
        target = chance.choice([each for each in state.places if each != state.place_of(component)])
        if target not in (may.moves.get(component) or ()) and target not in may.own:
            return seat, Move(component, target)


async def _shows(top: Stormy, seat: str, gesture: Gesture) -> bool:
    """Do something; within a second something else is shown to whoever has done it."""
    shown = Shown(top, COLOURS[seat])
    Hands(top, seat).do(gesture)
    await top.go_on(SECOND)
    assert shown.now() != shown.before, (seat, gesture)
    await top.settle()
    return True


def everybody_knows(top: Stormy) -> None:
    """Whoever is asked nothing reads on the screen for whom all wait."""
    session = top.host.session
    asked = {each.seat for each in session.open("*") if each.seat}
    for throw in top.host.chance.for_hands():
        asked.update(top.host.chance.rollers(throw))
    for seat in set(session.seats) - asked if asked else ():
        read = " ".join(texts(top.table.screen(COLOURS[seat])))
        assert "Waiting for" in read, (seat, read)
