"""A conversation with the game in which nothing that it says is lost: what, how worded, when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from tts_tool.documents import read_document
from tts_tool.sync.exchange import Exchange
from tts_tool.sync.listener import EDITOR_PORT, Dropped, Listener
from tts_tool.sync.messages import GLOBAL, Message, ScriptTold, read_message
from tts_tool.sync.sender import GAME_PORT, HOST, Sender

__all__ = ["Conversation", "Heard"]

_Kind = TypeVar("_Kind")
_KEY = "selftest"


@dataclass(frozen=True)
class Heard:
    """Something that the game has said, as a message and as it was written."""

    message: Message
    document: Mapping[str, Any]
    size: int


@dataclass(frozen=True)
class _Bare:
    """A request without anything that ours have to make them safe."""

    content: dict[str, Any]

    def document(self) -> dict[str, Any]:
        return self.content


class Conversation(AbstractAsyncContextManager["Conversation"]):
    """Talks with a game, and remembers all that it says."""

    def __init__(
        self, port: int = GAME_PORT, editor_port: int = EDITOR_PORT, host: str = HOST
    ) -> None:
        """The game listens on the first port and speaks on the second."""
        self.sender = Sender(port, host=host)
        self.exchange = Exchange(self.sender)
        self.heard: list[Heard] = []
        self._news = asyncio.Event()
        self._listener = Listener(self._hear, editor_port, read=self._note)

    async def __aenter__(self) -> Self:
        await self._listener.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._listener.__aexit__(*error)

    @property
    def editor_port(self) -> int:
        """Say on which port we hear the game."""
        return self._listener.port

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Listen to nobody for a while, as when no editor runs."""
        port = self._listener.port
        await self._listener.__aexit__(None, None, None)
        try:
            yield
        finally:
            self._listener = Listener(self._hear, port, read=self._note)
            await self._listener.__aenter__()

    async def say(self, document: dict[str, Any]) -> None:
        """Send a message just as it is given."""
        await self.sender.send(_Bare(document))

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua and give what it returns."""
        return await self.exchange.execute(script, guid)

    async def until(
        self, found: Callable[[Heard], object], since: int, seconds: float
    ) -> Heard | None:
        """Wait until something like this has been heard; None if it was not in time."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    for each in self.heard[since:]:
                        if found(each):
                            return each
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return None

    def of_kind(self, kind: type[_Kind], since: int = 0) -> list[_Kind]:
        """List the messages of a kind."""
        return [each.message for each in self.heard[since:] if isinstance(each.message, kind)]

    def told(self, topic: str, since: int = 0) -> list[Any]:
        """List what the self-test has told about something."""
        messages = self.of_kind(ScriptTold, since)
        return [each.message.get("value") for each in messages if each.message.get(_KEY) == topic]

    async def until_told(self, topic: str, since: int, seconds: float) -> bool:
        """Wait until the self-test tells about something."""

        def tells(each: Heard) -> bool:
            message = each.message
            return isinstance(message, ScriptTold) and message.message.get(_KEY) == topic

        return await self.until(tells, since, seconds) is not None

    def _note(self, raw: bytes) -> Message:
        document = read_document(raw)
        message = read_message(document)
        self.heard.append(Heard(message, document, len(raw)))
        return message

    def _hear(self, message: Message | Dropped) -> None:
        self.exchange.hear(message)
        self._news.set()
