"""What comes over a WebSocket, until the other side has hung up or no longer moves.

Whether it moves is asked by looks, not by seconds. Who was at work for long finds at the next look
what came meanwhile: being busy oneself does not make it seem that the other side has stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

import aiohttp
from aiohttp import WSMsgType, web

__all__ = ["heard_from"]

_LOOKS: Final = 10
"""Looks for an answer; two are what the loop needs at most to hand over what has come."""

Socket = aiohttp.ClientWebSocketResponse | web.WebSocketResponse


async def heard_from(socket: Socket, beat: float) -> AsyncIterator[str | bytes]:
    """Give what the other side says; the socket itself must neither ping nor pong.

    After `beat` seconds of silence it is asked whether it moves, and has as long to answer.
    """
    with suppress(ConnectionError):  # it hung up while we asked, or answered
        looks = 0
        while looks <= _LOOKS:
            try:
                message = await socket.receive(beat / _LOOKS if looks else beat)
            except TimeoutError:
                if not looks:
                    await socket.ping()
                looks += 1
                continue
            looks = 0
            if message.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
                yield message.data
            elif message.type is WSMsgType.PING:
                await socket.pong(message.data)
            elif message.type is not WSMsgType.PONG:
                return
        with suppress(TimeoutError):  # it does not say goodbye either
            async with asyncio.timeout(beat / _LOOKS):
                await socket.close()
