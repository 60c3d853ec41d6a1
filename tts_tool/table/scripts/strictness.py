"""Strict mode, for Lua of our own: nothing may depend on which Lua runs it.

What can be seen in the text is refused before it runs. What only shows in values (a number that
is joined to a text, the length of a list with a hole) is checked when it runs: each operator
becomes a call of `prelude/strict.lua`, on the same line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tts_tool.lua import syntax
from tts_tool.lua.lexer import Token, code
from tts_tool.lua.lint import lint
from tts_tool.lua.parser import parse
from tts_tool.table.scripts.faults import Told

__all__ = ["checked", "refuse"]

_ABOUT_NAMES = frozenset(("undefined", "misspelt", "handler", "member", "suppression"))
_BINARY = frozenset((*"+-*/%^<>", "..", "<=", ">="))
_OPENING = {"(": ")", "[": "]", "{": "}"}


def refuse(text: str, chunk: str) -> None:
    """Raise `Told` for the first thing in a text that two kinds of Lua read differently."""
    for finding in lint(text, chunk):
        if finding.code not in _ABOUT_NAMES:
            place = f"{chunk}:({finding.line},{finding.column}-{finding.column + 1})"
            raise Told(f"{place}: strict: {finding.message} [{finding.code}]")


def checked(text: str, chunk: str) -> str:
    """Let each operator whose result could differ go through a check."""
    ends = _Ends(text, chunk)
    edits: list[_Edit] = []
    for part in syntax.walk(parse(text, chunk).body):
        edits.extend(_edits(part, ends))
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.rank)):
        pieces += [text[at : edit.start], edit.piece]
        at = max(at, edit.stop)
    return "".join([*pieces, text[at:]])


class _Edit(NamedTuple):
    """What goes (an operator, or nothing) and what comes.

    Where several meet, operands end before operators come, and those before operands begin;
    outer operands begin before inner ones, which is the order of the walk.
    """

    start: int
    rank: int
    stop: int
    piece: str


_END, _OPERATOR, _BEGIN = range(3)


def _edits(part: syntax.Node, ends: _Ends) -> Iterator[_Edit]:
    operator = part.at.text
    if isinstance(part, syntax.Binary) and operator in _BINARY:
        start, end = _start(part), ends.of(part.right)
        yield _Edit(start, _BEGIN, start, f'__strict["{operator}"](')
        yield _Edit(part.at.offset, _OPERATOR, part.at.end, ",")
        yield _Edit(end, _END, end, ")")
    elif isinstance(part, syntax.Unary) and operator == "#":
        end = ends.of(part.operand)
        yield _Edit(part.at.offset, _BEGIN, part.at.end, '__strict["#"](')
        yield _Edit(end, _END, end, ")")


def _start(part: syntax.Expression) -> int:
    while True:
        match part:
            case syntax.Binary():
                part = part.left
            case syntax.Member() | syntax.MethodCall() | syntax.Index():
                part = part.base
            case syntax.Call():
                part = part.function
            case _:
                return part.at.offset


class _Ends:
    """Finds where an expression ends, by the brackets that match."""

    def __init__(self, text: str, chunk: str) -> None:
        self._next: dict[int, Token] = {}
        self._close: dict[int, int] = {}
        waiting: list[Token] = []
        before = 0
        for token in code(text, chunk):
            self._next[before] = token
            before = token.end
            if token.kind != "symbol":
                continue
            if token.text in _OPENING:
                waiting.append(token)
            elif waiting and token.text == _OPENING[waiting[-1].text]:
                self._close[waiting.pop().offset] = token.end

    def of(self, part: syntax.Expression) -> int:
        """Tell the offset behind the last token."""
        while isinstance(part, syntax.Binary | syntax.Unary):
            part = part.right if isinstance(part, syntax.Binary) else part.operand
        match part:
            case syntax.Function():
                return part.end
            case syntax.Group() | syntax.Table():
                return self._close[part.at.offset]
            case syntax.Index():
                return self._bracket_behind(self.of(part.base))
            case syntax.Call():
                return self._bracket_behind(self.of(part.function))
            case syntax.MethodCall():
                return self._bracket_behind(part.at.end)
        return part.at.end

    def _bracket_behind(self, end: int) -> int:
        """Go over the bracket, or the text, with which arguments are given."""
        token = self._next[end]
        return self._close.get(token.offset, token.end)
