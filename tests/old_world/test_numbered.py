"""Locations and events have numbers: boxes go on with them, cards name only what there is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.old_world.table import catalogue
from tts_tool.catalog import extend
from tts_tool.cli.main import cli
from tts_tool.kernel.entries import Header
from tts_tool.kernel.module import Composition, Setup
from tts_tool.kernel.timeline import Timeline
from tts_tool.resources import cards_dir
from tts_tool.rulesets.old_world import RULESET

ISLAND = {
    "kind": "location",
    "id": "far-isle",
    "name": {"en": "Far Isle", "de": "Ferne Insel"},
    "number": 77,
    "roads": [18],
    "deed": "school",
}
TALE = {
    "kind": "event",
    "id": "far-tale",
    "name": {"en": "Far Tale", "de": "Ferne Kunde"},
    "number": 137,
    "introduction": {"en": "Somebody knocks.", "de": "Es klopft."},
    "effects": [{"op": "depart"}],
}
NUMBERS = {settings.name: settings.default for settings in RULESET.settings(("base",))}


def test_numbers_go_on() -> None:
    """A box brings locations and events with any number: a place more, the last of the events."""
    cards = extend(catalogue(), [ISLAND, TALE])
    setup = Setup(("red", "blue"), ("base",), NUMBERS, cards)
    header = Header(game="old-world", seats=("red", "blue"))
    here, before = (
        Timeline(Composition(RULESET, each), header).state.places
        for each in (setup, Setup(("red", "blue"), ("base",), NUMBERS, catalogue()))
    )
    assert here.keys() - before.keys() == {"at.77"}
    assert here["events"] == (*before["events"], "event.137")


@pytest.mark.parametrize(
    ("file", "right", "wrong", "message"),
    [
        ("map", "roads = [4, 8, 11, 15]", "roads = [4, 8, 11, 39]", "roads[3]: no location has"),
        ("exploration_city", "event = 4, to = 6", "event = 4, to = 60", "to: no location has"),
        ("exploration_city", "event = 4, to = 6", "event = 57, to = 6", "event: no event has"),
    ],
)
def test_cards_lint_knows_them(
    tmp_path: Path, file: str, right: str, wrong: str, message: str
) -> None:
    """Whoever mistypes one is told the file, the line and the number."""
    shutil.copytree(cards_dir() / "old_world", tmp_path / "old_world")
    path = tmp_path / "old_world" / "base" / f"{file}.toml"
    text = path.read_text("utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), "utf-8")
    told = CliRunner().invoke(cli, ["cards", "lint", "old-world", "--folder", str(tmp_path)])
    (line,) = [n for n, each in enumerate(path.read_text("utf-8").splitlines(), 1) if wrong in each]
    assert told.exit_code == 1
    (finding,) = [n for n in told.output.splitlines() if f"{message} the number " in n]
    assert f"{file}.toml:{line}: " in finding
