"""Whoever plays a game is there: a lock that ends with its process, however that ends.

The lock is the system's own, on a file of its own for each game; the system drops it when the
process is killed.  A process number would not do: numbers are used again.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

import msgspec

from tts_tool.errors import BadInput

__all__ = ["Holder", "Presence"]

BEYOND = 1 << 30
"""Where Windows locks: nobody else can read what is locked there, so nothing is written there."""


class Holder(msgspec.Struct, frozen=True):
    """Who plays a game."""

    process: int
    computer: str
    since: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.computer}, since {self.since}"


class Presence:
    """The sign that somebody plays a game, as long as it is up."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        """Hold a sign that is locked already."""
        self._path = path
        self._file = file

    @classmethod
    def put_up(cls, path: Path, since: str) -> Self | Holder | None:
        """Be the one who plays, or say who does (``None``: somebody who has yet to sign)."""
        path.parent.mkdir(exist_ok=True)
        if path.is_symlink() or (path.exists() and not path.is_file()):
            # A link may lead to anybody's file, and a pipe is waited for.
            what = "whoever plays signs here, but this is no file"
            raise BadInput(what, where=str(path), fix="take it away")
        while True:
            file = path.open("a+b", buffering=0)
            if not _locked(file):
                return _signed(file)
            if _stands(path, file):
                file.truncate(0)
                file.write(msgspec.json.encode(Holder(os.getpid(), socket.gethostname(), since)))
                return cls(path, file)
            file.close()  # whoever held it has taken it down meanwhile

    def take_down(self) -> None:
        """Let others play."""
        if sys.platform == "win32":  # there no file is deleted that is open
            self._file.close()
            with suppress(OSError):  # somebody else has opened it in this very moment
                self._path.unlink()
        else:
            self._path.unlink(missing_ok=True)
            self._file.close()


def _locked(file: IO[bytes]) -> bool:
    """Lock a file unless somebody has; the lock goes when the file is closed."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  # other systems have none

        try:
            file.seek(BEYOND)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl  # noqa: PLC0415  # Windows has none

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _stands(path: Path, file: IO[bytes]) -> bool:
    """Tell whether this is still the file of that name."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _signed(file: IO[bytes]) -> Holder | None:
    with file:
        file.seek(0)
        try:
            return msgspec.json.decode(file.read(1 << 12), type=Holder)
        except (ValueError, RecursionError):
            return None
