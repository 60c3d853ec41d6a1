"""Whether a shape of an icon can be drawn: a renderer skips what it cannot read, without a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["SHAPES", "ShapeFault", "fault"]

# Atomic, or a long row of digits could be divided in endless ways.
_NUMBER: Final = r"(?>[\s,]*+[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)"
_FLAG: Final = r"[\s,]*+[01]"


def _some(each: str) -> str:
    """Match it as often as it comes, once at least, and give none of it back.

    Not `++`: before Python 3.11.5 that takes with it what a last, failing try has read.
    """
    return f"(?>(?:{each})+)"


_STEPS: Final = "|".join(
    [
        f"[MmLlTt]{_some(_NUMBER * 2)}",
        f"[HhVv]{_some(_NUMBER)}",
        f"[Cc]{_some(_NUMBER * 6)}",
        f"[SsQq]{_some(_NUMBER * 4)}",
        f"[Aa]{_some(_NUMBER * 3 + _FLAG * 2 + _NUMBER * 2)}",
        "[Zz]",
    ]
)
_STEP: Final = rf"(?:{_STEPS})\s*+"
_PATH: Final = re.compile(rf"\s*+(?=[Mm]){_some(_STEP)}")
_POINTS: Final = re.compile(rf"{_NUMBER * 2}{_some(_NUMBER * 2)}\s*+")
_LENGTH: Final = re.compile(rf"{_NUMBER}\s*+")

_MEASURES: Final = "cx cy r rx ry x y x1 y1 x2 y2 width height stroke-width".split()
_GRAMMAR: Final = {"d": _PATH, "points": _POINTS, **dict.fromkeys(_MEASURES, _LENGTH)}

SHAPES: Final[Mapping[str, tuple[str, ...]]] = {
    "g": (),
    "path": ("d",),
    "circle": ("r",),
    "ellipse": ("rx", "ry"),
    "rect": ("width", "height"),
    "line": (),
    "polyline": ("points",),
    "polygon": ("points",),
}
"""The shapes that an icon is made of, and what each must say or nothing of it is seen."""


class ShapeFault(NamedTuple):
    """What is wrong with a shape, and the words in its file that are."""

    what: str
    words: str


def fault(shape: str, said: Mapping[str, str]) -> ShapeFault | None:
    """Look for what would not be drawn, and nobody be told; None if all will be.

    >>> fault("path", {"d": "M2 2h20a4 4 0 01.5.5z"})
    >>> fault("path", {"d": "M2 2 XX"}).what
    'd="M2 2 XX" cannot be drawn'
    >>> fault("circle", {"cx": "12"}).what
    'a <circle> without r cannot be seen'
    """
    for name, value in said.items():
        grammar = _GRAMMAR.get(name)
        if grammar is not None and not grammar.fullmatch(value):
            return ShapeFault(f'{name}="{_short(value)}" cannot be drawn', value or f"<{shape}")
    lacking = [name for name in SHAPES[shape] if name not in said]
    if lacking:
        return ShapeFault(f"a <{shape}> without {lacking[0]} cannot be seen", f"<{shape}")
    return None


def _short(value: str) -> str:
    return value if len(value) < 40 else f"{value[:38]}…"  # noqa: PLR2004 - a line of a terminal
