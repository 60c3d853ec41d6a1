"""Lines: bytes from outside to a request's fields, or the reason why not.

Stricter than JSON asks for: what two readers could understand differently (a key that
stands twice, a number that a double can't hold, half a surrogate) is refused, not guessed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, Final, NoReturn, Protocol

import msgspec

__all__ = [
    "DEEPEST",
    "LARGEST",
    "LONGEST",
    "TOO_LONG",
    "Source",
    "Unreadable",
    "read",
    "waiting",
    "written",
]

LONGEST: Final = 1 << 20
"""How many bytes a line may have, unless the one who starts the referee allows more."""

DEEPEST: Final = 64
"""How deep lists and objects may lie in each other."""

LARGEST: Final = 2**53 - 1
"""The largest whole number that every language's JSON reader gets right."""

TOO_LONG: Final = b""
"""Stands for a line that was skipped; a real line is never empty."""

_CHUNK: Final = 1 << 16
_TOGETHER: Final = 64
"""The disk is forced once for all of them, and nobody hears before; with sixteen that gave four
times as many answers a second as with one.
"""


class Source(Protocol):
    """Where bytes come from: what has come so far, or else what comes next."""

    def read1(self, size: int, /) -> bytes:
        """Give up to so many bytes, none at the end."""


class Unreadable(ValueError):
    """A line, or a request, that can't be used: a code for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def waiting(source: Source, longest: int = LONGEST) -> Iterator[list[bytes]]:
    """Give the lines that have come, those together that wait already, but not too many.

    One that is too long is skipped to its end, whatever its size.
    """
    begun, skipping = bytearray(), False
    while chunk := source.read1(_CHUNK):
        *ends, rest = chunk.split(b"\n")
        found = []
        for end in ends:
            long = skipping or len(begun) + len(end) > longest
            found.append(TOO_LONG if long else bytes(begun) + end + b"\n")
            begun, skipping = bytearray(), False
        begun += rest
        if skipping or len(begun) > longest:
            begun, skipping = bytearray(), True
        for at in range(0, len(found), _TOGETHER):
            yield found[at : at + _TOGETHER]
    if skipping or begun:
        yield [TOO_LONG if skipping else bytes(begun)]


def read(line: bytes, longest: int = LONGEST) -> dict[str, Any]:
    """Read one line as an object."""
    if line == TOO_LONG or len(line) > longest + 1:
        raise Unreadable("too-long", f"a line may have {longest} bytes; send less in one request")
    try:
        text = line.decode("utf-8-sig")
        value = json.loads(
            text,
            object_pairs_hook=_each_once,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} of the line is no UTF-8"
        raise Unreadable("not-json", message) from error
    except json.JSONDecodeError as error:
        message = f"no JSON: {error.msg} at character {error.pos + 1} of the line"
        raise Unreadable("not-json", message) from error
    except RecursionError as error:
        raise Unreadable("not-json", _TOO_DEEP) from error
    if not isinstance(value, dict):
        message = 'a line holds one object, such as {"id": 1, "op": "hello"}'
        raise Unreadable("not-an-object", message)
    _check_depth(value)
    return value


def written(value: object) -> bytes:
    """Write a value as one line, without its end; the same value is always the same bytes."""
    try:
        return msgspec.json.encode(value, order="sorted")
    except UnicodeEncodeError as error:
        message = "a text holds half a character (a lone surrogate)"
        raise Unreadable("not-json", message) from error


_TOO_DEEP: Final = f"lists and objects may lie {DEEPEST} deep in each other"


def _check_depth(value: object) -> None:
    level: list[object] = [value]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return
    raise Unreadable("not-json", _TOO_DEEP)


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = f'the key "{twice[:80]}" stands twice in one object'
        raise Unreadable("not-json", message)
    return found


def _whole(digits: str) -> int:
    if len(digits) > len(str(LARGEST)) + 1 or abs(int(digits)) > LARGEST:
        message = f"the number {digits[:20]} is too big; at most {LARGEST}"
        raise Unreadable("not-json", message)
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        message = f"the number {digits[:20]} is too big"
        raise Unreadable("not-json", message)
    return value


def _no_number(word: str) -> NoReturn:
    raise Unreadable("not-json", f"{word} is no JSON number")
