"""Room for more than 200 locals in one function, of which plain Lua allows no more.

Those that come when it is nearly full live in a table, which their block makes each time it runs:
so a function that was made in a loop has, as before, locals of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tts_tool.lua import syntax
from tts_tool.lua.lexer import Token
from tts_tool.lua.rewriting import OPERATOR, WORD, Replacement

__all__ = ["moved"]

# Plain Lua has 200, and needs some for what loops and calls keep.
_MOST = 140
_HIDDEN_IN_LOOP = 3


class _Known(NamedTuple):
    """A local, where it lives if in a table, and all that were there before it."""

    name: str
    lives: str | None
    before: _Known | None
    taken: int


def moved(body: syntax.Block, prefix: str) -> list[Replacement]:
    """Move locals that have no room; names of ours begin with `prefix`."""
    return list(_Mover(prefix).edits(body))


class _Mover:
    """Goes through a script, and knows at each place which locals there are."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._waiting: list[tuple[syntax.Node, _Known | None]] = []
        self._made = 0

    def edits(self, body: syntax.Block) -> Iterator[Replacement]:
        """Give all edits of a script."""
        self._waiting.append((body, None))
        while self._waiting:
            node, known = self._waiting.pop()
            match node:
                case syntax.Block():
                    found, _ = self._block(node, known)
                    yield from found
                case syntax.Repeat():
                    found, inside = self._block(node.body, known)
                    yield from found
                    self._waiting.append((node.condition, inside))
                case syntax.Function():
                    names = [each.text for each in node.parameters]
                    self._waiting.append((node.body, _with(names, _fresh(known))))
                case syntax.For():
                    self._later(node.bounds, known)
                    self._waiting.append((node.body, _loop([node.name], known)))
                case syntax.ForIn():
                    self._later(node.values, known)
                    self._waiting.append((node.body, _loop(node.names, known)))
                case syntax.Name():
                    yield from _renamed(node, known)
                case _:
                    self._later(tuple(syntax.parts(node)), known)

    def _later(self, nodes: Sequence[syntax.Node], known: _Known | None) -> None:
        self._waiting.extend((node, known) for node in nodes)

    def _block(
        self, block: syntax.Block, known: _Known | None
    ) -> tuple[list[Replacement], _Known | None]:
        """Note what each statement sees; give the edits of its locals, and what its end sees."""
        edits: list[Replacement] = []
        table = ""
        for statement in block.statements:
            before, names = known, _declared(statement)
            if _taken(known) + len(names) <= _MOST:
                known = _with([each.text for each in names], known)
            elif names:
                begin, table = self._table(table)
                edits.append(Replacement(statement.at.offset, OPERATOR, statement.at.end, begin))
                for name in names:
                    known, edit = self._moved(name, table, known)
                    edits.append(edit)
                if isinstance(statement, syntax.Local) and not statement.values:
                    edits.append(Replacement(names[-1].end, OPERATOR, names[-1].end, " = nil"))
            if isinstance(statement, syntax.Local):
                self._later(statement.values, before)
            elif isinstance(statement, syntax.LocalFunction):
                self._waiting.append((statement.function, known))
            else:
                self._waiting.append((statement, known))
        return edits, known

    def _table(self, table: str) -> tuple[str, str]:
        """Name the table of a block, and say what makes it, if there is none yet."""
        if table:
            return "", table
        self._made += 1
        table = f"{self._prefix}t{self._made}"
        return f"local {table} = {{}};", table

    def _moved(self, name: Token, table: str, known: _Known | None) -> tuple[_Known, Replacement]:
        self._made += 1
        lives = f"{table}.v{self._made}"
        edit = Replacement(name.offset, WORD, name.end, lives)
        return _Known(name.text, lives, known, _taken(known)), edit


def _declared(statement: syntax.Statement) -> tuple[Token, ...]:
    match statement:
        case syntax.Local():
            return statement.names
        case syntax.LocalFunction():
            return (statement.name,)
    return ()


def _taken(known: _Known | None) -> int:
    return known.taken if known else 0


def _fresh(known: _Known | None) -> _Known:
    """See what a function sees of the locals around it, with no room taken yet."""
    return _Known("", None, known, 0)


def _with(names: Sequence[str], known: _Known | None) -> _Known | None:
    for name in names:
        known = _Known(name, None, known, _taken(known) + 1)
    return known


def _loop(names: Sequence[Token], known: _Known | None) -> _Known | None:
    hidden = _Known("", None, known, _taken(known) + _HIDDEN_IN_LOOP)
    return _with([each.text for each in names], hidden)


def _renamed(node: syntax.Name, known: _Known | None) -> Iterator[Replacement]:
    while known is not None and known.name != node.name:
        known = known.before
    if known is not None and known.lives:
        yield Replacement(node.at.offset, WORD, node.at.end, known.lives)
