"""From the pages of a file to the legs of a game, and from a leg to a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tts_tool.journal.deltas import difference, patched
from tts_tool.journal.pages import Head, Point, WrittenPage
from tts_tool.journal.saved import AnyLine, Leg, Restart, Saved

__all__ = ["NEWEST", "Points", "laid_down", "legs", "page_of", "steps_in"]

NEWEST = 16
"""So many restart points are all given; of the older ones every so many-th."""


class Points:
    """Restart points of a leg, each written as how it differs from the one before it."""

    def __init__(self) -> None:
        """Begin a leg."""
        self._position: dict[str, Any] = {}

    def written(self, restarts: Iterable[Restart]) -> tuple[Point, ...]:
        """Write restart points that have been reached."""
        points = []
        for restart in restarts:
            delta = difference(self._position, restart.position)
            points.append(Point(restart.line, restart.entries, delta))
            self._position = restart.position
        return tuple(points)

    def read(self, points: Iterable[Point]) -> list[Restart]:
        """Read restart points that were written."""
        restarts = []
        for point in points:
            self._position = patched(self._position, point.position)
            restarts.append(Restart(point.line, point.entries, self._position))
        return restarts


class _Draft(msgspec.Struct):
    """A leg of which not all pages have been read."""

    head: Head
    points: Points
    lines: list[AnyLine] = []
    restarts: list[Restart] = []

    def leg(self) -> Leg:
        """Give the leg, with the restart points that are worth keeping."""
        newest = len(self.restarts) - NEWEST
        kept = (each for n, each in enumerate(self.restarts) if n >= newest or not n % NEWEST)
        head = self.head
        return Leg(head.header, tuple(self.lines), tuple(kept), head.origin, head.notices)


def legs(pages: Iterable[WrittenPage]) -> tuple[Leg, ...]:
    """Put the legs of a game together."""
    drafts: list[_Draft] = []
    for page in pages:
        if page.leg is not None:
            drafts.append(_Draft(page.leg, Points()))
        drafts[-1].lines += page.lines
        drafts[-1].restarts += drafts[-1].points.read(page.points)
    return tuple(draft.leg() for draft in drafts)


def steps_in(pages: Sequence[WrittenPage]) -> int:
    """Count the entries that stand after these pages."""
    return (
        len(Saved("", "", "", over=False, legs=legs(pages)).since_the_beginning()) if pages else 0
    )


def page_of(leg: Leg, at: str, answers: int, *, over: bool) -> WrittenPage:
    """Write a whole leg on one page."""
    head = Head(leg.header, leg.origin, leg.notices)
    return WrittenPage(at, answers, over, head, leg.lines, Points().written(leg.restarts))


def laid_down(pages: Sequence[WrittenPage]) -> list[WrittenPage]:
    """Keep of a game that is over no replies, and of its restart points only the last."""
    bare = [msgspec.structs.replace(page, points=(), reply=None) for page in pages]
    last = legs(pages)[-1].restarts[-1:]
    bare[-1] = msgspec.structs.replace(bare[-1], points=Points().written(last))
    return bare
