"""The cache stays below its limit, and takes nothing from a build that runs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.build.tiny import Tiny
from tts_tool.build.trimming import LIMIT, limit, trim, trim_sometimes
from tts_tool.errors import BadInput

HOUR = 3_600.0
DAY = 24 * HOUR


def sizes(cache: Path) -> dict[Path, int]:
    """Measure every file of a cache."""
    return {path: path.stat().st_size for path in cache.rglob("*") if path.is_file()}


def age(files: dict[Path, int], seconds: float) -> None:
    """Let files have been used so long ago."""
    then = time.time() - seconds
    for file in files:
        os.utime(file, (then, then))


def test_least_recently_used_goes_first(tmp_path: Path) -> None:
    """Of old files the oldest go until the rest fits; those in use stay, however much they are."""
    for number in range(10):
        file = tmp_path / "contents" / f"{number}" / "x.png"
        file.parent.mkdir(parents=True)
        file.write_bytes(b"?" * 100)
        age({file: 100}, DAY * (10 - number))
    assert trim(tmp_path, 1_000, time.time()) == 0
    assert trim(tmp_path, 500, time.time()) == 6
    assert [path.parent.name for path in sorted(sizes(tmp_path))] == ["6", "7", "8", "9"]
    age(sizes(tmp_path), HOUR)
    assert trim(tmp_path, 0, time.time()) == 0
    assert trim(tmp_path, 0, time.time() + DAY) == 4


def test_used_again(tmp_path: Path) -> None:
    """What a build finds in the cache is in use from then on, though nothing is written."""
    tiny = Tiny(tmp_path)
    tiny.build()
    age(sizes(tiny.cache.folder), DAY)
    assert tiny.ran() == []
    trim(tiny.cache.folder, 0, time.time())
    left = {path.suffix for path in sizes(tiny.cache.folder)}
    assert {".png", ".svg", ".json"} <= left
    assert tiny.ran() == []


def test_what_has_gone_is_made_again(tmp_path: Path) -> None:
    """A build from a cache that was trimmed to nothing gives the same."""
    tiny = Tiny(tmp_path)
    tiny.build()
    before = tiny.files()
    assert trim(tiny.cache.folder, 0, time.time() + DAY) > 0
    assert sum(sizes(tiny.cache.folder).values()) == 0
    assert tiny.files() == before
    assert len(tiny.ran()) == 16
    assert tiny.files() == before


def test_build_trims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build trims what others have left, once in an hour; its own stays, below any limit."""
    tiny = Tiny(tmp_path)
    stale = tiny.write("cache/contents/00/stale.png", b"?" * 1_000)
    killed = tiny.write("cache/contents/00/.half.1234", b"?" * 1_000)
    age({stale: 1_000, killed: 1_000}, DAY)
    monkeypatch.setenv(LIMIT, "0")
    tiny.build()
    assert not stale.exists()
    assert not killed.exists()
    assert tiny.ran() == []
    stale = tiny.write("cache/contents/00/stale.png", b"?" * 1_000)
    age({stale: 1_000}, DAY)
    assert trim_sometimes(tiny.cache.folder, 0) == 0
    assert trim_sometimes(tiny.cache.folder, 0, time.time() + 2 * HOUR) == 1
    assert tiny.ran() == []


def test_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The limit is a number of megabytes; anything else is refused before something is built."""
    monkeypatch.delenv(LIMIT, raising=False)
    assert limit() == 1_000_000_000
    monkeypatch.setenv(LIMIT, "0.5")
    assert limit() == 500_000
    for wrong in ("much", "-1", "nan", "inf"):
        monkeypatch.setenv(LIMIT, wrong)
        with pytest.raises(BadInput, match="no size"):
            Tiny(tmp_path).build()
    assert not (tmp_path / "out").exists()
