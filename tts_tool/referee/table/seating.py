"""Who sits where, and in which language each is spoken to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b

from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import LANGUAGES, Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table.told import Line
from tts_tool.referee.wording import REFEREE, Reader
from tts_tool.texts import say

__all__ = ["Seating"]


class Seating:
    """The seats of a session by the colours of a table."""

    def __init__(
        self,
        session: Session,
        colours: Mapping[Seat, str],
        language: str,
        tongues: Mapping[str, str] | None = None,
    ) -> None:
        """Say which seat has which colour; `tongues` are languages by colour."""
        self.colours = dict(colours)
        self.language = language
        self.tongues = dict(tongues or {})
        self._session = session
        self._seats = {colour: seat for seat, colour in colours.items()}
        self._lent: dict[Seat, str] = {}
        """Seats at which nobody sits, by the colour from which somebody plays them, too."""
        self._sitting: set[str] = set()
        self._people: dict[str, str] = {}
        """Who sits at a colour, where the table has said it."""

    def seat(self, colour: str) -> Seat | None:
        """Give the seat of a colour, if it plays."""
        return self._seats.get(colour)

    # Several seats

    def find(
        self, tongues: Mapping[str, str], sitting: Iterable[str], people: Mapping[str, str]
    ) -> None:
        """Find people at some colours, who they are, and what languages they have chosen."""
        for colour, language in tongues.items():
            self.speak(colour, language)
        for colour in sitting:
            self.sit_down(colour, people.get(colour, ""))

    def sit_down(self, colour: str, person: str = "") -> None:
        """Somebody sits at a colour; whoever they are is known by a digest, and only by that."""
        self._sitting.add(colour)
        known = blake2b(person.encode(), digest_size=8).hexdigest() if person else ""
        others = {c: each for c, each in self._people.items() if c != colour and each != known}
        self._people = others | ({colour: known} if known else {})  # nobody sits in two places

    def stand_up(self, colour: str) -> None:
        """Nobody sits at a colour any more."""
        self._sitting.discard(colour)
        self._people.pop(colour, None)

    def whose(self, seat: Seat) -> str:
        """Say who plays a seat; where no table has said who people are, a seat is a person."""
        return self._people.get(self._lent.get(seat, self.colours[seat]), seat)

    def is_taken(self, seat: Seat) -> bool:
        """Tell whether somebody sits at the colour of a seat."""
        return self.colours[seat] in self._sitting

    def lend(self, seat: Seat, colour: str) -> None:
        """Let somebody at another colour play a seat, too."""
        self._lent[seat] = colour

    def give_back(self, seat: Seat) -> bool:
        """Let a seat be played from its own colour only; tell whether it was not."""
        return self._lent.pop(seat, None) is not None

    def lent_to(self, seat: Seat) -> str:
        """Give the colour from which somebody plays a seat, too."""
        return self._lent.get(seat, "")

    def plays(self, colour: str) -> tuple[Seat, ...]:
        """Give the seats that are played from a colour, its own first if it is not lent."""
        own = self.seat(colour)
        lent = [seat for seat, to in self._lent.items() if to == colour]
        return (*([own] if own is not None and own not in self._lent else []), *lent)

    def reader_for(self, seat: Seat, colour: str) -> Reader:
        """Give who puts into words what a seat may see, for whoever plays it from a colour."""
        return self._session.reader(seat, self.tongue(colour))

    # Languages

    def tongue(self, colour: str) -> str:
        """Give the language of a colour."""
        return self.tongues.get(colour, self.language)

    def speak(self, colour: str, language: str) -> None:
        """Speak to a colour in the language that somebody has chosen; an empty one is the usual."""
        if language in LANGUAGES:
            self.tongues[colour] = language
        elif not language:
            self.tongues.pop(colour, None)

    def reader(self, colour: str) -> Reader:
        """Give who puts things into words for a colour."""
        return self._session.reader(self.seat(colour), self.tongue(colour))

    def said(self, rejection: Rejection, colour: str) -> str:
        """Say something to a colour."""
        return self.reader(colour).say(rejection)

    def said_anyway(self, code: str, colour: str) -> str:
        """Say something of the referee's own, also where the game can't be looked at any more."""
        return say(Rejection(code), self.tongue(colour), by=REFEREE)

    def to_all(self, rejection: Rejection) -> Iterator[Line]:
        """Say something to everybody, each in their language."""
        tongues = {self.tongue(colour) for colour in self._seats}
        if len(tongues) <= 1:
            tongue = next(iter(tongues), self.language)
            yield Line(self._session.reader(None, tongue).say(rejection))
            return
        for colour in self._seats:
            reader = self._session.reader(None, self.tongue(colour))
            yield Line(reader.say(rejection), colour)
