"""Wraps a piece of Lua so that whatever becomes of it comes back as an answer.

The game answers nothing at all to a chunk that returns a table, and tells the error of one that
fails without saying which. Inside the wrapping a value leaves as JSON and an error as a value;
only a chunk that cannot even be compiled escapes it.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from tts_tool.errors import Refused

__all__ = ["BEFORE", "LuaError", "chunk_of", "unwrapped", "wrapped"]


class LuaError(Refused):
    """The chunk failed inside the game.

    `chunk` is what the game calls the chunk itself, in whose lines the error may be, or not.
    """

    def __init__(self, what: str, *, chunk: str = "", **more: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(what, **more)
        self.chunk = chunk


BEFORE: Final = "local ok_, value_ = pcall(function() "
"""What stands in the first line before a chunk that is wrapped."""

_CHUNK: Final = re.compile(r"(\S+?):\(\d")


def wrapped(script: str) -> str:
    """Write the chunk so that it answers with JSON; its lines keep their numbers.

    The line end before `end` keeps a comment in the last line from swallowing it. An error that
    is raised on purpose tells what the game calls this chunk.
    """
    return (
        f"{BEFORE}{script}\n"
        "end)\n"
        "if not ok_ then local _, here_ = pcall(function() error('') end)"
        " return JSON.encode({ok = false, error = tostring(value_), here = tostring(here_)}) end\n"
        "local sent_, text_ = pcall(function()"
        " return JSON.encode({ok = true, value = value_}) end)\n"
        "if sent_ then return text_ end\n"
        'return JSON.encode({ok = false, error = "the value is none that can be sent: "'
        " .. tostring(text_)})"
    )


def unwrapped(value: object, where: str) -> object:
    """Give the value that a wrapped chunk returned; raise what it raised."""
    answer = _read(value)
    if answer.get("ok") is not True:
        what = str(answer.get("error") or "it failed and said nothing")
        raise LuaError(what, where=where, chunk=chunk_of(str(answer.get("here"))))
    return answer.get("value")


def chunk_of(text: str) -> str:
    """Read what the game calls the chunk in which an error is said to be."""
    found = _CHUNK.search(text)
    return found[1] if found else ""


def _read(value: object) -> dict[str, object]:
    try:
        answer = json.loads(value) if isinstance(value, str) else None
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise LuaError(
            f"it answered {str(value)[:80]!r}, which no wrapped chunk does",
            fix="a script may have replaced JSON.encode or pcall",
        )
    return answer
