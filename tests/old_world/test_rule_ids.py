"""Every rule of the specification has our own wording, and there is no rule that it lacks.

`ids.txt` lists the ids.  Where the specification itself is at hand it is compared as well.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.old_world.own_cards import BASE
from tests.wants import BESIDE, wants
from tts_tool.catalog import Schema, load

IDS = Path(__file__).with_name("ids.txt")
SPECIFICATION = BESIDE / "rules" / "old_world_base.md"
LISTS = [IDS, pytest.param(SPECIFICATION, marks=wants("rules"))]

_ID = re.compile(r"^(?:\| )?(OW-[A-Z]+-\d\d)(?: \||$)", re.MULTILINE)


def listed(path: Path) -> list[str]:
    """Give the ids that a list or the specification names, each where it is declared."""
    return _ID.findall(path.read_text(encoding="utf-8"))


def worded() -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Give every wording of a rule with the file in which it stands."""
    for file in sorted(BASE.glob("*.toml")):
        rules = tomllib.loads(file.read_text(encoding="utf-8")).get("rules", {})
        yield from ((file, rule, wording) for rule, wording in rules.items())


@cache
def open_points() -> Counter[str]:
    """Count the open points that the chapters of the game and of its solo mode have settled."""
    declared = (getattr(importlib.import_module(name), "OPEN", ()) for name in _chapters())
    return Counter(point.id for points in declared for point in points)


def _chapters() -> Iterator[str]:
    for package in ("tts_tool.rulesets.old_world.base", "tts_tool.rulesets.old_world.solo"):
        path = importlib.import_module(package).__path__
        yield from (each.name for each in pkgutil.iter_modules(path, f"{package}."))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_rule_is_worded(path: Path) -> None:
    """Rules, counts, decisions and hidden things are worded once each, and nothing else is."""
    wanted = [rule for rule in listed(path) if not rule.startswith("OW-OPEN-")]
    assert sorted(rule for _, rule, _ in worded()) == sorted(wanted)
    assert len(wanted) == 476


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_open_point_is_settled(path: Path) -> None:
    """Each open point is declared by exactly one chapter, and no chapter invents one."""
    wanted = [rule for rule in listed(path) if rule.startswith("OW-OPEN-")]
    assert open_points() == Counter(wanted)
    assert len(wanted) == 64


def test_wordings_load() -> None:
    """All files of wordings are read by the catalogue without a complaint."""
    files = sorted({file for file, _, _ in worded()})
    catalogue = load([file for file in files if file.name.startswith("rules_")], Schema())
    assert all(rule.kind is not None for rule in catalogue.rules.values())


def test_wordings_are_in_both_languages() -> None:
    """No wording is repeated, and German is not English."""
    english = Counter(wording["en"] for _, _, wording in worded())
    german = Counter(wording["de"] for _, _, wording in worded())
    assert [text for text, times in (english + german).items() if times > 1] == []


def test_what_says_the_same_says_so_both_ways() -> None:
    """Of two rules that say the same each names the other."""
    pairs = {(rule, other) for _, rule, wording in worded() for other in wording.get("same", ())}
    assert pairs
    assert pairs == {(other, rule) for rule, other in pairs}
