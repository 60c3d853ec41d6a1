"""Writes down what a table looks like, for whoever has no picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tts_tool.picture.shapes import Outline, outlines

__all__ = ["as_text"]

_ACROSS: Final = 78  # a terminal has eighty columns
_TALL: Final = 0.5  # a character is twice as high as wide
_LARGE: Final = 6.0  # what is so wide and deep is no piece: a card is 2.2 x 3.1; others lie on it
_SIGNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def as_text(save: Mapping[str, Any]) -> str:
    """Sketch a table from above, with a line for each thing, from the far left on."""
    things = outlines(save)
    lines = [f"{save.get('SaveName') or 'a table'}: {len(things)} things on the table"]
    small = [each for each in things if min(each.size) < _LARGE]
    if small:
        lines += ["", *_sketch(small), ""]
    named = sorted(small, key=lambda each: (-each.z, each.x))
    lines += [f"{sign} {_line(each)}" for sign, each in zip(_signs(len(named)), named, strict=True)]
    return "\n".join(lines) + "\n"


def _signs(count: int) -> list[str]:
    return [_SIGNS[number % len(_SIGNS)] for number in range(count)]


def _sketch(things: list[Outline]) -> list[str]:
    left, right = min(each.x for each in things), max(each.x for each in things)
    low, high = min(each.z for each in things), max(each.z for each in things)
    unit = max(right - left, (high - low) / 1.2, 1.0) / (_ACROSS - 1)
    rows = int((high - low) / unit * _TALL) + 1
    grid = [[" "] * _ACROSS for _ in range(rows)]
    named = sorted(things, key=lambda each: (-each.z, each.x))
    for sign, each in zip(_signs(len(named)), named, strict=True):
        row = min(int((high - each.z) / unit * _TALL), rows - 1)
        column = min(int((each.x - left) / unit), _ACROSS - 1)
        grid[row][column] = sign
    return ["".join(row).rstrip() for row in grid]


def _line(thing: Outline) -> str:
    side = " (face down)" if thing.down else ""
    many = f" x {thing.note}" if thing.note else ""
    name = " ".join((thing.name or thing.kind).split())
    return f"{thing.x:8.1f} {thing.z:7.1f}  {name[:60]}{many}{side}"
