"""Writes what a position of each game holds: its parts, places, tracks and streams of chance.

    python -m tts_tool.proof.positions --write

All of it is read from the code: a part is a class with documented fields, places and tracks are
declared by functions that say what they are for, streams are named where something falls.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from tts_tool.kernel.inventory import Place, Track, part_name
from tts_tool.kernel.module import Module, Setup
from tts_tool.proof.subject import Subject, subjects

__all__ = ["page", "pages"]

HEAD = """# What a position holds

A position is the state of a game as a document that people can read and edit: see
[the protocol](protocol.md). Here is what the games of the tool keep in it beside that, read from
their code by `python -m tts_tool.proof.positions --write`.
"""
LUCKY = {"roll": "", "pick": "", "shuffle": "shuffle."}
"""What leaves something to chance, and how its stream's name begins."""


def pages(root: Path) -> str:
    """Write the page for all games of a checkout."""
    return "\n".join([HEAD, *map(page, subjects(root))])


def page(subject: Subject) -> str:
    """Write the chapter of one game."""
    modules = subject.ruleset.modules
    setup = Setup(
        subject.ruleset.seats,
        tuple(module.name for module in modules),
        {each.name: each.default for module in modules for each in module.settings},
        subject.catalogue,
    )
    lines = [f"## {subject.name}", "", "### Parts", ""]
    for module in modules:
        for part in module.parts:
            lines += _part(part, f"`{part_name(part)}` (module {module.name})")
    lines += ["### Places and tracks", "", "| names | seen by | what for |", "| --- | --- | --- |"]
    lines += [row for module in modules for row in _places(module, setup)]
    lines += ["", "### Streams of chance", "", "| stream | where it falls |", "| --- | --- |"]
    lines += sorted({row for file in subject.sources for row in _streams(file)})
    return "\n".join([*lines, ""])


# Parts


def _part(part: type[msgspec.Struct], title: str) -> Iterator[str]:
    yield from (f"{title}: {_first(part.__doc__)}", "")
    said = _said_of_fields(part)
    yield from ("| field | type | |", "| --- | --- | --- |")
    inner: list[type[msgspec.Struct]] = []
    for field in msgspec.structs.fields(part):
        yield f"| `{field.encode_name}` | {_type(field.type)} | {said.get(field.name, '')} |"
        inner += _structs(field.type)
    yield ""
    for each in dict.fromkeys(inner):
        yield from _part(each, f"`{each.__name__}`")


def _said_of_fields(part: type[Any]) -> dict[str, str]:
    """Read what stands below the fields of a class."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(part))).body
    said: dict[str, str] = {}
    field = ""
    for node in getattr(tree, "body", ()):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)):
                field = name
            case ast.Expr(value=ast.Constant(value=str(text))) if field:
                said[field] = _one_line(text)
                field = ""
            case _:
                field = ""
    return said


def _type(kind: Any) -> str:  # noqa: ANN401  # whatever stands in an annotation
    """Write a type in few words."""
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    text = re.sub(r"typing\.|Annotated\[(\w+), [^\]]*\)\]|[\w.]+\.(?=\w)", r"\1", text)
    return f"`{text}`".replace("|", "or")


def _structs(kind: Any) -> Iterator[type[msgspec.Struct]]:  # noqa: ANN401
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for inner in get_args(kind):
        yield from _structs(inner)


# Places and tracks


def _places(module: Module, setup: Setup) -> Iterator[str]:
    for content in module.contents:
        declared = list(content(setup))
        purpose = _first(content.__doc__)
        for seen, names in _together(declared, setup.seats).items():
            yield f"| {', '.join(f'`{name}`' for name in names)} | {seen} | {purpose} |"


def _together(declared: Iterable[object], seats: tuple[str, ...]) -> dict[str, list[str]]:
    """Gather places by who sees what lies there, tracks by their range; a seat stands for all."""
    found: dict[str, dict[str, None]] = {}
    for thing in declared:
        if isinstance(thing, Place):
            found.setdefault(str(thing.seen), {})[_for_all(thing.name, seats)] = None
        elif isinstance(thing, Track):
            told = f"track, {thing.low} to {thing.high}"
            found.setdefault(told, {})[_for_all(thing.name, seats)] = None
    return {seen: _ranged(names) for seen, names in found.items()}


def _for_all(name: str, seats: tuple[str, ...]) -> str:
    first, _, last = name.rpartition(".")
    return f"{first}.{{seat}}" if last in seats else name


def _ranged(names: Iterable[str]) -> list[str]:
    """Write `at.0`, `at.1` … as `at.{number}`."""
    return list(dict.fromkeys(re.sub(r"\.\d+$", ".{number}", name) for name in names))


# Streams


def _streams(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    constants = _named(each for each in tree.body if isinstance(each, ast.Assign))
    for rule in ast.walk(tree):
        if isinstance(rule, ast.FunctionDef):
            named = constants | _named(ast.walk(rule))
            for node in ast.walk(rule):
                stream = _stream(node, named)
                if stream:
                    yield f"| `{stream}` | {_first(ast.get_docstring(rule))} |"


def _named(nodes: Iterable[ast.AST]) -> dict[str, ast.expr]:
    """Find what names stand for, where they are given something, alone or side by side."""
    found: dict[str, ast.expr] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(
                names
            ) == len(values):
                pairs = zip(names, values, strict=True)
                found |= {each.id: value for each, value in pairs if isinstance(each, ast.Name)}
    return found


def _stream(node: ast.AST, named: dict[str, ast.expr]) -> str:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="g"), attr=attr), args=[first, *_]) if (
            attr in LUCKY
        ):
            name = named.get(first.id, first) if isinstance(first, ast.Name) else first
            return LUCKY[attr] + _text(name)
    return ""


def _text(name: ast.expr) -> str:
    """Write a name as far as it is known; `places.quest_tokens(seat)` is `quest-tokens.{seat}`."""
    match name:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="places")) as kind, args=[each]):
            return f"{_text(kind)}.{{{ast.unparse(each)}}}"
        case ast.Attribute(value=ast.Name(id="places"), attr=attr):
            return attr.lower().replace("_", "-")
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_text, parts))
        case ast.FormattedValue(value=value):
            return f"{{{ast.unparse(value)}}}"
    return f"{{{ast.unparse(name)}}}"


def _first(text: str | None) -> str:
    """Give the first paragraph of what is said."""
    return _one_line((text or "").strip().partition("\n\n")[0])


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main(say: Callable[[str], object] = sys.stdout.write) -> None:
    """Write the page, or print it."""
    parser = argparse.ArgumentParser(description="What a position of each game holds.")
    parser.add_argument("--write", action="store_true", help="write docs/positions.md")
    root = Path(__file__).parents[2]
    if parser.parse_args().write:
        (root / "docs" / "positions.md").write_text(pages(root), encoding="utf-8")
    else:
        say(pages(root))


if __name__ == "__main__":
    main()
