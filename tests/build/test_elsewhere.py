"""Whoever builds, wherever: the same save, scripts and pictures.

What one machine can vary is varied here: user's home, umask, language, time zone, order of sets,
cores, folder. Other systems and versions of libraries are tried by hand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
THERE = {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7", "PYTHONUTF8": "0"}


def built(folder: Path, assets: str, cores: int, said: dict[str, str]) -> dict[str, str]:
    """Build in a process with an environment of its own."""
    folder.mkdir()
    home = {"HOME": str(folder / "home"), "USERPROFILE": str(folder / "home")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.build.elsewhere", str(folder), assets, str(cores)],
        cwd=ROOT,
        env={**os.environ, **home, **said},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, str] = json.loads(done.stdout)
    return told


@pytest.mark.long
@pytest.mark.parametrize("assets", ["serve", "file", "https://cards.example.org"])
def test_same_elsewhere(tmp_path: Path, assets: str) -> None:
    """All files are the same, but for the path of the folder under `file`."""
    first = built(tmp_path / "one", assets, 1, HERE)
    assert built(tmp_path / "Zwei Ordner", assets, 2, THERE) == first
    kinds = {name.partition("/")[0] for name in first}
    assert {"assets", "Tiny_Gems.json"} <= kinds
    assert assets != "serve" or {"face", "sketch", "script", "values"} <= kinds
    assert len(first) > (20 if assets == "serve" else 3)
