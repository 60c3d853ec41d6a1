"""The package index, for tests that install as people do."""

import subprocess
import sys
import tempfile
from functools import cache
from typing import Literal

from tests.wants import do_without

__all__ = ["reach_index"]

_SMALL = "iniconfig"
"""A package of a few kilobytes, which pytest itself needs."""
_SECONDS = 60


def reach_index(client: Literal["pip", "uv"]) -> None:
    """Skip the test that asks if the package index cannot be reached in this way."""
    if told := _refusal(client):
        do_without("index", f"the package index, by {client}: {told}")


@cache
def _refusal(client: str) -> str:
    """Ask for something small; give the last words of the client if it does not get it."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = {
            "pip": ("download", "-q", "--no-deps", "--no-cache-dir", "--retries", "1", "-d"),
            "uv": ("pip", "install", "-q", "--no-deps", "--no-cache", "--target"),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", client, *fetch[client], folder, _SMALL],
                capture_output=True,
                encoding="utf-8",
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"no answer within {_SECONDS} s"
    lines = done.stderr.strip().splitlines() or ["not a word"]
    return lines[-1] if done.returncode else ""
