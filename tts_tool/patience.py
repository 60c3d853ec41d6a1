"""Replaces, renames and removes what somebody else may hold for a moment.

On Windows a virus scanner, a cloud drive, an indexer or the game itself has a file open now and
then, and until they let go the system refuses to put another in its place. Mostly that is over
within a second, so we wait and try again; whoever does not let go is told of. Elsewhere nobody can
hold a file in this way, and every refusal is a real one.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tts_tool.errors import Unavailable

__all__ = ["FileHeld", "advice", "remove", "remove_folder", "rename", "replace"]

_PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds between tries: three in all, in which every scanner that we know of is done."""

_HELD: Final = frozenset({5, 32, 33, 391, 395, 1224})
"""Windows' numbers for: access denied, sharing and lock violation, a file of a cloud drive in use
or denied, and a file that a program has mapped."""
_TOO_LONG: Final = frozenset({2, 3, 206})
"""Windows' numbers for: no such file, no such path, a name too long. Each may mean length."""
_LONGEST: Final = 259
"""Letters of a path that Windows takes, unless its owner has allowed longer ones."""


class FileHeld(Unavailable):
    """Another program has a file or folder open, and has not let go of it."""


def replace(new: Path, old: Path) -> None:
    """Let a file take the place of another, which may or may not be there."""
    _patiently(lambda: os.replace(new, old), old)  # noqa: PTH105 - see _patiently


def rename(path: Path, name: Path) -> Path:
    """Give a file or folder a name that is free; return it by that name."""
    _patiently(lambda: os.rename(path, name), path)  # noqa: PTH104 - the same
    return name


def remove(path: Path) -> None:
    """Remove a file, if it is there."""
    _patiently(lambda: path.unlink(missing_ok=True), path)


def remove_folder(path: Path) -> None:
    """Remove a folder and all that is in it."""
    _patiently(lambda: shutil.rmtree(path), path)


def _patiently(act: Callable[[], object], path: Path) -> None:
    """Do it; as long as somebody holds the file, wait and do it again, then say so."""
    for pause in _PAUSES:
        try:
            act()
        except OSError as error:
            if not _is_held(error):
                raise
        else:
            return
        time.sleep(pause)
    try:
        act()
    except OSError as error:
        if not _is_held(error):
            raise
        place = str(error.filename or path)
        raise FileHeld(_WHAT, where=place, fix=_FIX) from error


_WHAT: Final = "another program holds this, or it may not be changed"
_FIX: Final = (
    "close what has it open (the game, an editor, a terminal in this folder), or let the cloud "
    "drive or virus scanner pause, and do it again"
)


def _is_held(error: OSError) -> bool:
    return getattr(error, "winerror", None) in _HELD


def advice(error: OSError) -> str | None:
    """Say what to do about a refusal of Windows that its own words do not explain."""
    if _is_held(error):
        return _FIX
    path = os.path.abspath(os.fsdecode(error.filename or ""))  # noqa: PTH100 - may be no path
    if getattr(error, "winerror", None) in _TOO_LONG and len(path) > _LONGEST:
        return (
            f"this path has {len(path)} letters, and Windows stops at {_LONGEST}: use a folder "
            "with a shorter name, or allow long paths (LongPathsEnabled) and start again"
        )
    return None
