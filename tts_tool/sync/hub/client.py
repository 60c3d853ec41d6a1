"""A line to the game through a hub in another process.

If the hub ends, whoever waits for an answer is told so, and the line comes back by itself as soon
as there is a hub again. What was said meanwhile is lost, so the subscribers are then told which
game is loaded, as if it had just been.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from itertools import count
from typing import Any, Final, NamedTuple, Self

import aiohttp
import msgspec

from tts_tool.documents import NoDocument
from tts_tool.errors import Refused, Unavailable, UserError
from tts_tool.sync.hub import protocol
from tts_tool.sync.hub.door import Door
from tts_tool.sync.hub.pulse import heard_from
from tts_tool.sync.messages import (
    GLOBAL,
    Loaded,
    Request,
    ScriptState,
    Tell,
    read_message,
)
from tts_tool.sync.sender import HOST
from tts_tool.sync.wire import PassesOn

__all__ = ["Entrance", "HubLine", "enter"]

_LOG: Final = logging.getLogger(__name__)
_AGAIN: Final = 0.5
"""Seconds between tries to come in, many of them while a question waits (`_PATIENCE`)."""
_PATIENCE: Final = 20.0
"""Seconds that a question waits for a hub that has gone: so long a new one may take to open, see
`starting._PATIENCE`.
"""
_OPENS: Final = 5.0
"""Shorter than `starting._PATIENCE`, so that a door which leads nowhere is not all that is tried.
"""
BEAT: Final = 10.0
"""Seconds after which a hub that is silent is asked whether it still moves (`pulse`)."""

News = Callable[[Mapping[str, Any]], None]


class Entrance(NamedTuple):
    """A connection that a hub has welcomed, and how things stand there."""

    session: aiohttp.ClientSession
    socket: aiohttp.ClientWebSocketResponse
    status: dict[str, Any]


async def enter(door: Door, name: str) -> Entrance:
    """Come in by a door; it is unavailable if nobody opens, or somebody else."""
    session = aiohttp.ClientSession()
    try:
        async with asyncio.timeout(_OPENS):
            socket = await session.ws_connect(
                f"http://{HOST}:{door.port}/",
                max_msg_size=protocol.MOST_BYTES,
                compress=0,
                autoping=False,
            )
            try:
                hello = {"do": "hello", "id": 0, "token": door.token, "name": name}
                await socket.send_str(protocol.line(hello))
                return Entrance(session, socket, _welcome(await socket.receive_str()))
            except BaseException:
                await socket.close()
                raise
    except (aiohttp.ClientError, OSError, TimeoutError, *_NO_HUB) as error:
        await session.close()
        raise Unavailable("no hub opens", where=f"{HOST}:{door.port}") from error
    except BaseException:
        await session.close()
        raise


_NO_HUB: Final = (msgspec.MsgspecError, ValueError, TypeError, LookupError)
"""What comes of reading what another program says."""


def _welcome(text: str) -> dict[str, Any]:
    told = msgspec.json.decode(text)
    if not told["ok"]:
        raise protocol.error_of(told["error"])
    status: dict[str, Any] = told["value"]
    return status


class HubLine(PassesOn, AbstractAsyncContextManager["HubLine"]):
    """A `Line` that goes through a hub, as long as it is entered."""

    def __init__(
        self, come_in: Callable[[], Awaitable[Entrance]], news: News = lambda _: None
    ) -> None:
        """`come_in` finds a hub, again if need be; `news` is told what happens to the hub."""
        super().__init__()
        self.status: dict[str, Any] = {}
        """How things stood when we came in."""
        self._come_in = come_in
        self._news = news
        self._entrance: Entrance | None = None
        self._inside = asyncio.Event()
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._meeting: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._enter(await self._come_in())
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *error: object) -> None:
        tasks = [each for each in (self._reading, self._meeting) if each is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._entrance is not None:
            await self._entrance.socket.close()
            await self._entrance.session.close()

    async def send(self, request: Request) -> None:
        """Send a message; none answers. Only `Tell` has no answer of its own."""
        if not isinstance(request, Tell):
            raise Refused("through a hub, only a message to scripts is sent without an answer")
        await self.ask("tell", message=request.document()["customMessage"])

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua and give what it returns."""
        return await self.ask("execute", script=script, guid=guid)

    async def scripts(self) -> Loaded:
        """Ask for all scripts and interfaces."""
        return _loaded(await self.ask("scripts"))

    async def save_and_play(self, states: Iterable[ScriptState]) -> Loaded:
        """Set scripts and interfaces and load the save again; what was not saved is lost."""
        return _loaded(await self.ask("play", states=[each.document() for each in states]))

    async def ask(self, do: str, **about: object) -> Any:  # noqa: ANN401 - it may be anything
        """Ask the hub for something; what it refuses is raised as it was there."""
        entrance = await self._there()
        number = next(self._numbers)
        # The waiter stands ready before the question leaves.
        waiter = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await entrance.socket.send_str(protocol.line({"do": do, "id": number, **about}))
            return await waiter
        except (ConnectionError, aiohttp.ClientError) as error:
            raise _gone() from error
        finally:
            del self._waiting[number]

    async def _there(self) -> Entrance:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):  # wait_for may swallow that it is cancelled
                await self._inside.wait()
        if self._entrance is None or not self._inside.is_set():
            raise _gone()
        return self._entrance

    def _enter(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self.status = entrance.status
        self._inside.set()

    async def _read(self) -> None:
        while self._entrance is not None:
            async for text in heard_from(self._entrance.socket, BEAT):
                self._take(msgspec.json.decode(text))
            self._inside.clear()
            for waiter in self._waiting.values():
                if not waiter.done():
                    waiter.set_exception(_gone())
            await self._entrance.session.close()
            self._news({"state": "gone"})
            await self._come_back()

    async def _come_back(self) -> None:
        told = ""
        while not self._inside.is_set():
            try:
                self._enter(await self._come_in())
            except UserError as error:
                if str(error) != told:
                    told = str(error)
                    self._news({"state": "missing", "what": told, "fix": error.fix})
                await asyncio.sleep(_AGAIN)
        self._news({"state": "back"})
        self._meeting = asyncio.create_task(self._meet_again())

    async def _meet_again(self) -> None:
        """Tell the subscribers which game is loaded: they may have missed it."""
        with suppress(UserError):
            self._pass_on(await self.scripts())

    def _take(self, told: dict[str, Any]) -> None:
        match told:
            case {"event": "said", "message": dict(document)}:
                with suppress(NoDocument):
                    self._pass_on(read_message(document))
            case {"event": "hub"}:
                self._news(told)
            case {"re": int(number), "ok": ok} if waiter := self._waiting.get(number):
                if waiter.done():
                    return
                if ok:
                    waiter.set_result(told.get("value"))
                else:
                    waiter.set_exception(protocol.error_of(told["error"]))


def _loaded(document: Mapping[str, Any]) -> Loaded:
    message = read_message(document)
    assert isinstance(message, Loaded)  # noqa: S101 - the hub has read it as one
    return message


def _gone() -> Unavailable:
    return Unavailable(
        "the hub has ended before it answered",
        fix="what was asked may have been done or not; look, and ask again",
    )
