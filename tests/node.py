"""Asks other people's JavaScript libraries (`tests/node`) what they make of the same bytes."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.wants import do_without

__all__ = ["FOLDER", "ask", "node"]

FOLDER = Path(__file__).parent / "node"
_INSTALL = "npm install --ignore-scripts --no-audit --no-fund --prefix tests/node"
_SECONDS = 50


def ask(program: str, question: object = None) -> Any:  # noqa: ANN401 - whatever JSON comes
    """Run `program`, the body of a function of `question` and `require`; give what it returns.

    Without node or the libraries, skip the test that asks. What JavaScript throws fails the test.
    """
    done = subprocess.run(
        [node(), "ask.js"],
        cwd=FOLDER,
        input=json.dumps({"program": program, "question": question}).encode(),
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stderr.decode(errors="replace"))
    return json.loads(done.stdout)


def node() -> str:
    """Name the program; without it or the libraries, skip the test that needs it."""
    if (reason := _missing()) is not None:
        do_without("node", reason)
    return _node()


def _node() -> str:
    return shutil.which("node") or ""


@cache
def _missing() -> str | None:
    if not _node():
        return "node is not installed"
    wanted = json.loads((FOLDER / "package.json").read_bytes())["dependencies"]
    for name, version in wanted.items():
        package = FOLDER / "node_modules" / name / "package.json"
        if not package.is_file() or json.loads(package.read_bytes())["version"] != version:
            return f"{name} {version} is not installed: {_INSTALL}"
    return None
