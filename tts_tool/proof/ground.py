"""What there is to watch while tests run: the rule lines of a game, and what tests assert."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from tts_tool.catalog import Record
from tts_tool.proof.rule_data import in_data
from tts_tool.proof.rule_lines import RuleLine, Spans, digest_of, in_code
from tts_tool.proof.subject import Subject

__all__ = ["Field", "Ground", "assertions", "test_digests"]

Place = tuple[str, int]
"""A file, by its whole path, and a line in it."""


class Field(msgspec.Struct, frozen=True):
    """A field that counts as executed where it is read; `record` is whose it is, or anybody's."""

    owner: type[Any]
    name: str
    line: RuleLine
    record: str = ""


class Ground:
    """The rule lines of a game by where they are executed."""

    def __init__(self, subject: Subject) -> None:
        """Read the sources and the card files of a game."""
        self.subject = subject
        self.rules = subject.rules
        self.files = {subject.shown(file): file for file in subject.sources}
        self._tests: dict[str, dict[str, str]] = {}

    @cached_property
    def lines(self) -> tuple[RuleLine, ...]:
        """Give every line that carries the id of a rule, files in order."""
        code = (line for name, file in self.files.items() for line in self._in(file, name))
        cards = sorted(file for each in self.subject.cards for file in each.rglob("*.toml"))
        named = ((file, self.subject.shown(file)) for file in cards)
        data = (line for file, name in named for line in in_data(file, name, self.rules))
        return (*code, *data)

    def of(self, rule: str) -> list[RuleLine]:
        """Give the lines that carry the id of one rule."""
        return [line for line in self.lines if line.rule == rule]

    @cached_property
    def executed(self) -> dict[Place, list[RuleLine]]:
        """Say which rule lines are executed where a line of a function runs."""
        found: dict[Place, list[RuleLine]] = defaultdict(list)
        for line in self.lines:
            if line.role == "statement":
                for number in range(line.first, line.last + 1):
                    found[str(self.files[line.file]), number].append(line)
        for place, line in self._constants_read():
            found[place].append(line)
        return dict(found)

    @cached_property
    def entered(self) -> dict[Place, list[RuleLine]]:
        """Say which rule lines are executed where a function is called, by its first line."""
        found: dict[Place, list[RuleLine]] = defaultdict(list)
        for line in self.lines:
            if line.role == "entry":
                found[str(self.files[line.file]), line.first].append(line)
        return dict(found)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """List the fields, of types and of card files, that count where they are read."""
        typed = (field for line in self.lines if line.role == "field" for field in self._of(line))
        data = (field for line in self.lines if line.role == "data" for field in self._data(line))
        return (*typed, *data)

    def digest_of_test(self, test: str) -> str | None:
        """Fingerprint a test named `tests/night/test_end.py::test_end`; nothing if it is gone."""
        file, _, name = test.partition("::")
        if file not in self._tests:
            path = self.subject.checkout / file
            self._tests[file] = test_digests(path) if path.is_file() else {}
        return self._tests[file].get(name)

    def _in(self, file: Path, name: str) -> list[RuleLine]:
        return in_code(file, name, self.rules)

    def _of(self, line: RuleLine) -> Iterator[Field]:
        module = import_module(self.subject.module(self.files[line.file]))
        owner, _, name = line.name.partition(".")
        yield from _fields(getattr(module, owner, None), name, line)

    def _data(self, line: RuleLine) -> Iterator[Field]:
        kind, owner, name = line.name.split(" ")
        schema = self.subject.ruleset.schema
        sheet = schema.tables.get(owner) if kind == "table" else schema.kinds.get(kind)
        yield from _fields(sheet, name, line, "" if kind == "table" else owner)

    def _constants_read(self) -> Iterator[tuple[Place, RuleLine]]:
        constants: dict[str, dict[str, list[RuleLine]]] = defaultdict(lambda: defaultdict(list))
        for line in self.lines:
            if line.role == "constant":
                module = self.subject.module(self.files[line.file])
                for name in line.name.split():
                    constants[module][name].append(line)
        if not constants:
            return
        homes = {each for home in constants for each in (home, f"{home.rpartition('.')[0]} import")}
        for file in (*self.files.values(), *sorted(self.subject.tests.rglob("*.py"))):
            module = self.subject.module(file)
            text = file.read_text(encoding="utf-8")
            if module not in constants and not any(home in text for home in homes):
                continue  # most files import nothing from there, and need not be taken apart
            for place, home, name in _reads(file, module, frozenset(constants)):
                for line in constants[home].get(name, ()):
                    yield place, line


def _fields(
    owner: type[Any] | None, name: str, line: RuleLine, record: str = ""
) -> Iterator[Field]:
    if owner is None:
        return
    if name != "*":
        names = [name] if hasattr(owner, name) else []
    else:
        every: Iterable[str] = getattr(owner, "__struct_fields__", getattr(owner, "_fields", ()))
        names = [each for each in every if each not in Record.__struct_fields__]
    for each in names:
        yield Field(owner, each, line, record)


def _reads(file: Path, module: str, homes: frozenset[str]) -> Iterator[tuple[Place, str, str]]:
    """Find where the functions of a file read names of other modules, or of its own."""
    spans = _spans(file)
    names, aliases = _imported(spans.tree, homes)
    for node in ast.walk(spans.tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in names:
                home, constant = names[name]
            case ast.Name(id=name, ctx=ast.Load()) if module in homes:
                home, constant = module, name
            case ast.Attribute(value=ast.Name() | ast.Attribute() as value, attr=name) if (
                ast.unparse(value) in aliases
            ):
                home, constant = aliases[ast.unparse(value)], name
            case _:
                continue
        owner = spans.owner(node.lineno)
        if owner is not None and spans.scope(owner) in (ast.FunctionDef, ast.AsyncFunctionDef):
            for line in range(spans.span(owner)[0], spans.span(owner)[1] + 1):
                yield (str(file), line), home, constant


def _imported(
    tree: ast.Module, homes: frozenset[str]
) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Say what the names of a file mean that come from some modules, and which are modules."""
    names: dict[str, tuple[str, str]] = {}
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                if node.module in homes:
                    names[each.asname or each.name] = (node.module, each.name)
                elif f"{node.module}.{each.name}" in homes:
                    aliases[each.asname or each.name] = f"{node.module}.{each.name}"
        elif isinstance(node, ast.Import):
            for each in node.names:
                if each.name in homes:
                    aliases[each.asname or each.name] = each.name
    return names, aliases


@cache
def _spans(file: Path) -> Spans:
    return Spans(file.read_text(encoding="utf-8"))


def assertions(file: Path) -> dict[int, tuple[tuple[int, int], ...]]:
    """Say for each line of a test file in which assertions it stands."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for node in _spans(file).statements:
        if isinstance(node, ast.Assert) or _raises(node):
            lines = node.lineno, node.end_lineno or node.lineno
            for line in range(lines[0], lines[1] + 1):
                found[line].append(lines)
    return {line: tuple(spans) for line, spans in found.items()}


def _raises(node: ast.stmt) -> bool:
    """Tell whether a statement is, or calls, `pytest.raises`."""
    match node:
        case ast.With(items=items):
            called = [item.context_expr for item in items]
        case ast.Expr(value=value) | ast.Assign(value=value):
            called = [value]
        case _:
            called = []
    return any(_is_raises(each) for each in called)


def _is_raises(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name("pytest"), attr="raises")):
            return True
        case ast.Call(func=ast.Name("raises")):
            return True
    return False


def test_digests(file: Path) -> dict[str, str]:
    """Fingerprint the tests of a file, decorators included: `TestNight::test_end` -> digest."""
    spans = Spans(file.read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for node in spans.statements:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            around = spans.parents[node]
            inside = f"{around.name}::" if isinstance(around, ast.ClassDef) else ""
            source = spans.text(spans.span(node)[0], node.end_lineno or node.lineno)
            found[f"{inside}{node.name}"] = digest_of(source)
    return found
