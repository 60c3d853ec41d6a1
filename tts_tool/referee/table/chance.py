"""Lets dice be rolled and piles be shuffled, where the rules wait for that."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Held, Reply
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Dice
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee.session import Session
from tts_tool.referee.table.acts import Act, Rolling, Shuffling, laid_out
from tts_tool.referee.table.judging import Judge
from tts_tool.referee.table.throws import stream_of

__all__ = ["Chance"]

_SHUFFLE: Final = "shuffle."


class Chance:
    """What the rules leave to the table, and what the table can't do."""

    def __init__(self, session: Session, judge: Judge) -> None:
        """Nothing has been tried yet."""
        self._session = session
        self._judge = judge
        self._tried: set[str] = set()
        """What the table has been told to try."""
        self._impossible: set[str] = set()
        """Streams for which the table has nothing to roll or shuffle."""

    def begin_anew(self) -> None:
        """Take it that a table that has begun anew has forgotten what it was to try."""
        self._tried.clear()

    def open(self) -> list[Decision[Any]]:
        """List what the rules wait for; what must wait for somebody else is not tried yet."""
        asked = (each for each in self._session.open(EVERYTHING) if each.kind == "chance")
        return [each for each in asked if not self._session.waits_for(each)]

    def shuffled(self) -> list[str]:
        """List the places of which the table has been told to shuffle what lies there."""
        tried = (stream_of(each) for each in self.open() if each.id in self._tried)
        return [each.removeprefix(_SHUFFLE) for each in tried if each.startswith(_SHUFFLE)]

    def for_hands(self) -> Iterator[Decision[Any]]:
        """List the throws that wait for somebody who rolls them."""
        for decision in self.open():
            if isinstance(decision.space(), Dice) and decision.id not in self._tried:
                yield decision

    def missing(self, decision: Decision[Any]) -> tuple[int, ...]:
        """Say which dice of a throw have not fallen yet."""
        space = decision.space()
        return (
            self._judge.throws.missing(stream_of(decision), space)
            if isinstance(space, Dice)
            else ()
        )

    def settle(self) -> list[Act]:
        """Take throws that are whole, and draw what the table can't; give what follows for it."""
        drawn: list[str] = []
        while any(self._taken(decision, drawn) for decision in self.open()):
            pass
        return [laid_out(self._session.state, place) for place in drawn]

    def _taken(self, decision: Decision[Any], drawn: list[str]) -> bool:
        stream, space = stream_of(decision), decision.space()
        if stream in self._impossible:
            drawn += [] if isinstance(space, Dice) else [stream.removeprefix(_SHUFFLE)]
            return isinstance(self._observed(stream, None), Accepted)
        if not isinstance(space, Dice) or self._judge.throws.missing(stream, space):
            return False
        outcome = self._judge.throws.outcome(stream, space)
        return isinstance(self._observed(stream, outcome), Accepted)

    def _observed(self, stream: str, outcome: object) -> Reply:
        reply = self._session.observe(stream, outcome)
        self._judge.note_late()
        return reply

    def trials(self, *, automate: bool) -> Iterator[Act]:
        """Tell the table what to try: shuffles, and dice that nobody is to roll by hand."""
        for decision in self.open():
            space = decision.space()
            if decision.id in self._tried:
                continue
            if not isinstance(space, Dice):
                self._tried.add(decision.id)
                yield Shuffling(decision.id, stream_of(decision).removeprefix(_SHUFFLE))
            elif automate or decision.id in self._judge.left_to_table:
                self._tried.add(decision.id)
                self._judge.left_to_table.discard(decision.id)
                stream = stream_of(decision)
                dice = self._judge.throws.missing(stream, space)
                yield Rolling(decision.id, stream, space.sides, len(dice), dice)

    def leave_to_table(self, seats: Collection[Seat]) -> None:
        """Let the table roll for seats that have no hands: those that bots play."""
        for throw in self.for_hands():
            if set(self.rollers(throw)) <= set(seats):
                self._judge.left_to_table.add(throw.id)

    def again(self, name: str) -> None:
        """Let be tried once more what has brought something that nobody could take."""
        self._tried.discard(name)

    def fell(self, name: str, outcome: tuple[int | str, ...]) -> list[Act]:
        """Take what a trial has brought; what nobody waits for is laid out as it should be."""
        found = self._session.find(EVERYTHING, name)
        self._tried.discard(name)
        if isinstance(found, Decision):
            stream, space = stream_of(found), found.space()
            if not isinstance(space, Dice):
                if isinstance(self._observed(stream, list(outcome)), Accepted | Held):
                    return []
            else:
                dice = self._judge.throws.missing(stream, space)
                faces = [face for face in outcome if isinstance(face, int)]
                shown = dict(zip(dice, faces, strict=False))
                self._judge.throws.fill(stream, shown, dice, space.sides)
        place = name.partition("/")[0].removeprefix(f"chance.{_SHUFFLE}")
        if place in self._session.state.places:
            return [laid_out(self._session.state, place)]
        return []

    def can_not(self, act: Rolling | Shuffling) -> None:
        """Draw in place of a table that can't; nothing like it is asked of it again."""
        stream = act.stream if isinstance(act, Rolling) else f"{_SHUFFLE}{act.place}"
        self._impossible.add(stream)
        self._tried.discard(act.decision)

    def rollers(self, decision: Decision[Any]) -> tuple[Seat, ...]:
        """Say who is asked to roll: whom the stream names, else whose turn it is, else all."""
        seats = self._session.seats
        named = tuple(seat for seat in seats if seat in stream_of(decision).split("."))
        acting = tuple(seat for seat in seats if seat == self._session.state.acting)
        return named or acting or seats
