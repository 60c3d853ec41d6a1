"""What the rows of a chore do, told by what the rules do: which of their events a row brings about.

A row says by its `rule` whose work it does, by its verb what sort of event that is, by its names
where. So nobody has to say which chore is meant for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tts_tool.build.table import rows as said
from tts_tool.build.table.rows import Chore, Row
from tts_tool.kernel.events import Event, Happened, Moved, Rolled, Shuffled, TrackSet

__all__ = ["ChoreWork", "Chores", "Doing", "all_of", "touched"]


Deed = Sequence[Happened]
"""What came of an answer."""


class Doing(NamedTuple):
    """Something that a row brings about: by which rule, what sort of event, from where to where."""

    rule: str
    sort: type[Event]
    source: str
    target: str
    by: int = 0
    """By how much a track goes, if that is always the same; less than nothing: down."""
    is_once: bool = False
    """Whether a press does it once: it draws one card."""

    def is_in(self, happened: Happened) -> bool:
        """Tell whether an event is this."""
        event = happened.event
        if self.rule not in ("", happened.rule) or not isinstance(event, self.sort):
            return False
        match event:
            case Moved():
                return _fits(self.source, event.source) and _fits(self.target, event.target)
            case Shuffled():
                return _fits(self.target, event.place)
            case TrackSet():
                change = event.value - event.was
                goes = change == self.by if self.by > 0 else change < 0 or not self.by
                return goes and _fits(self.target, event.track)
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


class ChoreWork(NamedTuple):
    """A chore, all that it brings about, and which of that shows that it is meant.

    That is what it does by its own `rule`; without one, what the first of its rows does.
    """

    chore: Chore
    doings: tuple[Doing, ...]
    leads: tuple[Doing, ...]
    asks: int
    """How often it asks what nothing on the table tells."""
    pays: tuple[Doing, ...]
    """For what cards are chosen."""
    reads: tuple[str, ...]
    """The tracks that it compares."""

    def cost(self, use: Sequence[Happened]) -> int:
        """Say how many drags and presses it costs: the press or the number, answers, cards."""
        paid = [each.event for each in use if any(pay.is_in(each) for pay in self.pays)]
        marked = sum(len(event.components) for event in paid if isinstance(event, Moved))
        typed = [each.event.value for each in use if isinstance(each.event, TrackSet)]
        keys = len(str(max(typed, default=1))) if self.chore.number else 1
        return keys + self.asks + marked

    def is_led_by(self, happened: Happened) -> bool:
        """Tell whether an event shows that the chore is meant."""
        return any(lead.is_in(happened) for lead in self.leads)

    def is_of(self, happened: Happened) -> bool:
        """Tell whether an event is what it brings about."""
        return any(doing.is_in(happened) for doing in self.doings)

    def minds(self, happened: Happened) -> bool:
        """Tell whether an event changes what it looks at, moves, or sets."""
        names = {name for each in self.doings for name in (each.source, each.target) if name}
        return any(_fits(n, one) for n in (*self.reads, *names) for one in touched(happened))

    def uses(self, turn: Sequence[Deed]) -> Iterator[list[Happened]]:
        """Give what it brings about, each time that it is meant in a turn.

        That is what falls with its lead, and what comes of later answers until the same lead comes
        again: who presses a button does not wait until the rules have asked what is between. What
        comes after something else has touched the same, or what it looks at, is not its work now;
        if that comes before its lead, nobody has pressed before. What a press does once begins
        another when it comes again.
        """
        use, led = _Use(self), set[Doing]()
        for deed in turn:
            now = {lead for lead in self.leads if any(map(lead.is_in, deed))}
            if now & led or (now and not led):
                yield use.events
                use, led = _Use(self), set()
            led |= now
            for each in deed if led else ():
                if use.has_done(each) and self.is_led_by(each):
                    yield use.events
                    use = _Use(self)
                use.go_on(each)
        yield use.events


class _Use:
    """What a press brings about, while a turn is looked through."""

    def __init__(self, work: ChoreWork) -> None:
        self.events = list[Happened]()
        self._work, self._kept, self._is_over = work, set[str](), False

    def has_done(self, happened: Happened) -> bool:
        """Tell whether an event is what a press does once, and has been done."""
        once = [each for each in self._work.doings if each.is_once and each.is_in(happened)]
        return any(doing.is_in(each) for doing in once for each in self.events)

    def go_on(self, happened: Happened) -> None:
        """Take an event along, or keep in mind what it has touched."""
        is_own = self._work.is_of(happened) and not self.has_done(happened)
        if is_own and not self._is_over and self._kept.isdisjoint(touched(happened)):
            self.events.append(happened)
        elif not self.events:
            return
        elif self._work.minds(happened) and not any(map(self._work.is_led_by, self.events)):
            self.events, self._kept = [], set()
        else:
            self._kept |= touched(happened)
            reads = self._work.reads
            self._is_over |= any(_fits(n, one) for n in reads for one in touched(happened))


class Chores:
    """The chores of a table."""

    def __init__(self, chores: Iterable[Chore]) -> None:
        """Look at what their rows do."""
        self._known = {chore.id: chore for chore in chores}
        self.all = tuple(self._done(each) for each in self._known.values() if not each.hidden)

    def _done(self, chore: Chore) -> ChoreWork:
        rows = list(self._with_others(chore.steps))
        own, doings = tuple(_doings(_flat(chore.steps))), tuple(_doings(rows))
        meant = tuple(each for each in doings if each.rule == chore.rule)
        leads = meant if chore.rule else own[:1]
        asks = sum(isinstance(row, said.Ask) and row.best is None for row in rows)
        pays = tuple(_doings(row for row in rows if isinstance(row, said.Pay)))
        compared = (row.when.higher for row in rows if row.when is not None)
        reads = tuple(name for names in compared for name in names or ())
        return ChoreWork(chore, doings, leads, asks, pays, reads)

    def _with_others(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in _flat(rows):
            if isinstance(row, said.Also):
                yield from self._with_others(self._known[row.chore].steps)
            else:
                yield row


def all_of(chores: Iterable[Chore], only: Iterable[str] = ()) -> tuple[ChoreWork, ...]:
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
        yield from _moves(row)
        yield from _others(row)


def _moves(row: Row) -> Iterator[Doing]:
    match row:
        case said.Fill():
            yield from (Doing(row.rule, Moved, row.source, to) for to in row.to)
        case said.Draw():
            yield Doing(row.rule, Moved, row.source, row.to, is_once=row.count == 1)
        case said.Pay():
            yield Doing(row.rule, Moved, row.source, row.to)
        case said.Bring():
            yield Doing(row.rule, Moved, row.source or "", row.to)
        case said.Renew():
            yield Doing(row.rule, Moved, row.used, row.pile)
        case said.Slide():
            yield Doing(row.rule, Moved, row.among, row.among)
        case _:
            return


def _others(row: Row) -> Iterator[Doing]:
    match row:
        case said.Shuffle():
            yield from (Doing(row.rule, Shuffled, "", pile) for pile in row.piles)
        case said.Renew():
            yield Doing(row.rule, Shuffled, "", row.pile)
        case said.Set():
            yield Doing(row.rule, TrackSet, "", row.track, row.by or 0)
        case said.Spend():
            yield Doing(row.rule, TrackSet, "", row.track, -1)
        case said.Roll():
            yield Doing(row.rule, Rolled, "", "")
        case _:
            return


_OPEN = re.compile(r"\{[^{}]*\}")


def _fits(name: str, place: str) -> bool:
    """Tell whether a place is one that a name may mean; no name means any."""
    return not name or _pattern(name).fullmatch(place) is not None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    while _OPEN.search(name):
        name = _OPEN.sub("\0", name)
    return re.compile(".+".join(map(re.escape, name.split("\0"))))
