"""Reads the page about hooks: its tables, row by row, and what the rules really pass along."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tts_tool.rulesets.old_world.base import points

__all__ = ["CALLS", "PAGE", "Call", "calls", "point_rows", "rows"]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "old_world_hooks.md"
CHAPTERS = ROOT / "tts_tool" / "rulesets" / "old_world"

CALLS = {
    "modify": ("modify",),
    "veto": ("veto",),
    "provide": ("provide",),
    "replaced": ("replace",),
    "around": ("around",),
    "consult": ("ask",),
    "stages": ("notify", "ask"),
    "notify": ("notify",),
}
"""The methods of a game by which the rules call a point, each with the kinds of hook it calls."""


class Call(NamedTuple):
    """One place at which the rules call a point."""

    point: str
    kind: str
    context: frozenset[str]


@cache
def calls() -> tuple[Call, ...]:
    """Find every call of a point in the rules."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in sorted(CHAPTERS.rglob("*.py")))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple(call for node in nodes for call in _called(node))


def _called(node: ast.Call) -> Iterator[Call]:
    constants = [a.id for a in node.args if isinstance(a, ast.Name) and hasattr(points, a.id)]
    names = [getattr(getattr(points, name), "name", "") for name in constants]
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in CALLS and names:
        context = frozenset(k.arg for k in node.keywords if k.arg)
        for kind in CALLS[function.attr]:
            yield Call(names[0], kind, context)
    elif isinstance(function, ast.Name) and function.id == "more_to_do" and names:
        for kind in ("provide", "notify", "ask"):  # a step of the set-up calls what a point offers
            yield Call(names[0], kind, frozenset())


def rows(heading: str) -> list[list[str]]:
    """Read the table below a heading of the page, without its head."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def point_rows() -> dict[tuple[str, str], set[frozenset[str]]]:
    """Give for every point and kind of the page the keywords that it promises."""
    return {
        (row[0].strip("`"), row[1]): {frozenset(re.findall(r"`(\w+)`", row[2]))}
        for row in rows("Points")
    }
