"""A grid of hexagons: the nearest middle, the nearest corner.

The hexagons stand on a point, so their rows go along x; a grid of the other kind is the same with
x and z exchanged. They may be stretched.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from tts_tool.table.world.vectors import Flat

__all__ = ["Hexes"]

# Corners of a hexagon, as parts of its width and its height.
_CORNERS = ((0.0, 0.5), (0.5, 0.25), (0.5, -0.25), (0.0, -0.5), (-0.5, -0.25), (-0.5, 0.25))
_ROW = 0.75  # how far it is from one row to the next, as a part of the height
_REGULAR = 2 / math.sqrt(3)  # height over width


class Hexes(Struct, frozen=True):
    """A grid whose hexagons are so wide and high, with the middle of one at the origin."""

    width: float
    height: float
    origin: Flat = (0.0, 0.0)

    def nearest_middle(self, point: Flat) -> Flat:
        """Find the middle of the hexagon in which a point is."""
        return min(self._middles_near(point), key=lambda middle: self._away(middle, point))

    def nearest_corner(self, point: Flat) -> Flat:
        """Find the nearest corner; it is one of the hexagon in which the point is."""
        x, z = self.nearest_middle(point)
        corners = [(x + dx * self.width, z + dz * self.height) for dx, dz in _CORNERS]
        return min(corners, key=lambda corner: self._away(corner, point))

    def nearest(self, point: Flat) -> Flat:
        """Find the nearest of all middles and corners."""
        either = (self.nearest_middle(point), self.nearest_corner(point))
        return min(either, key=lambda place: self._away(place, point))

    def _middles_near(self, point: Flat) -> Iterator[Flat]:
        x, z = point[0] - self.origin[0], point[1] - self.origin[1]
        row = round(z / (self.height * _ROW))
        for number in (row - 1, row, row + 1):
            shift = self.width / 2 * (number % 2)
            column = round((x - shift) / self.width)
            yield (
                self.origin[0] + column * self.width + shift,
                self.origin[1] + number * self.height * _ROW,
            )

    def _away(self, one: Flat, other: Flat) -> float:
        """Measure as if the hexagons were regular."""
        x, z = one[0] - other[0], one[1] - other[1]
        return math.hypot(x / self.width, z / self.height * _REGULAR)
