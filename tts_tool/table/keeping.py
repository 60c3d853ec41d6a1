"""Where a table keeps its saves: the file it belongs to, auto-saves, and points to go back to.

The game saves itself every few minutes, and takes a checkpoint every few seconds, by the clock
of the table. A checkpoint is a whole save; only the latest few are kept.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tts_tool.errors import NotFound
from tts_tool.patience import replace
from tts_tool.table.switches import Switches

__all__ = ["Checkpoint", "Keeping"]

AUTO_SAVE = "TS_AutoSave.json"


class Checkpoint(NamedTuple):
    """The table as it was at a frame, and what was in the air, by GUIDs."""

    frame: int
    save: bytes
    in_the_air: Sequence[str] = ()


class Keeping:
    """The saves of one table, in a folder of its own or in one that was given."""

    def __init__(self, save: bytes, switches: Switches, path: Path | None = None) -> None:
        """Keep a copy at `path`; without one, in a folder that goes with the table."""
        self._folder = None if path else TemporaryDirectory(prefix="tts-table-")
        self.path = path or Path(self._folder.name if self._folder else "") / "TS_Save_1.json"
        self._auto_every = _frames(switches, "autosave-seconds")
        self._point_every = _frames(switches, "rewind-seconds")
        self._points: deque[Checkpoint] = deque(maxlen=max(1, switches.count("rewind-steps")))
        self.write(save)

    def close(self) -> None:
        """Let the folder go, if it was only ours."""
        if self._folder is not None:
            self._folder.cleanup()

    def read(self) -> bytes:
        """Read the save file as it stands on disk, whoever wrote it."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError as error:
            raise NotFound("the save file of the table is gone", where=str(self.path)) from error

    def write(self, save: bytes) -> None:
        """Write the save file: at every moment there is a whole one."""
        write_whole(self.path, save)

    def auto_save(self, save: bytes) -> Path:
        """Write the auto-save beside the save file."""
        path = self.path.with_name(AUTO_SAVE)
        write_whole(path, save)
        return path

    def note(self, point: Checkpoint) -> None:
        """Keep a point to go back to; the oldest goes."""
        self._points.append(point)

    def back(self, steps: int) -> Checkpoint:
        """Give the checkpoint so many steps ago; those after it are forgotten."""
        if not 0 < steps <= len(self._points):
            raise NotFound(
                f"there is no checkpoint {steps} steps ago",
                fix=f"there are {len(self._points)}; one is taken every {self._point_every} frames",
            )
        for _ in range(steps - 1):
            self._points.pop()
        return self._points[-1]

    @property
    def points(self) -> tuple[Checkpoint, ...]:
        """List the checkpoints, oldest first."""
        return tuple(self._points)

    def next_stop(self, frame: int, last: int) -> int:
        """Say up to which frame the table may run before something is to be kept."""
        stops = (_after(frame, every) for every in (self._auto_every, self._point_every))
        return min(last, *stops)

    def due(self, frame: int) -> tuple[bool, bool]:
        """Tell whether an auto-save, and whether a checkpoint, is due at a frame."""
        return frame % self._auto_every == 0, frame % self._point_every == 0


def write_whole(path: Path, save: bytes) -> None:
    """Write a file so that whoever reads it meanwhile, or a crash, finds the old or the new."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        fresh.write_bytes(save)
        replace(fresh, path)
    finally:
        with suppress(FileNotFoundError):
            fresh.unlink()


def _frames(switches: Switches, name: str) -> int:
    return max(1, round(switches.number(name) * switches.count("frames-per-second")))


def _after(frame: int, every: int) -> int:
    return (frame // every + 1) * every
