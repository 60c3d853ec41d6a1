"""The bench of saves finds something to measure wherever it runs."""

from pathlib import Path

import pytest

from tests.bench.bench_saves import chosen
from tts_tool.saves.verifying import verify


def test_the_largest_real_save_is_measured(tmp_path: Path) -> None:
    """Who names a save gets that; else the largest of the real ones is chosen."""
    small, large = tmp_path / "b.json", tmp_path / "a.json"
    small.write_text("{}")
    large.write_text('{"SaveName": "x"}')
    assert chosen([], [small, large], tmp_path) == large
    assert chosen([str(small)], [small, large], tmp_path) == small


def test_without_real_saves_one_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Alone in its folder, the bench says what it wants and writes a save that can be measured."""
    data = chosen([], [], tmp_path).read_bytes()
    assert capsys.readouterr().out.startswith("real saves are not measured: wants corpus: ")
    assert len(data) > 10**6
    assert verify(data, "made").differs_at is None
