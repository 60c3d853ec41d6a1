"""The whole panel of a seat: its questions, what a gesture was to mean, dice to roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.presenting import called, label, title
from tts_tool.referee.session import Session
from tts_tool.referee.table.absence import Absence
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.faults import Faults
from tts_tool.referee.table.gestures import asked
from tts_tool.referee.table.judging import Judge, Unclear
from tts_tool.referee.table.panel import MARK, questions, written
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.strokes import Strokes
from tts_tool.referee.table.taking_back import asked_to_agree
from tts_tool.referee.table.throws import stream_of
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.table.unasked import Unasked
from tts_tool.referee.wording import Reader

__all__ = ["Panels", "numbered"]


class Panels:
    """Puts together what each seat is asked."""

    def __init__(  # noqa: PLR0913, PLR0917  # all that anybody can be asked about
        self,
        session: Session,
        judge: Judge,
        chance: Chance,
        seating: Seating,
        absence: Absence,
        faults: Faults,
        strokes: Strokes,
    ) -> None:
        """Ask in the words of a seating; a question that can't be put hides no other."""
        self._session = session
        self._judge = judge
        self._chance = chance
        self._seating = seating
        self._absence = absence
        self._faults = faults
        self._strokes = strokes
        self.unasked = Unasked()

    def of(self, colour: str, *, strokes: bool = False) -> tuple[Question, ...]:
        """Say what the seats are asked that are played from a colour, with the buttons numbered.

        With `strokes` also what may be answered at one stroke.
        """
        own = self._seating.seat(colour)
        found: list[Question] = []
        for seat in self._seating.plays(colour):
            reader = self._seating.reader_for(seat, colour)
            asked = self._asked(seat, reader, strokes=strokes)
            found += asked if seat == own else _named(asked, reader.name(seat) or seat)
        return numbered(found)

    def _asked(self, seat: Seat, reader: Reader, *, strokes: bool) -> list[Question]:
        found: list[Question] = []
        if seat in self._judge.unclear:
            found.append(_which(self._judge.unclear[seat], reader))
        ask = partial(asked_to_agree, self._session, seat, reader)
        found += self._faults.guard("a proposal", lambda: list(ask()), [])
        left = partial(self._absence.questions, seat, reader)
        found += self._faults.guard("an empty seat", lambda: list(left()), [])
        shown = partial(self.unasked.questions, seat, reader)
        found += self._faults.guard("what was not asked", lambda: list(shown()), [])
        wishes = self._judge.wishes
        ended = partial(wishes.ending, seat, reader)
        found += self._faults.guard("wishes", ended, ())
        for decision in asked(self._session, seat):
            again = partial(wishes.offered, decision, reader)
            found += self._faults.guard("a wish", again, ())
            if strokes:
                at_once = partial(self._strokes.questions, decision, reader)
                found += self._faults.guard("a stroke", at_once, ())
            put = partial(self._put, decision, reader)
            found += self._faults.guard(f"the question {decision.name}", put, ())
        found += self._waiting(seat, reader)
        for decision in self._chance.for_hands():
            if seat in self._chance.rollers(decision):
                found.append(_roll(decision, seat, reader))
        return found

    def _waiting(self, seat: Seat, reader: Reader) -> Iterator[Question]:
        """Show what the seat has answered and what waits for others."""
        for one in self._session.timeline.waiting:
            found = self._session.find(seat, one.to) if one.seat == seat else None
            if isinstance(found, Decision):
                seats = ", ".join(self._session.waits_for(found))
                said = reader.say(Rejection("held", {"seats": seats}))
                yield Question(found.id, f"{title(found.name, reader)} {said}", ())

    def _put(self, decision: Decision[Any], reader: Reader) -> Sequence[Question]:
        return tuple(questions(decision, self._judge.drafts, reader))


def _named(panel: Sequence[Question], seat: str) -> list[Question]:
    """Say of which seat the questions are, to whoever plays it beside their own."""
    return [
        msgspec.structs.replace(question, title=f"{seat}: {question.title}")
        if question.title
        else question
        for question in panel
    ]


def numbered(panel: Sequence[Question]) -> tuple[Question, ...]:
    """Number the buttons of a panel, so that they can be named in the chat."""
    number, found = 0, []
    for question in panel:
        buttons = []
        for button in question.buttons:
            number += 1
            buttons.append(msgspec.structs.replace(button, label=f"{number} {button.label}"))
        found.append(msgspec.structs.replace(question, buttons=tuple(buttons)))
    return tuple(found)


def _which(unclear: Unclear, reader: Reader) -> Question:
    """Ask what a gesture was to mean."""
    meant = [
        f"{title(each.decision.name, reader)} {label(each.decision, each.key.choice, reader)}"
        for each in unclear.meanings
    ]
    labels = [*meant, reader.say(Rejection("neither"))]
    buttons = tuple(
        Button(f"{unclear.name}{MARK}{number}", each) for number, each in enumerate(labels)
    )
    return Question(unclear.name, reader.say(Rejection("two-meanings")), buttons)


def _roll(decision: Decision[Any], seat: Seat, reader: Reader) -> Question:
    """Ask somebody to roll dice, by hand or by the table; several seats may be asked."""
    button = Button(f"{written(decision.id)}{MARK}roll.{seat}", reader.say(Rejection("roll-it")))
    return Question(decision.id, called(stream_of(decision), reader), (button,))
