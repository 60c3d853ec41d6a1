"""The pages for players name commands that there are, and rules and pictures, too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tts_tool.cli.rulesets import find
from tts_tool.referee.table.commands import COMMANDS

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("page", ["players.md", "players.de.md", "host.md"])
def test_every_command_of_the_page(page: str) -> None:
    """What is typed after an exclamation mark is a command; rules that are cited exist."""
    text = (DOCS / page).read_text(encoding="utf-8")
    typed = {word.casefold() for word in re.findall(r"`!(\w+)", text) if not word.isdigit()}
    assert typed >= {"bot", "pause"}
    assert sorted(typed - set(COMMANDS)) == []
    rules = find("old-world").load().rules
    assert [each for each in re.findall(r"OW-[A-Z]+-\d+", text) if each not in rules] == []
    pictures = re.findall(r"\((pictures/[\w.]+)\)", text)
    assert [each for each in pictures if not (DOCS / each).exists()] == []


def test_both_languages_name_the_same_commands() -> None:
    """No page for players lacks what the other has."""
    english, german = (
        {
            COMMANDS[word.casefold()]
            for word in re.findall(r"`!(\w+)", (DOCS / page).read_text(encoding="utf-8"))
            if word.casefold() in COMMANDS
        }
        for page in ("players.md", "players.de.md")
    )
    assert english == german
