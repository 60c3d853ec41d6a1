"""The bench of saves finds something to measure wherever it runs."""

from pathlib import Path

import pytest

from tests.bench.bench_saves import all_together, chosen
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


def test_all_real_saves_are_one_figure(tmp_path: Path) -> None:
    """The rate is that of all bytes in all seconds, and the slowest save is named."""
    small, large = tmp_path / "b.json", tmp_path / "a.json"
    small.write_bytes(b" " * 10**6)
    large.write_bytes(b" " * 9 * 10**6)
    told = all_together({small: 0.05, large: 0.05})
    assert "2 real saves of 10.0 MB together: 100.0 MB/s" in told
    assert told.endswith("the slowest, b.json: 20.0 MB/s")
