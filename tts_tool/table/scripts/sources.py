"""The texts that an interpreter has loaded: what plain Lua makes of them, and what stands where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import isinf

from tts_tool.lua import syntax
from tts_tool.lua.dialect import respelt, translate
from tts_tool.lua.errors import LuaError
from tts_tool.lua.lexer import Token
from tts_tool.lua.parser import Chunk, parse
from tts_tool.lua.rewriting import OPERATOR, Extents, Replacement, Span, rewritten
from tts_tool.table.scripts.constructors import Written, written
from tts_tool.table.scripts.crowded import moved
from tts_tool.table.scripts.meaning import NAMES, depends, in_turn, meant
from tts_tool.table.scripts.places import Marks
from tts_tool.table.scripts.strictness import checks
from tts_tool.table.scripts.values import to_bytes

__all__ = ["FIRST_CHUNK", "Prepared", "Sources", "bring", "prepared"]

# The game's own libraries come first, so an author's text is never number 0.
FIRST_CHUNK = 3

_MEANS_ELSE = re.compile(r"[^\x00-\x7f]|\\[xu\d\r\[\]]|\r(?!\n)|!=|\||\A#")
_EXPONENT = re.compile(r"^[0-9.]+[eE]")
_SIGNED = re.compile(r"[eE][-+]")
_FOUR_BYTES = re.compile(r"\\24[0-4](?:\\1[2-9]\d){3}")
# Of the longest in real saves, of 145,891 letters, nine megabytes.
_KEPT = 64


class Prepared:
    """A text as plain Lua, and the places that its lines stand for.

    It is a function around the text; `operators` of the prelude is passed to it, and what it gives
    is the text itself, as a function that sees them and nobody else does.
    """

    def __init__(self, plain: bytes, mark: str, places: list[Span]) -> None:
        self.plain = plain
        # By the name of a chunk, which compiled text carries: mostly that of an object's script.
        self.compiled = "", b""
        self.mark = mark
        self.places = places

    def place(self, line: int) -> Span:
        """Say what stands in a line of plain Lua."""
        lines, numbers = self._marks
        at = bisect_right(lines, line) - 1
        number = numbers[at] if at >= 0 else 0
        return self.places[number - 1] if number else Span(1, 0, 1, 0)

    @cached_property
    def _marks(self) -> tuple[list[int], list[int]]:
        pattern = re.compile(rf" --{self.mark}(\d+)$".encode())
        found = [
            (line + 1, int(mark[1]))
            for line, text in enumerate(self.plain.split(b"\n"), 1)
            if (mark := pattern.search(text))
        ]
        return [line for line, _ in found], [number for _, number in found]


class Sources:
    """Names each loaded text `chunk_N`, as MoonSharp does, and remembers where it stands."""

    def __init__(self, first: int = FIRST_CHUNK) -> None:
        self._next = first
        self._loaded: dict[str, Prepared] = {}

    def name(self) -> str:
        """Name the next text."""
        self._next += 1
        return f"chunk_{self._next - 1}"

    def remember(self, chunk: str, loaded: Prepared) -> None:
        """Remember what a text has become."""
        self._loaded[chunk] = loaded

    def place(self, chunk: str, line: int) -> Span:
        """Say which place of the author's text a line of plain Lua stands for."""
        loaded = self._loaded.get(chunk)
        return loaded.place(line) if loaded else Span(line, 0, line, 0)

    def told(self, chunk: str, line: int) -> str:
        """Word a place as the game does: `chunk_3:(12,4-20)`."""
        first, column, last, end = self.place(chunk, line)
        if first != last:
            return f"{chunk}:({first},{column}-{last},{end})"
        return f"{chunk}:({first},{column}-{end})" if column != end else f"{chunk}:({first},{end})"


_brought: dict[str, Prepared] = {}


def bring(text: str, made: Prepared) -> None:
    """Keep what has been made of a text elsewhere."""
    _brought[text] = made


def prepared(text: str, *, strict: bool = False, crowded: bool = False) -> Prepared:
    """Make plain Lua of a text of MoonSharp's; raises `LuaError`.

    The same text is loaded again and again, by objects that are copies of each other.
    """
    made = None if strict or crowded else _brought.get(text)
    return made or _prepared(text, strict=strict, crowded=crowded)


@lru_cache(_KEPT)
def _prepared(text: str, *, strict: bool, crowded: bool) -> Prepared:
    script = parse(text, "script")
    _refuse(script)
    prefix = next(name for name in map("m{}_".format, range(len(text) + 1)) if name not in text)
    extents = Extents(text, script.tokens)
    marks = Marks(script.body, extents, prefix)
    edits = marks.edits
    edits += [Replacement(each.offset, OPERATOR, each.end, "") for each in script.spare]
    change = checks if strict else meant(prefix)
    tables = Written((), (), ()) if strict else written(marks.parts, extents, prefix)
    edits.extend(tables.ends)
    several = []
    for part in marks.parts:
        edits.extend(change(part, extents))
        if isinstance(part, syntax.Assign) and len(part.targets) > 1 and depends(part):
            several.append(part)
    edits.extend(tables.begins)
    if crowded:
        edits.extend(moved(script.body, prefix))
    for part in reversed(several):
        edits = in_turn(part, edits, text, extents, prefix)
    inner = rewritten(text, edits)
    if _is_foreign(text, script.tokens):
        is_short = any(token.text == "|" for token in script.tokens)
        plain = translate(inner, "script") if is_short else respelt(inner)
        inner = _FOUR_BYTES.sub(_pair, plain)
    return Prepared(_around(inner, prefix, tables.orders), prefix, marks.places)


def _is_foreign(text: str, tokens: Iterable[Token]) -> bool:
    """Tell whether plain Lua cannot read a text, or reads it in another way."""
    if _MEANS_ELSE.search(text):
        return True
    end_of_number = -1
    for token in tokens:
        if token.offset == end_of_number and token.kind in ("name", "keyword"):
            return True
        if token.kind == "number":
            end_of_number = token.end
    return False


def _around(inner: str, prefix: str, orders: Iterable[str]) -> bytes:
    """Put the function around a text, which hands it its operators."""
    ours = ", ".join(prefix + name for name in NAMES)
    theirs = ", ".join(f"{prefix}.{name}" for name in NAMES)
    made = f"local {prefix}made = {prefix}.made{{{','.join(orders)}}}"
    begin = f"local {prefix} = ... local {ours} = {theirs} {made} return function(...) "
    return to_bytes(f"{begin}{inner}\nend")


def _pair(found: re.Match[str]) -> str:
    whole = bytes(int(part) for part in found[0][1:].split("\\"))
    return "".join(f"\\{byte}" for byte in to_bytes(whole.decode("utf-8", "replace")))


def _refuse(script: Chunk) -> None:
    """Refuse what plain Lua would read, and MoonSharp does not."""
    for label in script.leaps:
        what = f"<goto {label.text}> at line {label.line} jumps into the scope of a local"
        raise LuaError(what, "script", label.line, label.column)
    before = None
    for token in script.tokens:
        if before is not None and (_is_sign_behind(token, before) or isinf(float(before.text))):
            what = f"malformed number near '{before.text}'"
            raise LuaError(what, "script", before.line, before.column)
        before = token if token.kind == "number" and _EXPONENT.search(token.text) else None


def _is_sign_behind(token: Token, number: Token) -> bool:
    """Tell whether MoonSharp takes a sign, as in `1e15+x`, for one of the exponent."""
    is_sign = token.text in ("+", "-") and token.offset == number.end
    return is_sign and number.text[-1].isdigit() and not _SIGNED.search(number.text)
