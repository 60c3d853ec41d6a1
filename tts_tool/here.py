"""Names files as they are seen from where somebody stands."""

from __future__ import annotations

from pathlib import Path, PurePath, PureWindowsPath

__all__ = ["seen_from", "seen_from_here"]


def seen_from_here(where: str) -> str:
    """Name a file, with its line if one follows, from the folder in which the command was typed."""
    return seen_from(Path.cwd(), where)


def seen_from(folder: PurePath, where: str) -> str:
    """Leave out the folder, if the file is below it; what is said of the file stays as it is.

    Windows knows no case, and either stroke; what comes out has the one that editors of all
    systems take.
    """
    place, colon, said = where.partition(": ")
    base, there = f"{folder.as_posix().rstrip('/')}/", place
    if isinstance(folder, PureWindowsPath):
        there = place.replace("\\", "/")
        is_below = there.casefold().startswith(base.casefold())
    else:
        is_below = there.startswith(base)
    return f"{there[len(base) :]}{colon}{said}" if is_below else where
