"""A game that is written down while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Self

from tts_tool.errors import Unavailable
from tts_tool.journal.journal import Journal, now
from tts_tool.journal.pages import Remembered, WrittenPage
from tts_tool.journal.retelling import done, holding, restart, retold
from tts_tool.journal.saved import AnyLine, HeldBack, Restart, TakenBack
from tts_tool.journal.writing import Writer
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Answer, Refused, Reply
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.timeline import Timeline

__all__ = ["Keeper"]


class Keeper(AbstractContextManager["Keeper"]):
    """Does what a timeline does, and writes it down before the reply comes back.

    Look at `timeline`, but do things here only.
    """

    def __init__(self, journal: Journal, game: str, timeline: Timeline) -> None:
        """Go on writing a game that is on the disk as far as the timeline has come."""
        saved = journal.show(game)
        self.journal = journal
        self.game = game
        self._timeline = timeline
        self._writer = Writer()
        self._lines = len(saved.legs[-1].lines)
        self._earlier = saved.answers - _answers(timeline)
        self._answers = _answers(timeline)
        self._behind = False
        self._open = 0
        self._sheet: list[AnyLine] = []
        self._points: list[Restart] = []
        self._reply: Remembered | None = None
        self._waiting = saved.legs[-1].waiting()

    @classmethod
    def begin(cls, journal: Journal, timeline: Timeline) -> Self:
        """Begin to write down a game; what was already played is written down first."""
        _, leg = retold(timeline.composition, timeline.header, timeline.entries, now())
        leg = holding(leg, timeline.waiting, now())
        return cls(journal, journal.create(leg), timeline)

    @property
    def timeline(self) -> Timeline:
        """Look at the game.  What could not be written down is shown to nobody."""
        if self._behind or self.journal.lost_hold_of(self.game):
            raise Unavailable(
                f"{self.game} could not be written down, so it stopped",
                where=str(self.journal.path),
                fix="see to the disk and resume the game; it has all that was acknowledged",
            )
        return self._timeline

    @property
    def lines(self) -> int:
        """Count the lines on the disk since the last change of rules."""
        return self._lines

    def close(self) -> None:
        """Leave the game, so that others can play it."""
        self.journal.let_go(self.game)

    def __exit__(self, *_: object) -> None:
        self.close()

    # Doing

    def answer(self, seat: Seat, decision: str, value: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Judge an answer to a question named by its id, and do it if it is allowed."""
        return self._kept(self.timeline.answer(seat, decision, value))

    def choose(self, decision: Decision[Any], value: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Judge an answer to an open question, and do it if it is allowed."""
        return self._kept(self.timeline.choose(decision, value))

    def observe(self, stream: str, outcome: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Tell how dice fell or a deck was shuffled; ``None`` leaves it to the generator."""
        return self._kept(self.timeline.observe(stream, outcome))

    def override(self, position: dict[str, Any], seat: Seat = "") -> Reply:
        """Let the table set up a position by hand; the game goes on from there."""
        return self._kept(self.timeline.override(position, seat))

    def look(self, seat: Seat, place: str) -> Reply:
        """Note that a seat has looked at what was hidden from it."""
        return self._kept(self.timeline.look(seat, place))

    def release(self) -> list[Reply]:
        """Do what waited for somebody else to finish, one after the other."""
        with self.page():
            waiting, self.timeline.waiting = self.timeline.waiting, []
            replies: list[Reply] = []
            still = []
            for one in waiting:
                self.timeline.waiting = [one]
                replies.extend(self._kept(reply) for reply in self.timeline.release())
                still += self.timeline.waiting
            self.timeline.waiting = still
        return replies

    def undo(self, seat: Seat, to: int | None = None, consent: Iterable[Seat] = ()) -> Reply:
        """Take back to before an entry, by default the last; what is taken back stays written."""
        to = len(self.timeline.entries) - 1 if to is None else to
        reply = self.timeline.undo(seat, to, consent)
        if not isinstance(reply, Refused):
            with self.page():
                self._answers = _answers(self._timeline)
                self._sheet.append(TakenBack(at=now(), to=to))
                if len(self._timeline.entries) > to:  # the mark of a new branch
                    self._done()
        return reply

    def redo(self) -> Reply:
        """Do again what was taken back last."""
        return self._kept(self.timeline.redo(), redo=True)

    # Writing

    @contextmanager
    def page(self) -> Iterator[None]:
        """Write what is done meanwhile on one page: all of it is on the disk then, or nothing."""
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._write()

    def remember(self, reply: Remembered) -> None:
        """Add to the page what was answered to the request that it is about."""
        if self._open:
            self._reply = reply

    def note(self, note: Remembered) -> None:
        """Write down at once what is no entry and belongs to the game, as what people agreed on."""
        page = WrittenPage(now(), self._earlier + self._answers, self.timeline.over, reply=note)
        self.journal.write(self.game, page, [])

    def _kept(self, reply: Reply, *, redo: bool = False) -> Reply:
        """See that what was accepted, or waits, is on the disk before anybody hears of it."""
        with self.page():
            if isinstance(reply, Accepted):
                self._done(redo=redo)
        return reply

    def _done(self, *, redo: bool = False) -> None:
        """Add the last entry to the page."""
        number = self._lines + len(self._sheet)
        self._answers += isinstance(self._timeline.entries[-1], Answer)
        self._sheet.append(done(self._timeline, self._writer, now(), redo=redo))
        point = restart(self._timeline, self._writer, number)
        if point is not None:
            self._points.append(point)

    def _write(self) -> None:
        """Write down what the timeline has come to; if that fails nobody may look any more."""
        timeline = self._timeline
        waiting = tuple(timeline.waiting)
        if waiting != self._waiting:
            self._sheet.append(HeldBack(at=now(), waiting=waiting))
        reply, self._reply = self._reply, None
        if not self._sheet:
            return
        answers = self._earlier + self._answers
        lines = tuple(self._sheet)
        page = WrittenPage(now(), answers, timeline.over, lines=lines, reply=reply)
        self._behind = True
        self.journal.write(self.game, page, self._points)
        self._behind = False
        self._lines += len(self._sheet)
        self._waiting = waiting
        self._sheet, self._points = [], []


def _answers(timeline: Timeline) -> int:
    return sum(isinstance(entry, Answer) for entry in timeline.entries)
