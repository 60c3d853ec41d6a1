"""The referee of a game that goes on at a table whose files somebody edits.

It runs in a process of its own: rules that were edited are read anew when it is, and what goes
wrong in them ends nothing else. It ends when we do, however that comes, for its input ends then.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from tts_tool.errors import UserError

if TYPE_CHECKING:
    from tts_tool.referee.table.meeting import Met
    from tts_tool.sync.push.pushing import Scripted

__all__ = ["Referee", "is_refereed"]

_NAME: Final = "tts-tool host"
_SAID: Final = 300
_ENDS: Final = 10.0
"""Seconds that a referee has to say farewell."""
_ASK: Final = """return meet_referee('{"protocol": 0}')"""
"""A greeting that no table accepts: it only answers what it is."""


class Referee:
    """Starts a referee when a game goes on at the table and nobody referees it."""

    def __init__(
        self, command: Sequence[str], line: Scripted, tell: Callable[[str, str], None]
    ) -> None:
        """`command` is what is typed to host; `tell` is told what the referee says, with advice."""
        self.stays_away = False
        """Somebody wants none, or goes on without."""
        self._command = tuple(command)
        self._line = line
        self._tell = tell
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._game = ""
        """The game that it referees."""

    @property
    def runs(self) -> bool:
        """Tell whether it is there."""
        return self._process is not None

    async def look(self, status: Mapping[str, Any], *, even_if_new: bool = False) -> None:
        """Start it, if it is needed: also at a table where nobody has played, if that is wanted."""
        if self.runs or self.stays_away or is_refereed(status):
            return
        table = await self._table()
        if table is not None and (table.epoch > 0 or even_if_new):
            await self._start()

    async def leave(self) -> None:
        """Let it say farewell to the table, and end."""
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            async with asyncio.timeout(_ENDS):
                await process.wait()
        except TimeoutError:
            process.kill()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _table(self) -> Met | None:
        """Ask what the table is; nothing, if it is none that has a referee."""
        from tts_tool.referee.table.meeting import read_answer

        try:
            return read_answer(await self._line.execute(_ASK))
        except UserError:
            return None

    async def _start(self) -> None:
        resume = ("--resume", self._game) if self._game else ()
        # -P: a folder that somebody works in must not stand in for ours.
        command = (sys.executable, "-P", "-m", "tts_tool", "host", *self._command, *resume)
        self._process = await asyncio.create_subprocess_exec(
            *command, "--beside-dev", "--json", stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: Process) -> None:
        """Pass on what it says, until it ends."""
        assert process.stdout is not None  # noqa: S101 - it was asked for
        assert process.stderr is not None  # noqa: S101 - the same
        complaint = asyncio.create_task(process.stderr.read())
        async for line in process.stdout:
            with suppress(ValueError):
                told = json.loads(line)
                self._game = told.get("game") or self._game
                self._tell(told["text"], told.get("fix", ""))
        said = (await complaint).decode("utf-8", "replace").strip()
        if self._process is process:  # nobody has asked it to go
            self._process = None
            self.stays_away = True
            what = "the referee has ended; the table stays playable, and r and Enter start another"
            self._tell(what, said[-_SAID:])


def is_refereed(status: Mapping[str, Any]) -> bool:
    """Tell whether a referee is attached to a hub, or has one."""
    return _NAME in {status.get("run_by"), *(each["name"] for each in status["attached"])}
