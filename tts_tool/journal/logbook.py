"""The file of one game while somebody plays it: pages are added, and are on the disk then."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

import msgspec

from tts_tool.journal.legs import Points, laid_down
from tts_tool.journal.pages import (
    FileReading,
    Stands,
    Title,
    WrittenPage,
    added,
    fits,
    read,
    written,
)
from tts_tool.journal.saved import Restart
from tts_tool.patience import FileHeld, replace

__all__ = ["Logbook", "backups", "placed"]

OFTEN: Final = 32
"""After so many pages the backup is brought up to what stands in the file.

Each time the whole file is copied; the answers since then are lost if the file is.
"""


class Logbook:
    """The file of one game, open to be added to, and its backups.

    Each sitting renews the older of two backups.  Whatever goes wrong while it is written, and
    whatever has been copied into it: the other one stays.
    """

    def __init__(self, path: Path, reading: FileReading, title: Title, *, forced: bool) -> None:
        """Go on with a file that is good; what was never finished in it goes."""
        self.path = path
        self._title = title
        self._forced = forced
        self._lines = reading.lines
        self._size, self._sum = reading.size, reading.sum
        self._safe = self._size
        """So many bytes are known to be on the disk."""
        self._last = reading.pages[-1]
        self._points = Points()
        for page in reading.pages:
            self._turn_to(page)
            self._points.read(page.points)
        self._file = None if title.packed else self._opened()
        one, other = backups(path)
        self._backup = min(one, other, key=_age)
        self._since = 0
        if not any(each.exists() and each.stat().st_size == self._size for each in (one, other)):
            self._back_up()

    def add(self, page: WrittenPage, restarts: Iterable[Restart] = ()) -> None:
        """Write a page, which outlives the process then; the power only when it is forced."""
        self._turn_to(page)
        page = msgspec.structs.replace(page, points=self._points.written(restarts))
        (line,) = added([page], self._sum)
        self._append(line)
        self._sum, self._last = int(line[:8], 16), page
        self._since += 1

    def force(self) -> None:
        """See that all that was written is on the disk; what isn't is taken back."""
        if self._file is None or self._size == self._safe:
            return
        try:
            if self._forced:
                os.fsync(self._file.fileno())
        except OSError:
            self._cut(self._safe)
            raise
        self._safe = self._size
        if self._since >= OFTEN:
            self._back_up()

    def close(self) -> None:
        """Leave the file; that of a game that is over is packed."""
        try:
            self.force()
        finally:
            if self._file is not None:
                self._file.close()
        if self._file is not None and self._last.over:
            with suppress(OSError):  # somebody reads it just now: then it stays as it is
                self._pack()
        if self._since:
            self._back_up()

    # Writing

    def _turn_to(self, page: WrittenPage) -> None:
        if page.leg is not None:
            self._points = Points()

    def _append(self, line: bytes) -> None:
        if self._file is None:
            self._unpack()
            self._file = self._opened()
        try:
            _write(self._file, line)
        except OSError:
            self._cut(self._size)
            raise
        self._size += len(line)

    def _cut(self, size: int) -> None:
        """Take back what could not be written; whoever reads it next can see that, too."""
        with suppress(OSError):
            if self._file is not None:
                self._file.truncate(size)

    def _opened(self) -> FileIO:
        file = self.path.open("r+b", buffering=0)
        file.truncate(self._size)
        file.seek(self._size)
        return file

    def _pack(self) -> None:
        """Compress the pages, and give up restart points that nobody goes back to any more."""
        reading = read(self.path.read_bytes(), self.path)
        if reading.sum != self._sum:
            return  # it was damaged meanwhile: there is more of it in the backup
        packed = Stands(self._last.at, self._last.answers, self._last.over)
        lines = added(laid_down(reading.pages))
        if not fits(lines):
            return
        title = msgspec.structs.replace(self._title, packed=packed)
        placed(self.path, written(title, lines), forced=self._forced)
        self._back_up()
        for old in backups(self.path):
            if old != self._backup:
                old.unlink(missing_ok=True)

    def _unpack(self) -> None:
        self._title = msgspec.structs.replace(self._title, packed=None)
        data = written(self._title, self._lines)
        placed(self.path, data, forced=self._forced)
        self._size = self._safe = len(data)

    def _back_up(self) -> None:
        """Copy the file.  Where that fails the game itself is still on the disk."""
        with suppress(OSError):
            placed(self._backup, self.path.read_bytes(), forced=False)
            self._since = 0


def backups(path: Path) -> tuple[Path, Path]:
    """Say where the backups of a game's file are."""
    folder = path.parent / "backup"
    return folder / f"{path.stem}.1{path.suffix}", folder / f"{path.stem}.2{path.suffix}"


def _age(path: Path) -> float:
    return path.stat().st_mtime_ns if path.exists() else 0


def placed(path: Path, data: bytes, *, forced: bool) -> None:
    """Put a whole file in its place; nobody ever meets half of it."""
    path.parent.mkdir(exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb", buffering=0) as file:
            _write(file, data)
            if forced:
                os.fsync(file.fileno())
        replace(beside, path)
    except (OSError, FileHeld):
        beside.unlink(missing_ok=True)
        raise
    if forced and sys.platform != "win32":  # there the name is on the disk with the file
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _write(file: FileIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]
