"""The tutorial says only what is so: its Python is run, its TOML is loaded."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tts_tool.catalog import load
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"


def blocks(language: str) -> list[str]:
    """Give the page's blocks of a language."""
    return re.findall(
        rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def test_every_block_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A reader who types the page from top to bottom gets what it says."""
    shared: dict[str, Any] = {"__name__": "tutorial"}
    for block in blocks("python"):
        exec(compile(block, str(PAGE), "exec"), shared)  # noqa: S102  # the page itself
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Mondkuchen"
    assert told[1] == "wish ['fame', 'nothing']"
    assert told[2] == f"That is for {shared['other'].capitalize()} to decide."
    assert shared["session"].over


def test_the_card_loads(tmp_path: Path) -> None:
    """The card of the page is a card of the game."""
    (tmp_path / "moon.toml").write_text(blocks("toml")[0], encoding="utf-8")
    cards = load([cards_dir() / RULESET.folder, tmp_path], RULESET.schema)
    assert cards.record("moon-cake").name.en == "Moon cake"
