"""The questions about length: the longest message that gets through, each way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from tts_tool.sync.messages import Loaded, compact
from tts_tool.sync.probe.asking import SECONDS, Answers, NotFoundOut, Outside, tell
from tts_tool.sync.probe.conversation import Conversation, Heard

__all__ = ["SIZES"]

# More than twice the largest whole save that was measured, of which scripts are a part.
_LARGEST_OUT: Final = 10_000_000
_LARGEST_IN: Final = 4_000_000
# Seconds for what does not come, which may happen at each of the 24 halvings: seven in all.
_LATE: Final = 0.3

_Arrives = Callable[[int], Awaitable[bool]]


async def _out(game: Conversation) -> Answers:
    """Find the longest message that arrives; one that arrives at once is enough to say: none."""

    async def arrives(size: int) -> bool:
        since = len(game.heard)
        await game.execute(
            f"sendExternalMessage({{selftest = 'size', value = string.rep('x', {size})}})"
        )
        await _all_came(game, since)
        return await game.until_told("size", since, _LATE)

    around = await _around(game, arrives, lambda each: "size" in str(each.document))
    return {"editor-message-limit": await _limit(arrives, _LARGEST_OUT, around)}


async def _scripts(game: Conversation) -> Answers:
    """Let a script grow that does not run, and ask for all scripts."""

    async def arrives(size: int) -> bool:
        since = len(game.heard)
        await _set_script(game, f"'--' .. string.rep('x', {size})")
        await game.say({"messageID": 0})
        await _all_came(game, since)
        return await game.until(_lists_scripts, since, _LATE) is not None

    around = await _around(game, arrives, _lists_scripts)
    limit = await _limit(arrives, _LARGEST_OUT, around)
    grown = max((each.size for each in game.heard if _lists_scripts(each)), default=0)
    await _set_script(game, "''")
    if not limit and grown < _LARGEST_OUT:
        why = "a script that is set is not listed before its object is loaded again"
        return {"scripts-message-limit": NotFoundOut(why)}
    return {"scripts-message-limit": limit}


async def _set_script(game: Conversation, text: str) -> None:
    await game.execute(f"getObjectFromGUID(STORE.block).setLuaScript({text})")


def _lists_scripts(each: Heard) -> bool:
    return isinstance(each.message, Loaded)


async def _in(game: Conversation) -> Answers:
    async def arrives(size: int) -> bool:
        await game.execute("seen.length = nil")
        message = {"selftest": "long", "length": size, "text": ""}
        message["text"] = "x" * (size - len(compact(message)))
        await game.say(tell(message))
        for _ in range(6):
            if await game.execute("return seen.length") == size:
                return True
            await asyncio.sleep(0.05)
        return False

    return {"custom-message-limit": await _limit(arrives, _LARGEST_IN, 0)}


async def _all_came(game: Conversation, since: int) -> None:
    """Wait for something short: what is longer comes soon after it, or never."""
    await game.execute("sendExternalMessage({selftest = 'after', value = ''})")
    await game.until_told("after", since, SECONDS)


async def _around(game: Conversation, arrives: _Arrives, meant: Callable[[Heard], object]) -> int:
    """Find how many bytes a message has besides what we make longer and longer."""
    since = len(game.heard)
    if not await arrives(1):
        return 0
    return next(each.size for each in game.heard[since:] if meant(each)) - 1


async def _limit(arrives: _Arrives, largest: int, around: int) -> int:
    """Find the longest that arrives, within the bytes that stand around it; 0 is no limit."""
    if await arrives(largest):
        return 0
    low, high = 1, largest
    while high - low > 1:
        middle = (low + high) // 2
        if await arrives(middle):
            low = middle
        else:
            high = middle
    return low + around


SIZES: Final[Mapping[tuple[str, ...], Outside]] = {
    ("editor-message-limit",): _out,
    ("scripts-message-limit",): _scripts,
    ("custom-message-limit",): _in,
}
