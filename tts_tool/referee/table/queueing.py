"""Gestures that wait in order: their seat has answered something that waits for somebody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from tts_tool.kernel.decisions import Move, Press, Roll, Turn
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee.session import Session
from tts_tool.referee.table.gestures import asked
from tts_tool.referee.table.judging import GestureOutcome, Judge

__all__ = ["Hands", "Queue", "QueuedDeed"]

_NOTED: Final = "queued"
"""The name under which the journal keeps what waits."""
MOST: Final = 20
"""So many gestures of a seat wait at most; hands that do more than that have not looked."""


Hands = Move | Turn | Press | Roll
"""All that hands can do."""


class QueuedDeed(msgspec.Struct, frozen=True):
    """What hands did at a colour for a seat, and how the dice fell that they rolled."""

    seat: Seat
    colour: str
    gesture: Hands
    values: dict[int, int] = {}
    ahead: bool = False
    """Whether it was done before anybody could know what became of what was done before."""


class Queue:
    """What hands did while what they had done before it had to wait.

    Quick hands are never refused for it: what is asked after an answer that waits, nobody can know
    yet. In the order in which it was done it is judged as soon as that answer has been given.
    """

    def __init__(self, session: Session, judge: Judge) -> None:
        """Recall what waited when the game was left."""
        self._session = session
        self._judge = judge
        kept = session.noted(_NOTED)
        self._queued = list(msgspec.json.decode(kept, type=list[QueuedDeed]) if kept else ())

    def judge(self, deed: QueuedDeed) -> GestureOutcome:
        """Judge a gesture, now or later."""
        before = sum(each.seat == deed.seat for each in self._queued)
        if before and deed.ahead and not self._is_free(deed.seat):
            return self._put(deed, before)
        outcome = self._now(deed)
        if outcome.done or not deed.ahead or deed.seat in self._judge.unclear:
            return outcome
        return self._put(deed, before) if before or self._waits(deed.seat) else outcome

    def holds(self, seat: Seat) -> bool:
        """Tell whether what a seat did waits: its answer, or what its hands did after it."""
        return self._waits(seat) or any(each.seat == seat for each in self._queued)

    def next(self, conclude: Callable[[str, GestureOutcome], None]) -> bool:
        """Judge the first that need not wait any longer; tell whether there was one."""
        found = next((each for each in self._queued if not self._waits(each.seat)), None)
        if found is None:
            return False
        with self._session.page():
            self._queued.remove(found)
            self._write_down()
            conclude(found.colour, self._now(found))
        return True

    def _now(self, deed: QueuedDeed) -> GestureOutcome:
        return self._judge.gesture(deed.seat, deed.gesture, deed.values)

    def _put(self, deed: QueuedDeed, before: int) -> GestureOutcome:
        if before == MOST:
            return GestureOutcome(done=False, why=Rejection("just-a-moment"))
        self._queued.append(deed)
        self._write_down()
        seats = ", ".join(dict.fromkeys(self._awaited()))
        return GestureOutcome(done=True, why=Rejection("held", {"seats": seats}))

    def _waits(self, seat: Seat) -> bool:
        """Tell whether something that a seat has answered waits for somebody else."""
        return any(each.seat == seat for each in self._session.timeline.waiting)

    def _is_free(self, seat: Seat) -> bool:
        """Tell whether all wait for this seat: what it does now is what they wait for."""
        return any(not self._session.waits_for(each) for each in asked(self._session, seat))

    def _awaited(self) -> Iterator[Seat]:
        """Name for whom all wait."""
        for each in self._session.open(EVERYTHING):
            if each.seat and not self._session.waits_for(each):
                yield each.seat

    def _write_down(self) -> None:
        self._session.note(_NOTED, msgspec.json.encode(self._queued).decode())
