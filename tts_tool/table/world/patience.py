"""How long a table may take: what grows without end is ended before it hangs.

Each frame may take a little time for nothing; what it takes beyond that is owed, and fast frames
pay it back. A table that owes too much is ended, whether one frame alone took so long or each of
many a little too much. So is one that scripts keep as full as it may be.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tts_tool.errors import Unavailable
from tts_tool.table.limits import MOST_THINGS

if TYPE_CHECKING:
    from tts_tool.table.world.world import World

__all__ = ["Clock", "Overgrown", "Patience"]

# For nothing, as a part of what may be owed: with twenty seconds, ten frames in a second.
_ALLOWED = 0.005
# Frames: two seconds of the table at its usual pace.
_MOST_FULL = 120

Clock = Callable[[], float]


class Overgrown(Unavailable):
    """A table has more on it, or more to do, than can be gone on with."""

    def __init__(self, reason: str, world: World) -> None:
        super().__init__(
            f"the table was ended: {reason}; {_inventory(world)}",
            fix="look for a script that makes more and more in onUpdate, or in what it waits for",
        )


class Patience:
    """Watches the frames of a table; `seconds` is the most that they may owe.

    Seconds of the processor: a table is not ended because the machine has other things to do. To
    ask for them takes ten times as long as to ask what has `passed`, which is never less.
    """

    def __init__(
        self,
        seconds: float = math.inf,
        clock: Clock = time.process_time,
        passed: Clock = time.monotonic,
    ) -> None:
        self._most = seconds
        self._clock = clock
        self._passed = passed
        self._began = 0.0
        self._latest = math.inf
        self._looks_at = math.inf
        self._owed = 0.0
        self._owing = 0
        self._full = 0

    def begin(self) -> None:
        """Begin a frame."""
        self._began = self._clock()
        self._latest = self._began + self._most - self._owed
        self._looks_at = self._passed() + self._latest - self._began

    def breathe(self, world: World) -> None:
        """Raise `Overgrown` in the middle of a frame that has no end in sight."""
        passed = self._passed()
        if passed > self._looks_at:
            left = self._latest - self._clock()
            if left < 0:
                raise self._overdue(world)
            self._looks_at = passed + left

    def end(self, world: World) -> None:
        """End a frame; what it took too long is owed."""
        took = self._clock() - self._began
        self._owed = max(0.0, self._owed + took - self._most * _ALLOWED)
        self._owing = self._owing + 1 if self._owed else 0
        self._full = self._full + 1 if len(world.things) >= MOST_THINGS else 0
        self._latest = self._looks_at = math.inf
        if self._owed > self._most:
            raise self._overdue(world)
        if self._full > _MOST_FULL:
            raise Overgrown(f"it has been full for {_MOST_FULL} frames", world)

    def _overdue(self, world: World) -> Overgrown:
        frames = self._owing + 1
        many = "a frame" if frames == 1 else f"each of {frames} frames"
        return Overgrown(f"{many} took too long, by {self._most:g} s in all", world)


def _inventory(world: World) -> str:
    """Count what there is, for whoever looks for what has grown."""
    counts = (
        (len(world.things), "things are on it"),
        (len(world.motions), "move"),
        (world.sink.waiting(), "functions wait"),
        (len(world.news), "events are not told yet"),
    )
    return ", ".join(f"{count:,} {what}" for count, what in counts)
