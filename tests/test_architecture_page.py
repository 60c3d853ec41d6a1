"""The page on how the house is built names the rooms that there are, and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_room_is_on_the_page() -> None:
    """Each folder of the package that has code is a row, and each row is such a folder."""
    rooms = {each.parent.name for each in (ROOT / "tts_tool").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == rooms


def test_what_is_named_exists() -> None:
    """Files and folders that the page names are where it says, and so are its links."""
    named = re.findall(r"`((?:tests|tts_tool)/[\w./]+)`", PAGE)
    links = [f"docs/{each}" for each in re.findall(r"\]\(([\w.-]+\.md)\)", PAGE)]
    assert named
    assert [each for each in (*named, *links) if not (ROOT / each).exists()] == []
