"""What scripts have done wrong, in an amount that a table can bear for hours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tts_tool.table.limits import MOST_FAULTS
from tts_tool.table.scripts.faults import ScriptFault

__all__ = ["Faults"]


class Faults:
    """The first faults as they were; of all of them, how often each was seen."""

    def __init__(self) -> None:
        self._first: list[ScriptFault] = []
        self._seen: Counter[tuple[str, str]] = Counter()
        self.others = 0

    def __iter__(self) -> Iterator[ScriptFault]:
        """Give the first faults, oldest first."""
        return iter(self._first)

    def __len__(self) -> int:
        """Count all faults, also those that are not kept."""
        return self._seen.total() + self.others

    def append(self, fault: ScriptFault) -> None:
        """Keep one more, or only count it."""
        if len(self._first) < MOST_FAULTS:
            self._first.append(fault)
        key = (fault.guid, fault.message)
        if key in self._seen or len(self._seen) < MOST_FAULTS:
            self._seen[key] += 1
        else:
            self.others += 1

    def times(self, fault: ScriptFault) -> int:
        """Say how often a script has done the same; 0 if there are too many kinds to tell."""
        return self._seen[(fault.guid, fault.message)]
