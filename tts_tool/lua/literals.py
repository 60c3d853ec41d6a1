r"""Writes values as Lua that means the same to Lua 5.2 and to MoonSharp.

Where the two disagree about a way of writing, it is not used: no `\u{}`, no exponents, no line
breaks in short strings, no carriage returns in long ones, no holes in lists.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple, Self

from tts_tool.errors import BadInput
from tts_tool.lua.lexer import KEYWORDS
from tts_tool.lua.traced import joined, respelled

__all__ = ["LiteralError", "lua", "lua_comment", "lua_key", "lua_long", "lua_string"]

_ESCAPED = re.compile(r'[\x00-\x1f\x7f"\\]')
_SHORT = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
_NO_LONG = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # MoonSharp drops or refuses some of them
_NO_COMMENT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# From here on Lua's numbers, which are floats, leave out whole numbers.
_EXACT = 2**53
_DEEPEST = 100  # Lua itself gives up at 200


class LiteralError(BadInput):
    """A value that Lua has no safe way to write."""


def lua(value: object, indent: int | None = None) -> str:
    """Write None, a bool, a number, a string, or a list or dict of such, as one expression.

    Dicts keep their order. With `indent`, each entry gets a line of its own.
    """
    text = joined(_written(value, _Place("value", 0, indent)))
    # `-x` and `x^2` must mean the number, whatever its sign.
    return f"({text})" if text.startswith("-") else text


def lua_string(text: str) -> str:
    """Write a string on one line, in double quotes."""
    _check(text, "the string")
    return respelled(text, '"', _ESCAPED.sub(_escape, text), '"')


def lua_long(text: str) -> str:
    """Write a string in long brackets, for people to read; in quotes where that is not safe."""
    _check(text, "the string")
    if _NO_LONG.search(text):
        return lua_string(text)
    level = 0
    while f"]{'=' * level}]" in f"{text}]":
        level += 1
    bars = "=" * level
    # Lua skips a line break right after the opening bracket.
    return joined([f"[{bars}[\n", text, f"]{bars}]"])


def lua_key(name: str) -> str:
    """Write the key of a table constructor: `name`, or `["any text"]`."""
    if _NAME.fullmatch(name) and name not in KEYWORDS:
        return name
    return joined(["[", lua_string(name), "]"])


def lua_comment(text: str) -> str:
    """Make comments of all lines of a text; nothing else can stand behind one on its line."""
    _check(text, "the comment")
    lines = re.split(r"\r\n|\r|\n", text)
    # The blank keeps "[[" from opening a comment of many lines.
    return "\n".join(f"-- {_NO_COMMENT.sub(' ', line)}".rstrip() for line in lines)


class _Place(NamedTuple):
    """Where in a value we are, for errors and for indentation."""

    path: str
    depth: int
    indent: int | None

    def inside(self, step: str) -> Self:
        return self._replace(path=self.path + step, depth=self.depth + 1)

    @property
    def newline(self) -> str:
        return "" if self.indent is None else "\n" + " " * (self.indent * self.depth)


def _written(value: object, place: _Place) -> Iterator[str]:
    match value:
        case None:
            yield "nil"
        case bool():
            yield "true" if value else "false"
        case int() | float():
            yield _number(value, place.path)
        case str():
            _check(value, place.path)
            yield lua_string(value)
        case list() | tuple():
            yield from _table(_entries_of_list(value, place), place)
        case Mapping():
            yield from _table(_entries_of_dict(value, place), place)
        case _:
            raise LiteralError(f"{place.path} is {type(value).__name__}, which Lua cannot write")


_Entries = list[tuple[_Place, str, object]]


def _entries_of_list(value: Sequence[object], place: _Place) -> _Entries:
    if None in value:
        what = f"{place.path}[{value.index(None)}] is None"
        fix = "write false, or leave it out: Lua and MoonSharp disagree about lists with holes"
        raise LiteralError(what, fix=fix)
    return [(place.inside(f"[{index}]"), "", part) for index, part in enumerate(value)]


def _entries_of_dict(value: Mapping[object, object], place: _Place) -> _Entries:
    return [
        (place.inside(f".{key}"), f"{_key(key, place.path)} = ", part)
        for key, part in value.items()
    ]


def _table(entries: _Entries, place: _Place) -> Iterator[str]:
    if place.depth > _DEEPEST:
        raise LiteralError(f"value is nested deeper than {_DEEPEST} levels")
    separator = ""
    yield "{"
    for inside, key, part in entries:
        yield f"{separator}{inside.newline}{key}"
        yield from _written(part, inside)
        separator = ", " if place.indent is None else ","
    yield f",{place.newline}}}" if entries and place.indent is not None else "}"


def _key(key: object, path: str) -> str:
    if isinstance(key, str):
        _check(key, f"a key of {path}")
        return lua_key(key)
    if isinstance(key, int) and not isinstance(key, bool):
        return f"[{_number(key, path)}]"
    what = f"a key of {path} is {type(key).__name__}, which Lua cannot write"
    raise LiteralError(what, fix="a key is a text or a whole number")


def _number(value: float, path: str) -> str:
    if isinstance(value, int):
        if abs(value) > _EXACT:
            fix = f"Lua counts exactly up to {_EXACT}; write a text"
            raise LiteralError(f"{path} is {value}", fix=fix)
        return str(int(value))
    if not math.isfinite(value):
        raise LiteralError(f"{path} is {value}, which Lua cannot write")
    return format(Decimal(repr(float(value))), "f")


def _check(text: str, path: str) -> None:
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        raise LiteralError(f"{path} has half of a surrogate pair, which is no character")


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    return _SHORT.get(letter) or f"\\{ord(letter):03}"
