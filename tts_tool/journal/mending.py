"""What has become of the file of a game, and what can be had of it from it and its backups."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from tts_tool.errors import BadInput
from tts_tool.journal.legs import steps_in
from tts_tool.journal.logbook import backups, placed
from tts_tool.journal.pages import (
    NO_TITLE,
    VERSION,
    Damage,
    FileReading,
    Title,
    mended,
    pages_of,
    read,
    written,
)
from tts_tool.patience import replace

__all__ = [
    "Damaged",
    "Health",
    "Salvaged",
    "backed_up",
    "checked",
    "content",
    "good",
    "salvaged",
]


class Health(msgspec.Struct, frozen=True):
    """How a game is on the disk."""

    game: str
    file: str
    good: bool
    steps: int
    """So many entries stand in what is good of its file."""
    within_reach: int
    """So many stand in what can be had, from its file and its backups."""
    line: int = 0
    """From which line on the file is damaged."""
    why: str = ""


class Salvaged(msgspec.Struct, frozen=True):
    """What was made good of a damaged game."""

    game: str
    steps: int
    """So many entries stand in it now."""
    before: int
    """So many stood in what was good of its file alone."""
    damaged: str
    """Where the damaged file is now; nothing when there was none."""


class Damaged(BadInput):
    """The file of a game is not what was written into it."""

    def __init__(self, path: Path, damage: Damage, steps: int) -> None:
        super().__init__(
            f"{path.stem} is damaged: {damage.reason}; its last good step is {steps}",
            where=f"{path}:{damage.line}",
            fix=f"`tts-tool games salvage {path.stem}` brings back what can be had",
        )


class Files(NamedTuple):
    """All that there is of a game."""

    reading: FileReading
    best: list[bytes]
    """The pages that can be had."""
    title: Title | None

    @property
    def damage(self) -> Damage | None:
        """Say what is wrong with its own file."""
        if self.reading.damage is None and len(self.best) > len(self.reading.lines):
            return Damage(2 + len(self.reading.lines), "it ends here, and its backup goes on")
        return self.reading.damage


def files_of(path: Path) -> Files:
    """Read the backups of a game, and then its file, so that it is not behind them."""
    spare = [_backup(each) for each in backups(path)]
    reading = read(content(path) or b"", path)
    readings = [reading, *(each for each in spare if each is not None)]
    bodies = [each.body for each in readings]
    # A packed file and one that isn't don't begin alike, so each may have to lead the others.
    starts = [mended([each, *bodies]) for each in bodies]
    title = next((each.title for each in readings if each.title is not None), None)
    return Files(reading, max(starts, key=len), title)


def content(path: Path) -> bytes | None:
    """Read a file; what is none, say a folder or a pipe, holds nothing and is not waited for."""
    return path.read_bytes() if path.is_file() else None


def _backup(path: Path) -> FileReading | None:
    """Read a backup, which may be good for nothing."""
    with suppress(BadInput):
        return read(content(path) or b"", path)
    return None


def good(path: Path) -> tuple[Title, FileReading]:
    """Read the file of a game, unless it is damaged."""
    files = files_of(path)
    title, reading = files.reading.title, files.reading
    if title is not None and files.damage is None:
        return title, reading
    raise Damaged(path, files.damage or NO_TITLE, steps_in(reading.pages))


def checked(path: Path) -> Health:
    """Say how a game is on the disk."""
    files = files_of(path)
    steps, within_reach = (steps_in(pages_of(each)) for each in (files.reading.lines, files.best))
    line, why = files.damage or (0, "")
    return Health(path.stem, str(path), not why, steps, within_reach, line, why)


def salvaged(path: Path, broken: Path, *, forced: bool) -> Salvaged:
    """Put a game together from all that is good, and lay what was damaged aside."""
    files = files_of(path)
    if files.damage is None:
        raise BadInput(f"{path.stem} is not damaged", where=str(path))
    pages = pages_of(files.best)
    if not pages or pages[0].leg is None:
        raise BadInput(
            f"nothing of {path.stem} can be read, in its file or its backups",
            where=str(path),
            fix="if you exported it: tts-tool games import FILE",
        )
    header = pages[0].leg.header
    title = files.title or Title(VERSION, header.game, header.seats, pages[0].at)
    aside = _laid_aside(path, broken)
    placed(path, written(msgspec.structs.replace(title, packed=None), files.best), forced=forced)
    steps, before = steps_in(pages), steps_in(files.reading.pages)
    return Salvaged(path.stem, steps, before, str(aside or ""))


def _laid_aside(path: Path, broken: Path) -> Path | None:
    """Keep a copy of a damaged file under a name that is free."""
    if not path.exists() and not path.is_symlink():
        return None
    number = 1
    while (aside := broken / f"{path.stem}.{number}{path.suffix}").exists():
        number += 1
    data = content(path)
    if data is None:
        broken.mkdir(exist_ok=True)
        replace(path, aside)
    else:
        placed(aside, data, forced=False)
    return aside


def backed_up(path: Path) -> str:
    """Say of which game a backup is."""
    return path.stem.rpartition(".")[0]
