"""A proposal to take back, in words: what would be undone, and what to say to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from tts_tool.kernel.entries import Answer
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.chronicle import Speaker
from tts_tool.referee.session import Proposal, Proposed, Session
from tts_tool.referee.table.headings import UNDO
from tts_tool.referee.table.judging import DONE, GestureOutcome, Judge
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.told import Button, Line, Question
from tts_tool.referee.wording import Reader

__all__ = ["TakingBack", "asked_to_agree"]

AGREE: Final = "agree"
DECLINE: Final = "decline"
NAMED: Final = 3
"""So many answers are named that would be taken back, the last ones."""


LAPSES: Final = 60.0
"""Seconds after which a proposal to take back is void."""


class TakingBack:
    """What people want to take back at a table, until all have agreed or it has lapsed."""

    def __init__(self, session: Session, judge: Judge, now: Callable[[], float]) -> None:
        """Take back at a session; `now` is a clock in seconds."""
        self._session = session
        self._judge = judge
        self._now = now
        self._told: Proposal | None = None
        self._since = 0.0

    def press(self, seat: Seat, what: str) -> GestureOutcome:
        """Take back to before an entry, or ask the others whether that may be; or answer that."""
        what = what.partition(".")[0]
        if what == AGREE:
            return self._judge.outcome(self._session.agree(seat))
        if what == DECLINE:
            reply = self._session.decline(seat)
            return DONE if isinstance(reply, Proposal) else self._judge.outcome(reply)
        to = int(what) if what.isdigit() else self._session.step
        return self._judge.outcome(self._session.undo(seat, to))

    def turned(self, seat: Seat, to: int) -> str:
        """Take back to where somebody has turned the table, or ask those concerned; say which.

        Who did it is known by nobody: whoever leads the table, if they have a seat.
        """
        if to >= self._session.step:
            return "turned-back"
        reply = self._session.undo(seat, to)
        if isinstance(reply, Proposed):
            return "turned-back-asks"
        return "turned-back-too" if self._judge.outcome(reply).done else "turned-back"

    def lapsed(self) -> bool:
        """Withdraw a proposal to which not all have agreed for a minute; tell whether one was."""
        proposal = self._session.proposal
        if proposal is None or self._told is None or self._now() - self._since <= LAPSES:
            return False
        self._session.decline(proposal.seat)
        return True

    def proposed(self, seating: Seating) -> list[Line]:
        """Say to everybody, once, what somebody wants to take back."""
        proposal, before = self._session.proposal, self._told
        self._told = proposal
        if proposal is None or (before is not None and proposal.to == before.to):
            return []
        self._since = self._now()
        colours = seating.colours.items()
        said = partial(proposed, self._session, proposal=proposal)
        return [Line(said(seat, reader=seating.reader(colour)), colour) for seat, colour in colours]


def proposed(session: Session, seat: Seat, proposal: Proposal, reader: Reader) -> str:
    """Say what somebody wants to take back, as a seat may know it."""
    what = "; ".join(undone(session, seat, proposal.to, reader))
    if proposal.seat:
        said = reader.say(Rejection("proposed", {"seat": proposal.seat}))
    else:
        said = reader.say(Rejection("proposed-by-turning"))
    return f"{said} {what}"


def undone(session: Session, seat: Seat, to: int, reader: Reader) -> Iterator[str]:
    """Name the answers from an entry on, the newest first; of many only the last."""
    speaker, timeline = Speaker(session, reader.language), session.timeline
    entries = [
        entry
        for entry in range(session.step - 1, to - 1, -1)
        if isinstance(timeline.entries[entry], Answer)
    ]
    for entry in entries[:NAMED]:
        event = timeline.happened[timeline.starts[entry]].seen_by(seat, timeline.state)
        text = speaker.line(event).strip().partition("\n")[0] if event else ""
        yield text or reader.say(Rejection("something"))
    if len(entries) > NAMED:
        yield reader.say(Rejection("and-more", {"count": len(entries) - NAMED}))


def asked_to_agree(session: Session, seat: Seat, reader: Reader) -> Iterator[Question]:
    """Ask a seat whether something may be taken back, if it is concerned and has not said so."""
    proposal = session.proposal
    if proposal is None or seat not in proposal.needs:
        return
    buttons = (
        Button(f"{UNDO}{AGREE}.{seat}", reader.say(Rejection("agree"))),
        Button(f"{UNDO}{DECLINE}.{seat}", reader.say(Rejection("decline"))),
    )
    yield Question("undo", proposed(session, seat, proposal, reader), buttons)
