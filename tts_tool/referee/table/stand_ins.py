"""Bots that play for people who are away, and that do the chores of those who are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Held
from tts_tool.kernel.inventory import Seat
from tts_tool.referee.session import Session
from tts_tool.referee.table.chores import Chores
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.strokes import Strokes
from tts_tool.referee.table.told import Mode
from tts_tool.referee.table.wishes import Wishes, question_of

__all__ = ["StandIn", "StandIns"]

MOST: Final = 500
"""So many answers they give at once, before people are heard again."""
ALIKE: Final = 5
"""So often the same question is answered as somebody wished, before they are asked once more."""


class StandIn(Protocol):
    """Somebody who answers questions in place of a person."""

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose among what is allowed."""


class Anybody:
    """Takes the first answer that is allowed."""

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose it."""
        return next(iter(decision.space().answers()))


class StandIns:
    """The seats for which bots answer."""

    def __init__(
        self,
        session: Session,
        make: Callable[[Seat], StandIn] | None,
        drafts: Drafts,
        wishes: Wishes,
        strokes: Strokes,
    ) -> None:
        """Play at a session; `make` gives a bot for a seat, if there are any for this game.

        `drafts` is what people have chosen of their answers so far, `wishes` what they want to be
        answered for them always, `strokes` what they have answered ahead.
        """
        self._strokes = strokes
        self._wishes = wishes
        self._session = session
        self._drafts = drafts
        self._chores = Chores(session, drafts)
        self._make = make
        self._taken: dict[Seat, StandIn] = {}
        self._helpers: dict[Seat, StandIn] = {}
        """Who does chores, by seat."""
        self._at = -1
        """Up to which entry somebody here has answered, and nobody since."""
        self._granted = Counter[str]()
        """What was answered since as it was wished, and how often."""
        self._epoch = session.epoch
        self._by_hand: set[str] = set()
        """Askings that were taken back: now their seat wants to answer itself."""

    @property
    def there_are(self) -> bool:
        """Tell whether there are bots for this game."""
        return self._make is not None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Give the seats that are taken."""
        return tuple(self._taken)

    def toggle(self, seat: Seat) -> bool | None:
        """Take a seat or give it back; tell whether it is taken now, ``None`` if none can be."""
        if self._taken.pop(seat, None) is not None:
            return False
        if self._make is None:
            return None
        self._taken[seat] = self._make(seat)
        return True

    def leave(self, seat: Seat) -> None:
        """Ask whoever sits there next; what was wished goes along with who wished it."""
        self._wishes.leave(seat)
        self._strokes.forget(seat)

    def forget_wishes(self, seat: Seat) -> None:
        """Ask somebody again."""
        self._wishes.forget(seat)
        self._strokes.forget(seat)

    def first_of(self, entry: int) -> int:
        """Give the entry from which on somebody has pressed only once."""
        return self._strokes.first_of(entry)

    def adviser(self, seat: Seat) -> StandIn:
        """Give somebody who says what they would answer; without bots, what is allowed first."""
        return Anybody() if self._make is None else self._make(seat)

    def play(self, mode: Mode) -> int:
        """Answer all that these seats are asked; give how many answers that were.

        Where something is judged also what others wish for, and in `automate` what they like to
        leave to somebody: it stands in the log, and can be taken back as if they had answered.
        """
        if self._epoch != self._session.epoch:
            self._epoch = self._session.epoch
            self._by_hand |= {_asking(each) for each in self._session.timeline.decisions()}
        for answered in range(MOST):
            if not any(self._answer(seat, mode) for seat in self._session.seats):
                return answered
        return MOST

    def _answer(self, seat: Seat, mode: Mode) -> bool:
        waiting = {one.to for one in self._session.timeline.waiting if one.seat == seat}
        for decision in self._session.open(seat):
            if decision.seat == seat and decision.id not in waiting:
                answer = self._given(decision, mode)
                if answer is not None:
                    self._drafts.drop(decision)
                    reply = self._session.choose(decision, answer)
                    self._at = self._session.step
                    return isinstance(reply, Accepted | Held)
        return False

    def _given(self, decision: Decision[Any], mode: Mode) -> Any:  # noqa: ANN401  # any answer
        """Give what is answered in place of a seat, if anybody does that."""
        by_hand = decision.seat not in self._taken and _asking(decision) in self._by_hand
        if mode != "off" and not by_hand and decision.seat not in self._taken:
            wished = self._wishes.of(decision)
            if wished is not None and self._still_granted(decision):
                return wished
        chores = mode == "automate" and not by_hand
        ahead = self._strokes.given(decision) if chores else None
        if ahead is not None:
            return ahead
        bot, asked = self._who(decision, chores=chores)
        if bot is None:
            self._strokes.end(decision.seat)  # whoever is asked decides for themselves
            return None
        return bot.answer(asked)

    def _still_granted(self, decision: Decision[Any]) -> bool:
        """Tell whether people have answered since the same was wished so often.

        Where a choice leads back to itself, what is wished could go on for ever.
        """
        if self._session.step != self._at:
            self._granted.clear()
        question = f"{decision.seat} {question_of(decision)}"
        self._granted[question] += 1
        return self._granted[question] <= ALIKE

    def _who(
        self, decision: Decision[Any], *, chores: bool
    ) -> tuple[StandIn | None, Decision[Any]]:
        """Give who answers a question in place of its seat, if anybody does, and what of it."""
        seat = decision.seat
        if seat in self._taken or self._make is None:
            return self._taken.get(seat), decision
        asked = self._chores.of(decision) if chores else None
        if asked is None:
            return None, decision
        if seat not in self._helpers:
            self._helpers[seat] = self._make(seat)
        return self._helpers[seat], asked


def _asking(decision: Decision[Any]) -> str:
    """Name an asking, whatever its options become."""
    return decision.id.rpartition("/")[0]
