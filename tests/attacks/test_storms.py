"""Thousands of attacks on what reads strangers' files: an answer, or a refusal, and nothing else.

No attack takes ten seconds or half a gigabyte, none ends in a page of Python, nothing is lost.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.storm import GROWTH, LATEST, storm

HERE = "tests.attacks"


def check(surface: str, rounds: int, seeds: int) -> None:
    """Let a storm pass over a surface, and see what it has left."""
    found = storm(f"{HERE}.{surface}", rounds, seeds)
    assert found.wrong == ()
    assert found.attacks == rounds
    assert found.slowest < LATEST, str(found)
    assert found.growth < GROWTH, str(found)


@pytest.mark.soak(sample=15, full=2_000)
@pytest.mark.long
def test_on_where(rounds: int, seeds: int) -> None:
    """Bent maps and unpacked saves, and messages that no game has sent."""
    check("on_where", rounds, seeds)


@pytest.mark.soak(sample=8, full=2_000)
@pytest.mark.long
def test_on_saves(rounds: int, seeds: int) -> None:
    """Bent saves: verified, compared, unpacked, packed, and put on a table."""
    check("on_saves", rounds, seeds)


@pytest.mark.soak(sample=8, full=2_000)
@pytest.mark.long
def test_on_the_journal(rounds: int, seeds: int) -> None:
    """Bent games, backups and exports: other games are as they were, and what was good stays."""
    check("on_journal", rounds, seeds)


@pytest.mark.soak(sample=6, full=2_000)
@pytest.mark.long
def test_on_templates(rounds: int, seeds: int) -> None:
    """Faces, styles, icons and scripts that ask for too much; what was built before stays."""
    check("on_templates", rounds, seeds)


@pytest.mark.soak(sample=6, full=2_000)
@pytest.mark.long
def test_on_art(rounds: int, seeds: int) -> None:
    """Pictures that are cut off, huge, or none."""
    check("on_art", rounds, seeds)


@pytest.mark.soak(sample=20, full=2_000)
@pytest.mark.long
def test_on_serve(rounds: int, seeds: int) -> None:
    """Whatever is sent to `serve`, or lies in its folders: the picture is given, nothing else."""
    check("on_serve", rounds, seeds)


@pytest.mark.soak(sample=8, full=2_000)
@pytest.mark.long
def test_on_publish(rounds: int, seeds: int) -> None:
    """Servers that say anything, harmed builds, odd saves: nothing is claimed that is not so."""
    check("on_publish", rounds, seeds)


def test_a_storm_tells_what_went_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attack that succeeds, fails or ends its process is told with its number."""
    code = (
        "import os\n"
        "def attack(pick, folder):\n"
        "    number = int(folder.name)\n"
        "    if number == 1: return 'it is bad'\n"
        "    if number == 2: raise ValueError('it is worse')\n"
        "    if number == 3: os._exit(7)\n"
    )
    (tmp_path / "frail.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = storm("frail", 5)
    assert found.attacks == 5
    assert set(found.wrong) == {
        "frail 1: it is bad",
        "frail 2: ValueError: it is worse",
        "frail 3: its process ended with code 7",
    }
