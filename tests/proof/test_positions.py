"""The page about positions says what the games keep: every part, place and stream, by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tts_tool.kernel.inventory import part_name
from tts_tool.kernel.module import Ruleset
from tts_tool.proof.match import Match, field
from tts_tool.proof.play import random_play
from tts_tool.proof.positions import pages
from tts_tool.rulesets import night_market, old_world, path_of_destiny

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "positions.md"
GAMES = [night_market.RULESET, old_world.RULESET, path_of_destiny.RULESET]


def chapter(ruleset: Ruleset) -> str:
    """Give what the page says of one game."""
    _, text = PAGE.read_text(encoding="utf-8").split(f"\n## {ruleset.name}\n")
    return text.split("\n## ")[0]


def last(ruleset: Ruleset) -> Match:
    """Give a match with several seats, and with a box if the game has any."""
    there_is = field(ruleset)
    return (*there_is.base, *there_is.alone)[-1]


def test_it_is_up_to_date() -> None:
    """Whoever changes what is kept writes it anew: python -m tts_tool.proof.positions --write."""
    assert PAGE.read_text(encoding="utf-8") == pages(ROOT)


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)
def test_parts_and_places(ruleset: Ruleset) -> None:
    """No part, no field of one, no place and no track is missing."""
    told = chapter(ruleset)
    for module in ruleset.modules:
        for part in module.parts:
            assert f"`{part_name(part)}` (module {module.name})" in told
            assert all(f"| `{field}` |" in told for field in part.__struct_fields__)
    match = last(ruleset)
    inventory = match.composition(match.begin(0).settings).inventory
    patterns = [_as_pattern(name) for name in re.findall(r"`([^`]+)`", told)]
    for name in (*inventory.places, *inventory.tracks):
        assert any(pattern.fullmatch(name) for pattern in patterns), name


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)
def test_streams(ruleset: Ruleset) -> None:
    """Whatever falls in a random game falls in a stream that the page names."""
    told = chapter(ruleset).split("### Streams of chance")[1]
    patterns = [_as_pattern(name) for name in re.findall(r"^\| `([^`]+)`", told, re.MULTILINE)]
    play = random_play(last(ruleset), 2)
    for _ in play:
        pass
    streams = play.game.state.streams
    assert streams
    for stream in streams:
        assert any(pattern.fullmatch(stream) for pattern in patterns), stream


def _as_pattern(name: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", name)
    return re.compile(r"[\w.-]+".join(map(re.escape, parts)))
