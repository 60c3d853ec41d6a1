"""A game of a few lines at the other end of real sockets: it says what a test tells it to say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Self

from tts_tool.sync import HOST, Dropped, Exchange, Listener, Message, Sender

Document = dict[str, Any]
Answers = Callable[[Document], Iterable[Document]]

PATIENCE = 50.0
"""Seconds: less than a test is given, and more than the busiest machine takes for anything here."""


def pretty(document: Document) -> bytes:
    """Print a document as the game does: over many lines."""
    return json.dumps(document, indent=2, ensure_ascii=False).encode()


async def say(port: int, *chunks: bytes, hang_up: bool = True) -> None:
    """Write to a port in pieces; without hanging up, wait until the other side does."""
    reader, writer = await asyncio.open_connection(HOST, port)
    for chunk in chunks:
        writer.write(chunk)
        await writer.drain()
        await asyncio.sleep(0)
    if not hang_up:
        with suppress(ConnectionResetError):  # it hung up with something unread
            await reader.read()
    writer.close()


async def until(done: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not done():  # noqa: ASYNC110 - what is waited for knows no events
            await asyncio.sleep(0.005)


class Line(AbstractAsyncContextManager["Line"]):
    """Our side and a small game, joined by two free ports."""

    def __init__(self, answers: Answers = lambda _: (), seconds: float = PATIENCE) -> None:
        self.heard: list[Message | Dropped] = []
        self.asked: list[Document] = []
        self._answers = answers
        self._seconds = seconds

    async def __aenter__(self) -> Self:
        self._game = await asyncio.start_server(self._asked, HOST, 0)
        self.game_port = int(self._game.sockets[0].getsockname()[1])
        sender = Sender(self.game_port, seconds=self._seconds)
        self.exchange = Exchange(sender, seconds=self._seconds, load_seconds=self._seconds)
        self.listener = await Listener(self._hear, 0).__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.listener.__aexit__(None, None, None)
        self._game.close()

    def _hear(self, message: Message | Dropped) -> None:
        self.heard.append(message)
        self.exchange.hear(message)

    async def _asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked.append(json.loads(await reader.read()))
        writer.close()
        for document in self._answers(self.asked[-1]):
            await say(self.listener.port, pretty(document))

    async def heard_in_time(self, number: int) -> list[Message | Dropped]:
        """Wait until so many messages came."""
        await until(lambda: len(self.heard) >= number)
        return self.heard


def on_line(
    play: Callable[[Line], Awaitable[None]],
    answers: Answers = lambda _: (),
    seconds: float = PATIENCE,
) -> None:
    """Run a play on a line of its own."""

    async def run() -> None:
        async with Line(answers, seconds) as line:
            await play(line)

    asyncio.run(run())
