"""The questions that are put from outside: what an editor sees of the game.

Each answers one switch or several; what could not be found out is left out.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from tts_tool.sync.messages import GLOBAL, Failed, Returned, compact
from tts_tool.sync.probe.conversation import Conversation, Heard

__all__ = ["OUTSIDE", "Answers", "Outside"]

Answers = dict[str, Any]
Outside = Callable[[Conversation], Awaitable[Answers]]

_SECONDS: Final = 3.0
_SILENCE: Final = 1.5
_TRIES: Final = 12
_LARGEST_OUT: Final = 10_000_000
_LARGEST_IN: Final = 4_000_000
_AWAY: Final = 1.0
_SENT: Final = range(10)
_PLACE: Final = re.compile(r"chunk_(\d+)")
_PURPOSE: Final = "on purpose"


async def _nothing_returned(game: Conversation) -> Answers:
    answer = await _answer(game, "local nothing", 71)
    if answer is None:
        return {}
    return {"nothing-returned": "null" if "returnValue" in answer.document else "omitted"}


async def _number(game: Conversation) -> Answers:
    answer = await _answer(game, "return 2", 72)
    if answer is None:
        return {}
    return {"number-without-point": isinstance(answer.document.get("returnValue"), int)}


async def _without_id(game: Conversation) -> Answers:
    since = len(game.heard)
    await game.say({"messageID": 3, "guid": GLOBAL, "script": "return 'without'"})
    heard = await game.until(lambda each: _is_answer(each, "without"), since, _SILENCE)
    if heard is None:
        return {"answer-without-return-id": "silent"}
    number = heard.document.get("returnID", "omitted")
    words = {"omitted": "omitted", None: "null", 0: "zero"}
    return {"answer-without-return-id": words[number]} if number in words else {}


async def _order(game: Conversation) -> Answers:
    """Let it fail often: one answer that overtakes its error is enough."""
    first = True
    for number in range(80, 80 + _TRIES):
        since = len(game.heard)
        await game.say(_execute(f"error('{_PURPOSE}')", number))
        await game.until(_has_id(number), since, _SECONDS)
        await game.until(_fails, since, _SECONDS)
        order = [type(each.message) for each in game.heard[since:]]
        if Failed not in order or Returned not in order:
            return {}
        first = first and order.index(Failed) < order.index(Returned)
    return {"error-before-answer": first}


async def _prefix_execute(game: Conversation) -> Answers:
    failed = await _failure(game, _execute(f"error('{_PURPOSE}')", 99))
    if failed is None:
        return {}
    carried = bool(failed.error) and failed.error in failed.prefix
    return {
        "error-prefix-execute": _before(failed),
        "error-prefix-carries-message": carried,
    }


async def _prefix_global(game: Conversation) -> Answers:
    failed = await _failure(game, _tell({"selftest": "fail"}))
    if failed is None:
        return {}
    found: Answers = {"error-prefix-global": _template(failed, "onExternalMessage")}
    if place := _PLACE.search(failed.error):
        found["first-chunk"] = int(place.group(1))
    return found


async def _prefix_object(game: Conversation) -> Answers:
    failed = await _failure(game, _tell({"selftest": "fail object"}))
    if failed is None:
        return {}
    return {"error-prefix-object": _template(failed, "onExternalMessage", "Witness")}


async def _prefix_timer(game: Conversation) -> Answers:
    script = (
        f"function selftest_fail() error('{_PURPOSE}') end "
        "Timer.create({identifier = 'selftest fail', function_name = 'selftest_fail', "
        "function_owner = Global, delay = 0.1})"
    )
    failed = await _failure(game, _execute(script, 98))
    if failed is None:
        return {}
    return {
        "error-prefix-timer": _template(failed, "selftest_fail"),
        "error-guid-timer": failed.guid,
    }


async def _limit_out(game: Conversation) -> Answers:
    """Find the longest message that arrives; one that arrives at once is enough to say: none."""

    async def arrives(size: int) -> bool:
        since = len(game.heard)
        await game.execute(
            f"sendExternalMessage({{selftest = 'size', value = string.rep('x', {size})}}) "
            "sendExternalMessage({selftest = 'after', value = ''})"
        )
        await game.until_told("after", since, _SECONDS)
        return await game.until_told("size", since, 0.3)

    around = await _around(game, arrives)
    return {"editor-message-limit": await _limit(arrives, _LARGEST_OUT, around)}


async def _around(game: Conversation, arrives: Callable[[int], Awaitable[bool]]) -> int:
    """Find how many bytes a message has besides its text."""
    since = len(game.heard)
    if not await arrives(1):
        return 0
    sizes = [each.size for each in game.heard[since:] if "size" in str(each.document)]
    return sizes[0] - 1


async def _limit_in(game: Conversation) -> Answers:
    async def arrives(size: int) -> bool:
        await game.execute("seen.length = nil")
        message = {"selftest": "long", "length": size, "text": ""}
        message["text"] = "x" * (size - len(compact(message)))
        await game.say(_tell(message))
        for _ in range(6):
            if await game.execute("return seen.length") == size:
                return True
            await asyncio.sleep(0.05)
        return False

    return {"custom-message-limit": await _limit(arrives, _LARGEST_IN, 0)}


async def _nested(game: Conversation) -> Answers:
    since = len(game.heard)
    await game.execute("sendExternalMessage({selftest = 'nested', value = {1, {a = 2}}})")
    if not await game.until_told("nested", since, _SECONDS):
        return {}
    return {"custom-message-keeps-nested": bool(game.told("nested", since)[0])}


async def _frames(game: Conversation) -> Answers:
    """Send a message between two questions for the frame; each try narrows what it can take."""
    least, most = 0, 1 << 20
    for number in range(200, 280, 2):
        await game.execute("seen.arrived = nil")
        since = len(game.heard)
        await game.say(_execute("return seen.frame", number))
        await game.say(_tell({"selftest": "count"}))
        await game.say(_execute("return seen.frame", number + 1))
        await game.until(_has_id(number + 1), since, _SECONDS)
        await asyncio.sleep(0.2)
        first, last = (_value(game, since, each) for each in (number, number + 1))
        arrived = await game.execute("return seen.arrived")
        if None not in (first, last, arrived):
            least, most = max(least, int(arrived - last)), min(most, int(arrived - first))
        if least == most:
            return {"custom-message-frames": least}
    return {}


async def _retries(game: Conversation) -> Answers:
    """Be away while the game speaks; what comes afterwards all the same was sent again."""
    await game.execute(
        f"for n = 1, {len(_SENT)} do Wait.time(function() "
        "sendExternalMessage({selftest = 'away', value = n}) end, n * 0.2) end"
    )
    since = len(game.heard)
    await game.be_away(_AWAY)
    await asyncio.sleep(len(_SENT) * 0.2)
    await game.execute("sendExternalMessage({selftest = 'back', value = ''})")
    if not await game.until_told("back", since, _SECONDS):
        return {}
    heard = [int(each) for each in game.told("away", since)]
    early = [number for number in heard if number * 0.2 < _AWAY - 0.2]
    return {"editor-retries": int(bool(early))} if early or len(heard) < len(_SENT) else {}


async def _handlers(game: Conversation) -> Answers:
    await game.execute(
        "local old = onExternalMessage "
        "function onExternalMessage(message) "
        "if message.selftest == 'handler' then seen.handler = 'new' else old(message) end end"
    )
    await game.say(_tell({"selftest": "handler"}))
    await asyncio.sleep(0.3)
    words = {"new": "each-time", "old": "at-load"}
    seen = await game.execute("return seen.handler")
    return {"handlers-looked-up": words[seen]} if seen in words else {}


async def _limit(arrives: Callable[[int], Awaitable[bool]], largest: int, around: int) -> int:
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


def _execute(script: str, number: int) -> dict[str, Any]:
    return {"messageID": 3, "returnID": number, "guid": GLOBAL, "script": script}


def _tell(message: Mapping[str, Any]) -> dict[str, Any]:
    return {"messageID": 2, "customMessage": dict(message)}


def _has_id(number: int) -> Callable[[Heard], bool]:
    return lambda each: isinstance(each.message, Returned) and each.message.return_id == number


def _is_answer(each: Heard, value: str) -> bool:
    return isinstance(each.message, Returned) and each.message.value == value


def _fails(each: Heard) -> bool:
    return isinstance(each.message, Failed) and _PURPOSE in each.message.text


async def _answer(game: Conversation, script: str, number: int) -> Heard | None:
    since = len(game.heard)
    await game.say(_execute(script, number))
    return await game.until(_has_id(number), since, _SECONDS)


def _value(game: Conversation, since: int, number: int) -> Any:  # noqa: ANN401
    answers = [each.message for each in game.heard[since:] if _has_id(number)(each)]
    return answers[0].value if answers and isinstance(answers[0], Returned) else None


async def _failure(game: Conversation, document: dict[str, Any]) -> Failed | None:
    since = len(game.heard)
    await game.say(document)
    heard = await game.until(_fails, since, _SECONDS)
    return heard.message if heard and isinstance(heard.message, Failed) else None


def _before(failed: Failed) -> str:
    """Give what stands before the message, also if the prefix holds all of it."""
    return failed.prefix.partition(failed.error)[0] if failed.error else failed.prefix


def _template(failed: Failed, function: str, name: str = "") -> str:
    """Put places in for what is different from one error to the next."""
    text = _before(failed).replace(function, "{function}")
    return text.replace(failed.guid, "{guid}").replace(name, "{name}") if name else text


OUTSIDE: Final[Mapping[tuple[str, ...], Outside]] = {
    ("nothing-returned",): _nothing_returned,
    ("number-without-point",): _number,
    ("answer-without-return-id",): _without_id,
    ("error-before-answer",): _order,
    ("error-prefix-execute", "error-prefix-carries-message"): _prefix_execute,
    ("error-prefix-global", "first-chunk"): _prefix_global,
    ("error-prefix-object",): _prefix_object,
    ("error-prefix-timer", "error-guid-timer"): _prefix_timer,
    ("editor-message-limit",): _limit_out,
    ("custom-message-limit",): _limit_in,
    ("custom-message-keeps-nested",): _nested,
    ("custom-message-frames",): _frames,
    ("editor-retries",): _retries,
    ("handlers-looked-up",): _handlers,
}
