"""The package index, for tests that install as people do."""

import subprocess
import sys
import tempfile
from functools import cache

from tests.wants import do_without

__all__ = ["reach_index"]

_SMALL = "iniconfig"
"""A package of a few kilobytes, which pytest itself needs."""
_SECONDS = 60


def reach_index() -> None:
    """Skip the test that asks if the package index cannot be reached."""
    if told := _refusal():
        do_without("index", told)


@cache
def _refusal() -> str:
    """Fetch something small; give the last words of pip if that fails."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = ("download", "-q", "--no-deps", "--no-cache-dir", "--retries", "1", "-d", folder)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pip", *fetch, _SMALL],
                capture_output=True,
                encoding="utf-8",
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"it did not answer within {_SECONDS} s"
    lines = done.stderr.strip().splitlines() or ["no word from pip"]
    return lines[-1] if done.returncode else ""
