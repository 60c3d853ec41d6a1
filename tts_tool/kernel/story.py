"""The story of a game: who did what, and what came of it by which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from tts_tool.kernel.inventory import Seat
    from tts_tool.kernel.timeline import Timeline


class Chapter(msgspec.Struct, frozen=True):
    """One entry and everything that came of it, as one seat was told it."""

    entry: int
    seat: Seat
    did: str
    value: Any
    events: list[dict[str, Any]]


def told(
    timeline: Timeline, seat: Seat | None, since: int = 0, until: int | None = None
) -> list[dict[str, Any]]:
    """Tell a seat, or with ``None`` a spectator, the events from a number on."""
    events = enumerate(timeline.happened[since:until], since)
    seen = ((n, happened.seen_by(seat, timeline.state)) for n, happened in events)
    return [{"n": n, **event} for n, event in seen if event is not None]


def story(timeline: Timeline, seat: Seat | None, since: int = 0) -> list[Chapter]:
    """Tell a seat who did what, entry by entry."""
    return [_chapter(timeline, seat, entry) for entry in range(since, len(timeline.starts))]


def cause(timeline: Timeline, event: int, seat: Seat | None = None) -> Chapter | None:
    """Tell a seat what an event came of: the entry before it, or ``None`` for the set-up."""
    entry = sum(start <= event for start in timeline.starts) - 1
    return _chapter(timeline, seat, entry) if entry >= 0 else None


def _chapter(timeline: Timeline, seat: Seat | None, entry: int) -> Chapter:
    """Tell one entry; of a secret the others are told no more than its event tells them."""
    start, *following = timeline.starts[entry : entry + 2]
    events = told(timeline, seat, start, following[0] if following else None)
    first = events[0] if events and events[0]["n"] == start else {}
    did = first.get("decision", "").rpartition("/")[0]
    return Chapter(entry, first.get("seat", ""), did, first.get("value"), events)
