"""What somebody does at a colour: for which seat it counts, and who has to judge it."""

from __future__ import annotations

from itertools import chain

import msgspec

from tts_tool.kernel.decisions import Press
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table.absence import AWAY, Absence
from tts_tool.referee.table.headings import UNDO
from tts_tool.referee.table.judging import DONE, GestureOutcome, Judge
from tts_tool.referee.table.permits import not_now
from tts_tool.referee.table.queueing import Queue, QueuedDeed
from tts_tool.referee.table.reports import Gestured
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.strokes import STROKE, Strokes
from tts_tool.referee.table.taking_back import TakingBack
from tts_tool.referee.table.told import Mode
from tts_tool.referee.table.unasked import UNASKED
from tts_tool.referee.table.wishes import END, WISH

__all__ = ["Doing"]

Done = tuple[GestureOutcome, list[Rejection]]
"""What became of it, and what all are told."""


class Doing:
    """Gives what hands do to whom it concerns: the rules, or who takes back, or who is away."""

    def __init__(  # noqa: PLR0913, PLR0917  # all whom it may concern
        self,
        session: Session,
        seating: Seating,
        judge: Judge,
        back: TakingBack,
        absence: Absence,
        strokes: Strokes,
    ) -> None:
        """Judge what hands do at the colours of a seating."""
        self._session = session
        self._seating = seating
        self._judge = judge
        self._taking_back = back
        self._absence = absence
        self._strokes = strokes
        self.queue = Queue(session, judge)

    def do(self, report: Gestured, mode: Mode) -> Done:
        """Do what hands did: what a button says, or what the rules make of a gesture."""
        for seat in self._seating.plays(report.colour):
            self._strokes.end(seat)
        if isinstance(report.gesture, Press):
            return self._press(report, report.gesture.button, mode)
        return self._judged(report, mode), []

    def _press(self, report: Gestured, button: str, mode: Mode) -> Done:
        """Do what a button says, or what a marker means that was pushed."""
        own = self._seating.seat(report.colour)
        if button.startswith(UNASKED):
            return DONE, []
        if button.startswith(UNDO) and own is not None:
            return self._taking_back.press(own, button.removeprefix(UNDO)), []
        if button.startswith(AWAY):
            outcome, said = self._absence.press(report.colour, button.removeprefix(AWAY))
            return outcome, [*said]
        if button.startswith(WISH) and mode != "off":
            return self._wish(report, button.removeprefix(WISH)), []
        if button.startswith(STROKE) and mode == "automate":
            seats = self._seating.plays(report.colour)
            return self._strokes.press(seats, button, self._judge), []
        return self._judged(report, mode), []

    def _wish(self, report: Gestured, button: str) -> GestureOutcome:
        """Choose something now and always, or be asked again."""
        wishes = self._judge.wishes
        if button.startswith(END):
            for each in self._seating.plays(report.colour):
                wishes.forget(each)
                self._strokes.forget(each)
            return DONE
        seat = self._acting(msgspec.structs.replace(report, gesture=Press(button)))
        if seat is None:
            return GestureOutcome(done=False, why=not_now(self._session))
        outcome = self._judge.button(seat, button)
        if outcome.done:
            wishes.keep(seat)
        return outcome

    def _judged(self, report: Gestured, mode: Mode) -> GestureOutcome:
        """Let the rules judge what somebody did."""
        seat = self._acting(report)
        if seat is None or mode == "off":
            return GestureOutcome(done=False, why=None if mode == "off" else not_now(self._session))
        values = {face.die: face.shows for face in report.values}
        deed = QueuedDeed(seat, report.colour, report.gesture, values, report.ahead)
        return self.queue.judge(deed)

    def _acting(self, report: Gestured) -> Seat | None:
        """Give the seat for which somebody does something.

        Of several it is the one that it answers; else, of hands that were quicker than verdicts,
        the one whose answer waits: what follows that nobody is asked yet.
        """
        seats = self._seating.plays(report.colour)
        if len(seats) < 2:  # noqa: PLR2004  # a seat, or a spectator
            return seats[0] if seats else None
        answers = (seat for seat in seats if self._judge.means(seat, report.gesture))
        waits = (seat for seat in seats if report.ahead and self.queue.holds(seat))
        return next(chain(answers, waits, seats))
