"""A pytest plugin: what tests write lies in memory, where the system has a place for that.

They make tens of thousands of small files, and much of what they try waits until it is on disk: a
fifth of the whole run was that. Whoever says where (`TMPDIR`, `--basetemp`) is obeyed, and a
place that is small, or from which nothing may be started, is left alone: containers often give it
64 MB.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

__all__ = ["in_memory"]

_PLACE: Final = Path("/dev/shm")  # noqa: S108 - what Linux calls it
_ROOM: Final = 4 << 30
"""Bytes: four times what a whole run has kept at once."""
_SAID: Final = ("TMPDIR", "TEMP", "TMP")


def in_memory(place: Path = _PLACE, room: int = _ROOM) -> Path | None:
    """Give the place where temporary folders cost least, if this system has one that will do."""
    if sys.platform != "linux" or not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        return None
    starts_nothing = os.statvfs(place).f_flag & os.ST_NOEXEC
    return None if starts_nothing or shutil.disk_usage(place).free < room else place


if not any(name in os.environ for name in _SAID) and (found := in_memory()):
    os.environ["TMPDIR"] = str(found)
    tempfile.tempdir = None  # asked for anew
