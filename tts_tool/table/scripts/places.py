"""Where statements stand, for error messages: the game names the place of the statement that fails.

Plain Lua only knows lines. So each statement begins a new line in the text that it compiles, behind
a comment with the statement's number; so does what is left of a statement behind a function in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tts_tool.lua import syntax
from tts_tool.lua.rewriting import BREAK, Extents, Replacement, Span

__all__ = ["Marks"]


class Marks:
    """The places of a text, the edits that mark them, and all parts of the text."""

    def __init__(self, body: syntax.Block, extents: Extents, prefix: str) -> None:
        self.places: list[Span] = []
        self.edits: list[Replacement] = []
        self.parts: list[syntax.Node] = []
        self._extents = extents
        self._prefix = prefix
        waiting: list[tuple[syntax.Node, int]] = [(body, 0)]
        while waiting:
            node, number = waiting.pop()
            self.parts.append(node)
            number = self._marked(node, number)
            waiting.extend((part, number) for part in syntax.parts(node))

    def _marked(self, node: syntax.Node, around: int) -> int:
        """Mark what begins here; give the number of the statement in which the parts stand."""
        if isinstance(node, syntax.Function):
            self._mark(node.end, around)
            return around
        spanned = _SPANS.get(type(node))
        span = spanned(node, self._extents) if spanned else None
        if span is None:
            return around
        at, start, end = span
        self.places.append(self._extents.place(start, end))
        self._mark(at, len(self.places))
        return len(self.places)

    def _mark(self, at: int, number: int) -> None:
        self.edits.append(Replacement(at, BREAK, at, f" --{self._prefix}{number}\n"))


# Where a part begins, and from where to where the game says that it stands. Of what has a body,
# only what comes before it counts, or behind it.
_Span: TypeAlias = tuple[int, int, int]


def _call(node: syntax.CallStatement, extents: Extents) -> _Span:
    return node.at.offset, node.call.at.offset, extents.end(node.call)


def _values(node: syntax.Assign | syntax.Local | syntax.Return, extents: Extents) -> _Span:
    at = start = node.at.offset
    end = node.names[-1].end if isinstance(node, syntax.Local) else node.at.end
    if node.values:
        end = extents.end(node.values[-1])
    if node.at.text == "|":  # the value of a short function
        start = extents.start(node.values[0])
    return at, start, end


def _name(node: syntax.FunctionStatement | syntax.LocalFunction, extents: Extents) -> _Span:
    if isinstance(node, syntax.LocalFunction):
        return node.at.offset, node.at.offset, node.name.end
    return node.at.offset, node.at.offset, extents.end(node.target)


def _branch(node: syntax.Branch, extents: Extents) -> _Span | None:
    return _head(node, node.condition, extents) if node.condition else None


def _for(node: syntax.For | syntax.ForIn, extents: Extents) -> _Span:
    last = node.bounds[-1] if isinstance(node, syntax.For) else node.values[-1]
    return _head(node, last, extents)


def _head(node: syntax.Node, last: syntax.Expression, extents: Extents) -> _Span:
    """Go up to the `then` or `do`."""
    return node.at.offset, node.at.offset, extents.behind(extents.end(last)).end


def _while(node: syntax.While, extents: Extents) -> _Span:
    return node.at.offset, node.at.offset, extents.end(node.condition)


def _until(node: syntax.Repeat, extents: Extents) -> _Span:
    return node.body.end.offset, node.body.end.offset, extents.end(node.condition)


_SPANS: Mapping[type[syntax.Node], Callable[[Any, Extents], _Span | None]] = {
    syntax.CallStatement: _call,
    syntax.Assign: _values,
    syntax.Local: _values,
    syntax.Return: _values,
    syntax.FunctionStatement: _name,
    syntax.LocalFunction: _name,
    syntax.Branch: _branch,
    syntax.For: _for,
    syntax.ForIn: _for,
    syntax.While: _while,
    syntax.Repeat: _until,
}
