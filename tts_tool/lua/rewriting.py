"""Changes a script where the parser has found something: what goes, and what comes instead."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tts_tool.lua import syntax
from tts_tool.lua.lexer import Token

__all__ = [
    "BEGIN",
    "BREAK",
    "END",
    "OPERATOR",
    "WORD",
    "Extents",
    "Replacement",
    "Span",
    "rewritten",
]

BREAK, END, OPERATOR, BEGIN, WORD = range(5)
_WORD = re.compile(r"\w")
_OPENING = {"(": ")", "[": "]", "{": "}"}


class Replacement(NamedTuple):
    """What goes (an operator, or nothing) and what comes.

    Where several meet, a line is broken first, then operands end, then operators come, and then
    operands begin, outer ones before inner ones, which is the order of a walk. A word in the place
    of another comes last.
    """

    start: int
    rank: int
    stop: int
    piece: str


class Span(NamedTuple):
    """Where something is written: from a line (the first is 1) and column (0) up to another."""

    line: int
    column: int
    end_line: int
    end_column: int


def rewritten(
    text: str, edits: Iterable[Replacement], start: int = 0, stop: int | None = None
) -> str:
    """Change a text, or the part of it from `start` to `stop`."""
    pieces, at = [], start
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.rank)):
        pieces += [text[at : edit.start], edit.piece]
        at = max(at, edit.stop)
    return "".join(_apart([*pieces, text[at:stop]]))


def _apart(pieces: Iterable[str]) -> Iterator[str]:
    """Keep words apart that were so by what has gone between them: the `#` of `if#t`."""
    last = ""
    for piece in filter(None, pieces):
        if _WORD.match(last) and _WORD.match(piece):
            yield " "
        yield piece
        last = piece[-1]


class Extents:
    """Tells where expressions begin and end, by the brackets that match."""

    def __init__(self, text: str, tokens: Iterable[Token]) -> None:
        self._next: dict[int, Token] = {}
        self._close: dict[int, int] = {}
        self._starts: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        self._lines = [1 if text.startswith("\ufeff") else 0]
        self._lines += [found.end() for found in re.finditer("\n", text)]
        self._read(tokens)

    def _read(self, tokens: Iterable[Token]) -> None:
        waiting: list[Token] = []
        before = 0
        for token in tokens:
            self._next[before] = token
            before = token.end
            if token.kind != "symbol":
                continue
            if token.text in _OPENING:
                waiting.append(token)
            elif waiting and token.text == _OPENING[waiting[-1].text]:
                self._close[waiting.pop().offset] = token.end

    def behind(self, end: int) -> Token:
        """Find the token after the one that ends here."""
        return self._next[end]

    def place(self, start: int, end: int) -> Span:
        """Tell lines and columns of what stands between two offsets."""
        return Span(*self._line_and_column(start), *self._line_and_column(end))

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[max(line, 1) - 1]

    def start(self, part: syntax.Expression) -> int:
        """Tell the offset of the first token; of a chain, that of all parts that begin there."""
        chain = []
        while (known := self._starts.get(id(part))) is None and (left := _left(part)) is not None:
            chain.append(part)
            part = left
        offset = part.at.offset if known is None else known
        self._starts |= dict.fromkeys(map(id, chain), offset)
        return offset

    def end(self, part: syntax.Expression) -> int:
        """Tell the offset behind the last token; of a chain, that of all parts that end there."""
        chain = []
        while (known := self._ends.get(id(part))) is None and (right := _right(part)) is not None:
            chain.append(part)
            part = right
        offset = self._end(part) if known is None else known
        self._ends |= dict.fromkeys(map(id, chain), offset)
        return offset

    def _end(self, part: syntax.Expression) -> int:
        match part:
            case syntax.Function():
                return part.end
            case syntax.Group() | syntax.TableLiteral():
                return self._close[part.at.offset]
            case syntax.Index() | syntax.Call():
                return self._bracket(part.at)
            case syntax.MethodCall():
                return self._bracket(self._next[part.at.end])
        return part.at.end

    def _bracket(self, opening: Token) -> int:
        """Tell the offset behind a bracket, or a text, with which arguments are given."""
        return self._close.get(opening.offset, opening.end)


def _left(part: syntax.Expression) -> syntax.Expression | None:
    match part:
        case syntax.Binary():
            return part.left
        case syntax.Member() | syntax.MethodCall() | syntax.Index():
            return part.base
        case syntax.Call():
            return part.function
    return None


def _right(part: syntax.Expression) -> syntax.Expression | None:
    match part:
        case syntax.Binary():
            return part.right
        case syntax.Unary():
            return part.operand
    return None
