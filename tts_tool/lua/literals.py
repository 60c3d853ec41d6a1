r"""Writes values as Lua that means the same to Lua 5.2 and to MoonSharp.

Where the two disagree about a way of writing, it is not used: no `\u{}`, no exponents, no line
breaks in short strings, no carriage returns in long ones, no holes in lists.
"""

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

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
_HOLES = "write false, or leave it out: Lua and MoonSharp disagree about lists with holes"


class LiteralError(BadInput):
    """A value that Lua has no safe way to write."""


def lua(value: object, indent: int | None = None) -> str:
    """Write None, a bool, a number, a string, or a list or dict of such, as one expression.

    Dicts keep their order. With `indent`, each entry gets a line of its own.
    """
    writer = _Writer(indent)
    writer.write(value)
    text = joined(writer.parts)
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


class _Writer:
    """Writes one value, part by part; `steps` is where in it we are, for errors."""

    def __init__(self, indent: int | None) -> None:
        self.parts: list[str] = []
        self._steps: list[object] = []
        self._indent = indent

    def write(self, value: object) -> None:
        """Write it."""
        match value:
            case str():
                _check(value, self)
                self.parts.append(lua_string(value))
            case None:
                self.parts.append("nil")
            case bool():
                self.parts.append("true" if value else "false")
            case int() | float():
                self.parts.append(_number(value, self))
            case dict() | Mapping():
                self._table((key, f"{self._key(key)} = ", part) for key, part in value.items())
            case list() | tuple():
                if None in value:
                    what = f"{self}[{value.index(None)}] is None"
                    raise LiteralError(what, fix=_HOLES)
                self._table((index, "", part) for index, part in enumerate(value))
            case _:
                raise LiteralError(f"{self} is {type(value).__name__}, which Lua cannot write")

    def _table(self, entries: Iterable[tuple[object, str, object]]) -> None:
        if len(self._steps) > _DEEPEST:
            raise LiteralError(f"value is nested deeper than {_DEEPEST} levels")
        start = len(self.parts)
        self.parts.append("{")
        between = ", " if self._indent is None else ","
        separator, inside = "", self._newline(1)
        self._steps.append(None)
        for step, key, part in entries:
            self._steps[-1] = step
            self.parts.append(f"{separator}{inside}{key}")
            self.write(part)
            separator = between
        self._steps.pop()
        is_empty = len(self.parts) == start + 1
        self.parts.append("}" if is_empty or self._indent is None else f",{self._newline(0)}}}")

    def _newline(self, deeper: int) -> str:
        if self._indent is None:
            return ""
        return "\n" + " " * (self._indent * (len(self._steps) + deeper))

    def _key(self, key: object) -> str:
        if isinstance(key, str):
            if not key.isascii():
                _check(key, f"a key of {_named(self._steps[:-1])}")
            return lua_key(key)
        if isinstance(key, int) and not isinstance(key, bool):
            return f"[{_number(key, _named(self._steps[:-1]))}]"
        what = (
            f"a key of {_named(self._steps[:-1])} is {type(key).__name__}, which Lua cannot write"
        )
        raise LiteralError(what, fix="a key is a text or a whole number")

    def __str__(self) -> str:
        """Name the place where we are."""
        return _named(self._steps)


def _named(steps: Iterable[object]) -> str:
    names = (f"[{each}]" if isinstance(each, int) else f".{each}" for each in steps)
    return "".join(("value", *names))


def _number(value: float, path: object) -> str:
    if isinstance(value, int):
        if abs(value) > _EXACT:
            fix = f"Lua counts exactly up to {_EXACT}; write a text"
            raise LiteralError(f"{path} is {value}", fix=fix)
        return str(int(value))
    if not math.isfinite(value):
        raise LiteralError(f"{path} is {value}, which Lua cannot write")
    text = repr(float(value))
    return format(Decimal(text), "f") if "e" in text else text


def _check(text: str, path: object) -> None:
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        raise LiteralError(f"{path} has half of a surrogate pair, which is no character")


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    return _SHORT.get(letter) or f"\\{ord(letter):03}"
