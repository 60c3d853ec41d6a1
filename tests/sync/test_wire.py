"""Several hear the game through one port, and none takes a message from another."""

from __future__ import annotations

import asyncio
import json

import pytest

from tts_tool.errors import Unavailable
from tts_tool.sync.messages import Message, ScriptPrinted
from tts_tool.sync.wire import Wire


async def said(port: int, text: str) -> None:
    """Say something as the game does."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(json.dumps({"messageID": 2, "message": text}).encode())
    writer.close()
    await writer.wait_closed()


def failing(_message: Message) -> None:
    """Fail over every message."""
    raise ZeroDivisionError


def test_all_hear_it() -> None:
    """Who subscribes hears everything, who leaves nothing more, whoever fails in between."""
    first: list[Message] = []
    second: list[Message] = []

    async def talk() -> None:
        async with Wire(0, 0) as wire:
            with wire.subscribed(first.append), wire.subscribed(failing):
                with wire.subscribed(second.append):
                    await said(wire.editor_port, "one")
                    await _until(first, 1)
                await said(wire.editor_port, "two")
                await _until(first, 2)

    asyncio.run(talk())
    assert first == [ScriptPrinted("one"), ScriptPrinted("two")]
    assert second == [ScriptPrinted("one")]


def test_the_port_is_somebody_elses() -> None:
    """Who comes second is told that another program listens, and what to do."""

    async def twice() -> None:
        async with Wire(0, 0) as wire, Wire(0, wire.editor_port):
            pass

    with pytest.raises(Unavailable) as refused:
        asyncio.run(twice())
    assert "another program listens" in refused.value.what
    assert refused.value.fix


async def _until(heard: list[Message], count: int) -> None:
    async with asyncio.timeout(50):
        while len(heard) < count:  # noqa: ASYNC110  # it comes from another task
            await asyncio.sleep(0.01)
