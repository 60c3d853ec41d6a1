"""Keeps the cache of builds below a size: what was used least recently goes first.

Nothing goes that was used in the last hours, so no build that runs now, in whatever process, loses
what it has found; and what has gone is only made again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.build.cache import PARTS, TOUCHED_AFTER
from tts_tool.errors import BadInput

__all__ = ["LIMIT", "limit", "trim", "trim_sometimes"]

LIMIT: Final = "TTS_TOOL_CACHE_LIMIT"
_USUAL: Final = 1_000
"""Room for a dozen sets of pictures: one has taken 74 MB at most (see `faces.layers`)."""
_MEGABYTE: Final = 1_000_000
_IN_USE: Final = 3 * TOUCHED_AFTER
"""Dates lag TOUCHED_AFTER behind use: what is several times as old is surely not in use."""
_PAUSE: Final = 3_600.0
"""As long as TOUCHED_AFTER: before that, dates hardly say anything new."""
_LEFT: Final = 0.8
"""So much of the limit is left full, that not every build has to make room."""
_LOOKED: Final = "looked-at"


class _File(NamedTuple):
    used: float
    size: int
    path: str


def limit() -> int:
    """Say how many bytes the cache may have; a person says megabytes."""
    said = os.environ.get(LIMIT)
    if not said:
        return _USUAL * _MEGABYTE
    try:
        megabytes = float(said)
    except ValueError:
        megabytes = -1.0
    if not 0 <= megabytes < float("inf"):
        raise BadInput(f'"{said}" is no size', where=LIMIT, fix="say how many megabytes, as in 500")
    return int(megabytes * _MEGABYTE)


def trim_sometimes(cache: Path, most: int, now: float | None = None) -> int:
    """Trim a cache if nobody has for an hour, as it takes a look at every file of it."""
    now = time.time() if now is None else now
    looked = cache / "builds" / _LOOKED
    with suppress(OSError):
        if abs(now - looked.stat().st_mtime) < _PAUSE:
            return 0
    gone = trim(cache, most, now)
    with suppress(OSError):
        looked.touch()
        os.utime(looked, (now, now))
    return gone


def trim(cache: Path, most: int, now: float) -> int:
    """Delete files until so many bytes are left, those in use excepted; say how many went."""
    files = sorted(each for part in PARTS for each in _files(str(cache / part)))
    size = sum(each.size for each in files)
    if size <= most:
        return 0
    gone = 0
    for file in files:
        if size <= most * _LEFT or file.used > now - _IN_USE:
            break
        with suppress(OSError):
            os.unlink(file.path)  # noqa: PTH108 - thousands of them
            size -= file.size
            gone += 1
    return gone


def _files(folder: str) -> Iterator[_File]:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
            else:
                with suppress(OSError):
                    seen = entry.stat(follow_symlinks=False)
                    yield _File(seen.st_mtime, seen.st_size, entry.path)
