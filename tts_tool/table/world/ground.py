"""Finds what lies near without looking at everything: a grid of squares over the table."""

import math
from collections.abc import Iterator

from tts_tool.table.world.vectors import Extent

__all__ = ["GroundSquares"]

# Any value gives the same; it decides only how many are looked at in vain.
_SQUARE = 4.0
_MANY = 64  # what covers more squares is looked at always; any value does

_Square = tuple[int, int]


class GroundSquares:
    """Keeps for every square which handles reach into it."""

    def __init__(self) -> None:
        self._squares: dict[_Square, dict[int, None]] = {}
        self._places: dict[int, tuple[_Square, _Square]] = {}
        self._large: dict[int, None] = {}

    def put(self, handle: int, box: Extent) -> None:
        """Remember, or correct, how far a handle reaches."""
        place = _place(box)
        if place == self._places.get(handle):
            return
        self.remove(handle)
        if place is None:
            return
        self._places[handle] = place
        if _count(place) > _MANY:
            self._large[handle] = None
            return
        for square in _within(place):
            self._squares.setdefault(square, {})[handle] = None

    def remove(self, handle: int) -> None:
        """Forget a handle."""
        place = self._places.pop(handle, None)
        if place is None or handle in self._large:
            self._large.pop(handle, None)
            return
        for square in _within(place):
            there = self._squares[square]
            del there[handle]
            if not there:
                del self._squares[square]

    def near(self, box: Extent) -> list[int]:
        """List, in the order of their handles, all that may share ground with a box."""
        place = _place(box)
        found = set(self._large)
        if place is None:
            return sorted(found)
        if _count(place) > len(self._squares):
            return sorted(self._places)
        for square in _within(place):
            found.update(self._squares.get(square, ()))
        return sorted(found)


def _place(box: Extent) -> tuple[_Square, _Square] | None:
    """Name the first and the last square; None for what stands nowhere (NaN, infinity)."""
    ends = (box.low[0], box.low[2], box.high[0], box.high[2])
    if not all(map(math.isfinite, ends)):
        return None
    x, z, far_x, far_z = (math.floor(end / _SQUARE) for end in ends)
    return (x, z), (far_x, far_z)


def _count(place: tuple[_Square, _Square]) -> int:
    (x, z), (far_x, far_z) = place
    return (far_x - x + 1) * (far_z - z + 1)


def _within(place: tuple[_Square, _Square]) -> Iterator[_Square]:
    (x, z), (far_x, far_z) = place
    for column in range(x, far_x + 1):
        for row in range(z, far_z + 1):
            yield column, row
