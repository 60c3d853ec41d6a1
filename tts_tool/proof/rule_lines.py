"""Finds which statements and which data carry the ids of rules.

An id stands in a comment, or in a string (`rule="NM-07"`), and counts for the statement that it
stands in: of a compound statement that is its header. A comment on a line of its own counts for
the statement that follows.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Literal

import msgspec

from tts_tool.catalog.citing import ids_in

__all__ = ["Role", "RuleLine", "Spans", "digest_of", "in_code"]

Role = Literal["statement", "entry", "constant", "field", "data", "import"]

Part = ast.stmt | ast.Lambda
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class RuleLine(msgspec.Struct, frozen=True):
    """A statement, or a field of the data, that carries the id of a rule.

    `role` says when it counts as executed: a `statement` when it runs, an `entry` (the head of
    a function) when the function is called, a `constant`, a `field` of a type and `data` when
    they are read. What only an `import` runs never does.
    """

    rule: str
    file: str
    line: int
    first: int
    last: int
    role: Role
    digest: str
    name: str = ""

    @property
    def key(self) -> str:
        """Name it in evidence: by its text, so that lines may come and go above it."""
        return f"{self.file} {self.digest}"


def digest_of(source: str) -> str:
    """Fingerprint code by its text, whatever its comments and its layout."""
    lines = source.splitlines(keepends=True)
    for token in _comments(source):
        row, column = token.start
        lines[row - 1] = lines[row - 1][:column] + "\n"
    return blake2b(" ".join("".join(lines).split()).encode(), digest_size=6).hexdigest()


def _comments(source: str) -> Iterator[tokenize.TokenInfo]:
    """Give the comments of code, also of a piece that ends in the middle of something."""
    if "#" not in source:
        return
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    while True:
        try:
            token = next(tokens)
        except (StopIteration, tokenize.TokenError, IndentationError):
            return
        if token.type == tokenize.COMMENT:
            yield token


class Spans:
    """The statements of a file, each with its own lines: a compound one has its header."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.parents: dict[ast.AST, ast.AST] = {}
        """Of every node, in the order of `ast.walk`: looking for them is most of reading a file."""
        self.tree = ast.parse(source)
        around: deque[ast.AST] = deque([self.tree])
        while around:
            node = around.popleft()
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                around.append(child)
        self.statements = sorted(
            (node for node in self.parents if isinstance(node, ast.stmt)),
            key=lambda node: (_begin(node), node.col_offset),
        )

    @cached_property
    def _spans(self) -> list[tuple[tuple[int, int], ast.stmt]]:
        return [(self.span(node), node) for node in self.statements]

    def owner(self, line: int) -> Part | None:
        """Find the innermost statement whose own lines hold this one, or that which follows."""
        holding = [node for span, node in self._spans if _within(line, span)]
        if not holding:
            return next((node for node in self.statements if _begin(node) > line), None)
        innermost = holding[-1]
        if self.scope(innermost) in _FUNCTION:
            return innermost
        lambdas = (node for node in ast.walk(innermost) if isinstance(node, ast.Lambda))
        return next((node for node in lambdas if _within(line, self.span(node))), innermost)

    def scope(self, node: ast.AST) -> type[ast.AST]:
        """Say in what a statement stands: a function, a class or a module."""
        around = self.parents.get(node)
        while around is not None and not isinstance(around, (*_FUNCTION, ast.ClassDef, ast.Module)):
            around = self.parents.get(around)
        return type(around) if around is not None else ast.Module

    def span(self, node: Part) -> tuple[int, int]:
        """Give the lines that are a statement's own.

        An empty span, of `try` and the like, holds nothing: what stands there counts for what
        follows.
        """
        first, last = _begin(node), node.end_lineno or node.lineno
        body = getattr(node, "body", None)
        if isinstance(node, ast.Try | ast.TryStar):
            last = first - 1
        elif isinstance(node, ast.Match):
            last = node.cases[0].pattern.lineno - 1
        elif isinstance(body, list):
            last = max(node.lineno, _begin(body[0]) - 1)
            while self.lines[last - 1].strip()[:1] in {"", "#"}:
                last -= 1
        return first, last

    def text(self, first: int, last: int) -> str:
        """Give the lines from first to last."""
        return "".join(self.lines[first - 1 : last])

    def comments(self) -> Iterator[tuple[int, str]]:
        """Give every comment with its line."""
        for token in _comments(self.source):
            yield token.start[0], token.string

    def words(self) -> Iterator[tuple[int, str]]:
        """Give every string with its line, except what is there for readers."""
        for node, around in self.parents.items():
            if isinstance(around, ast.Expr) or not isinstance(node, ast.Constant):
                continue
            if isinstance(node.value, str):
                yield node.lineno, node.value


def _begin(node: Part) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min((node.lineno, *(each.lineno for each in decorators)))


def _within(line: int, lines: tuple[int, int]) -> bool:
    return lines[0] <= line <= lines[1]


def in_code(file: Path, shown: str, rules: Iterable[str]) -> list[RuleLine]:
    """List the lines of a Python file that carry ids of these rules."""
    known = frozenset(rules)
    spans = Spans(file.read_text(encoding="utf-8"))
    found: dict[tuple[str, Part], int] = {}
    for line, text in sorted((*spans.comments(), *spans.words())):
        for rule in known.intersection(ids_in(text)):
            owner = spans.owner(line)
            if owner is not None:
                found.setdefault((rule, owner), line)
    return [_rule_line(spans, shown, rule, line, owner) for (rule, owner), line in found.items()]


def _rule_line(spans: Spans, file: str, rule: str, line: int, owner: Part) -> RuleLine:
    first, last = spans.span(owner)
    role, name = _role(spans, owner)
    digest = digest_of(spans.text(first, last))
    return RuleLine(rule, file, line, first, last, role, digest, name)


def _role(spans: Spans, owner: Part) -> tuple[Role, str]:
    """Say when a statement counts as executed, and what of it has to be read for that."""
    if isinstance(owner, _FUNCTION):
        return "entry", owner.name
    if isinstance(owner, ast.Lambda) or spans.scope(owner) in _FUNCTION:
        return "statement", ""
    if isinstance(owner, ast.ClassDef):
        return "field", f"{owner.name}.*"
    names = _names(owner)
    around = spans.parents.get(owner)
    if names and isinstance(around, ast.ClassDef):
        return "field", f"{around.name}.{names[0]}"
    return ("constant", " ".join(names)) if names else ("import", "")


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign(targets=targets):
            found = [each for target in targets for each in ast.walk(target)]
        case ast.AnnAssign(target=target):
            found = [target]
        case _:
            found = []
    return [each.id for each in found if isinstance(each, ast.Name)]
