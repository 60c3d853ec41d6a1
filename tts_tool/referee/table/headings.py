"""What stands around the questions of a panel: whose turn it is, who is waited for, the log."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from tts_tool.kernel.events import (
    Answered,
    Branched,
    Forced,
    Opened,
    Overridden,
    Rolled,
    Said,
    Sealed,
    TurnBegan,
)
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.chronicle import Speaker
from tts_tool.referee.presenting import called, outcome, title
from tts_tool.referee.session import Session
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.told import Heading, LogLine, Mode
from tts_tool.referee.wording import Reader

__all__ = ["UNDO", "Headings"]

UNDO: Final = "undo:"
"""How the buttons begin that take an answer back; the number of its entry follows."""

SHOWN: Final = 8
"""So many lines of the log are shown."""
LOOKED_THROUGH: Final = 80
"""Among so many events, the last."""
LONGEST: Final = 110
LOGGED: Final = (
    Answered,
    Forced,
    Said,
    Rolled,
    TurnBegan,
    Sealed,
    Opened,
    Branched,
    Overridden,
)
"""Kinds of events that are worth a line; what was moved everybody has seen."""


class Headings:
    """Puts together what each seat reads around its questions."""

    def __init__(self, session: Session, seating: Seating, chance: Chance) -> None:
        """Tell of a session, and of dice that hands have to roll, in the words of a seating."""
        self._session = session
        self._chance = chance
        self._seating = seating
        self._logs: dict[tuple[Seat, str], deque[LogLine]] = {}
        """By seat and language, the last lines."""
        self._told: dict[tuple[Seat, str], int] = {}
        """How many events they come from."""
        self._epoch = session.epoch

    def of(self, seat: Seat, mode: Mode) -> Heading:
        """Say what a seat reads."""
        session, reader = self._session, self._seating.reader(self._seating.colours[seat])
        standing = session.ruleset.standing(session.timeline.game)
        return Heading(
            turn=_turn(session, reader),
            waits=self._waits(seat, reader),
            facts=tuple(reader.say(each) for each in standing),
            mode=reader.say(Rejection(f"mode-{mode}")),
            lesson=_lesson(session, seat, reader),
            log=tuple(self._log(seat, reader)),
        )

    def _waits(self, seat: Seat, reader: Reader) -> str:
        """Say for whom the game waits, if not for this seat; of a secret only that there is one."""
        session, asked = self._session, dict[Seat, str]()
        for decision in session.timeline.decisions():
            if decision.kind == "question":
                asked.setdefault(decision.seat, session.secret(decision) or decision.name)
        for throw in self._chance.for_hands():
            for roller in self._chance.rollers(throw):
                asked.setdefault(roller, throw.name)
        mine = self._seating.plays(self._seating.colours[seat])
        if not asked or any(each in asked for each in mine):
            return ""
        what = " ".join(dict.fromkeys(title(name, reader) for name in asked.values()))
        return f"{reader.say(Rejection('waits-for', {'seats': ', '.join(asked)}))} {what}"

    def _log(self, seat: Seat, reader: Reader) -> deque[LogLine]:
        """Tell the last of what a seat may know; only what is new is put into words."""
        timeline, whose = self._session.timeline, (seat, reader.language)
        if self._epoch != self._session.epoch:
            self._epoch = self._session.epoch
            self._logs.clear()
            self._told.clear()
        log = self._logs.setdefault(whose, deque(maxlen=SHOWN))
        last = len(timeline.happened)
        first = max(self._told.get(whose, 0), last - LOOKED_THROUGH)
        log.extend(_lines(self._session, seat, reader, range(first, last)))
        self._told[whose] = last
        return log


def _lesson(session: Session, seat: Seat, reader: Reader) -> str:
    """Say what a phase of an own turn is for, as the word `lesson-PHASE` of the cards has it."""
    state = session.state
    own = state.acting == seat and not session.over
    return (reader.name(f"lesson-{state.phase}") or "") if own else ""


def _turn(session: Session, reader: Reader) -> str:
    state = session.state
    if session.over:
        return " ".join((reader.say(Rejection("game-over")), *outcome(state, reader)))
    if not state.acting:
        return called(state.phase, reader) if state.phase else ""
    phase = called(state.phase, reader) if state.phase else ""
    said = reader.say(Rejection("whose-turn", {"seat": state.acting}))
    return f"{said} · {phase}" if phase else said


def _lines(session: Session, seat: Seat, reader: Reader, events: range) -> Iterator[LogLine]:
    speaker, timeline = Speaker(session, reader.language), session.timeline
    for n in events:
        one = timeline.happened[n]
        event = one.seen_by(seat, timeline.state) if isinstance(one.event, LOGGED) else None
        text = speaker.line(event).strip().partition("\n")[0] if event else ""
        if event and text:
            short = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
            yield LogLine(short, _undo(event, seat, bisect_right(timeline.starts, n) - 1))


def _undo(event: dict[str, Any], seat: Seat, entry: int) -> str:
    """Name the button that takes an own answer back."""
    own = event["event"] in ("answered", "sealed") and event["seat"] == seat and entry >= 0
    return f"{UNDO}{entry}" if own else ""
