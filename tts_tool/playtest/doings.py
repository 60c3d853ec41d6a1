"""What the rows of a chore do, told by what the rules do: which of their events a row brings about.

A row says by its `rule` whose work it does, by its verb what sort of event that is, by its names
where. So nobody has to say which chore is meant for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tts_tool.build.table import rows as said
from tts_tool.build.table.rows import Chore, Row
from tts_tool.kernel.events import Event, Happened, Moved, Rolled, Shuffled, TrackSet

__all__ = ["Chores", "Doing", "Done", "all_of", "touched"]


Deed = Sequence[Happened]
"""What came of an answer."""


class Doing(NamedTuple):
    """Something that a row brings about: by which rule, what sort of event, from where to where."""

    rule: str
    sort: type[Event]
    source: str
    target: str

    def is_in(self, happened: Happened) -> bool:
        """Tell whether an event is this."""
        event = happened.event
        if happened.rule != self.rule or not isinstance(event, self.sort):
            return False
        match event:
            case Moved():
                return _fits(self.source, event.source) and _fits(self.target, event.target)
            case Shuffled():
                return _fits(self.target, event.place)
            case TrackSet():
                return _fits(self.target, event.track)
            case _:
                return True


def touched(happened: Happened) -> set[str]:
    """Name the places and tracks that are others after an event."""
    match happened.event:
        case Moved() as event:
            return {event.source, event.target}
        case Shuffled() as event:
            return {event.place}
        case TrackSet() as event:
            return {event.track}
        case _:
            return set()


class Done(NamedTuple):
    """A chore, all that it brings about, and which of that shows that it is meant."""

    chore: Chore
    doings: tuple[Doing, ...]
    lead: Doing | None
    asks: int
    """How often it asks what nothing on the table tells."""

    def uses(self, turn: Sequence[Deed]) -> Iterator[list[Happened]]:
        """Give what it brings about, each time that it is meant in a turn.

        That is what falls with its lead, and what comes of later answers before the next lead: who
        presses a button does not wait until the rules have asked what is in between. What would
        have to be done after something that it does not do is not its work any more.
        """
        lead, use, kept = self.lead, list[Happened](), set[str]()
        for deed in turn if lead is not None else ():
            if any(lead.is_in(each) for each in deed if lead is not None):
                yield use
                use, kept = [], set()
            elif not use:
                continue
            for each in deed:
                mine = any(doing.is_in(each) for doing in self.doings)
                if mine and kept.isdisjoint(touched(each)):
                    use.append(each)
                elif use:
                    kept |= touched(each)
        yield use


class Chores:
    """The chores of a table."""

    def __init__(self, chores: Iterable[Chore]) -> None:
        """Look at what their rows do."""
        self._known = {chore.id: chore for chore in chores}
        self.all = tuple(self._done(each) for each in self._known.values() if not each.hidden)

    def _done(self, chore: Chore) -> Done:
        own = tuple(_doings(_flat(chore.steps)))
        rows = list(self._with_others(chore.steps))
        asks = sum(isinstance(row, said.Ask) and row.best is None for row in rows)
        return Done(chore, tuple(_doings(rows)), own[0] if own else None, asks)

    def _with_others(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in _flat(rows):
            if isinstance(row, said.Also):
                yield from self._with_others(self._known[row.chore].steps)
            else:
                yield row


def all_of(chores: Iterable[Chore], only: Iterable[str] = ()) -> tuple[Done, ...]:
    """Give what chores do; all of them, or only some by their ids."""
    wanted = set(only)
    return tuple(e for e in Chores(chores).all if not wanted or e.chore.id in wanted)


def _flat(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        yield row
        if isinstance(row, said.Each):
            yield from _flat(row.steps)


def _doings(rows: Iterable[Row]) -> Iterator[Doing]:
    for row in rows:
        match row:
            case said.Shuffle():
                yield from (Doing(row.rule, Shuffled, "", pile) for pile in row.piles)
            case said.Fill():
                yield from (Doing(row.rule, Moved, row.source, to) for to in row.to)
            case said.Bring():
                yield Doing(row.rule, Moved, row.source or "", row.to)
            case said.Renew():
                yield Doing(row.rule, Moved, row.used, row.pile)
                yield Doing(row.rule, Shuffled, "", row.pile)
            case said.Slide():
                yield Doing(row.rule, Moved, row.among, row.among)
            case said.Set():
                yield Doing(row.rule, TrackSet, "", row.track)
            case said.Roll():
                yield Doing(row.rule, Rolled, "", "")
            case _:
                continue


_OPEN = re.compile(r"\{[^{}]*\}")


def _fits(name: str, place: str) -> bool:
    """Tell whether a place is one that a name may mean; no name means any."""
    while _OPEN.search(name):
        name = _OPEN.sub("\0", name)
    wanted = ".+".join(map(re.escape, name.split("\0")))
    return not name or re.fullmatch(wanted, place) is not None
