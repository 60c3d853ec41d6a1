"""Whoever is attached to a hub by a WebSocket: what they ask is done, what the game says they hear.

A guest who reads slowly holds nobody up: what waits for them is kept in order, up to a limit, and
beyond it they are hung up on, so that they know that they have lost something.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest
from typing import Any, Final

from aiohttp import WSCloseCode, web

from tts_tool.errors import BadInput, Refused, UserError
from tts_tool.sync.hub import protocol
from tts_tool.sync.hub.pulse import heard_from

__all__ = ["Guest", "welcomed"]

_LOG: Final = logging.getLogger(__name__)
_MOST_WAITING: Final = 512 << 20
"""Twice the longest message, of which one at least must have room."""
_HELLO_SECONDS: Final = 10.0
"""Longer than `client._OPENS`, after which ours have gone: only who never says a word is met by it.
"""
BEAT: Final = 20.0
"""Seconds after which a guest that is silent is asked whether it still moves: it may hold the port.
It may be one thread that reads a long message, which takes seconds: it has as long to answer.
"""

Do = Callable[["Guest", protocol.Ask], Awaitable[object]]


class Guest:
    """One who is attached, and what waits to be said to them."""

    def __init__(self, socket: web.WebSocketResponse, name: str) -> None:
        self.name = name
        self.heard = 0
        """So many messages of the game were passed on to them."""
        self.asked = 0
        self.response = socket
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._size = 0
        self._is_gone = False
        self._tasks: set[asyncio.Task[None]] = set()
        # What is told to the game stays in its order.
        self._telling = asyncio.Lock()

    def say(self, text: str) -> None:
        """Let them know something as soon as they have read what was said before."""
        self._size += len(text)
        self._waiting.put_nowait(text)
        if self._size > _MOST_WAITING:
            self._begin(self._hang_up())

    async def serve(self, do: Do) -> None:
        """Do what they ask until they are gone."""
        writing = asyncio.create_task(self._write())
        try:
            async for raw in heard_from(self.response, BEAT):
                self._begin(self._take(raw, do))
                # Each begins before the next is read, so that they begin in their order.
                await asyncio.sleep(0)
        finally:
            tasks = [writing, *self._tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def leave(self) -> None:
        """Say all that waits, and hang up."""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(1):
                while self._size and not self._is_gone:  # noqa: ASYNC110 - the writer knows no events
                    await asyncio.sleep(0.005)
                if not self._is_gone and not self.response.closed:
                    await self.response.close(code=WSCloseCode.GOING_AWAY, message=b"the hub ends")

    def _begin(self, work: Any) -> None:  # noqa: ANN401 - a coroutine
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self) -> None:
        try:
            while True:
                text = await self._waiting.get()
                await self.response.send_str(text)
                self._size -= len(text)
        except ConnectionError:
            self._is_gone = True

    async def _take(self, raw: str | bytes, do: Do) -> None:
        number = protocol.id_of(raw)
        self.asked += 1
        try:
            ask = protocol.read_ask(raw)
            if isinstance(ask, protocol.Tell):
                async with self._telling:
                    value = await do(self, ask)
            else:
                value = await do(self, ask)
            self.say(protocol.answer(number, value))
        except UserError as error:
            self.say(protocol.refusal(number, error))
        except Exception as error:  # noqa: BLE001 - whoever asks must not wait for ever
            _LOG.exception("a request could not be dealt with")
            what = f"the hub has stumbled: {type(error).__name__}: {error}"
            self.say(protocol.refusal(number, Refused(what, fix="its log says where")))

    async def _hang_up(self) -> None:
        await self.response.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"you read too slowly")


async def welcomed(
    request: web.Request, token: str, about: Callable[[], object]
) -> Guest | web.StreamResponse:
    """Meet whoever comes: a guest if they know the token, else they are hung up on."""
    if "Origin" in request.headers:
        # A page of the web can make a browser come here, but it cannot hide that it is one.
        raise web.HTTPForbidden(text="no web page may attach\n")
    socket = web.WebSocketResponse(max_msg_size=protocol.MOST_BYTES, compress=False, autoping=False)
    await socket.prepare(request)
    try:
        hello = protocol.read_ask(await socket.receive_str(timeout=_HELLO_SECONDS))
    except (BadInput, TypeError, TimeoutError) as error:
        what = error.what if isinstance(error, BadInput) else "no hello came"
        return await _turned_away(socket, None, BadInput(what, fix="say hello first"))
    if not isinstance(hello, protocol.HubHello):
        return await _turned_away(socket, hello.id, Refused("say hello first"))
    # Compared as bytes: of texts only ASCII can be, and a stranger sends what he likes.
    if not compare_digest(hello.token.encode("utf-8", "replace"), token.encode()):
        return await _turned_away(socket, hello.id, Refused("this is not the token of this hub"))
    if hello.protocol != protocol.PROTOCOL:
        what = f"this hub speaks protocol {protocol.PROTOCOL}, not {hello.protocol}"
        fix = "end it with `tts-tool hub --stop`, and start it again"
        return await _turned_away(socket, hello.id, Refused(what, fix=fix))
    guest = Guest(socket, hello.name[:80])
    guest.say(protocol.answer(hello.id, about()))
    return guest


async def _turned_away(
    socket: web.WebSocketResponse, number: protocol.Id | None, error: UserError
) -> web.StreamResponse:
    with suppress(ConnectionError):
        await socket.send_str(protocol.refusal(number, error))
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
    return socket
