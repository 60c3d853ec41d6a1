"""What a table is shown and told of what has happened since it was told last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Released, Session
from tts_tool.referee.table.acts import Act, choreography, everything
from tts_tool.referee.table.asking import Panels
from tts_tool.referee.table.faults import Faults
from tts_tool.referee.table.judging import Judge
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.told import Line

__all__ = ["Following"]


class Following:
    """Goes on from event to event; where something was taken back all is laid out anew."""

    def __init__(
        self, session: Session, seating: Seating, judge: Judge, panels: Panels, faults: Faults
    ) -> None:
        """Follow a session from where it is now."""
        self._session = session
        self._seating = seating
        self._judge = judge
        self._panels = panels
        self._faults = faults
        self._turn_of, self._aloud = "", 0
        """Whose turn it is, and how many lines were said aloud in it."""
        self.begin_anew()

    def begin_anew(self) -> None:
        """The table will be shown how all lies, and need not be told how it came there."""
        self._seen = len(self._session.timeline.happened)
        self._undone = self._session.epoch

    def acts(self, before: list[Act]) -> tuple[list[Act], list[Line]]:
        """Say what the table has to do, with what it was to do before, and what people are told."""
        timeline, state = self._session.timeline, self._session.state
        since, self._seen = self._seen, len(timeline.happened)
        if self._undone != self._session.epoch:
            self._undone = self._session.epoch
            self._judge.forget_dice()
            self._panels.unasked.close()
            return everything(state), []
        events = [each.event for each in timeline.happened[since:]]
        shown = partial(choreography, state, events, timeline.header.luck.observed)
        acts = self._faults.guard("showing what happened", shown, None)
        if acts is None:
            acts = self._faults.guard("laying out", partial(everything, state), None)
        lines: list[Line] = []
        self._faults.guard("telling", lambda: lines.extend(self._told(since)), None)
        return [*before, *(acts or [])], lines

    def _told(self, since: int) -> Iterator[Line]:
        """Say to all what was said in the open, in one go, and show what was forced upon anyone."""
        said: list[Rejection] = []
        for told in self._session.told(None, since):
            self._panels.unasked.show(told)
            if told["event"] == "said" and self._is_aloud(told["code"]):
                said.append(Rejection(told["code"], told["params"]))
        self._aloud += bool(said)
        for together in zip(*map(self._seating.to_all, said), strict=True):
            yield Line(" ".join(line.text for line in together), together[0].colour)

    def _is_aloud(self, code: str) -> bool:
        """Tell whether something is said aloud: what all see only while little was in this turn."""
        if self._turn_of != self._session.state.acting:
            self._turn_of, self._aloud = self._session.state.acting, 0
        few = self._session.ruleset.seen.get(code)
        return few is None or self._aloud < few

    def late(self) -> Iterator[Line]:
        """Say what had waited for others and can't be done any more."""
        for late in self._judge.late():
            yield self._told_late(late)

    def _told_late(self, late: Released) -> Line:
        why = self._judge.outcome(late.reply).why or Rejection("fault")
        colour = self._seating.colours[late.seat]
        return Line(self._seating.said(why, colour), colour)
