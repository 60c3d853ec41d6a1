"""What the pages about pictures have people type can be typed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from tts_tool.cli.main import cli

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("pictures-for-friends.md", "pictures-for-friends.de.md")


def commands(page: str) -> list[str]:
    """List the commands of a page, without what is said of them."""
    blocks = re.findall(r"```sh\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line]


@pytest.mark.parametrize("page", PAGES)
def test_commands(page: str) -> None:
    """Every line in a block is a command with options that it has."""
    found = commands(page)
    assert len(found) >= 7
    for line in found:
        tool, name, *words = shlex.split(line)
        assert tool == "tts-tool"
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, line
        command.make_context(name, words)


@pytest.mark.parametrize("page", PAGES)
def test_links(page: str) -> None:
    """Links lead to pages that are there, and to headings that they have."""
    text = (DOCS / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, heading = target.partition("#")
        linked = (DOCS / file).read_text("utf-8") if file else text
        headings = re.findall(r"(?m)^#+ (.+)$", linked)
        named = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
        assert not heading or heading in named
