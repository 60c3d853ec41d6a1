"""Old World at its table with a referee in the same process: frames are counted, no time passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tests.build.set_up import made
from tests.old_world.table import catalogue
from tests.web.peer import Peer
from tts_tool.kernel.decisions import Decision
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.told import Mode, Told
from tts_tool.rulesets.old_world import RULESET
from tts_tool.table import Table

__all__ = ["OBSERVED", "Refereed"]

OBSERVED = ("poker.", "story", "attack", "shuffle.")
PATIENCE = 4_000


class Refereed(Peer):
    """A table and the referee of a session, who hear each other at once."""

    def __init__(self, table: Table, session: Session, mode: Mode = "enforce") -> None:
        super().__init__(table, "old-world", mode=mode)
        self.session = session
        colours = {seat: made().values["colours"][seat] for seat in session.seats}
        self.host = Host(session, colours, mode=mode)
        self.answered = 0

    @classmethod
    def new(cls, table: Table, seats: Sequence[str], seed: str) -> Refereed:
        """Begin a game of some seats; what can be rolled and shuffled is left to the table."""
        game = Session.new(RULESET, catalogue(), seats=tuple(seats), seed=seed, observed=OBSERVED)
        return cls(table, game)

    def listen(self) -> None:
        """Give the referee what the table has reported, and the table what that says."""
        while self.answered < len(self.reports):
            report = reports.read(self.reports[self.answered])
            self.answered += 1
            self.answer(self.host.received(report))

    def answer(self, told: Told) -> None:
        """Tell the table what the referee says."""
        self.send(msgspec.to_builtins(told))

    def look(self) -> None:
        """Let the referee look at a session that was played in another way."""
        self.answer(self.host.received(reports.Did(epoch=self.host.epoch, step=self.host.step)))

    def rest(self) -> int:
        """Let frames pass until nothing is left to do; give how many."""
        for frame in range(PATIENCE):
            self.listen()
            if frame > 1 and self.is_done():
                return frame
            self.table.run(1)
        msg = f"no rest in {PATIENCE} frames: {self.reports[-3:]} {self.table.errors[-3:]}"
        raise AssertionError(msg)

    def is_done(self) -> bool:
        """Tell whether the table has done all that it was told, and chance waits for hands only."""
        did = {(each["epoch"], each["step"]) for each in self.heard("did")}
        last = self.host.told
        waits = len(self.host.chance.open()) > len(list(self.host.chance.for_hands()))
        return not waits and (not last.acts or (last.epoch, last.step) in did)

    def asked(self) -> list[Decision[Any]]:
        """List the questions that wait for somebody."""
        return [each for each in self.session.open("*") if each.kind != "chance"]
