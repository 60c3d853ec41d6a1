"""Editors of other people that know nothing of a hub: to each of them it is the game.

Such an editor looks for the game on one port and listens on another. It must be told to look where
the hub stands in for the game; where it listens the hub calls it, as the game would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Final, Self

from tts_tool.documents import NoDocument, read_document
from tts_tool.errors import UserError
from tts_tool.sync.exchange import Exchange
from tts_tool.sync.listener import Dropped, Listener
from tts_tool.sync.messages import (
    GLOBAL,
    Message,
    Returned,
    ScriptFailed,
    compact,
    read_message,
    whole_number,
)
from tts_tool.sync.sender import HOST, deliver
from tts_tool.sync.spoken import spoken

__all__ = ["PlainEditor"]

_CARE: Final = 30.0
"""As long as our own listener takes for a message (`ConnectionLimits`); meanwhile the next ones
wait.
"""
_PLAY: Final = 1


class PlainEditor(AbstractAsyncContextManager["PlainEditor"]):
    """Stands in for the game before one editor, as long as it is open."""

    def __init__(self, exchange: Exchange, door: int, port: int) -> None:
        """The editor looks for the game on `door`, and listens on `port`."""
        self._exchange = exchange
        self._port = port
        self._listener = Listener(self._take, door, read=read_document)
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard = self._lost = 0

    async def __aenter__(self) -> Self:
        await self._listener.__aenter__()
        self._begin(self._call())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._listener.__aexit__(None, None, None)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def door(self) -> int:
        """Say where the editor has to look for the game."""
        return self._listener.port

    def hear(self, message: Message) -> None:
        """Let the editor hear something, after all that was said before."""
        self._messages.put_nowait(message)

    def status(self) -> dict[str, int]:
        """Say how it stands with this editor; `lost` came while it did not listen."""
        return {
            "door": self.door,
            "port": self._port,
            "heard": self._heard,
            "lost": self._lost,
        }

    def _begin(self, work: Any) -> None:  # noqa: ANN401 - a coroutine
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self) -> None:
        while True:
            raw = compact(spoken(await self._messages.get()))
            try:
                async with asyncio.timeout(_CARE):
                    await deliver(HOST, self._port, raw)
                self._heard += 1
            except (OSError, TimeoutError):
                self._lost += 1

    def _take(self, document: Mapping[str, Any] | Dropped) -> None:
        if not isinstance(document, Dropped):
            self._begin(self._do(document))

    async def _do(self, request: Mapping[str, Any]) -> None:
        try:
            await self._ask(request)
        except (UserError, NoDocument) as error:
            self.hear(ScriptFailed(str(error), prefix="tts-tool: "))

    async def _ask(self, request: Mapping[str, Any]) -> None:
        match whole_number(request.get("messageID")):
            case 0:
                self.hear(await self._exchange.scripts())
            case 1:
                # It is loaded for all, so all hear of it, and this editor with them.
                loaded = read_message({**request, "messageID": _PLAY})
                await self._exchange.save_and_play(getattr(loaded, "states", ()))
            case 2:
                message = request.get("customMessage")
                if isinstance(message, dict):  # the game ignores anything else
                    await self._exchange.tell(message)
            case 3:
                await self._run(request)

    async def _run(self, request: Mapping[str, Any]) -> None:
        guid = request.get("guid", GLOBAL)
        script = str(request.get("script") or "")
        with suppress(TimeoutError):  # the game itself does not answer to every chunk
            value = await self._exchange.run(script, str(guid))
            self.hear(Returned(whole_number(request.get("returnID")), value))
