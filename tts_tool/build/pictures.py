"""Pictures that are put together from others, or come from a modder: sheets, scans, thumbnails.

What does it is imported when there is one to be made: see `pasting`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tts_tool.build.graph import Given, Made

__all__ = ["Grid", "Scan", "Thumb", "fitting", "printed", "scanned", "thumbnail"]

_MOST_PIXELS: Final = 4096
"""The side of the largest picture that every player's computer takes."""
_WIDEST: Final = 10
_TALLEST: Final = 7
"""As large as any sheet in real saves is: see `saves.objects.cards`."""


class Grid(NamedTuple):
    """A sheet: the nodes of its cells in order, the last of all cells is the back."""

    faces: tuple[str, ...]
    back: str
    cell: tuple[int, int]
    columns: int
    rows: int

    @property
    def size(self) -> tuple[int, int]:
        """How large it is."""
        return self.columns * self.cell[0], self.rows * self.cell[1]


class Scan(NamedTuple):
    """A modder's own picture, and the size in which it is wanted."""

    path: str
    size: tuple[int, int]
    opaque: bool


class Thumb(NamedTuple):
    """Pictures of which a thumbnail is made: the board, and cards fanned out on it."""

    pictures: tuple[str, ...]
    side: int = 256


def fitting(faces: int, size: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
    """Say how many columns and rows hold the faces and the back, and how large a cell may be.

    >>> fitting(69, (750, 1050))
    (10, 7, (409, 573))
    """
    columns = min(_WIDEST, faces + 1)
    rows = max(2, -(-(faces + 1) // columns))
    width, height = size
    scale = min(1.0, _MOST_PIXELS / (columns * width), _MOST_PIXELS / (rows * height))
    return columns, rows, (int(width * scale), int(height * scale))


def printed(given: Grid, needed: Given) -> Made:
    """Put faces on a sheet; its last cell is the back, whichever cell TTS shows of hidden cards."""
    from tts_tool.build.pasting import sheet  # noqa: PLC0415 - see above

    return Made(sheet(given, needed))


def scanned(given: Scan, _needed: Given) -> Made:
    """Take a modder's own picture in place of a drawing, cut to its proportions."""
    from tts_tool.build.pasting import scan  # noqa: PLC0415 - see above

    return Made(scan(given), (given.path,))


def thumbnail(given: Thumb, needed: Given) -> Made:
    """Make the small picture that TTS shows beside the name of a save."""
    from tts_tool.build.pasting import thumb  # noqa: PLC0415 - see above

    return Made(thumb(given, needed))
