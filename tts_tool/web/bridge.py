"""Joins a table in the game with the referee: its reports go in, what it is told goes out.

The port is open by nature, so whatever comes through it is untrusted: only what carries the
secret of this game is read, and what can't be read is noted and changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from hmac import compare_digest
from typing import Any, Final, Self

import msgspec

from tts_tool.errors import Unavailable
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.sync.listener import Dropped, Listener
from tts_tool.sync.messages import Loaded, Message, Tell, Told
from tts_tool.sync.sender import Sender

__all__ = ["Bridge"]

_LOG: Final = logging.getLogger(__name__)


class Bridge(AbstractAsyncContextManager["Bridge"]):
    """Listens to the game and answers it, as long as it is open."""

    def __init__(self, host: Host, secret: str, sender: Sender, editor_port: int) -> None:
        """Referee at `host` for the table that knows `secret`."""
        self.host = host
        self._secret = secret
        self._sender = sender
        self._listener = Listener(self.hear, editor_port)
        self._heard: asyncio.Queue[Told | Loaded] = asyncio.Queue()
        self._working: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """Say where it listens."""
        return self._listener.port

    async def __aenter__(self) -> Self:
        await self._listener.__aenter__()
        self._working = asyncio.create_task(self._work())
        return self

    async def __aexit__(self, *exception: object) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        await self._listener.__aexit__(*exception)

    async def greet(self) -> None:
        """Ask the table to say hello; without one there is nothing to referee yet."""
        await self._send("hello", {})

    def hear(self, message: Message | Dropped) -> None:
        """Take a message of the game; they are dealt with one by one, in the order they came."""
        if isinstance(message, Told | Loaded):
            self._heard.put_nowait(message)

    async def _work(self) -> None:
        while True:
            message = await self._heard.get()
            try:
                if isinstance(message, Loaded):
                    await self.greet()
                else:
                    await self._judge(message.message)
            except Unavailable as error:
                _LOG.warning("%s", error)
            except Exception:  # noqa: BLE001  # whatever came in, the next message is heard
                _LOG.exception("a report could not be dealt with")

    async def _judge(self, message: dict[str, Any]) -> None:
        if not compare_digest(str(message.get("secret", "")), self._secret):
            return
        try:
            body = msgspec.json.decode(str(message.get("body", "")))
            report = reports.read(body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            _LOG.warning("a report that can't be read: %s", error)
            return
        told = self.host.received(report)
        await self._send("told", msgspec.to_builtins(told))

    async def _send(self, kind: str, body: dict[str, Any]) -> None:
        # Flat, with all that is nested written as one text: some builds lose nested tables.
        text = msgspec.json.encode(body).decode()
        await self._sender.send(Tell({"kind": kind, "secret": self._secret, "body": text}))
