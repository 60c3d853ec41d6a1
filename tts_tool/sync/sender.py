"""Sends one message to the running game: connect, write, close.

A connection that is used twice was found unreliable, so each message has its own.
"""

from __future__ import annotations

import asyncio
from typing import Final

from tts_tool.errors import Unavailable
from tts_tool.sync.messages import Request, compact

__all__ = ["GAME_PORT", "HOST", "Sender", "deliver"]

# The numbers, not the name "localhost": the game listens on IPv4 only.
HOST: Final = "127.0.0.1"
# The game listens here, and can't be told otherwise.
GAME_PORT: Final = 39999


class Sender:
    """Knows where the game listens, and how long to wait for it."""

    def __init__(self, port: int = GAME_PORT, *, host: str = HOST, seconds: float = 5.0) -> None:
        """Send to this port; give up after so many seconds."""
        self.host = host
        self.port = port
        self._seconds = seconds

    async def send(self, request: Request) -> None:
        """Send a message; it has left when this returns, what becomes of it is not known."""
        raw = compact(request.document())
        try:
            async with asyncio.timeout(self._seconds):
                await deliver(self.host, self.port, raw)
        except ConnectionRefusedError as error:
            raise Unavailable(
                "Tabletop Simulator does not listen",
                where=self.where,
                fix="start it and load a game; in its main menu it does not listen",
            ) from error
        except TimeoutError as error:
            raise Unavailable(
                f"Tabletop Simulator took no message for {self._seconds:g} s",
                where=self.where,
                fix="it may be loading or stuck; look at its window and try again",
            ) from error
        except OSError as error:
            raise Unavailable(
                f"Tabletop Simulator broke off: {error.strerror or error}",
                where=self.where,
                fix="look at its window and try again",
            ) from error

    @property
    def where(self) -> str:
        """Say where the game is looked for."""
        return f"{self.host}:{self.port}"


async def deliver(host: str, port: int, raw: bytes) -> None:
    """Bring something to a port over a connection of its own."""
    _, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(raw)
        writer.write_eof()
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    except BaseException:
        if not writer.is_closing():  # what was not taken must not be waited for
            writer.transport.abort()
        raise
