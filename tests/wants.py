"""What tests want that a clone does not bring, each by a name; this is where they look for it.

A test that lacks something is skipped, and says what it wants. In CI nothing may be skipped but
for what `TTS_TOOL_LACKS` names ("corpus rules node"): whoever starts it there knows what that
machine has not, and is told if it has it after all.
"""

import os
import shutil
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final, NoReturn

import pytest

__all__ = ["BESIDE", "WANTS", "do_without", "forgiven", "lacked", "reason", "wants"]

ROOT: Final = Path(__file__).parents[1]
BESIDE: Final = Path(os.environ.get("TTS_TOOL_SHARED") or ROOT.parent / "shared").resolve()
"""The one folder outside the repository that tests and benches read, where it is at hand."""

WANTS: Final = {
    "corpus": "saves of real mods, in the folder corpus of ../shared or of TTS_TOOL_SHARED",
    "rules": "the specification of the rules, in the folder rules of the same",
    "node": "Node.js with other people's libraries: npm install --ignore-scripts --no-audit "
    "--no-fund --prefix tests/node",
    "git": "git, to ask what it would keep",
    "index": "the package index, by network",
    "posix": "processes, signals and names of files as Linux and macOS have them",
    "linux": "a kernel that can be made to refuse",
}
_LACKS: Final = "TTS_TOOL_LACKS"


def reason(want: str, detail: str = "") -> str:
    """Say what a test wants, in the words by which CI knows whether that may be lacking."""
    return f"wants {want}: {detail or WANTS[want]}"


def do_without(want: str, detail: str = "") -> NoReturn:
    """Skip the test that asks, which says what it wanted."""
    pytest.skip(reason(want, detail))


def wants(want: str) -> pytest.MarkDecorator:
    """Mark a test that is skipped where something is not at hand."""
    return pytest.mark.skipif(not _IS_HERE[want], reason=reason(want))


def lacked() -> Collection[str]:
    """List what this machine is said to lack; a wrong word, or a wrong claim, is an error."""
    said = os.environ.get(_LACKS, "").split()
    for want in said:
        if want not in WANTS:
            raise pytest.UsageError(f'{_LACKS}: no test wants "{want}", but {", ".join(WANTS)}')
        if _IS_HERE.get(want):
            raise pytest.UsageError(f'{_LACKS}: "{want}" is here after all: {WANTS[want]}')
    return said


def forgiven(why: str) -> bool:
    """Tell whether a reason for skipping is that something lacks which is said to."""
    return any(f"wants {want}: " in why for want in lacked())


_IS_HERE: Final = {
    "corpus": any((BESIDE / "corpus").glob("*.json")),
    "rules": (BESIDE / "rules").is_dir(),
    "git": shutil.which("git") is not None,
    "posix": sys.platform != "win32",
    "linux": sys.platform == "linux",
}
