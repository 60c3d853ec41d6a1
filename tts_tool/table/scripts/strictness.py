"""Strict mode, for Lua of our own: nothing may depend on which Lua runs it.

What can be seen in the text is refused before it runs. What only shows in values (a number that
is joined to a text, the length of a list with a hole) is checked when it runs: each operator
becomes a call of `prelude/strict.lua`, on the same line.
"""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.lua import syntax
from tts_tool.lua.lint import lint
from tts_tool.lua.rewriting import BEGIN, END, OPERATOR, Extents, Replacement
from tts_tool.table.scripts.faults import RaisedInLua

__all__ = ["checks", "refuse"]

_ABOUT_NAMES = frozenset(("undefined", "misspelt", "handler", "member", "suppression", "removed"))
_BINARY = frozenset((*"+-*/%^<>", "..", "<=", ">=", "==", "~="))


def refuse(text: str, chunk: str) -> None:
    """Raise `RaisedInLua` for the first thing in a text that two kinds of Lua read differently."""
    for finding in lint(text, chunk):
        if finding.code not in _ABOUT_NAMES:
            place = f"{chunk}:({finding.line},{finding.column}-{finding.column + 1})"
            raise RaisedInLua(f"{place}: strict: {finding.message} [{finding.code}]")


def checks(part: syntax.Node, extents: Extents) -> Iterator[Replacement]:
    """Let an operator whose result could differ go through a check."""
    operator = part.at.text
    if isinstance(part, syntax.Binary) and operator in _BINARY:
        start, end = extents.start(part), extents.end(part.right)
        yield Replacement(start, BEGIN, start, f'__strict["{operator}"](')
        yield Replacement(part.at.offset, OPERATOR, part.at.end, ",")
        yield Replacement(end, END, end, ")")
    elif isinstance(part, syntax.Unary) and operator == "#":
        end = extents.end(part.operand)
        yield Replacement(part.at.offset, BEGIN, part.at.end, '__strict["#"](')
        yield Replacement(end, END, end, ")")
