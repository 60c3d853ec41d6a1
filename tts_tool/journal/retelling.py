"""Lines are made from a timeline that stands right after what they tell."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tts_tool.journal.saved import Begun, Done, HeldBack, Leg, Restart
from tts_tool.journal.writing import Writer
from tts_tool.kernel.entries import AnyEntry, Header, Waiting
from tts_tool.kernel.module import Composition
from tts_tool.kernel.timeline import Timeline

__all__ = ["begun", "done", "holding", "restart", "retold", "stamp"]


def begun(timeline: Timeline, writer: Writer, at: str) -> Begun:
    """Tell that a game was entered."""
    return Begun(at=at, digest=writer.digest(timeline.state, timeline.happened))


def done(timeline: Timeline, writer: Writer, at: str, *, redo: bool = False) -> Done:
    """Tell what was done last."""
    last = len(timeline.entries) - 1
    wall = timeline.wall(last)
    return Done(
        at=at,
        entry=timeline.entries[last],
        digest=stamp(timeline, writer),
        redo=redo,
        wall=wall,
        piles=timeline.seen_piles(timeline.starts[last]) if wall else (),
    )


def stamp(timeline: Timeline, writer: Writer) -> str:
    """Fingerprint the state and what the last entry made happen."""
    return writer.digest(timeline.state, timeline.happened[timeline.starts[-1] :])


def restart(timeline: Timeline, writer: Writer, line: int) -> Restart | None:
    """Give the restart point to which the line of this number has led, if it led to one."""
    last = timeline.checkpoints[-1]
    if last.entry < len(timeline.entries):
        return None
    return Restart(line, last.entry, writer.position(last.state))


def holding(leg: Leg, waiting: Iterable[Waiting], at: str) -> Leg:
    """Add to a leg which answers wait for somebody else to finish."""
    held = tuple(waiting)
    lines = (*leg.lines, HeldBack(at=at, waiting=held)) if held else leg.lines
    return msgspec.structs.replace(leg, lines=lines)


def retold(
    composition: Composition, header: Header, entries: Iterable[AnyEntry], at: str
) -> tuple[Timeline, Leg]:
    """Play entries again and write them down as a leg of their own."""
    timeline, writer = Timeline(composition, header), Writer()
    lines: list[Begun | Done] = [begun(timeline, writer, at)]
    restarts = [restart(timeline, writer, 0)]
    for entry in entries:
        timeline.again(entry)
        lines.append(done(timeline, writer, at))
        restarts.append(restart(timeline, writer, len(lines) - 1))
    known = tuple(point for point in restarts if point is not None)
    return timeline, Leg(header, tuple(lines), known)
