"""What comes into a game from outside, what a game is played with, and what is answered to it."""

from __future__ import annotations

from typing import Any

import msgspec

from tts_tool.kernel.game import Luck
from tts_tool.kernel.inventory import Seat, kebab
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Incomplete


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is played with; with the same header and entries it is the same game."""

    game: str
    seats: tuple[Seat, ...]
    modules: dict[str, int] = {}
    """Module -> behaviour number."""
    settings: dict[str, str] = {}
    luck: Luck = Luck()
    cards_digest: str = ""
    cards: dict[str, Any] = {}
    """The card records and tables that the game uses, as plain data."""
    position: dict[str, Any] | None = None
    """A position set up by hand to begin from."""


class Entry(msgspec.Struct, frozen=True, gc=False, tag_field="entry", tag=kebab):
    """Something that came from outside, with the branch of chance in which it fell."""


class Answer(Entry, frozen=True):
    """A seat answered a question or took an offer."""

    decision: str
    seat: Seat
    value: Any
    branch: int = 0


class AnswerAgainst(Answer, frozen=True):
    """A seat gave an answer that only some rules refuse, which merely advise at this table."""

    rules: tuple[str, ...] = ()


class Observation(Entry, frozen=True):
    """Somebody saw how dice fell or how a deck was shuffled; ``None``: draw it."""

    stream: str
    outcome: Any
    branch: int = 0


class Mark(Entry, frozen=True):
    """Something known was taken back: chance falls anew, seen piles get a new order."""

    branch: int
    piles: tuple[str, ...] = ()


class Override(Entry, frozen=True):
    """The table set up a position by hand."""

    position: dict[str, Any]
    seat: Seat = ""
    branch: int = 0


class Look(Entry, frozen=True):
    """A seat has looked at what was hidden from it in a place, though no rule let it.

    What lies there is shown to nobody by that; who takes back has to ask everybody.
    """

    place: str
    seat: Seat
    branch: int = 0


AnyEntry = Answer | AnswerAgainst | Observation | Mark | Override | Look


class Accepted(msgspec.Struct, frozen=True):
    """It was done: the number of the entry and the range of events it made."""

    entry: int
    events: tuple[int, int]


class Refused(msgspec.Struct, frozen=True):
    """It was not done, and nothing changed."""

    rejection: Rejection


class Held(msgspec.Struct, frozen=True):
    """Somebody else is in the middle of something; it waits its turn."""

    waits_for: tuple[Seat, ...]


class Waiting(msgspec.Struct, frozen=True):
    """An answer, or with no seat an outcome of chance, that waits for somebody else to finish."""

    seat: Seat
    to: str
    """The id of a decision, or the name of a stream."""
    value: Any


class Fault(msgspec.Struct, frozen=True):
    """The rules failed; the answer was taken back.  The report replays the failure."""

    header: Header
    entries: tuple[AnyEntry, ...]
    failed: AnyEntry
    trace: str

    @property
    def place(self) -> str:
        """Say where the rules failed: the innermost line that is not the kernel's."""
        steps = [line.strip() for line in self.trace.splitlines() if line.startswith("  ")]
        rules = [step for step in steps if not step.startswith("tts_tool.kernel.")]
        return (rules or steps)[-1] if steps else ""


Reply = Accepted | Refused | Incomplete | Held | Fault
