"""Receives a table: first it chooses its game, then the game's host referees it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tts_tool.errors import UserError
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.lobby import Lobby, Plan
from tts_tool.referee.table.meeting import Greeting, Met
from tts_tool.referee.table.told import Told

__all__ = ["Reception"]


class Reception:
    """Stands where a referee stands, whoever it is just now."""

    def __init__(
        self,
        lobby: Lobby,
        begin: Callable[[Plan], Host],
        trouble: Callable[[UserError], None],
    ) -> None:
        """Let the lobby ask; `begin` makes the host of the game that was chosen.

        `trouble` is told why that could not be done.
        """
        self.lobby = lobby
        self.referee: Lobby | Host = lobby
        self.again: Callable[[], None] = lambda: None
        """Is called when the table must be met again: by another referee."""
        self._begin = begin
        self._trouble = trouble

    @property
    def host(self) -> Host | None:
        """Give the host, once a game has begun."""
        return self.referee if isinstance(self.referee, Host) else None

    def greeting(self, secret: str) -> Greeting:
        """Say how the table is greeted."""
        return self.referee.greeting(secret)

    def met(self, table: Met) -> None:
        """Learn what the table is."""
        self.referee.met(table)

    def overdue(self) -> Told | None:
        """Say what is due because time has passed."""
        return self.referee.overdue()

    def received(self, report: reports.Report) -> Told:
        """Take a report; when the table has chosen, the game begins and it is met again."""
        told = self.referee.received(report)
        if self.referee is self.lobby and self.lobby.plan is not None:
            lobby, plan, self.lobby.plan = self.lobby, self.lobby.plan, None
            try:
                host = self._begin(plan)
            except UserError as error:
                self._trouble(error)
                return msgspec.structs.replace(told, lines=(*told.lines, *lobby.could_not(error)))
            host.take_over(lobby.epoch, lobby.step, lobby.verdicts)
            self.referee = host
            self.again()
        return told
