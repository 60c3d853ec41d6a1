"""What people want to be answered for them always, as they did last."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Choice
from tts_tool.referee.session import Session

__all__ = ["Wishes"]

_NOTED: Final = "wishes"
"""The name under which the journal keeps them."""


class Choosing(NamedTuple):
    """A question as it was answered: what could be chosen, and what was."""

    asked: str
    value: Any


class Wishes:
    """Knows by seat what is answered for it.

    A wish holds for the same question with the same options in the same words, and for no other:
    it was made by who knew what could be chosen.
    """

    def __init__(self, session: Session) -> None:
        """Recall what was wished in this game."""
        kept = session.noted(_NOTED)
        self._wished: dict[Seat, dict[str, Any]] = msgspec.json.decode(kept) if kept else {}
        self._last: dict[Seat, Choosing] = {}
        """What each seat has answered last."""
        self._session = session
        self._unwritten = False

    def answered(self, seat: Seat, choosing: Choosing | None) -> None:
        """Note what a seat has answered; that may be wished for always."""
        self._last.pop(seat, None)
        if choosing is not None:
            self._last[seat] = choosing

    def choosing(self, decision: Decision[Any], value: object) -> Choosing | None:
        """Say what an answer would be, before it is given; nothing if it is more than a choice."""
        asked = _asked(decision)
        return None if asked is None else Choosing(asked, value)

    def keep(self, seat: Seat) -> Any:  # noqa: ANN401  # whatever was chosen
        """Wish for what a seat has answered last; give it, or ``None`` if that can't be."""
        last = self._last.get(seat)
        if last is None:
            return None
        self._wished.setdefault(seat, {})[last.asked] = last.value
        self._unwritten = True
        return last.value

    def forget(self, seat: Seat) -> None:
        """Forget what was wished for a seat: it, or somebody else there, wants to be asked."""
        self._last.pop(seat, None)
        if self._wished.pop(seat, None):
            self._unwritten = True

    def of(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever was chosen
        """Give the answer that was wished for a question, if there is one."""
        wished = self._wished.get(decision.seat)
        return wished.get(_asked(decision) or "") if wished else None

    def write_down(self) -> None:
        """Keep what was wished, when the page of the command that said so is written."""
        if self._unwritten:
            self._unwritten = False
            self._session.note(_NOTED, msgspec.json.encode(self._wished).decode())


def _asked(decision: Decision[Any]) -> str | None:
    """Write down what is asked, with all that can be chosen."""
    space = decision.space()
    if not isinstance(space, Choice):
        return None
    free = [[each, decision.words(each)] for each in space.enabled()]
    return msgspec.json.encode([decision.name, decision.why, free], order="sorted").decode()
