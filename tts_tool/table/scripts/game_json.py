"""JSON as the game writes and reads it for scripts.

Keys come sorted, an empty table is `[]`, whole numbers have no point and others fifteen digits.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

import msgspec

from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import MOST_DEPTH, Value

__all__ = ["decode", "encode", "encode_pretty"]

_FIFTEEN_DIGITS = 1e15
_quoted = json.JSONEncoder(ensure_ascii=False).encode


def encode(value: Value, empty: str = "[]") -> str:
    """Write a value on one line; `empty` stands for an empty table, which could be either."""
    return "".join(_written(value, _Style("", empty), MOST_DEPTH))


def encode_pretty(value: Value, empty: str = "[]") -> str:
    """Write a value with two blanks for each level."""
    return "".join(_written(value, _Style("\n", empty), MOST_DEPTH))


def decode(text: str) -> Value:
    """Read a text; what is null is not there, and neither is what a text says that is empty."""
    plain = text.strip().removeprefix("\ufeff")
    if not plain:
        return None
    try:
        return msgspec.json.decode(plain.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError) as error:
        raise RaisedInLua(f"invalid JSON: {error}") from error


def number_text(number: float) -> str:
    """Write a number as .NET does: fifteen digits at most, and `E-05`."""
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
    if float(number).is_integer() and abs(number) < _FIFTEEN_DIGITS:
        return str(int(number))
    return f"{number:.15g}".replace("e", "E")


class _Style(NamedTuple):
    """What begins a line, or nothing if all is one line; and what an empty table is."""

    line: str
    empty: str

    @property
    def inner(self) -> Self:
        return self._replace(line=self.line and self.line + "  ")


def _written(value: Value, style: _Style, depth: int) -> Iterator[str]:
    if depth == 0:
        raise RaisedInLua("a table is nested too deeply for JSON")
    match value:
        case str():
            yield _quoted(value)
        case bool() | None:
            yield {None: "null", True: "true", False: "false"}[value]
        case int() | float():
            yield number_text(value)
        case list():
            yield from _entries([("", one) for one in value], "[]", style, depth)
        case dict() | Mapping():  # nearly all are the one, and to ask for the other takes longer
            keys = sorted(value, key=lambda key: (str(key).lower(), str(key)))
            entries = [(_key(key) + (": " if style.line else ":"), value[key]) for key in keys]
            yield from _entries(entries, "{}", style, depth)
        case _:
            raise RaisedInLua("a function or an object cannot be written as JSON")


def _entries(
    entries: list[tuple[str, Value]], brackets: str, style: _Style, depth: int
) -> Iterator[str]:
    if not entries:
        yield style.empty
        return
    yield brackets[0]
    for number, (key, value) in enumerate(entries):
        yield f"{',' if number else ''}{style.inner.line}{key}"
        yield from _written(value, style.inner, depth - 1)
    yield style.line + brackets[1]


def _key(key: Value) -> str:
    if isinstance(key, bool):
        return '"true"' if key else '"false"'
    if not isinstance(key, str | int | float):
        raise RaisedInLua("a table with an object as key cannot be written as JSON")
    return _quoted(key if isinstance(key, str) else number_text(key))
