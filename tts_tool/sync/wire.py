"""The one line of this process to the running game: who wants to hear it subscribes.

Only one program on a computer can own the port on which the game speaks; whoever needs the game
is given a `GameLine`, and need not know whether it is this process that listens.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from typing import Any, Final, Protocol, Self

from tts_tool.sync.exchange import Exchange
from tts_tool.sync.listener import EDITOR_PORT, Dropped, Listener
from tts_tool.sync.messages import GLOBAL, Message, Request
from tts_tool.sync.sender import GAME_PORT, Sender

__all__ = ["GameLine", "Hear", "OwnLine", "PassesOn", "Wire"]

_LOG: Final = logging.getLogger(__name__)

Hear = Callable[[Message], None]


class GameLine(Protocol):
    """What whoever talks with the game needs of it."""

    def subscribed(self, hear: Hear) -> AbstractContextManager[None]:
        """Hear all that the game says, as long as it is entered."""

    async def send(self, request: Request) -> None:
        """Send a message; none answers."""

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua and give what it returns."""


class OwnLine(GameLine, Protocol):
    """A line that has to be opened: by owning the port, or through the hub that does."""

    async def __aenter__(self) -> Self:
        """Open it."""

    async def __aexit__(self, *error: object) -> None:
        """Close it."""


class PassesOn:
    """Whoever hears the game, and passes on what it says to all who have subscribed."""

    def __init__(self) -> None:
        super().__init__()
        self._subscribers: list[Hear] = []

    @contextmanager
    def subscribed(self, hear: Hear) -> Iterator[None]:
        """Hear all that the game says, as long as it is entered."""
        self._subscribers.append(hear)
        try:
            yield
        finally:
            self._subscribers.remove(hear)

    def _pass_on(self, message: Message) -> None:
        """Pass a message on; a subscriber that fails over it takes it from no other."""
        for hear in tuple(self._subscribers):
            try:
                hear(message)
            except Exception:  # noqa: BLE001 - the others must hear it all the same
                _LOG.exception("a message of the game could not be dealt with")


class Wire(PassesOn, AbstractAsyncContextManager["Wire"]):
    """Owns the port on which the game speaks, as long as it is open."""

    def __init__(
        self, port: int = GAME_PORT, editor_port: int = EDITOR_PORT, *, seconds: float = 5.0
    ) -> None:
        """The game listens on the first port and speaks on the second."""
        super().__init__()
        self.sender = Sender(port, seconds=seconds)
        self.exchange = Exchange(self.sender, seconds=seconds)
        self._listener = Listener(self._hear, editor_port)

    async def __aenter__(self) -> Self:
        await self._listener.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._listener.__aexit__(*error)

    @property
    def editor_port(self) -> int:
        """Say on which port the game is heard."""
        return self._listener.port

    async def send(self, request: Request) -> None:
        """Send a message; none answers."""
        await self.sender.send(request)

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua and give what it returns."""
        return await self.exchange.execute(script, guid)

    def _hear(self, message: Message | Dropped) -> None:
        if isinstance(message, Dropped):
            _LOG.debug("a connection brought no message: %s", message.reason)
            return
        self.exchange.hear(message)
        self._pass_on(message)
