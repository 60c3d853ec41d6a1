"""What somebody types while a command goes on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from threading import Thread

__all__ = ["typed"]


async def typed() -> AsyncIterator[str]:
    """Give line after line that is typed, without what surrounds it, until nobody can type more."""
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[str | None]()

    def listen() -> None:
        # A thread that nobody waits for at the end: it may read for ever.
        try:
            for text in sys.stdin or ():
                loop.call_soon_threadsafe(lines.put_nowait, text)
            loop.call_soon_threadsafe(lines.put_nowait, None)
        except RuntimeError:  # the command has ended meanwhile
            return

    Thread(target=listen, daemon=True).start()
    while (text := await lines.get()) is not None:
        yield text.strip()
