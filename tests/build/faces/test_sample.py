"""The sample of faces that anybody may print: repeatable, of every kind, record beside card."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "docs" / "faces.py"


def printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seed: int
) -> list[str]:
    """Print nine faces."""
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--seed", str(seed), "--count", "9"])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    return capsys.readouterr().out.split("\n\n")


def test_a_seed_draws_the_same_faces(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of each kind, with its record and its words in both languages; another seed, others."""
    first = printed(monkeypatch, capsys, 5)
    assert printed(monkeypatch, capsys, 5) == first
    assert printed(monkeypatch, capsys, 6) != first
    faces = [face for face in first if face.strip()]
    assert len(faces) == 9
    kinds = {face.split(". ")[1].partition(".")[0] for face in faces}
    assert len(kinds) >= 8
    for face in faces:
        assert [mark in face for mark in ("\n   record  {", "\n   en   ", "\n   de   ")] == [
            True
        ] * 3
