"""Places and tracks that the rules name are there: a name with a slip in it is found unplayed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import pytest

from tests.old_world.hook_page import CHAPTERS
from tests.old_world.table import new

Calls = dict[str, tuple[int, ...]]

PLACED: Calls = {
    "cards": (0,),
    "discard": (1, 2),
    "draw": (0, 1),
    "move": (1, 2),
    "reveal": (1,),
    "shuffle": (0,),
    "Move": (1,),
}
"""Calls that are given places, and as which of their arguments."""

TRACKED: Calls = {"add": (0,), "set": (0,), "track": (0,)}
"""Calls that are given tracks."""


def named(tree: ast.AST, calls: Calls) -> Iterator[tuple[int, str]]:
    """Give what calls are given, with its line; what is worked out is a star."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            on = getattr(getattr(function, "value", None), "id", "g")
            name = getattr(function, "attr", getattr(function, "id", ""))
            for at in calls.get(name, ()) if on == "g" else ():
                if at < len(node.args) and (said := pattern(node.args[at])).strip("*."):
                    yield node.lineno, said


def pattern(given: ast.expr) -> str:
    """Write a name as it is known beforehand: ``hand.*``."""
    match given:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=several):
            return "".join(pattern(each) for each in several)
    return "*"


def unknown(source: str, places: set[str], tracks: set[str]) -> list[str]:
    """List the names in a source that nothing there has, each with its line and what was meant."""
    tree = ast.parse(source)
    return [
        f"{line}: no {what} {said!r}, near {get_close_matches(said, sorted(known), 1, 0.4)}"
        for what, calls, known in (("place", PLACED, places), ("track", TRACKED, tracks))
        for line, said in named(tree, calls)
        if not any(re.fullmatch(re.escape(said).replace(r"\*", ".+"), one) for one in known)
    ]


def there() -> tuple[set[str], set[str]]:
    """Give the places and tracks of a game with every box, alone and of five."""
    boxes = [new(seats).timeline.composition.inventory for seats in (1, 5)]
    places = {name for box in boxes for name in box.places}
    return places, {name for box in boxes for name in box.tracks}


PLACES, TRACKS = there()
FILES = sorted(f for box in ("base", "solo", "lost_mount") for f in (CHAPTERS / box).rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_place_that_rules_name_is_there(file: Path) -> None:
    """What moves, is counted or looked at lies where some box has a place, or a track, for it."""
    assert unknown(file.read_text(encoding="utf-8"), PLACES, TRACKS) == []


def test_there_is_much_to_look_at() -> None:
    """Most calls say by themselves which place they mean."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in FILES]
    each: tuple[Calls, ...] = (PLACED, TRACKED)
    assert sum(len([*named(tree, calls)]) for tree in trees for calls in each) > 150


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ('g.cards(f"hnad.{seat}")', "hand.red"),
        ('g.move(card, f"hand.{seat}", f"dsicard.{seat}", rule="X")', "discard.red"),
        ('g.add(f"glod.{seat}", 1)', "gold.red"),
        ('Move(card, "trahs")', "trash"),
    ],
)
def test_slips_are_found(line: str, near: str) -> None:
    """A slip is told with its line, and what may have been meant."""
    (told,) = unknown(f"def rule(g, seat, card):\n    return {line}\n", PLACES, TRACKS)
    assert told.startswith("2: no ")
    assert near.partition(".")[0] in told
