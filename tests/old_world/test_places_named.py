"""Places and tracks that rules name are there, and rules name them by what mypy reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.old_world.hook_page import CHAPTERS
from tests.old_world.table import new
from tts_tool.rulesets.old_world.base import places

Calls = dict[str, tuple[int, ...]]

GIVEN: Calls = {
    "add": (0,),
    "cards": (0,),
    "discard": (1, 2),
    "draw": (0, 1),
    "move": (1, 2),
    "reveal": (1,),
    "set": (0,),
    "shuffle": (0,),
    "track": (0,),
    "Component": (2,),
    "Move": (1,),
    "Place": (0,),
    "Track": (0,),
}
"""Calls that are given places or tracks, and as which of their arguments."""


def there() -> set[str]:
    """Give the places and tracks of a game with every box, alone and of five."""
    boxes = [new(seats).timeline.composition.inventory for seats in (1, 5)]
    return {name for box in boxes for name in (*box.places, *box.tracks)}


THERE = there()


def written_out(source: str) -> Iterator[int]:
    """Give the lines on which a place or track is text, and not named by what mypy reads.

    Text may follow what a card says, as in ``f"{deck}-deck"``, if there is such a place.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            on = getattr(getattr(function, "value", None), "id", "g")
            name = getattr(function, "attr", getattr(function, "id", ""))
            for at in GIVEN.get(name, ()) if on == "g" else ():
                if at < len(node.args) and text(node.args[at]):
                    yield node.lineno


def text(given: ast.expr) -> bool:
    """Tell whether a name begins with text, ``f"hand.{seat}"``, or ends as no place does."""
    match given:
        case ast.Constant(value=str()) | ast.JoinedStr(values=[ast.Constant(), *_]):
            return True
        case ast.JoinedStr(values=parts):
            known = [
                re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in parts
            ]
            return not any(re.fullmatch("".join(known), name) for name in THERE)
    return False


FILES = sorted(f for box in ("base", "solo", "lost_mount") for f in (CHAPTERS / box).rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rules_write_no_place_out(file: Path) -> None:
    """What moves, is counted or looked at is named by a name that mypy finds a slip in."""
    assert [*written_out(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "line",
    [
        'g.cards(f"hand.{seat}")',
        'g.cards(f"{deck}-dekc")',
        'g.move(card, pile, "trash", rule="X")',
        'Move(card, "trash")',
    ],
)
def test_a_place_written_out_is_found(line: str) -> None:
    """Text in place of a name is told with its line."""
    assert [*written_out(f"def rule(g, seat, card, pile):\n    return {line}\n")] == [2]


def test_every_name_has_its_place() -> None:
    """Whatever rules can name is a place or a track of some game, called as the rules call it."""
    named = {name: getattr(places, name)("red") for name in places.__annotations__}
    named |= {name: text for name, text in vars(places).items() if name.isupper()}
    assert len(named) > 40
    assert {text.partition(".")[0] for text in named.values()} <= {
        name.partition(".")[0] for name in THERE
    }
    assert [text for name, text in named.items() if _called(name) != text.partition(".")[0]] == []


def _called(name: str) -> str:
    return name.lower().replace("_", "-")
