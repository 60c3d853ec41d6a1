"""What is on its way between a table and its referee: nobody has to guess how long that takes.

Each side is counted where it speaks and where it is heard. What nobody hears while somebody looks a
hundred times is lost, as messages are: whoever said it says it again.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Final, Self

from tts_tool.sync.messages import Loaded, Message, Request
from tts_tool.sync.messages import ScriptTold as Heard
from tts_tool.sync.wire import Wire
from tts_tool.table import Table, notices
from tts_tool.table.notices import Notice
from tts_tool.web.bridge import Bridge

__all__ = ["CountedTable", "CountedWire", "Crossing"]

LOST: Final = 100
"""So many looks without anything coming: on a busy machine whoever looks waits for it, too."""
_GLANCE: Final = 0.05
"""Seconds between two looks."""


class CountedTable(Table):
    """A table that tells somebody of each message from outside that its scripts have heard."""

    arrived: Callable[[], object] | None = None

    def perish(self) -> None:
        """Kill the process in which the scripts run, whatever it is doing."""
        os.kill(self._cage.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def tell_of_loading(self) -> None:
        """Say that a save was opened, as a game does that was just started."""
        self._tell([notices.Loaded()])

    def external_message(self, message: dict[str, Any]) -> None:
        """Call `onExternalMessage` in every script."""
        super().external_message(message)
        if self.arrived is not None:
            self.arrived()


class CountedWire(Wire):
    """A line that counts what was sent over it."""

    sent = 0

    async def send(self, request: Request) -> None:
        """Send a message; none answers."""
        await super().send(request)
        self.sent += 1


class Crossing(AbstractContextManager["Crossing"]):
    """Waits for what is on its way, in both directions."""

    def __init__(self, table: CountedTable, wire: CountedWire, bridge: Bridge) -> None:
        """Listen to both sides, as long as it is entered."""
        self._table = table
        self._wire = wire
        self.bridge = bridge
        self._said = self._heard = 0
        self._arrived = wire.sent  # what another table was told is not on its way to this one
        self._came = asyncio.Event()
        self._hearing = wire.subscribed(self._referee_heard)

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._table.listen(self._table_said)
        self._table.arrived = partial(loop.call_soon_threadsafe, self._table_heard)
        self._hearing.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._hearing.__exit__(None, None, None)
        self._table.arrived = None

    async def empty(self) -> bool:
        """Wait until nothing is on its way; tell whether the table has been told anything."""
        before, looks, known = self._arrived, 0, self._far()
        waiting = asyncio.ensure_future(self._emptied())
        while not waiting.done() and looks < LOST:
            await asyncio.wait([waiting], timeout=_GLANCE)
            looks, known = (0 if self._far() != known else looks + 1), self._far()
        if waiting.done():
            waiting.result()
        else:
            waiting.cancel()
            self._heard, self._arrived = self._said, self._wire.sent
        return self._arrived > before

    async def _emptied(self) -> None:
        while True:
            await self._until(lambda: self._said <= self._heard)
            await self.bridge.caught_up()
            await self._until(lambda: self._wire.sent <= self._arrived)
            if self._said <= self._heard:  # nothing was said to what has arrived
                return

    def _far(self) -> tuple[int, ...]:
        return self._said, self._heard, self._wire.sent, self._arrived

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self._came.clear()
            await self._came.wait()

    def _table_said(self, several: Sequence[Notice]) -> None:
        self._said += sum(
            isinstance(each, notices.ExternalNotice | notices.Loaded) for each in several
        )

    def _referee_heard(self, message: Message) -> None:
        if isinstance(message, Heard | Loaded):
            self._heard += 1
            self._came.set()

    def _table_heard(self) -> None:
        self._arrived += 1
        self._came.set()
