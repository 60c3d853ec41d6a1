"""How much ground things cover: rectangles on the table, and whether two of them meet."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from tts_tool.saves.kinds import DECK_BASE, DECK_EACH, kind_of, size_of
from tts_tool.saves.objects import Card, Deck, Thing, Tile

__all__ = ["Ground", "ground_of"]

_TOUCH: Final = 0.01
"""What shares an edge only touches, though places are rounded, to four digits."""
_ROUND: Final = "circle"


class Ground(NamedTuple):
    """A rectangle on the table, and between which heights something stands on it."""

    x: float
    z: float
    wide: float
    deep: float
    turn: float = 0
    low: float = 0
    high: float = 0

    def corners(self, margin: float = 0) -> list[tuple[float, float]]:
        """Give the corners, so much further in."""
        wide, deep = self.wide / 2 - margin, self.deep / 2 - margin
        points = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
        return [self.point(x, z) for x, z in points]

    def point(self, x: float, z: float) -> tuple[float, float]:
        """Give a point that is said from the middle."""
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        return (self.x + x * cos + z * sin, self.z - x * sin + z * cos)

    def meets(self, other: Ground) -> bool:
        """Tell whether two share ground; those that only touch do not."""
        far = (self.wide + self.deep + other.wide + other.deep) / 2
        if abs(self.x - other.x) >= far or abs(self.z - other.z) >= far:
            return False  # quicker than to calculate how far
        reach = (math.hypot(self.wide, self.deep) + math.hypot(other.wide, other.deep)) / 2
        if math.hypot(self.x - other.x, self.z - other.z) >= reach:
            return False  # most are so far apart that nobody need look which way they are turned
        one, two = self.corners(_TOUCH), other.corners(_TOUCH)
        axes = (self.turn, self.turn + 90, other.turn, other.turn + 90)
        return not any(_apart(one, two, math.radians(angle)) for angle in axes)

    def holds(self, other: Ground) -> bool:
        """Tell whether all of the other's ground is inside."""
        return all(self.has(x, z) for x, z in other.corners(_TOUCH))

    def has(self, x: float, z: float) -> bool:
        """Tell whether a point is inside."""
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        right, away = x - self.x, z - self.z
        across, along = right * cos - away * sin, right * sin + away * cos
        return abs(across) <= self.wide / 2 and abs(along) <= self.deep / 2


def _apart(one: list[tuple[float, float]], two: list[tuple[float, float]], angle: float) -> bool:
    cos, sin = math.cos(angle), math.sin(angle)
    first = [x * cos - z * sin for x, z in one]
    second = [x * cos - z * sin for x, z in two]
    return max(first) <= min(second) or max(second) <= min(first)


def ground_of(thing: Thing) -> Ground:
    """Give the ground on which a thing stands, or a zone."""
    wide, high, deep = _size(thing)
    wide, high, deep = wide * thing.scale.x, high * thing.scale.y, deep * thing.scale.z
    low = thing.position.y - high * kind_of(thing.object_name()).foot
    at = thing.position
    return Ground(at.x, at.z, wide, deep, thing.rotation.y % 360, low, low + high)


def _size(thing: Thing) -> tuple[float, float, float]:
    """Give width, height and depth at scale 1."""
    wide, high, deep = size_of(thing.object_name())
    match thing:
        case Card():
            return wide, high, _card_deep(thing, wide, deep)
        case Deck():
            high = DECK_BASE + DECK_EACH * len(thing.cards)
            return wide, high, _card_deep(thing.cards[0], wide, deep)
        case Tile():
            return wide, thing.thickness, deep
    return wide, high, deep


def _card_deep(card: Card, wide: float, deep: float) -> float:
    """Round cards are as deep as wide."""
    return wide if card.sheet.shape == _ROUND else deep
