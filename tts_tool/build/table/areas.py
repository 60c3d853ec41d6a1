"""The areas of places, looked at from above, and which of them a point is in."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

__all__ = ["Area", "Areas", "Point"]

Point = tuple[float, float]

_CELL: Final = 6.0
"""Any value finds the same; it decides only how many are looked at."""
_WIDE: Final = 60.0
"""What reaches farther than this would be in too many cells, and is looked at by itself."""


class Area(NamedTuple):
    """Where a zone is, how it is turned, how large it is."""

    name: str
    at: Point
    turn: float
    size: Point

    def inside(self, x: float, z: float) -> Point | None:
        """Give a point of the table in the frame of the area, if it is inside."""
        dx, dz = x - self.at[0], z - self.at[1]
        angle = math.radians(self.turn)
        across = dx * math.cos(angle) - dz * math.sin(angle)
        along = dx * math.sin(angle) + dz * math.cos(angle)
        is_inside = abs(across) <= self.size[0] / 2 and abs(along) <= self.size[1] / 2
        return (across, along) if is_inside else None

    @property
    def ground(self) -> float:
        """Say how much ground it covers."""
        return self.size[0] * self.size[1]

    @property
    def reach(self) -> float:
        """Say how far it reaches from its middle at most."""
        return math.hypot(*self.size) / 2


class Areas:
    """Many areas; what is in two of them is in the smaller. Only those nearby are looked at."""

    def __init__(self, areas: Iterable[Area]) -> None:
        """Sort them into cells."""
        self._cells: dict[tuple[int, int], list[Area]] = defaultdict(list)
        self._wide: list[Area] = []
        self.names: list[str] = []
        for area in sorted(areas, key=lambda each: each.ground):
            self.names.append(area.name)
            if area.reach > _WIDE:
                self._wide.append(area)
                continue
            for cell in _cells(area):
                self._cells[cell].append(area)

    def at(self, x: float, z: float) -> tuple[str, Point] | None:
        """Say in which area a point is, and where in it."""
        if not (math.isfinite(x) and math.isfinite(z)):
            return None
        near = self._cells.get(_cell(x, z), ())
        found = [
            (area.ground, area.name, inside)
            for some in (near, self._wide)
            for area, inside in _first_around(some, x, z)
        ]
        if not found:
            return None
        _, name, inside = min(found, key=lambda each: each[0])
        return name, inside


def _first_around(areas: Iterable[Area], x: float, z: float) -> Iterator[tuple[Area, Point]]:
    """Give the first area around a point, if there is one."""
    for area in areas:
        inside = area.inside(x, z)
        if inside is not None:
            yield area, inside
            return


def _cells(area: Area) -> Iterator[tuple[int, int]]:
    (x, z), reach = area.at, area.reach
    low, high = _cell(x - reach, z - reach), _cell(x + reach, z + reach)
    for column in range(low[0], high[0] + 1):
        for row in range(low[1], high[1] + 1):
            yield column, row


def _cell(x: float, z: float) -> tuple[int, int]:
    return math.floor(x / _CELL), math.floor(z / _CELL)
