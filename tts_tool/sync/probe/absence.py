"""The question what the game does when nobody listens: it tries on for a while, or it does not.

Whether it waits in one long attempt or makes several short ones cannot be told from outside, and
nothing hangs on it. What counts is how old a message may be that still comes when we are back,
and whether the game stood still meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

from tts_tool.sync.probe.asking import SECONDS, Answers, Measured, NotFoundOut, Outside, tell
from tts_tool.sync.probe.conversation import Conversation

__all__ = ["ABSENCE"]

# Windows tries again each half second. Halfway between seconds: as many as it has patience for.
_STEPS: Final = (0.5, 1.5, 2.5, 3.5, 4.5)
# Two such tries.
_NEXT_TRY: Final = 1.0
# This and the next are shorter together than the first of `_STEPS`, so that the game surely tries
# all the while.
_BEGUN: Final = 0.1
_STRETCH: Final = 0.3
# It stood still for three quarters of the time at least.
_FEW: Final = 4
# Each after `_BEGUN`: a second in all.
_LOOKS: Final = 10
_AT_ONCE: Final = NotFoundOut(
    "what is said to a closed port is lost at once here, so there is nothing to stand still for"
)


async def _closed(game: Conversation) -> Answers:
    lived = [0.0]
    for seconds in _STEPS:
        if not await _comes_after(game, seconds):
            break
        lived.append(seconds)
    patience = float(len(lived) - 1)
    how = f"what was {lived[-1]:g} s old still came" if patience else "all of it was lost"
    return {
        "editor-connect-seconds": Measured(patience, how),
        "closed-editor-blocks": await _blocks(game) if patience else _AT_ONCE,
    }


async def _comes_after(game: Conversation, seconds: float) -> bool:
    """Let the game say something while we are away, and come back after a while."""
    since = len(game.heard)
    async with game.away():
        await game.say(tell({"selftest": "speak"}))
        await asyncio.sleep(seconds)
    return await game.until_told("spoken", since, _NEXT_TRY)


async def _blocks(game: Conversation) -> Measured | NotFoundOut:
    """Count the frames while it tries to reach us, and as many seconds when it does."""
    usual = await _frames(game, nullcontext())
    tried = await _frames(game, game.away())
    if usual is None or tried is None:
        return NotFoundOut("the game told no frames")
    how = f"{tried} frames went by in {_STRETCH:g} s, and {usual} where somebody listened"
    return Measured(tried * _FEW < usual, how)


async def _frames(game: Conversation, where: AbstractAsyncContextManager[None]) -> int | None:
    await game.execute("seen.marks = {}")
    since = len(game.heard)
    async with where:
        await game.say(tell({"selftest": "speak"}))
        await asyncio.sleep(_BEGUN)
        await game.say(tell({"selftest": "mark", "name": "first"}))
        await asyncio.sleep(_STRETCH)
        await game.say(tell({"selftest": "mark", "name": "last"}))
    await game.until_told("spoken", since, SECONDS)
    return await _between_marks(game)


async def _between_marks(game: Conversation) -> int | None:
    """Ask until both marks are set: what was sent first may be taken last."""
    for _ in range(_LOOKS):
        marks = dict(await game.execute("return seen.marks"))
        if {"first", "last"} <= marks.keys():
            return int(marks["last"] - marks["first"])
        await asyncio.sleep(_BEGUN)
    return None


ABSENCE: Final[Mapping[tuple[str, ...], Outside]] = {
    ("editor-connect-seconds", "closed-editor-blocks"): _closed,
}
