"""The story of a game: who did what, and what came of it by which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tts_tool.kernel.events import Answered, Sealed

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


def told(timeline: Timeline, seat: Seat | None, since: int = 0) -> list[dict[str, Any]]:
    """Tell a seat, or with ``None`` a spectator, the events from a number on."""
    events = enumerate(timeline.happened[since:], since)
    seen = ((n, happened.seen_by(seat, timeline.state)) for n, happened in events)
    return [{"n": n, **event} for n, event in seen if event is not None]


def story(timeline: Timeline, seat: Seat | None, since: int = 0) -> list[Chapter]:
    """Tell a seat who did what, entry by entry."""
    ends = [*timeline.starts[1:], len(timeline.happened)]
    chapters = []
    for entry, (start, end) in enumerate(zip(timeline.starts, ends, strict=True)):
        if entry < since:
            continue
        events = [e for e in told(timeline, seat, start) if e["n"] < end]
        first = timeline.happened[start].event if start < end else None
        who = first.seat if isinstance(first, Answered | Sealed) else ""
        kind = first.decision.rpartition("/")[0] if isinstance(first, Answered | Sealed) else ""
        value = events[0].get("value") if events else None
        chapters.append(Chapter(entry, who, kind, value, events))
    return chapters


def cause(timeline: Timeline, event: int) -> Chapter | None:
    """Say what an event came of: the entry before it, or ``None`` for the set-up."""
    before = [entry for entry, start in enumerate(timeline.starts) if start <= event]
    return story(timeline, None, before[-1])[0] if before else None
