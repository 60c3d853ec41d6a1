"""What scripts pass to the API, read as leniently as the game reads it, and no more so.

What comes over the border is plain: None, bool, numbers, text, lists, dicts, a `Handle` of what
lives here (an object, a player) and a `Function` of what lives there. What goes back may hold
things too, and of tuples three numbers make a Vector, four a Color.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function, Handle, Several, Shaped
from tts_tool.table.world.people import COLOURS, TINTS
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec

__all__ = [
    "OBJECT",
    "PLAYER",
    "Tint",
    "fields",
    "flag",
    "items",
    "key_of",
    "kind_of",
    "real",
    "seat_colour",
    "text",
    "tint",
    "token",
    "vec",
    "whole",
]

Tint = tuple[float, float, float, float]

OBJECT = "object"
PLAYER = "player/instance"

_AXES = 3
# As MoonSharp writes numbers: 1e14 with all its digits, then `1E+15`.
_EXPONENTS_FROM = 1e15
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")
_BY_LOWER = {name.lower(): name for name in COLOURS}


def kind_of(value: object) -> str:
    """Name a value as an error message would."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Function):
        return "function"
    return "table" if isinstance(value, list | dict) else "userdata"


def flag(value: object) -> bool:
    """Read a truth: all but nil and false is true."""
    return value is not None and value is not False


def real(value: object) -> float:
    """Read a number, also one that is written as text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    raise RaisedInLua(f"number expected, got {kind_of(value)}")


def whole(value: object) -> int:
    """Read a whole number; what stands after the point is cut off."""
    number = real(value)
    if not math.isfinite(number):
        raise RaisedInLua("a finite number is expected")
    return int(number)


def text(value: object) -> str:
    """Read a text; numbers and truths are written out."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _written(float(value))
    raise RaisedInLua(f"string expected, got {kind_of(value)}")


def vec(value: object) -> Vec:
    """Read a Vector, or a table with letters or numbers; what is missing is 0."""
    x, y, z = _components(value, "xyz", (0.0, 0.0, 0.0))
    return (x, y, z)


def tint(value: object) -> Tint:
    """Read a Color, a table with letters or numbers, or the name of a seat."""
    if isinstance(value, str):
        return (*TINTS[seat_colour(value)], 1.0)
    r, g, b, a = _components(value, "rgba", (0.0, 0.0, 0.0, 1.0))
    return (r, g, b, a)


def seat_colour(value: object) -> str:
    """Read the colour of a seat, in any capitals."""
    name = _BY_LOWER.get(text(value).lower())
    if name is None:
        raise RaisedInLua(f"there is no player color '{text(value)}'")
    return name


def items(value: object) -> list[Any]:
    """Read a list; an empty table is one, and so are the values of any other."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        return list(value.values())
    raise RaisedInLua(f"table expected, got {kind_of(value)}")


def fields(value: object) -> dict[str, Any]:
    """Read a table of named values."""
    if isinstance(value, list):
        return {str(at): each for at, each in enumerate(value, 1)}
    if isinstance(value, dict):
        return {_key(key): each for key, each in value.items()}
    raise RaisedInLua(f"table expected, got {kind_of(value)}")


def key_of(value: object) -> int | None:
    """Give the handle of an object, if it is one."""
    if isinstance(value, Handle) and value.kind == OBJECT and isinstance(value.key, int):
        return value.key
    return None


def token(value: object) -> object:
    """Say how what a function of the API gives back is called at the border."""
    if isinstance(value, Thing):
        return Handle(OBJECT, value.handle)
    if isinstance(value, tuple) and not isinstance(value, Handle | Several | Shaped):
        return Shaped("vector" if len(value) == _AXES else "color", value)
    return value


def _components(value: object, letters: str, absent: tuple[float, ...]) -> list[float]:
    if isinstance(value, list):
        given: Mapping[Any, object] = dict(enumerate(value, 1))
    elif isinstance(value, dict):
        given = value
    else:
        raise RaisedInLua(f"table expected, got {kind_of(value)}")
    return [
        default if (found := _either(given, letter, at)) is None else real(found)
        for at, (letter, default) in enumerate(zip(letters, absent, strict=True), 1)
    ]


def _either(given: Mapping[Any, object], letter: str, at: int) -> object:
    found = given.get(letter)
    return given.get(at) if found is None else found


def _key(key: object) -> str:
    return _written(key) if isinstance(key, float) else str(key)


def _written(number: float) -> str:
    if number.is_integer() and abs(number) < _EXPONENTS_FROM:
        return str(int(number))
    return f"{number:.15g}".replace("e", "E")
