"""What every colour may do, is asked and reads, as the table has it: only what is new is told."""

from __future__ import annotations

from functools import partial, reduce

import msgspec

from tts_tool.referee.session import Session
from tts_tool.referee.table.asking import Panels, numbered
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.faults import Faults
from tts_tool.referee.table.headings import Headings
from tts_tool.referee.table.judging import Judge
from tts_tool.referee.table.permits import both, changes, permits
from tts_tool.referee.table.resuming import Resuming
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.told import Heading, Mode, Permits, Question

__all__ = ["Showing"]


class Showing:
    """Permits, panels and headings by colour. What can't be worked out stays as it was."""

    def __init__(  # noqa: PLR0913  # all that something of it is made of
        self,
        session: Session,
        seating: Seating,
        judge: Judge,
        *,
        chance: Chance,
        panels: Panels,
        resuming: Resuming,
        faults: Faults,
    ) -> None:
        """Show a session to the colours of a seating; the table has nothing yet."""
        self.permits: dict[str, Permits] = {}
        self.panels: dict[str, tuple[Question, ...]] = {}
        self.headings: dict[str, Heading] = {}
        self._session = session
        self._seating = seating
        self._judge = judge
        self._chance = chance
        self._panels = panels
        self._resuming = resuming
        self._headings = Headings(session, seating, chance)
        self._faults = faults

    def begin_anew(self) -> None:
        """The table has forgotten all."""
        for shown in (self.permits, self.panels, self.headings):
            shown.clear()

    def fresh_permits(self) -> tuple[dict[str, Permits], bool]:
        """Say what has changed of what may be done, and whether all could be worked out."""
        fresh, whole = {}, True
        for colour in self._seating.colours.values():
            told = self._faults.guard("permits", partial(self._fresh_permits, colour), None)
            whole = whole and told is not None
            if told:
                fresh[colour] = told[0]
        return fresh, whole

    def fresh_panels(self, mode: Mode) -> dict[str, tuple[Question, ...]]:
        """Give the panels that are not as the table has them."""
        fresh = {}
        for colour in self._seating.colours.values():
            of = partial(self._panels.of, colour, strokes=mode == "automate")
            put = of if mode != "off" else tuple[Question, ...]
            if self._resuming.apart is not None:
                put = partial(self._which_goes_on, colour)
            panel = self._faults.guard("panel", put, self.panels.get(colour, ()))
            if self.panels.get(colour) != panel:
                fresh[colour] = self.panels[colour] = panel
        return fresh

    def _which_goes_on(self, colour: str) -> tuple[Question, ...]:
        reader = self._seating.reader(colour)
        return numbered(tuple(self._resuming.questions(self._seating.seat(colour) or "", reader)))

    def fresh_headings(self, mode: Mode) -> dict[str, Heading]:
        """Give the headings that are not as the table has them."""
        fresh = {}
        for seat, colour in self._seating.colours.items():
            put = partial(self._headings.of, seat, mode)
            now = self._faults.guard("heading", put, self.headings.get(colour))
            if now is not None and self.headings.get(colour) != now:
                fresh[colour] = self.headings[colour] = now
        return fresh

    def _fresh_permits(self, colour: str) -> tuple[Permits, ...]:
        """Say what has changed of what a colour may do, if anything has."""
        reader = partial(self._seating.reader_for, colour=colour)
        drafts, chances = self._judge.drafts, self._chance.open()
        may = reduce(
            both,
            (
                permits(self._session, seat, reader(seat), drafts, chances)
                for seat in self._seating.plays(colour) or ("",)
            ),
        )
        before = self.permits.get(colour)
        now = msgspec.structs.replace(may, version=1 if before is None else before.version + 1)
        if before is not None and msgspec.structs.replace(before, version=now.version) == now:
            return ()
        told = now if before is None else changes(before, now)
        self.permits[colour] = now
        return (told,)
