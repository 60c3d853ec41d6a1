"""Seats that somebody has left while the game goes on: those who are there say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.judging import DONE, GestureOutcome
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.stand_ins import StandIns
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.wording import Reader

__all__ = ["AWAY", "Absence"]

AWAY: Final = "away:"
"""How its buttons begin; the seat follows, and what is to be done."""
_WAYS: Final = ("wait", "bot", "answer")


class Absence:
    """Asks those at the table about a seat for which the game waits and at which nobody sits.

    Whoever presses first decides: all hear of it, and it ends as soon as somebody sits down there.
    """

    def __init__(
        self, session: Session, seating: Seating, stand_ins: StandIns, chance: Chance
    ) -> None:
        """Ask at a session."""
        self._chance = chance
        self._session = session
        self._seating = seating
        self._stand_ins = stand_ins
        self._gone: dict[Seat, str] = {}
        """Who has left, and what was said to be done about it."""

    def leave(self, colour: str) -> Iterator[Rejection]:
        """Somebody has stood up from a colour and sits nowhere now."""
        seat = self._seating.seat(colour)
        if seat is not None:
            self._stand_ins.leave(seat)
        self._seating.stand_up(colour)
        if seat is not None and seat not in self._gone and not self._session.over:
            self._gone[seat] = ""
            yield Rejection("has-left", {"seat": seat})

    def sit(self, colour: str, person: str = "") -> Iterator[Rejection]:
        """Somebody has sat down at a colour: what is done there is theirs again."""
        seat = self._seating.seat(colour)
        was_taken = seat is None or self._seating.is_taken(seat)
        self._seating.sit_down(colour, person)
        if seat is None:
            return
        self._gone.pop(seat, None)
        if not was_taken and seat in self._stand_ins.seats:
            self._stand_ins.toggle(seat)
            yield Rejection("bot-leaves", {"seat": seat})
        if self._seating.give_back(seat):
            yield Rejection("answers-again", {"seat": seat})

    def press(self, colour: str, what: str) -> tuple[GestureOutcome, list[Rejection]]:
        """Do what somebody has pressed about a seat; give what is to be said to all."""
        seat, way = what.split(".")[:2] if "." in what else ("", "")
        mine = self._seating.seat(colour)
        if mine is None or mine == seat or self._gone.get(seat) != "":
            return GestureOutcome(done=False, why=Rejection("stale", {"decision": seat})), []
        if way == "bot" and self._stand_ins.toggle(seat) is None:
            return GestureOutcome(done=False, why=Rejection("no-bots")), []
        if way == "answer":
            self._seating.lend(seat, colour)
        self._gone[seat] = way
        code = {"wait": "waited-for", "bot": "bot-plays", "answer": "answered-for"}[way]
        return DONE, [Rejection(code, {"seat": seat, "who": mine})]

    def questions(self, seat: Seat, reader: Reader) -> Iterator[Question]:
        """Ask a seat about those who have left, and for whom the game waits."""
        throws = self._chance.for_hands()
        awaited = {each for throw in throws for each in self._chance.rollers(throw)}
        awaited |= {each.seat for each in self._session.open("*")}
        for gone, said in self._gone.items():
            if not said and gone in awaited and gone != seat and seat not in self._gone:
                asked = reader.say(Rejection("what-of-the-seat", {"seat": gone}))
                buttons = tuple(
                    Button(f"{AWAY}{gone}.{way}.{seat}", reader.say(Rejection(f"away-{way}")))
                    for way in _WAYS
                    if way != "bot" or self._stand_ins.there_are
                )
                yield Question(f"{AWAY}{gone}", asked, buttons)
