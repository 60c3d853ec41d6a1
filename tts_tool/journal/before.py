"""Reads the games that people had before each had a file of its own: all in one SQLite file.

They are given as `Journal.export` gives games, so that `Journal.load` takes them in. The file is
only read: it stays what it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from tts_tool.errors import BadInput

__all__ = ["is_from_before", "kept_before", "lying_beside"]

_NAME = "games.sqlite3"
_BEGINNING = b"SQLite format 3\0"
_EXPORTED = {"format": "tts-tool journal game", "version": 1}
"""As what games were exported then."""
_OURS = 0x7474736A  # "ttsj", by which our files were known among those of other programs


def is_from_before(path: Path) -> bool:
    """Tell whether a file could be one of those; it may be another program's."""
    try:
        with path.open("rb") as file:
            return file.read(len(_BEGINNING)) == _BEGINNING
    except OSError:
        return False


def lying_beside(folder: Path) -> Path | None:
    """Find such a file where it usually lay: beside today's folder of games."""
    file = folder.with_name(_NAME)
    return file if is_from_before(file) else None


def kept_before(path: Path) -> list[dict[str, Any]]:
    """Read all games of such a file, each as if it were exported."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as disk:
            if disk.execute("PRAGMA application_id").fetchone() != (_OURS,):
                raise BadInput("this is another program's database", where=str(path))
            return list(_games(disk))
    except (sqlite3.Error, ValueError, TypeError) as problem:
        raise BadInput(f"these games can't be read: {problem}", where=str(path)) from problem


def _games(disk: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    rows = disk.execute("SELECT id, begun, played, over FROM game ORDER BY begun, id").fetchall()
    for game, begun, played, over in rows:
        heads = disk.execute("SELECT head FROM leg WHERE game = ? ORDER BY leg", (game,)).fetchall()
        legs = [
            {
                **_read(head),
                "lines": _rows(disk, "line", game, leg),
                "restarts": _rows(disk, "restart", game, leg),
            }
            for leg, (head,) in enumerate(heads)
        ]
        known = {"id": game, "begun": begun, "played": played, "over": bool(over), "legs": legs}
        yield {**_EXPORTED, **known}


def _rows(disk: sqlite3.Connection, table: str, game: str, leg: int) -> list[Any]:
    query = f"SELECT {table} FROM {table} WHERE game = ? AND leg = ? ORDER BY n"  # noqa: S608
    return [_read(row) for (row,) in disk.execute(query, (game, leg))]


def _read(kept: bytes) -> Any:  # noqa: ANN401  # as it was written
    return msgspec.json.decode(kept)
