"""Every rule of the specification of a box has our own wording, and there is none that it lacks.

`ids/<box>.txt` lists the ids.  Where the specification itself is at hand it is compared as well.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.wants import BESIDE, wants
from tts_tool.catalog import Schema, load
from tts_tool.resources import cards_dir
from tts_tool.rulesets.old_world import MODULES

CARDS = cards_dir() / "old_world"
IDS = Path(__file__).with_name("ids")


class Box(NamedTuple):
    """A box, or several that were specified together: what its ids begin with, and how many."""

    prefix: str
    specifications: tuple[str, ...]
    folders: tuple[str, ...]
    rules: int
    points: int
    elsewhere: tuple[str, ...] = ()
    """Ids of the same prefix that other boxes will show."""


EXPANSIONS, CARDS_OF_BOXES = "old_world_expansions.md", "old_world_box_cards.md"
HUNT = ("legendary_hunt", "lone_hunt")
DESIGN = ("LH-CARD",)
"""What holds of cards of our own, and is no rule that players read."""
SIREN = (
    "MP-CARD",
    *(f"MP-{n:02}" for n in range(5, 28)),
    *(f"MP-OPEN-{n:02}" for n in range(2, 11)),
)
"""What Siren and Koshchey bring."""
TOLD_HERE = (1, 16, 20, 23, 24, 26, 28, 29, 37, 38, 40, 41)
OTHER_BOXES = ("COMB-OPEN", *(f"COMB-{n:02}" for n in range(1, 44) if n not in TOLD_HERE))
"""Combinations that no box is about which there is, and what the base game says itself."""

BOXES = {
    "base": Box("OW", ("old_world_base.md",), ("base", "solo"), 476, 64),
    "lost_mount": Box("LM", (EXPANSIONS,), ("lost_mount",), 24, 4),
    "legendary_hunt": Box("LH", (EXPANSIONS, CARDS_OF_BOXES), HUNT, 107, 36, DESIGN),
    "monster_pack": Box("MP", (EXPANSIONS, CARDS_OF_BOXES), ("monster_pack",), 4, 1, SIREN),
    "combinations": Box("COMB", (EXPANSIONS, CARDS_OF_BOXES), HUNT, 12, 0, OTHER_BOXES),
}

LISTS = [
    pytest.param(box, paths, id=f"{name}-{paths[0].name}", marks=marks)
    for name, box in BOXES.items()
    for paths, marks in (
        ((IDS / f"{name}.txt",), ()),
        (tuple(BESIDE / "rules" / each for each in box.specifications), wants("rules")),
    )
]


def listed(box: Box, paths: tuple[Path, ...]) -> list[str]:
    """Give the ids that a list or the specification names, each where it is declared."""
    declared = rf"^(?:\| )?({box.prefix}-(?:[A-Z]+-)?\d\d+)(?: \||$)"
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    found = re.findall(declared, text, re.MULTILINE)
    return [each for each in found if not each.startswith(box.elsewhere)]


def worded(box: Box) -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Give every wording of a rule with the file in which it stands."""
    for file in sorted(file for folder in box.folders for file in (CARDS / folder).glob("*.toml")):
        rules = tomllib.loads(file.read_text(encoding="utf-8")).get("rules", {})
        mine = (rule for rule in rules if rule.startswith(f"{box.prefix}-"))
        yield from ((file, rule, rules[rule]) for rule in mine)


def all_worded() -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Give the wordings of all boxes."""
    for box in BOXES.values():
        yield from worded(box)


def open_points(box: Box) -> Counter[str]:
    """Count the open points that a box has settled."""
    return Counter(
        point.id
        for module in MODULES
        if module.folder in box.folders
        for point in module.open_points
        if point.id.startswith(f"{box.prefix}-")
    )


def test_every_box_is_listed() -> None:
    """Whatever box there is, its ids are compared here."""
    listed = {folder for box in BOXES.values() for folder in box.folders}
    assert listed == {module.folder for module in MODULES}


@pytest.mark.parametrize(("box", "paths"), LISTS)
def test_every_rule_is_worded(box: Box, paths: tuple[Path, ...]) -> None:
    """Rules, counts, decisions and hidden things are worded once each, and nothing else is."""
    wanted = [rule for rule in listed(box, paths) if "-OPEN-" not in rule]
    assert sorted(rule for _, rule, _ in worded(box)) == sorted(wanted)
    assert len(wanted) == box.rules


@pytest.mark.parametrize(("box", "paths"), LISTS)
def test_every_open_point_is_settled(box: Box, paths: tuple[Path, ...]) -> None:
    """Each open point is declared by exactly one chapter, and no chapter invents one."""
    wanted = [rule for rule in listed(box, paths) if "-OPEN-" in rule]
    assert open_points(box) == Counter(wanted)
    assert len(wanted) == box.points


def test_wordings_load() -> None:
    """All files of wordings are read by the catalogue without a complaint."""
    files = sorted({file for file, _, _ in all_worded()})
    catalogue = load([file for file in files if file.name.startswith("rules")], Schema())
    assert all(rule.kind is not None for rule in catalogue.rules.values())


def test_wordings_are_in_both_languages() -> None:
    """No wording is repeated, and German is not English."""
    english = Counter(wording["en"] for _, _, wording in all_worded())
    german = Counter(wording["de"] for _, _, wording in all_worded())
    assert [text for text, times in (english + german).items() if times > 1] == []


def test_what_says_the_same_says_so_both_ways() -> None:
    """Of two rules that say the same each names the other."""
    pairs = {
        (rule, other) for _, rule, wording in all_worded() for other in wording.get("same", ())
    }
    assert pairs
    assert pairs == {(other, rule) for rule, other in pairs}
