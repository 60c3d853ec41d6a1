"""Words are parted where Pyphen parts them, whose patterns these are."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pyphen  # type: ignore[import-untyped, unused-ignore]
import pytest

from tts_tool.build.cache import at_work
from tts_tool.build.faces import hyphens
from tts_tool.build.faces.hyphens import Patterns, parted, sorted_out
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
    assert Patterns(sorted_out(data)).positions("abc") == [1]
    assert Patterns(sorted_out("ISO8859-1\n\xe41b".encode("latin-1"))).positions("Äb") == [1]


def test_kept_from_build_to_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sorted is not sorted again, and what was cut off or altered is not used."""
    sorted_often: list[int] = []

    def noted(data: bytes) -> dict[str, str]:
        sorted_often.append(len(data))
        return sorted_out(data)

    monkeypatch.setattr(hyphens, "sorted_out", noted)

    def positions() -> list[int]:
        return parted.__wrapped__("de").positions("Zauberschneesturm")

    token = at_work.set(tmp_path)
    try:
        assert [positions(), positions()] == [[3, 6, 12, 16]] * 2
        assert len(sorted_often) == 1
        (file,) = tmp_path.rglob("*.patterns")
        whole = file.read_bytes()
        for damaged in (whole[:-9], whole[:40], b"", whole[:-1] + b"?"):
            file.write_bytes(damaged)
            assert positions() == [3, 6, 12, 16]
            assert file.read_bytes() == whole
        assert len(sorted_often) == 5
    finally:
        at_work.reset(token)


def test_languages_that_nobody_knows() -> None:
    """A language has the patterns of its family; words of one without any stay whole."""
    assert parted("de_XX").positions("Silbentrennung") == [0, 3, 6, 10]
    assert parted("xx").positions("Silbentrennung") == []
