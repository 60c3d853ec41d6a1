"""What people want to be answered for them always, as they did last."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.referee.presenting import label
from tts_tool.referee.session import Session
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.wording import Reader

__all__ = ["END", "WISH", "Wishes", "question_of"]

_NOTED: Final = "wishes"
"""The name under which the journal keeps them."""
WISH: Final = "wish:"
"""How the names of their buttons begin; what is chosen follows, or `END` and a seat."""
END: Final = "end."
HABIT: Final = 2
"""So often somebody chooses the same before they are offered to choose it always."""


class Choosing(NamedTuple):
    """A question as it was answered: what could be chosen, and what was."""

    asked: str
    value: Any


class Habit(NamedTuple):
    """What somebody has chosen each time when just the same was asked, and how often."""

    value: Any
    times: int


class Wishes:
    """Knows by person what is answered for them.

    A wish holds for the same question with the same options in the same words, and for no other:
    it was made by who knew what could be chosen. It goes along with whoever made it to any seat.
    """

    def __init__(self, session: Session, whose: Callable[[Seat], str]) -> None:
        """Recall what was wished in this game; `whose` says who plays a seat."""
        kept = session.noted(_NOTED)
        self._wished: dict[str, dict[str, Any]] = msgspec.json.decode(kept) if kept else {}
        self._habits: dict[str, dict[str, Habit]] = {}
        """By person and question."""
        self._last: dict[str, Choosing] = {}
        """What each person has answered last."""
        self._whose = whose
        self._session = session
        self._unwritten = False

    # Wishing

    def answered(self, seat: Seat, choosing: Choosing | None) -> None:
        """Note what was answered at a seat; that may be wished for always."""
        person = self._whose(seat)
        self._last.pop(person, None)
        if choosing is not None:
            self._last[person] = choosing
            habits = self._habits.setdefault(person, {})
            before = habits.get(choosing.asked)
            times = before.times if before and before.value == choosing.value else 0
            habits[choosing.asked] = Habit(choosing.value, times + 1)

    def choosing(self, decision: Decision[Any], value: object) -> Choosing | None:
        """Say what an answer would be, before it is given; nothing if it is more than a choice."""
        question = question_of(decision)
        return None if question is None else Choosing(question, value)

    def keep(self, seat: Seat) -> Any:  # noqa: ANN401  # whatever was chosen
        """Wish for what was answered last at a seat; give it, or ``None`` if that can't be."""
        person = self._whose(seat)
        last = self._last.get(person)
        if last is None:
            return None
        self._wished.setdefault(person, {})[last.asked] = last.value
        self._unwritten = True
        return last.value

    def forget(self, seat: Seat) -> None:
        """Forget what was wished by who plays a seat: they want to be asked."""
        self._last.pop(self._whose(seat), None)
        if self._wished.pop(self._whose(seat), None):
            self._unwritten = True

    def leave(self, seat: Seat) -> None:
        """Somebody leaves a seat; where it is not known who that was, it was nobody's wish."""
        if self._whose(seat) == seat:
            self.forget(seat)

    def of(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever was chosen
        """Give the answer that was wished for a question, if there is one."""
        wished = self._wished.get(self._whose(decision.seat))
        return wished.get(question_of(decision) or "") if wished else None

    def write_down(self) -> None:
        """Keep what was wished, when the page of the command that said so is written."""
        if self._unwritten:
            self._unwritten = False
            self._session.note(_NOTED, msgspec.json.encode(self._wished).decode())

    # On the panel

    def offered(self, decision: Decision[Any], reader: Reader) -> Sequence[Question]:
        """Offer to choose always what was chosen each time when just the same was asked."""
        habits = self._habits.get(self._whose(decision.seat), {})
        habit = habits.get(question_of(decision) or "")
        if habit is None or habit.times < HABIT:
            return ()
        said = Rejection("always-this", {"answer": label(decision, habit.value, reader)})
        button = Button(f"{WISH}{press_for(decision, habit.value)}", reader.say(said))
        return (Question(decision.id, reader.say(Rejection("as-before-too")), (button,)),)

    def ending(self, seat: Seat, reader: Reader) -> Sequence[Question]:
        """Offer to be asked again what is chosen for who plays a seat."""
        wished = self._wished.get(self._whose(seat))
        if not wished:
            return ()
        said = reader.say(Rejection("wishes", {"many": len(wished)}))
        button = Button(f"{WISH}{END}{seat}", reader.say(Rejection("ask-again")))
        return (Question(WISH, said, (button,)),)


def question_of(decision: Decision[Any]) -> str | None:
    """Tell what is asked from all else, with all that can be chosen."""
    space = decision.space()
    if not isinstance(space, Choice):
        return None
    free = [[each, decision.words(each)] for each in space.enabled()]
    shape = msgspec.json.encode([decision.why, free], order="sorted")
    return f"{decision.name}/{zlib.crc32(shape):08x}"
