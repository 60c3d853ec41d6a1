"""Who is running, since when and where: what ends a script that takes too long.

A script looks every million steps whether its time is over, and fails if it is. That does not
hold against everything (one search can take for ever, a loop can catch its own failure), so
whoever owns the process reads the same facts from outside and ends it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tts_tool.table import work

__all__ = ["Running", "Watch"]


@dataclass(frozen=True, slots=True)
class Running:
    """What a process was doing: the script, its function, and the last line known of it.

    `since` is how much the process had worked when the first of a nest began (see `work`).
    """

    script: str
    guid: str
    function: str
    since: float
    chunk: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.chunk}:{self.line}, " if self.line else ""
        return f"{self.script} ({self.guid}), {where}in {self.function}"


class Watch:
    """Keeps the facts in this process; a subclass shows them to another one.

    Seconds are those of the processor: no script is late because a machine is busy.
    """

    def __init__(self, seconds: float = 5.0, deepest: int = 40) -> None:
        self.seconds = seconds
        self.deepest = deepest
        self._earliest = 0.0
        self.stack: list[Running] = []

    def enter(self, script: str, guid: str, function: str) -> None:
        """Note that a script begins; the first of a nest begins the time."""
        if not self.stack:
            self._earliest = time.monotonic() + self.seconds
        since = self.stack[0].since if self.stack else work.own()
        self.stack.append(Running(script, guid, function, since))
        self.show(self.stack[-1])

    def at(self, chunk: str, line: int) -> bool:
        """Note where the script is; tell whether it may go on."""
        now = self.stack[-1] if self.stack else None
        if now is None:
            return True
        self.show(Running(now.script, now.guid, now.function, now.since, chunk, line))
        return not self.late

    @property
    def late(self) -> bool:
        """Whether the time is over of the script that runs.

        Before so much has passed it can't have worked as long, and what passes is asked sooner.
        """
        if not self.stack or time.monotonic() < self._earliest:
            return False
        return work.own() - self.stack[0].since >= self.seconds

    def leave(self) -> None:
        """Note that a script is done; who called it goes on."""
        self.stack.pop()
        self.show(self.stack[-1] if self.stack else None)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do something of ours, such as compiling, that takes no time of whoever runs."""
        begun = work.own()
        self.show(None)
        try:
            yield
        finally:
            passed = work.own() - begun
            self.stack = [replace(each, since=each.since + passed) for each in self.stack]
            self.show(self.stack[-1] if self.stack else None)

    @property
    def too_deep(self) -> bool:
        """Whether scripts call each other in a nest that has no end in sight."""
        return len(self.stack) >= self.deepest

    def show(self, running: Running | None) -> None:
        """Show what runs to whoever looks from outside; here nobody does."""
