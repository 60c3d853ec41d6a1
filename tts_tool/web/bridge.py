"""Joins a table in the game with its referee: reports go in, what the table is told goes out.

The port is open by nature, so whatever comes through it is untrusted: only what carries the
secret of this session is read, and what can't be read is noted and changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from enum import Enum
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any, Final, Protocol, Self

import msgspec

from tts_tool.errors import Unavailable, UserError
from tts_tool.referee.table import reports
from tts_tool.referee.table.meeting import Greeting, Met, greeting_script, read_answer
from tts_tool.referee.table.told import Told
from tts_tool.sync.messages import Loaded, Message, Tell
from tts_tool.sync.messages import ScriptTold as Heard
from tts_tool.sync.wire import GameLine

__all__ = ["Bridge", "Referee"]

_LOG: Final = logging.getLogger(__name__)


AGAIN: Final = 5.0
"""After so many seconds without a hello a table is greeted once more: it may have got lost."""


_STUMBLED: Final = "the referee has stumbled over what the table said"
_PACKS: Final = "play goes on; `tts-tool report` packs what is needed to see why"
_MOST_ACTS: Final = 12
"""So many acts are written out in the log."""


class Referee(Protocol):
    """Whoever takes the reports of a table."""

    def greeting(self, secret: str) -> Greeting:
        """Say how the table is greeted."""

    def met(self, table: Met) -> None:
        """Learn what the table is; a `UserError` says why it can't be refereed."""

    def received(self, report: reports.Report) -> Told:
        """Take a report and say what the table is told."""

    def overdue(self) -> Told | None:
        """Say what the table is told only because time has passed, if there is anything."""


class _Errand(Enum):
    """What is to be done between two messages of the table."""

    MEET = "meet"
    OVERDUE = "overdue"


class Bridge(AbstractAsyncContextManager["Bridge"]):
    """Listens to the table and answers it, as long as it is open."""

    def __init__(
        self,
        referee: Referee,
        line: GameLine,
        trouble: Callable[[UserError], None] | None = None,
        *,
        again: float | None = AGAIN,
    ) -> None:
        """Let `referee` deal with the table at the end of a line.

        `trouble` is told why a table that was loaded meanwhile could not be met. A table that has
        not said hello is greeted `again` after so many seconds; never, where nothing gets lost.
        """
        self.referee = referee
        self.secret = token_urlsafe(16)
        """New for each session, and on no disk."""
        self._line = line
        self._trouble = trouble or _logged
        self._again = again
        self._heard: asyncio.Queue[Heard | Loaded | _Errand] = asyncio.Queue()
        self._working: asyncio.Task[None] | None = None
        self._reminder: asyncio.TimerHandle | None = None
        """Greets a table once more that has been greeted and has not said hello."""
        self._hearing = line.subscribed(self.hear)

    async def __aenter__(self) -> Self:
        self._hearing.__enter__()
        self._working = asyncio.create_task(self._work())
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._hearing.__exit__(None, None, None)
        self._forget()
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    async def meet(self) -> Met:
        """Greet the table; it says hello when it has answered what it is."""
        greeting = self.referee.greeting(self.secret)
        self._remind()  # before it answers: its hello may be here sooner than its answer
        try:
            met = read_answer(await self._line.execute(greeting_script(greeting)))
            self.referee.met(met)
        except BaseException:
            self._forget()
            raise
        return met

    def meet_soon(self) -> None:
        """Greet the table again, after what is to be said to it now: another referee has come."""
        self._heard.put_nowait(_Errand.MEET)

    def pass_time(self) -> None:
        """Let the referee say, after all that was heard, what is due because time has passed."""
        self._heard.put_nowait(_Errand.OVERDUE)

    async def farewell(self) -> None:
        """Tell the table that nobody referees any more; if it is gone, nobody needs to be told."""
        with suppress(UserError):
            await self._send("farewell", {})

    def hear(self, message: Message) -> None:
        """Take a message of the game; they are dealt with one by one, in the order they came."""
        if isinstance(message, Heard | Loaded):
            self._heard.put_nowait(message)

    async def caught_up(self) -> None:
        """Wait until all that was heard is dealt with, and what is to be said to it has left."""
        await self._heard.join()

    async def _work(self) -> None:
        while True:
            message = await self._heard.get()
            try:
                if isinstance(message, Heard):
                    await self._judge(message.message)
                elif message is _Errand.OVERDUE:
                    await self._overdue()
                else:
                    await self.meet()
            except UserError as error:
                self._trouble(error)
                if isinstance(error, Unavailable) and not isinstance(message, Heard):
                    self._remind()  # a game that loads may take long to answer
            except Exception:  # noqa: BLE001  # whatever came in, the next message is heard
                _LOG.exception("a report could not be dealt with")
                self._trouble(UserError(_STUMBLED, fix=_PACKS))
                self._remind()  # the table says again what has no verdict yet
            finally:
                self._heard.task_done()

    def _remind(self) -> None:
        """Greet the table again after a while, unless it says something first."""
        self._forget()
        if self._again is not None:
            loop = asyncio.get_running_loop()
            self._reminder = loop.call_later(self._again, self.meet_soon)

    def _forget(self) -> None:
        if self._reminder is not None:
            self._reminder.cancel()
            self._reminder = None

    async def _judge(self, message: dict[str, Any]) -> None:
        # Compared as bytes: of texts only ASCII can be, and a stranger sends what he likes.
        said = str(message.get("secret", "")).encode("utf-8", "replace")
        if not compare_digest(said, self.secret.encode()):
            return
        try:
            body = msgspec.json.decode(str(message.get("body", "")))
            report = reports.read(body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            _LOG.warning("a report that can't be read: %s", error)
            return
        self._forget()
        _LOG.info("said: %.2000s", message.get("body"))
        told = self.referee.received(report)
        _LOG.info("told: %s", _summary(told))
        await self._send("told", msgspec.to_builtins(told))

    async def _overdue(self) -> None:
        told = self.referee.overdue()
        if told is not None:
            await self._send("told", msgspec.to_builtins(told))

    async def _send(self, kind: str, body: dict[str, Any]) -> None:
        # Flat, with all that is nested written as one text: some builds lose nested tables.
        text = msgspec.json.encode(body).decode()
        await self._line.send(Tell({"kind": kind, "secret": self.secret, "body": text}))


def _summary(told: Told) -> str:
    """Say what a table was told, in a line of the log."""
    acts = ", ".join(str(each) for each in told.acts[:_MOST_ACTS])
    more = f" and {len(told.acts) - _MOST_ACTS} more" if len(told.acts) > _MOST_ACTS else ""
    said = [f"{each.n} {'done' if each.done else 'refused'} {each.say}" for each in told.verdicts]
    said += [f"{each.colour or 'all'}: {each.text}" for each in told.lines]
    return f"{told.epoch}.{told.step} {told.mode}; {'; '.join(said)}; {acts}{more}"


def _logged(error: UserError) -> None:
    _LOG.warning("%s", error)
