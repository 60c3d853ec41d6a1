"""What became of each gesture: written down, said once, and again to whoever asks again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from tts_tool.journal import Remembered
from tts_tool.referee.session import Session
from tts_tool.referee.table.told import Verdict

__all__ = ["ON_THEIR_WAY", "Verdicts"]

_REQUEST: Final = "table:"
"""How the names of gestures begin in the journal; their number follows."""

ON_THEIR_WAY: Final = 20
"""So many gestures at most were made that nobody here has heard of: one of each colour, and more
that were not sent yet."""

MOST_KEPT: Final = 1_000
"""So many verdicts are remembered."""


class Verdicts:
    """The verdict of each gesture by its number: one that is sent again is not done again."""

    def __init__(self, session: Session) -> None:
        """Recall those of gestures that did something before the referee began anew."""
        found = (e for e in session.remembered if str(e.request).startswith(_REQUEST))
        verdicts = (msgspec.json.decode(each.line, type=Verdict) for each in found)
        self._session = session
        self._known = {verdict.n: verdict for verdict in verdicts}
        self._fresh: list[Verdict] = []
        self.numbered = 0
        """From which number on the table that was greeted last counts its gestures."""

    def of(self, n: int) -> Verdict:
        """Give what became of a gesture."""
        return self._known[n]

    @property
    def many(self) -> int:
        """Count those that were not told yet."""
        return len(self._fresh)

    def next_numbers(self) -> int:
        """Say from where on a table counts its gestures that is greeted now.

        That is above all that may be on their way from before it was turned back.
        """
        self.numbered = max(self.numbered, *self._known, 0) + ON_THEIR_WAY
        return self.numbered

    def take_over(self, verdicts: Mapping[int, Verdict]) -> None:
        """Know also those of another referee of this table."""
        self._known |= verdicts

    def repeated(self, n: int) -> bool:
        """Tell whether there is a verdict of a number; if so it is given once more."""
        known = self._known.get(n)
        if known is not None:
            self._fresh.append(known)
        return known is not None

    def give(self, verdict: Verdict) -> None:
        """Say what became of a gesture."""
        self._known[verdict.n] = verdict
        self._fresh.append(verdict)

    def write_down(self) -> None:
        """Write the last one on the page of what it is about."""
        last = self._fresh[-1]
        line = msgspec.json.encode(last).decode()
        self._session.remember(Remembered(f"{_REQUEST}{last.n}", "", line))

    def withdraw(self, many: int) -> None:
        """Let only so many be told of those that were not told yet."""
        del self._fresh[many:]

    def told(self) -> tuple[Verdict, ...]:
        """Give those that were not told yet, once; the oldest of all are forgotten."""
        fresh, self._fresh = tuple(self._fresh), []
        while len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        return fresh
