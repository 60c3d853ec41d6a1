"""Who looks at what is hidden: it is noted, and told to all, once until more happens."""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.views import sees
from tts_tool.referee.session import Session
from tts_tool.referee.table.reports import Looked

__all__ = ["Looking"]


class Looking:
    """Knows who has looked where last, and at which step."""

    def __init__(self, session: Session) -> None:
        """Nobody has looked anywhere yet."""
        self._session = session
        self._last = (Looked(place=""), 0)

    def tell(self, report: Looked, seat: Seat | None) -> Iterator[Rejection]:
        """Note that somebody looks; give what is to be said where the game itself says nothing."""
        state = self._session.state
        there = state.places.get(report.place, ())
        hidden = any(not sees(state, report.place, each, seat) for each in there)
        if not hidden or self._last == (report, self._session.step):
            return
        if seat is not None:
            self._session.look(seat, report.place)  # and so all are told
        else:
            yield Rejection("looked", {"seat": report.colour, "place": report.place})
        self._last = (report, self._session.step)
