"""Reads the sources of a ruleset to see what of its cards it makes use of.

No reading of sources can prove that a key matters to a game. It can prove the contrary: a field
whose name is never taken from any object, a word that stands nowhere, is read by nobody.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tts_tool.catalog.citing import Cited, cited_in
from tts_tool.catalog.sayings import Saying, sayings, spoken
from tts_tool.catalog.sources import shown

__all__ = ["Uses", "cited_below", "python_files", "uses"]

_SCRIPTS = ("*.lua", "*.toml")
_WORD = re.compile(r"[\w.-]*\w")


@dataclass(frozen=True, slots=True)
class Uses:
    """What the sources of a ruleset mention."""

    attributes: frozenset[str] = frozenset()  # taken from some object: x.cost, case Ware(cost=c)
    strings: frozenset[str] = frozenset()  # literal strings, whole
    tables: frozenset[str] = frozenset()  # names of types asked for by .table(…) or .of(…)
    words: frozenset[str] = frozenset()  # words anywhere, comments too: rule ids stand there
    cited: tuple[Cited, ...] = ()  # whatever looks like the id of a rule
    said: tuple[Saying, ...] = ()  # what is said to players
    spoken: frozenset[str] = frozenset()  # words of scripts, as patterns


def uses(package: Path, scripts: Iterable[Path] = ()) -> Uses:
    """Read the Python of a folder; of others the Lua, and rows that tell it what to do."""
    files = [(shown(file), file.read_text(encoding="utf-8")) for file in python_files(package)]
    texts = [text for _, text in files]
    trees = [(name, ast.parse(text)) for name, text in files]
    nodes = [node for _, tree in trees for node in ast.walk(tree)]
    told = (file for folder in scripts for kind in _SCRIPTS for file in folder.rglob(kind))
    lua = [file.read_text(encoding="utf-8") for file in told]
    return Uses(
        attributes=frozenset(_attributes(nodes)),
        strings=frozenset(_strings(nodes)),
        tables=frozenset(_asked_for(nodes)),
        words=frozenset(word for text in texts for word in _WORD.findall(text)),
        cited=cited_below(package),
        said=tuple(each for name, tree in trees for each in sayings(tree, name)),
        spoken=frozenset(word for text in lua for word in spoken(text)),
    )


def cited_below(folder: Path) -> tuple[Cited, ...]:
    """Find whatever looks like the id of a rule in the Python files of a folder."""
    named = ((shown(file), file.read_text(encoding="utf-8")) for file in python_files(folder))
    return tuple(each for name, text in named for each in cited_in(text, name))


def python_files(folder: Path) -> list[Path]:
    """List the Python files of a folder and of those below it: not what is installed there."""
    found: list[Path] = []
    for top, inside, names in os.walk(folder):
        if "pyvenv.cfg" in names:
            inside.clear()
            continue
        inside[:] = [each for each in inside if not each.startswith((".", "__pycache__"))]
        found += (Path(top) / name for name in names if name.endswith(".py"))
    return sorted(found)


def _attributes(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.MatchClass(kwd_attrs=names):
                yield from names
            case ast.Call(func=ast.Name("getattr"), args=[_, ast.Constant(str(name)), *_]):
                yield name
            case ast.Call(func=ast.Name("attrgetter") | ast.Attribute(attr="attrgetter")):
                constants = (each for each in node.args if isinstance(each, ast.Constant))
                yield from (part for each in constants for part in str(each.value).split("."))


def _strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _asked_for(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="table" | "of"), args=[ast.Name(name)]):
                yield name
            case ast.Call(func=ast.Attribute(attr="table" | "of"), args=[ast.Attribute(attr=name)]):
                yield name
