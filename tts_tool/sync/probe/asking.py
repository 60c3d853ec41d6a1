"""What every question to a game is made of: a message to it, and what is heard of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tts_tool.sync.messages import GLOBAL, Returned, ScriptFailed
from tts_tool.sync.probe.conversation import Conversation, Heard

__all__ = [
    "PURPOSE",
    "SECONDS",
    "Answers",
    "Measured",
    "NotFoundOut",
    "Outside",
    "execute",
    "fails",
    "failure",
    "has_id",
    "tell",
]

# What the game has answered, by the names of the switches.
Answers = dict[str, Any]
Outside = Callable[[Conversation], Awaitable[Answers]]

# How long an answer may take.
SECONDS: Final = 3.0
# A word in every error that we cause.
PURPOSE: Final = "on purpose"


@dataclass(frozen=True)
class Measured:
    """An answer of which more is to be said than its value."""

    value: Any
    how: str


@dataclass(frozen=True)
class NotFoundOut:
    """No answer, and why there is none."""

    why: str


def execute(script: str, number: int) -> dict[str, Any]:
    """Word an Execute Lua at Global."""
    return {"messageID": 3, "returnID": number, "guid": GLOBAL, "script": script}


def tell(message: Mapping[str, Any]) -> dict[str, Any]:
    """Word a message to the scripts."""
    return {"messageID": 2, "customMessage": dict(message)}


def has_id(number: int) -> Callable[[Heard], bool]:
    """Look for the answer to an Execute Lua."""
    return lambda each: isinstance(each.message, Returned) and each.message.return_id == number


def fails(each: Heard) -> bool:
    """Look for an error that we have caused."""
    return isinstance(each.message, ScriptFailed) and PURPOSE in each.message.text


async def failure(game: Conversation, since: int, seconds: float = SECONDS) -> ScriptFailed | None:
    """Wait for an error that we have caused."""
    heard = await game.until(fails, since, seconds)
    return heard.message if heard and isinstance(heard.message, ScriptFailed) else None
