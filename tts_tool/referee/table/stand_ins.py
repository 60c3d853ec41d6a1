"""Bots that play for people who are away: a seat is taken, and given back at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.timeline import Accepted, Held
from tts_tool.referee.session import Session

__all__ = ["StandIn", "StandIns"]

MOST: Final = 500
"""So many answers they give at once, before people are heard again."""


class StandIn(Protocol):
    """Somebody who answers questions in place of a person."""

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose among what is allowed."""


class StandIns:
    """The seats for which bots answer."""

    def __init__(self, session: Session, make: Callable[[Seat], StandIn] | None) -> None:
        """Play at a session; `make` gives a bot for a seat, if there are any for this game."""
        self._session = session
        self._make = make
        self._taken: dict[Seat, StandIn] = {}

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

    def play(self) -> int:
        """Answer all that these seats are asked; give how many answers that were."""
        for answered in range(MOST):
            if not any(self._answer(seat, bot) for seat, bot in self._taken.items()):
                return answered
        return MOST

    def _answer(self, seat: Seat, bot: StandIn) -> bool:
        waiting = {one.to for one in self._session.timeline.waiting if one.seat == seat}
        for decision in self._session.open(seat):
            if decision.seat == seat and decision.id not in waiting:
                reply = self._session.choose(decision, bot.answer(decision))
                return isinstance(reply, Accepted | Held)
        return False
