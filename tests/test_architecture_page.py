"""The page on how the house is built names the rooms that there are, and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def rows(title: str) -> set[str]:
    """Give what the rows of one part of the page are about."""
    part = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))


def test_every_room_is_on_the_page() -> None:
    """Each folder of the package that has code is a row, and each row is such a folder."""
    rooms = {each.parent.name for each in (ROOT / "tts_tool").glob("*/__init__.py")}
    assert rows("Rooms") == rooms


def test_every_chapter_is_on_the_page() -> None:
    """Each folder of the base game is a row, and each row is such a folder."""
    base = ROOT / "tts_tool" / "rulesets" / "old_world" / "base"
    chapters = {each.parent.name for each in base.glob("*/__init__.py")}
    assert rows("The chapters of Old World") == chapters


def test_words_of_ours_are_where_the_page_says() -> None:
    """Each of them stands in the file that its row names, and once on the page."""
    base = ROOT / "tts_tool" / "rulesets" / "old_world" / "base"
    words = re.findall(r"^\| ([a-z ]+) \| `([\w/]+\.py)` \|", PAGE, re.MULTILINE)
    assert len({word for word, _ in words}) == len(words) > 10
    for word, file in words:
        found = f"{file}\n{(base / file).read_text(encoding='utf-8')}".lower()
        assert word.replace(" ", "_") in found, word


def test_what_is_named_exists() -> None:
    """Files and folders that the page names are where it says, and so are its links."""
    named = re.findall(r"`((?:tests|tts_tool)/[\w./]+)`", PAGE)
    links = [f"docs/{each}" for each in re.findall(r"\]\(([\w.-]+\.md)\)", PAGE)]
    assert named
    assert [each for each in (*named, *links) if not (ROOT / each).exists()] == []
