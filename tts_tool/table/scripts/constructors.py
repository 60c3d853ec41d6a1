"""In which order a table is written: `pairs` of the game goes through it so.

Plain Lua forgets the order of keys. So a table that is written with names becomes a call of
`prelude/operators.lua`, with the number of the keys as they stand there, which are made once for
each text. Keys that are worked out, or that come later, have no such order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tts_tool.lua import syntax
from tts_tool.lua.rewriting import BEGIN, END, Extents, Replacement
from tts_tool.lua.strings import string_value
from tts_tool.table.scripts.values import to_bytes

__all__ = ["Written", "written"]

_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_PLAIN_LETTERS = re.compile(r"[A-Za-z0-9_ ]*")
# Fewer keys have one order only, which need not be told.
_FEW = 2


class Written(NamedTuple):
    """The orders of keys in a text, as Lua; and the edits that begin and end their tables.

    A table begins behind whatever else begins there, and ends before whatever else ends there.
    """

    orders: tuple[str, ...]
    begins: tuple[Replacement, ...]
    ends: tuple[Replacement, ...]


def written(parts: Iterable[syntax.Node], extents: Extents, prefix: str) -> Written:
    """Find the tables whose keys can be seen; names of ours begin with `prefix`."""
    orders: dict[str, int] = {}
    begins, ends = [], []
    parts = tuple(parts)
    bare = {argument.at.offset for part in parts for argument in _bare_arguments(part, extents)}
    for part in parts:
        if not isinstance(part, syntax.TableLiteral) or (keys := _keys(part)) is None:
            continue
        number = orders.setdefault(keys, len(orders) + 1)
        start, end = part.at.offset, extents.end(part)
        brackets = ("(", ")") if start in bare else ("", "")
        begins.append(Replacement(start, BEGIN, start, f"{brackets[0]}{prefix}made("))
        ends.append(Replacement(end, END, end, f",{number}){brackets[1]}"))
    return Written(tuple(orders), tuple(begins), tuple(ends))


def _bare_arguments(part: syntax.Node, extents: Extents) -> Iterator[syntax.TableLiteral]:
    """Give a table that is passed without brackets: `f{…}`, `t:f{…}`."""
    if isinstance(part, syntax.Call | syntax.MethodCall) and len(part.arguments) == 1:
        argument = part.arguments[0]
        opens = part.at if isinstance(part, syntax.Call) else extents.behind(part.at.end)
        if isinstance(argument, syntax.TableLiteral) and opens.offset == argument.at.offset:
            yield argument


def _keys(table: syntax.TableLiteral) -> str | None:
    """Write the keys of a table as a list; None if their order says nothing, or is not seen."""
    keyed = [field for field in table.fields if field.key is not None]
    if not keyed or len(table.fields) < _FEW:
        return None
    keys = [_key(field.key) for field in keyed if field.key is not None]
    return None if None in keys else f"{{{','.join(dict.fromkeys(map(str, keys)))}}}"


def _key(key: syntax.Expression) -> str | None:
    sign = ""
    if isinstance(key, syntax.Unary) and key.at.text == "-":
        sign, key = "-", key.operand
    if not isinstance(key, syntax.Constant):
        return None
    text = key.at.text
    if key.at.kind == "number":
        return _number(sign + text) if _PLAIN_NUMBER.fullmatch(text) else None
    if sign or text in ("nil", "...") or (key.at.kind == "name" and not text.isascii()):
        return None
    if text in ("true", "false"):
        return text
    return _quoted(text if key.at.kind == "name" else string_value(text))


def _number(text: str) -> str | None:
    """Write a number so that it is the same however it was written: `1` and `1.0` are one key."""
    number = float(text)
    if not math.isfinite(number):
        return None
    return str(int(number)) if number.is_integer() else repr(number)


def _quoted(text: str) -> str:
    """Write a text so that it is the same bytes wherever it stands."""
    plain = _PLAIN_LETTERS.fullmatch(text)
    letters = text if plain else "".join(f"\\{byte:03}" for byte in to_bytes(text))
    return f'"{letters}"'
