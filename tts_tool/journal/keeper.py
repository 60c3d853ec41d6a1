"""A game that is written down while it is played."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any, Self

from tts_tool.errors import Unavailable
from tts_tool.journal.journal import Journal, now
from tts_tool.journal.pages import Page
from tts_tool.journal.retelling import done, restart, retold
from tts_tool.journal.saved import AnyLine, TakenBack
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.timeline import Accepted, Answer, Refused, Reply, Timeline

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
        self._lines = len(saved.legs[-1].lines)
        self._earlier = saved.answers - _answers(timeline)
        self._answers = saved.answers
        self._behind = False

    @classmethod
    def begin(cls, journal: Journal, timeline: Timeline) -> Self:
        """Begin to write down a game; what was already played is written down first."""
        _, leg = retold(timeline.composition, timeline.header, timeline.entries, now())
        return cls(journal, journal.create(leg), timeline)

    @property
    def timeline(self) -> Timeline:
        """Look at the game.  What could not be written down is shown to nobody."""
        if self._behind:
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

    def release(self) -> list[Reply]:
        """Do what waited for somebody else to finish, one after the other."""
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
            self._behind = True
            lines: list[AnyLine] = [TakenBack(at=now(), to=to)]
            if len(self._timeline.entries) > to:  # the mark of a new branch
                lines.append(done(self._timeline, now()))
            self._write(*lines)
        return reply

    def redo(self) -> Reply:
        """Do again what was taken back last."""
        return self._kept(self.timeline.redo(), redo=True)

    # Writing

    def _kept(self, reply: Reply, *, redo: bool = False) -> Reply:
        """See that what was accepted is on the disk before anybody hears of it."""
        if isinstance(reply, Accepted):
            self._behind = True
            self._write(done(self._timeline, now(), redo=redo))
        return reply

    def _write(self, *lines: AnyLine) -> None:
        """Write down what the timeline has come to; until that is done nobody may look."""
        timeline, last = self._timeline, self._lines + len(lines) - 1
        point = None if isinstance(lines[-1], TakenBack) else restart(timeline, last)
        answers = self._earlier + _answers(timeline)
        page = Page(now(), answers, timeline.over, lines=lines)
        self.journal.write(self.game, page, () if point is None else (point,))
        self._lines += len(lines)
        self._behind = False


def _answers(timeline: Timeline) -> int:
    return sum(isinstance(entry, Answer) for entry in timeline.entries)
