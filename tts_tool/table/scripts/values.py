"""What crosses the border between Python and a script, and how.

Numbers, texts, booleans and nil cross as they are; tables are copied. What must not be copied
crosses as a token: a `Handle` names a thing that lives in Python (the script holds a proxy of
it), a `Function` names a function that lives in the script. `Shaped` asks the script's side to
make something of its own, such as a Vector. No other Python object ever crosses.

Inside Lua a text is UTF-8 in which each surrogate of a pair stands for itself: MoonSharp's texts
are UTF-16, and so every unit of theirs is one sequence of bytes of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

__all__ = [
    "MOST_DEPTH",
    "MOST_VALUES",
    "Function",
    "Handle",
    "Lua",
    "Several",
    "Shaped",
    "Value",
    "Words",
    "fields",
    "from_bytes",
    "to_bytes",
]

# Real saves go 15 deep; each level takes three of the thousand calls that Python allows.
MOST_DEPTH = 100
# Twenty for each element of the largest interface (`markup`), which scripts give as one table.
MOST_VALUES = 2_000_000

_LAST_UNIT = "\uffff"


# What crosses, as described above: too wide and too deep for a type checker to be of help.
Value: TypeAlias = Any
# An object of lupa's, which has no types.
Lua: TypeAlias = Any


class Handle(NamedTuple):
    """A thing that lives in Python: what kind it is, and which one."""

    kind: str
    key: int | str | None


class Shaped(NamedTuple):
    """Something that the prelude makes: `kit.shapes[kind](parts…)`."""

    kind: str
    parts: tuple[Value, ...]


class Several(NamedTuple):
    """More than one value given back at once."""

    values: tuple[Value, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function of a script, alive for as long as somebody holds this."""

    owner: Value
    lua: Lua


def _itself(value: Value) -> Value:
    return value


@dataclass(frozen=True, slots=True)
class Words:
    """How the tokens are called on the side of Python, if not by the names used here.

    `proxy(kind, key)` makes what Python sees of a proxy, `function` what it sees of a `Function`;
    `token` makes one of `Handle`, `Shaped`, `Function`, `Several` of what Python gives.
    """

    proxy: Callable[[str, Value], Value] = Handle
    function: Callable[[Function], Value] = _itself
    token: Callable[[Value], Value] = _itself


def fields(value: Value) -> dict[Value, Value]:
    """Read a table by its keys, whether it crossed as a list (1, 2, 3 …) or as a dict."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, list):
        return dict(enumerate(value, 1))
    return {}


def to_bytes(text: str) -> bytes:
    """Write a text the way it stands inside Lua."""
    if text.isascii():
        return text.encode()
    if max(text) > _LAST_UNIT:
        text = "".join(char if char <= _LAST_UNIT else _pair(char) for char in text)
    return text.encode("utf-8", "surrogatepass")


def from_bytes(data: bytes) -> str:
    """Read a text from inside Lua; half a pair, or a cut sequence, becomes a question mark."""
    if data.isascii():
        return data.decode()
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _pair(char: str) -> str:
    both = char.encode("utf-16-be")
    return chr(int.from_bytes(both[:2])) + chr(int.from_bytes(both[2:]))
