"""Several answers by one press, where a game knows what people like to answer together."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.kernel.decisions import Decision, Stroke
from tts_tool.kernel.events import Moved
from tts_tool.kernel.inventory import Seat, covers
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Incomplete
from tts_tool.referee.session import Session
from tts_tool.referee.table.judging import GestureOutcome, Judge
from tts_tool.referee.table.panel import MARK, read, written
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.wording import Reader

__all__ = ["STROKE", "Strokes", "press_for_stroke"]

STROKE: Final = "stroke:"
"""How the names of its buttons begin."""


class Going(NamedTuple):
    """What is still to be answered of a stroke, and how far the game had come when it began."""

    left: tuple[tuple[str, Any], ...]
    since: int
    entry: int


class Strokes:
    """Offers strokes, and knows by seat which is going on.

    It ends as soon as anything comes that whoever pressed could not know: another question, an
    answer that is not allowed, something that came to light, or a press of theirs.
    """

    def __init__(self, session: Session) -> None:
        """Offer them at a session."""
        self._session = session
        self._kinds = session.ruleset.strokes
        self._going: dict[Seat, Going] = {}
        self._standing: dict[Seat, str] = {}
        self._epoch = session.epoch
        self._begun: dict[int, int] = {}
        """By the entry of an answer that went on with a stroke, the entry of its first one."""
        self._offered: dict[str, tuple[Stroke, ...]] = {}
        self._version = (-1, -1)

    # Offering

    def of(self, decision: Decision[Any]) -> tuple[Stroke, ...]:
        """List what may be answered together with a question; the first answer is allowed."""
        kind = self._kinds.get(decision.name)
        if kind is None:
            return ()
        now = (self._session.epoch, self._session.step)
        if now != self._version:
            self._version = now
            self._offered.clear()
        if decision.id not in self._offered:
            space = decision.space()
            self._offered[decision.id] = tuple(
                stroke
                for stroke in kind(self._session.timeline.game, decision.seat)
                if not isinstance(space.check(stroke.answers[0][1]), Rejection)
            )
        return self._offered[decision.id]

    def questions(self, decision: Decision[Any], reader: Reader) -> Sequence[Question]:
        """Put them to whoever is asked, in their language."""
        strokes = self.of(decision)
        if not strokes:
            return ()
        buttons = tuple(
            Button(press_for_stroke(decision, each), each.words[reader.language])
            for each in strokes
        )
        return (Question(decision.id, reader.say(Rejection("at-one-stroke")), buttons),)

    # Doing

    def press(self, seats: Sequence[Seat], button: str, judge: Judge) -> GestureOutcome:
        """Give the first answer of the stroke that a button stands for; the others follow."""
        name = read(button.removeprefix(STROKE).partition(MARK)[0])
        asked = (self._session.find(seat, name) for seat in seats)
        mine = (one for one in asked if isinstance(one, Decision) and one.seat in seats)
        found = next(mine, None)
        strokes = () if found is None else self.of(found)
        stroke = next(
            (one for one in strokes if found and press_for_stroke(found, one) == button), None
        )
        if found is None or stroke is None:
            why = Rejection("stale", {"decision": name.partition("/")[0]})
            return GestureOutcome(done=False, why=why)
        seat, ((_, value), *left) = found.seat, stroke.answers
        since, entry = len(self._session.timeline.happened), self._session.step
        outcome = judge.outcome(self._session.answer(seat, found.id, value))
        judge.drafts.drop(found)
        judge.note_late()
        if outcome.done:
            self._going[seat] = Going(tuple(left), since, entry)
            if stroke.standing:
                self._standing[seat] = stroke.standing
        return outcome

    def given(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever was chosen
        """Give the answer to a question that a stroke has for it; ``None`` if none has."""
        self._turned_back()
        return self._next(decision) or self._again(decision)

    def first_of(self, entry: int) -> int:
        """Give the entry with which the stroke began that an entry ends: they are one press."""
        self._turned_back()
        return self._begun.get(entry, entry)

    def _turned_back(self) -> None:
        """Forget all that was answered ahead, if anything was taken back."""
        if self._epoch != self._session.epoch:
            self._epoch = self._session.epoch
            for kept in (self._going, self._standing, self._begun):
                kept.clear()

    def _next(self, decision: Decision[Any]) -> Any:  # noqa: ANN401
        going = self._going.get(decision.seat)
        names = [name for name, _ in going.left] if going else []
        if going is None or decision.name not in names:
            return None
        # What is left out was not asked: only one answer was open.
        (_, value), *left = going.left[names.index(decision.name) :]
        if self._learned(decision.seat, going.since) or not _allows(decision, value):
            self.end(decision.seat)
            return None
        self._going[decision.seat] = going._replace(left=tuple(left))
        self._begun[self._session.step] = going.entry
        return value

    def _again(self, decision: Decision[Any]) -> Any:  # noqa: ANN401
        standing = self._standing.get(decision.seat)
        if standing is None or decision.name not in self._kinds:
            return None
        strokes = (each for each in self.of(decision) if each.standing == standing)
        return next((each.answers[0][1] for each in strokes), None)

    def _learned(self, seat: Seat, since: int) -> bool:
        """Tell whether a seat has come to know since then what it had not known before."""
        seers = self._session.state.inventory.seers
        fresh = (one.event for one in self._session.timeline.happened[since:] if one.wall)
        return any(
            not isinstance(event, Moved) or not covers(seers(event.source), (seat,))
            for event in fresh
        )

    def end(self, seat: Seat) -> None:
        """End what goes on for a seat."""
        self._going.pop(seat, None)

    def forget(self, seat: Seat) -> None:
        """End also what is answered again and again for a seat: it wants to be asked."""
        self.end(seat)
        self._standing.pop(seat, None)


def _allows(decision: Decision[Any], value: object) -> bool:
    return not isinstance(decision.space().check(value), Rejection | Incomplete)


def press_for_stroke(decision: Decision[Any], stroke: Stroke) -> str:
    """Name the button of a stroke."""
    sign = zlib.crc32(msgspec.json.encode([stroke.answers, stroke.standing]))
    return f"{STROKE}{written(decision.id)}{MARK}{sign:08x}"
