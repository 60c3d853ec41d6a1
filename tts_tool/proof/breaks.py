"""Finds what can be broken in a source file: conditions, numbers, statements.

What nobody could notice is left alone, by rule and never by a list of lines: what only a type
checker or a reader sees (annotations, type aliases, protocols, docstrings, the words of an
error), imports, `__slots__`, and what says only what would happen anyway.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from typing import Literal

import msgspec

Kind = Literal[
    "condition negated",
    "number plus one",
    "statement dropped",
    "statement doubled",
    "statement moved",
    "other end",
    "other seat",
]

NO_COVER = "pragma: no cover"
DROPPED = (
    ast.AnnAssign | ast.Assert | ast.Assign | ast.AugAssign | ast.Break | ast.Continue
    | ast.Delete | ast.Expr | ast.Raise | ast.Return
)  # fmt: skip
WORDS = frozenset({"msg", "message"})
FOR_READERS = frozenset({"__all__", "__slots__"})
TYPE_MAKERS = frozenset({"NewType", "ParamSpec", "TypeVar"})


class Break(msgspec.Struct, frozen=True):
    """One way to break a file: some of its bytes become others."""

    file: str
    line: int
    kind: Kind
    span: tuple[int, int]
    instead: str

    def applied(self, source: bytes) -> bytes:
        """Give the broken source."""
        start, end = self.span
        return source[:start] + self.instead.encode() + source[end:]

    def diff(self, source: bytes) -> str:
        """Show what the break does, as a unified diff."""
        before, after = (text.decode().splitlines() for text in (source, self.applied(source)))
        lines = difflib.unified_diff(before, after, self.file, self.file, lineterm="", n=1)
        return "\n".join(lines)


def breaks(source: bytes, file: str) -> list[Break]:
    """List every way to break a file."""
    text = SourceText(source, file)
    return [one for node in alive(ast.parse(source), text) for one in _of(node, text)]


class SourceText:
    """A source file by lines, in bytes, since that is how syntax trees count."""

    def __init__(self, source: bytes, file: str) -> None:
        self.source = source
        self.file = file
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def covered(self, node: ast.AST) -> bool:
        """Tell whether the tests are meant to come here."""
        line = getattr(node, "lineno", 0)
        return not line or NO_COVER.encode() not in self.lines[line - 1]

    def broken(self, node: ast.expr | ast.stmt, kind: Kind, instead: str) -> Break:
        """Put something instead of a node; `{}` in it stands for what was there."""
        span = self.span(node)
        return Break(self.file, node.lineno, kind, span, instead.replace("{}", self.of(span)))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Say from which byte to which a node goes."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[end_line - 1] + end_column

    def of(self, span: tuple[int, int]) -> str:
        """Read what stands from one byte to another."""
        return self.source[slice(*span)].decode()


def _of(node: ast.AST, text: SourceText) -> Iterator[Break]:
    """List the breaks of one node itself."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield text.broken(node.test, "condition negated", "(not ({}))")
    elif isinstance(node, ast.comprehension):
        for condition in node.ifs:
            yield text.broken(condition, "condition negated", "(not ({}))")
    elif isinstance(node, ast.Compare):
        yield text.broken(node, "condition negated", "(not ({}))")
    elif isinstance(node, ast.expr) and (number := _number(node)) is not None:
        yield text.broken(node, "number plus one", str(number + 1))
    elif isinstance(node, DROPPED):
        yield text.broken(node, "statement dropped", "pass")


def _number(node: ast.expr) -> int | None:
    """Read a whole number, with its sign."""
    match node:
        case ast.Constant(value=int(value)) if type(value) is int:
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            number = _number(operand)
            return None if number is None else -number
    return None


def alive(node: ast.AST, text: SourceText) -> Iterator[ast.AST]:
    """Walk through what runs and matters, each condition once."""
    tested = _tested(node)
    for child in _children(node):
        if not text.covered(child) or _for_readers(child) or _said_anyway(child, node):
            continue
        if not (child in tested and isinstance(child, ast.Compare)):
            yield child
        if not (isinstance(child, ast.UnaryOp) and _number(child) is not None):
            yield from alive(child, text)


def _tested(node: ast.AST) -> list[ast.expr]:
    """Give the conditions that are broken where they are tested."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return [node.test]
    return node.ifs if isinstance(node, ast.comprehension) else []


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a node, without annotations and without the words of an error."""
    if isinstance(node, ast.JoinedStr | ast.Raise):
        return
    for field, value in ast.iter_fields(node):
        if field not in {"annotation", "returns"}:
            yield from (v for v in (value if isinstance(value, list) else [value]) if _is_ast(v))


def _is_ast(value: object) -> bool:
    return isinstance(value, ast.AST)


def _for_readers(node: ast.AST) -> bool:
    """Tell whether only a type checker, an importer or a reader would notice a break."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            found = True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.keyword(arg="behaviour"):
            found = True  # by that number people say that the rules have changed
        case ast.ClassDef(bases=bases):
            found = any("Protocol" in ast.unparse(base) for base in bases)
        case ast.AnnAssign(annotation=annotation):
            found = "TypeAlias" in ast.unparse(annotation)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            found = name in FOR_READERS | WORDS or _is_type(name, value)
        case _:
            found = False
    return found


def _is_type(name: str, value: ast.expr) -> bool:
    """Tell whether a name is made to stand in annotations: `Row = tuple[str, int]`."""
    match value:
        case ast.Call(func=ast.Name(id=maker)):
            return maker in TYPE_MAKERS
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()):
            return name[:1].isupper() and not name.isupper()
    return False


def _said_anyway(node: ast.AST, parent: ast.AST) -> bool:
    """Tell whether a statement says only what would happen without it."""
    match node:
        case ast.Return(value=None | ast.Constant(value=None | False)):
            # What gives nothing is as good as what says no.
            return isinstance(parent, ast.FunctionDef) and node is parent.body[-1]
        case ast.AnnAssign(value=None):
            return not isinstance(parent, ast.ClassDef)
    return False
