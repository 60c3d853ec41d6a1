"""Whoever plays a game is there: a lock that ends with its process, however that ends.

The lock is SQLite's own, on an empty file beside the journal; it is the same on every system
and the system drops it when the process is killed.  A process number would not do: numbers
are used again.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from secrets import token_hex

import msgspec

__all__ = ["Holder", "Presence", "is_there"]


class Holder(msgspec.Struct, frozen=True):
    """Who plays a game."""

    presence: str
    process: int
    computer: str
    since: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.computer}, since {self.since}"


class Presence:
    """The sign that somebody is there, as long as it is open."""

    def __init__(self, folder: Path) -> None:
        """Put up the sign under a name of its own."""
        folder.mkdir(exist_ok=True)
        self.name = token_hex(8)
        self.path = folder / self.name
        self._lock = sqlite3.connect(self.path, isolation_level=None)
        _take(self._lock)

    def holder(self, since: str) -> Holder:
        """Say who is there."""
        return Holder(self.name, os.getpid(), socket.gethostname(), since)

    def close(self) -> None:
        """Take the sign down."""
        self._lock.close()
        self.path.unlink(missing_ok=True)


def is_there(folder: Path, name: str) -> bool:
    """Tell whether somebody is still there; the sign of one who has gone is taken down."""
    path = folder / name
    if not path.exists():
        return False
    uri = f"{path.resolve().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as lock:
            _take(lock)
    except sqlite3.OperationalError:
        return True
    path.unlink(missing_ok=True)
    return False


def _take(lock: sqlite3.Connection) -> None:
    lock.execute("PRAGMA journal_mode = MEMORY")  # leave no second file behind
    lock.execute("BEGIN EXCLUSIVE")
