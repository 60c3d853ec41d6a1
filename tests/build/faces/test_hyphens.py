"""Words are parted where Pyphen parts them, whose patterns these are."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pyphen  # type: ignore[import-untyped, unused-ignore]
import pytest

from tts_tool.build.faces.hyphens import Patterns, parted
from tts_tool.resources import cards_dir

ODD = ("", "a", "don't", "a-b", "x.y", "STRASSE", "ﬁ", "%", "#a", "²", "e\u0301")


@cache
def words() -> list[str]:
    """Give the words of our own cards."""
    files = sorted(cards_dir().rglob("*.toml"))
    text = " ".join(file.read_text(encoding="utf-8") for file in files)
    return sorted(set(re.findall(r"[^\W\d_]{2,}", text)))


@pytest.mark.soak(sample=150, full=100_000)
def test_as_pyphen_parts_them(rounds: int) -> None:
    """In English and German, and in every language when there is time."""
    names = sorted(pyphen.LANGUAGES) if rounds > len(words()) else ["de_DE", "en_GB"]
    chosen = random.Random(1).sample(words(), min(rounds, len(words())))
    for name in names:
        pattern = pyphen.HyphDict(Path(pyphen.LANGUAGES[name]))
        ours = parted(name)
        for word in (*chosen, *ODD):
            assert [int(at) for at in pattern.positions(word)] == ours.positions(word), (name, word)


def test_every_pattern_of_a_line_counts() -> None:
    """Blanks, carriage returns and remarks mean nothing, and what has no number parts nothing."""
    data = b"UTF-8\r\n# a1b\n%a1b\na1b \r\nabc\nLEFTHYPHENMIN 2\n"
    assert Patterns(data).positions("abc") == [1]
    assert Patterns("ISO8859-1\n\xe41b".encode("latin-1")).positions("Äb") == [1]


def test_languages_that_nobody_knows() -> None:
    """A language has the patterns of its family; words of one without any stay whole."""
    assert parted("de_XX").positions("Silbentrennung") == [0, 3, 6, 10]
    assert parted("xx").positions("Silbentrennung") == []
