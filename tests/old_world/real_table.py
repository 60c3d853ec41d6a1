"""The built table of Old World, at which one situation after the other is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.build.set_up import made
from tests.old_world.referee_table import COLOURS
from tests.real_table import Sat, sat_down
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.refereed import Built

__all__ = ["COLOURS", "Sat", "open_table"]


@contextmanager
def open_table(first: Timeline, seed: int = 0, *, boxes: tuple[str, ...] = ()) -> Iterator[Sat]:
    """Open the table for a first game; whoever is at none of its seats looks on."""
    table = made(boxes=boxes)
    built = Built.of(table.save, table.values)
    with sat_down(built, first, COLOURS, table.values["digest"], seed) as sat:
        yield sat
