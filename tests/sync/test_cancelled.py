"""Who asks through a hub can be told to stop at any moment, and stops."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from tts_tool.sync.hub.client import Entrance, HubLine

MOMENTS = 8


class Silent:
    """A connection on which nobody ever answers."""

    closed = False

    async def send_str(self, _: str) -> None:
        """Take what is said."""

    async def close(self) -> None:
        """End."""
        self.closed = True

    def __aiter__(self) -> Silent:
        return self

    async def __anext__(self) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_whoever_is_told_to_stop_stops(moment: int) -> None:
    """Cancelled so many steps after it was begun, a question is not waited for any longer."""

    async def asked() -> None:
        silent = cast("Any", Silent())

        async def come_in() -> Entrance:
            await asyncio.sleep(0)
            return Entrance(silent, silent, {})

        async with HubLine(come_in) as line:
            asking = asyncio.create_task(line.ask("execute"))
            for _ in range(moment):
                await asyncio.sleep(0)
            asking.cancel()
            for _ in range(MOMENTS):
                await asyncio.sleep(0)
            assert asking.cancelled()
        assert silent.closed

    asyncio.run(asyncio.wait_for(asked(), 20))
