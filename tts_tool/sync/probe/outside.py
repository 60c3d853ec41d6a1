"""The questions that are put from outside: what an editor sees of the game.

Each answers one switch or several, or says why it cannot.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tts_tool.sync.messages import GLOBAL, Returned
from tts_tool.sync.probe.absence import ABSENCE
from tts_tool.sync.probe.asking import (
    SECONDS,
    Answers,
    Measured,
    NotFoundOut,
    Outside,
    execute,
    has_id,
    tell,
)
from tts_tool.sync.probe.conversation import Conversation, Heard
from tts_tool.sync.probe.failing import FAILING
from tts_tool.sync.probe.sizes import SIZES

__all__ = ["OUTSIDE"]

# Shorter than `SECONDS`: that no answer comes may be the answer.
_SILENCE: Final = 1.5
# Only for a sentence that tells their middle, the least and the most.
_PINGS: Final = 20
# So many tries must agree.
_ENOUGH: Final = 3


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
    unheard = NotFoundOut(f"it was answered with {number!r}, which no guess had")
    return {"answer-without-return-id": words.get(number, unheard)}


async def _nested(game: Conversation) -> Answers:
    since = len(game.heard)
    await game.execute("sendExternalMessage({selftest = 'nested', value = {1, {a = 2}}})")
    if not await game.until_told("nested", since, SECONDS):
        return {}
    return {"custom-message-keeps-nested": bool(game.told("nested", since)[0])}


async def _frames(game: Conversation) -> Answers:
    """Send a message between two questions for the frame, until several tries agree."""
    allowed: Counter[int] = Counter()
    for number in range(200, 280, 2):
        allowed.update(await _frames_of_one(game, number))
        likely = _likely(allowed)
        if len(likely) == 1 and allowed[likely[0]] >= _ENOUGH:
            how = await _delay(game, f"{likely[0]}")
            return {"custom-message-frames": Measured(likely[0], how)}
    likely = _likely(allowed)
    open_still = f"{min(likely)} to {max(likely)}" if likely else "an unknown number of"
    return {"custom-message-frames": NotFoundOut(await _delay(game, open_still))}


def _likely(allowed: Counter[int]) -> list[int]:
    """List what most tries allow; not all must, since messages may overtake each other."""
    return [frames for frames, times in allowed.items() if times == max(allowed.values())]


async def _frames_of_one(game: Conversation, number: int) -> range:
    """Say how many frames a message can have taken."""
    await game.execute("seen.arrived = nil")
    since = len(game.heard)
    await game.say(execute("return seen.frame", number))
    await game.say(tell({"selftest": "count"}))
    await game.say(execute("return seen.frame", number + 1))
    await game.until(has_id(number + 1), since, SECONDS)
    await asyncio.sleep(0.2)
    first, last = (_value(game, since, each) for each in (number, number + 1))
    arrived = await game.execute("return seen.arrived")
    if None in (first, last, arrived):
        return range(0)
    return range(max(int(arrived - last), 0), int(arrived - first) + 1)


async def _delay(game: Conversation, frames: str) -> str:
    """Let a script answer messages, and say how long that takes."""
    took = []
    for _ in range(_PINGS):
        since, begun = len(game.heard), time.perf_counter()
        await game.say(tell({"selftest": "ping"}))
        if await game.until_told("pong", since, SECONDS):
            took.append(1000 * (time.perf_counter() - begun))
    if not took:
        return f"{frames} frames until it is heard; none was answered"
    middle, least, most = statistics.median(took), min(took), max(took)
    there_and_back = f"there and back in {middle:.1f} ms, between {least:.1f} and {most:.1f} ms"
    return f"{frames} frames until it is heard, {there_and_back}"


async def _handlers(game: Conversation) -> Answers:
    await game.execute(
        "local old = onExternalMessage "
        "function onExternalMessage(message) "
        "if message.selftest == 'handler' then seen.handler = 'new' else old(message) end end"
    )
    await game.say(tell({"selftest": "handler"}))
    await asyncio.sleep(0.3)
    words = {"new": "each-time", "old": "at-load"}
    seen = await game.execute("return seen.handler")
    return {"handlers-looked-up": words[seen]} if seen in words else {}


def _is_answer(each: Heard, value: str) -> bool:
    return isinstance(each.message, Returned) and each.message.value == value


async def _answer(game: Conversation, script: str, number: int) -> Heard | None:
    since = len(game.heard)
    await game.say(execute(script, number))
    return await game.until(has_id(number), since, SECONDS)


def _value(game: Conversation, since: int, number: int) -> Any:  # noqa: ANN401
    answers = [each.message for each in game.heard[since:] if has_id(number)(each)]
    return answers[0].value if answers and isinstance(answers[0], Returned) else None


# What is asked last redefines a handler, on which others rely.
OUTSIDE: Final[Mapping[tuple[str, ...], Outside]] = {
    ("nothing-returned",): _nothing_returned,
    ("number-without-point",): _number,
    ("answer-without-return-id",): _without_id,
    **FAILING,
    **SIZES,
    ("custom-message-keeps-nested",): _nested,
    ("custom-message-frames",): _frames,
    **ABSENCE,
    ("handlers-looked-up",): _handlers,
}
