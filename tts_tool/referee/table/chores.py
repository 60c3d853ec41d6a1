"""What of a question is a chore: all of it, what is left of it, or its last answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import ALWAYS_ASK
from tts_tool.kernel.spaces import Choice, Record, Space, Subset
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafting import filled
from tts_tool.referee.table.drafts import Drafts

__all__ = ["Chores"]

_TWO: Final = 2


class Chores:
    """Finds what somebody else may answer in place of a seat, and leaves to it what it decides."""

    def __init__(self, session: Session, drafts: Drafts) -> None:
        """Look at the questions of a session, and at what was pressed for them."""
        self._names = session.ruleset.chores
        self._drafts = drafts
        self._asks_all = session.timeline.header.settings.get(ALWAYS_ASK.name) == "yes"

    def of(self, decision: Decision[Any]) -> Decision[Any] | None:
        """Give a question as far as it is a chore, to be answered by somebody else."""
        if decision.name in self._names:
            return decision
        if not any(
            name.startswith((f"{decision.name}.", f"{decision.name}=")) for name in self._names
        ):
            return None
        space = decision.space()
        left = (
            self._rest(decision, space) if isinstance(space, Record) else self._end(decision, space)
        )
        return None if left is None else _asking(decision, left)

    def _rest(self, decision: Decision[Any], space: Record) -> Space[Any] | None:
        """Leave what is not chosen yet, if somebody has chosen all that is no chore."""
        pressed = self._drafts.of(decision)
        chosen = filled(space, pressed) if pressed else {}
        if isinstance(chosen, Rejection) or any(part[0] not in chosen for part in pressed):
            return None
        left = [field for field in space.fields if field not in chosen]
        if not left or any(f"{decision.name}.{field}" not in self._names for field in left):
            return None
        return Record(
            {f: _held(chosen[f]) if f in chosen else ask for f, ask in space.fields.items()}
        )

    def _end(self, decision: Decision[Any], space: Space[Any]) -> Space[Any] | None:
        """Take the answer that ends something, where all see that only taking back is left."""
        listed = space.options() if isinstance(space, Choice) and not self._asks_all else []
        free = [each.value for each in listed if each.rejection is None]
        ends = [each for each in free if f"{decision.name}={each}" in self._names]
        return Choice(tuple(ends)) if ends and len(listed) <= _TWO else None


def _held(value: Any) -> Callable[[Any], Space[Any]]:  # noqa: ANN401  # of that field
    """Offer what was chosen, and nothing else."""
    if isinstance(value, tuple):
        return lambda _: Subset(value, len(value), len(value))
    return lambda _: Choice((value,))


def _asking(decision: Decision[Any], space: Space[Any]) -> Decision[Any]:
    return Decision(decision.game, decision.seat, decision.name, lambda: space)
