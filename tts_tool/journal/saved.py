"""A game as it is written down: legs, each a header and a log of lines.

A leg is the stretch of a game that begins from one header; a game has a second one when it
had to go on from a restart point because the rules no longer lead where it stood.  Nothing
is ever taken out of a log; what counts is found by reading it from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from tts_tool.journal.notices import Notice
from tts_tool.kernel.entries import Answer, AnyEntry, Header, Mark, Waiting
from tts_tool.kernel.inventory import Seat, kebab

__all__ = [
    "AnyLine",
    "Begun",
    "Done",
    "HeldBack",
    "JournalLine",
    "Leg",
    "Origin",
    "Pins",
    "Repinned",
    "Restart",
    "Saved",
    "Standing",
    "Status",
    "TakenBack",
]

Status = Literal["stands", "taken-back", "carried", "set-aside"]
"""What became of an entry; one that was carried stands in the log of a later leg."""


class Pins(msgspec.Struct, frozen=True):
    """What a replay depends on besides the entries."""

    modules: dict[str, int]
    cards_digest: str
    cards: dict[str, Any]

    @classmethod
    def of(cls, header: Header) -> Pins:
        """Read the pins of a header."""
        return cls(header.modules, header.cards_digest, header.cards)

    def put_into(self, header: Header) -> Header:
        """Give the header with these pins."""
        return msgspec.structs.replace(
            header, modules=self.modules, cards_digest=self.cards_digest, cards=self.cards
        )


class JournalLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag=kebab):
    """One thing written down, and when."""

    at: str


class Begun(JournalLine, frozen=True, kw_only=True):
    """The game was entered, up to its first question."""

    digest: str


class Done(JournalLine, frozen=True, kw_only=True, omit_defaults=True):
    """An entry was accepted; the digest is that of the state after it and its events."""

    entry: AnyEntry
    digest: str
    redo: bool = False
    wall: bool = False
    """Whether somebody learned something by it."""
    piles: tuple[str, ...] = ()
    """The hidden piles of which something was seen."""


class TakenBack(JournalLine, frozen=True, kw_only=True):
    """All from this entry on was taken back."""

    to: int


class Repinned(JournalLine, frozen=True, kw_only=True):
    """Rules or cards have changed without touching what was played."""

    pins: Pins
    notices: tuple[Notice, ...]


class HeldBack(JournalLine, frozen=True, kw_only=True, tag="held"):
    """From now on these answers wait for somebody else to finish; none any more, perhaps."""

    waiting: tuple[Waiting, ...]


AnyLine = Begun | Done | TakenBack | Repinned | HeldBack


class Restart(msgspec.Struct, frozen=True):
    """The position at a restart point: after which line, after how many entries that stand."""

    line: int
    entries: int
    position: dict[str, Any]


class Origin(msgspec.Struct, frozen=True):
    """From where in an earlier leg a leg goes on."""

    leg: int
    entries: int
    carried: int = 0
    """How many entries after it could be done again under the new rules."""


class Standing(NamedTuple):
    """What of a log counts: lines by their numbers, and what could be done again."""

    done: dict[int, Done]
    redoable: list[AnyEntry]


class Leg(msgspec.Struct, frozen=True):
    """A stretch of a game that begins from one header."""

    header: Header
    lines: tuple[AnyLine, ...] = ()
    restarts: tuple[Restart, ...] = ()
    origin: Origin | None = None
    notices: tuple[Notice, ...] = ()

    def pinned(self) -> Header:
        """Give the header with the pins under which the leg was played last."""
        repinned = [line for line in self.lines if isinstance(line, Repinned)]
        return repinned[-1].pins.put_into(self.header) if repinned else self.header

    def waiting(self) -> tuple[Waiting, ...]:
        """Give the answers that wait for somebody else to finish."""
        held = [line for line in self.lines if isinstance(line, HeldBack)]
        return held[-1].waiting if held else ()

    def standing(self) -> Standing:
        """Read the log from its beginning; an ``IndexError`` if it makes no sense."""
        stand: list[tuple[int, Done]] = []
        redoable: list[AnyEntry] = []
        for n, line in enumerate(self.lines):
            if isinstance(line, Done):
                if line.redo:
                    redoable.pop()
                else:
                    redoable.clear()
                stand.append((n, line))
            elif isinstance(line, TakenBack):
                if not 0 <= line.to < len(stand):
                    msg = f"line {n} takes back what isn't there"
                    raise IndexError(msg)
                redoable.extend(done.entry for _, done in reversed(stand[line.to :]))
                del stand[line.to :]
        return Standing(dict(stand), redoable)


class Saved(msgspec.Struct, frozen=True):
    """A game as it is written down."""

    id: str
    begun: str
    played: str
    over: bool
    legs: tuple[Leg, ...]

    @property
    def game(self) -> str:
        """Give the name of the game that is played."""
        return self.legs[0].header.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Give the seats that play it."""
        return self.legs[0].header.seats

    @property
    def answers(self) -> int:
        """Count the answers that stand."""
        return sum(isinstance(done.entry, Answer) for done in self.since_the_beginning())

    def since_the_beginning(self) -> list[Done]:
        """Give all that stands."""
        return self.since(Origin(-1, 0))

    def course(self) -> list[tuple[int, list[tuple[int, Done]]]]:
        """Give what stands, from leg to leg: leg numbers, each with its lines and their numbers."""
        course = []
        at: Origin | None = Origin(len(self.legs) - 1, len(self.legs[-1].lines))
        while at is not None:
            done = list(self.legs[at.leg].standing().done.items())
            course.append((at.leg, done[: at.entries]))
            at = self.legs[at.leg].origin
        return course[::-1]

    def since(self, origin: Origin) -> list[Done]:
        """Give what stands after a restart point."""
        return [line for _, line in self._after(origin)]

    def _after(self, origin: Origin) -> list[tuple[tuple[int, int], Done]]:
        """Give what stands after a restart point, each with the numbers of its leg and line."""
        return [
            ((leg, n), line)
            for leg, done in self.course()
            for n, line in done[origin.entries if leg == origin.leg else 0 :]
            if leg >= origin.leg
        ]

    def restarts(self) -> Iterator[tuple[Origin, dict[str, Any]]]:
        """Give the restart points from which the game could go on, the last first."""
        for leg, done in reversed(self.course()):
            for restart in reversed(self.legs[leg].restarts):
                before = done[restart.entries - 1 : restart.entries]
                if not restart.entries or (before and before[0][0] == restart.line):
                    yield Origin(leg, restart.entries), restart.position

    def branches(self) -> int:
        """Give the highest branch of chance that the game has ever had."""
        return max(
            0,
            *(
                line.entry.branch
                for leg in self.legs
                for line in leg.lines
                if isinstance(line, Done)
            ),
        )

    def status(self) -> list[list[Status | None]]:
        """Say of each line of each leg what became of it; ``None`` where nothing was done."""
        became: dict[tuple[int, int], Status] = {
            (i, n): "set-aside" for i, leg in enumerate(self.legs) for n in leg.standing().done
        }
        for i, leg in enumerate(self.legs):
            if leg.origin is not None:
                before = msgspec.structs.replace(self, legs=self.legs[:i])
                carried = before._after(leg.origin)  # noqa: SLF001  # of this very class
                became |= {where: "carried" for where, _ in carried[: leg.origin.carried]}
        became |= {where: "stands" for where, _ in self._after(Origin(-1, 0))}
        return [
            [
                became.get((i, n), "taken-back") if isinstance(line, Done) else None
                for n, line in enumerate(leg.lines)
            ]
            for i, leg in enumerate(self.legs)
        ]

    def flaw(self) -> str:
        """Say what makes no sense in it; nothing if all does."""
        if not self.legs:
            return "it has no leg"
        flaws = (_flaw(i, leg) for i, leg in enumerate(self.legs))
        return next((f"leg {i}: {flaw}" for i, flaw in enumerate(flaws) if flaw), "")


def _flaw(number: int, leg: Leg) -> str:
    try:
        leg.standing()
    except IndexError as problem:
        return str(problem)
    if (leg.origin is None) != (number == 0):
        return "it comes from nowhere" if number else "it comes from somewhere"
    if leg.origin is not None and not 0 <= leg.origin.leg < number:
        return "it comes from a leg that is not before it"
    numbers = [restart.entries for restart in leg.restarts]
    if leg.origin is not None:
        numbers += [leg.origin.entries, leg.origin.carried]
    return "" if all(n >= 0 for n in numbers) else "it counts below nothing"


def piles_of(lines: list[Done]) -> tuple[str, ...]:
    """Give all hidden piles of which something was seen, also those of marks."""
    seen = {pile for line in lines for pile in line.piles}
    marked = {p for line in lines if isinstance(line.entry, Mark) for p in line.entry.piles}
    return tuple(sorted(seen | marked))
