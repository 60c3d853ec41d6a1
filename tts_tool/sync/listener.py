"""Owns the port on which the game speaks to editors: one message for each connection.

Anything on this machine can connect. What does not begin like a message is hung up on, a
connection has a limited time and size, and nothing that comes in can stop the listener.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any, Final, Self

from tts_tool.documents import Assembly, NoDocument, read_document
from tts_tool.ports import cannot_listen
from tts_tool.sync.messages import Message, read_message
from tts_tool.sync.sender import HOST

__all__ = ["EDITOR_PORT", "END_THE_OTHER", "ConnectionLimits", "Dropped", "Listener"]

EDITOR_PORT: Final = 39998
END_THE_OTHER: Final = "end the other editor (Visual Studio Code, Atom, another tts-tool)"
"""What to do where another program listens; the game calls no other port."""
_CHUNK: Final = 1 << 16
"""Bytes read at once; any value gives the same."""
# The loop takes so many turns from accepting a connection until we are told of it.
_UNTIL_MET: Final = 4


@dataclass(frozen=True)
class Dropped:
    """A connection that brought no message, and why."""

    reason: str


@dataclass(frozen=True)
class ConnectionLimits:
    """How much a connection may bring, how long it may take, how many there may be."""

    most_bytes: int = 256 << 20
    """All scripts of a save come in one message; the largest save known has 90 MB in all."""
    seconds: float = 30.0
    """Somebody who connects and says nothing holds one of the `connections` until then."""
    connections: int = 64
    """The game opens one for each message, also for each print; what finds none free is lost."""


def _message(raw: bytes) -> Message:
    return read_message(read_document(raw))


class Listener(AbstractAsyncContextManager["Listener"]):
    """Hears what the game says, as long as it is open."""

    def __init__(
        self,
        hear: Callable[[Any], object],
        port: int = EDITOR_PORT,
        limits: ConnectionLimits = ConnectionLimits(),
        read: Callable[[bytes], Any] = _message,
    ) -> None:
        """Call `hear` for every message, and with `Dropped` for every connection that brought none.

        `read` makes a message of what came, or raises NoDocument.
        """
        self._hear = hear
        self._read_message = read
        self._port = port
        self._limits = limits
        self._room = asyncio.Semaphore(limits.connections)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """Say on which port it listens: a free one if it was asked for port 0."""
        if self._server is None:
            return self._port
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> Self:
        try:
            self._server = await asyncio.start_server(self._meet, HOST, self._port)
        except OSError as error:
            raise cannot_listen(error, f"{HOST}:{self._port}", END_THE_OTHER) from error
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            await self._meet_no_more(self._server)
            self._server.close()
            for task in self._open:
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)
            await self._server.wait_closed()
            self._server = None

    async def _meet_no_more(self, server: asyncio.Server) -> None:
        """Meet whoever was just accepted: a closed server would forget to hang up on them."""
        with suppress(NotImplementedError):  # on Windows they are forgotten
            for each in server.sockets:
                asyncio.get_running_loop().remove_reader(each.fileno())
        for _ in range(_UNTIL_MET):
            await asyncio.sleep(0)

    def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Know of every connection from its first moment, so that none outlives the listener."""
        task = asyncio.get_running_loop().create_task(self._take(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        task.add_done_callback(lambda _: writer.close())

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            heard = await self._read(reader)
        except asyncio.CancelledError:
            return
        finally:
            writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        self._hear(heard)

    async def _read(self, reader: asyncio.StreamReader) -> Any:  # noqa: ANN401 - `read` decides
        if self._room.locked():
            return Dropped("too many connections at once")
        try:
            async with self._room, asyncio.timeout(self._limits.seconds):
                raw = await self._document(reader)
            return self._read_message(raw)
        except NoDocument as error:
            return Dropped(error.what)
        except TimeoutError:
            return Dropped(f"it brought no whole message in {self._limits.seconds:g} s")
        except OSError as error:
            return Dropped(f"it broke off: {error.strerror or error}")

    async def _document(self, reader: asyncio.StreamReader) -> bytes:
        assembly = Assembly(self._limits.most_bytes)
        while chunk := await reader.read(_CHUNK):
            if whole := assembly.feed(chunk):
                return whole
        return assembly.end()
