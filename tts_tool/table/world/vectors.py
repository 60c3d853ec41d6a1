"""Points, directions and rotations as Unity has them: left-handed, degrees, turned Z, X, then Y."""

import math
from typing import NamedTuple

__all__ = [
    "ONES",
    "UP",
    "ZERO",
    "Axes",
    "Extent",
    "Flat",
    "Vec",
    "added",
    "angles",
    "axes",
    "between",
    "distance",
    "normal_angle",
    "normal_rotation",
    "scaled",
    "subtracted",
    "times",
    "turned_by",
]

Vec = tuple[float, float, float]
# A place seen from above: x and z.
Flat = tuple[float, float]

ZERO: Vec = (0.0, 0.0, 0.0)
ONES: Vec = (1.0, 1.0, 1.0)
UP: Vec = (0.0, 1.0, 0.0)

# No less than `falling` takes for lying, or what has fallen on something would not stand on it.
_ERROR = 0.06
_GROUND = 0.02  # how much ground two boxes must share for one to carry the other
_FULL = 360.0
# Three thousandths of a degree from straight, where the other turns are hard to tell apart.
_STEEP = 1 - 1e-9
_HALF = 180.0


def added(a: Vec, b: Vec) -> Vec:
    """Go from a by b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtracted(a: Vec, b: Vec) -> Vec:
    """Say how to get from b to a."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: Vec, factor: float) -> Vec:
    """Make a vector longer or shorter."""
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def times(a: Vec, b: Vec) -> Vec:
    """Multiply axis by axis, as scales do."""
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


def between(a: Vec, b: Vec, part: float) -> Vec:
    """Stand on the way from a to b."""
    return added(a, scaled(subtracted(b, a), part))


def distance(a: Vec, b: Vec) -> float:
    """Measure the straight way."""
    return math.dist(a, b)


def normal_angle(angle: float) -> float:
    """Bring an angle into [0, 360)."""
    turned = math.fmod(angle, _FULL)
    if turned < 0:
        turned += _FULL
    return 0.0 if turned >= _FULL else turned


def normal_rotation(rotation: Vec) -> Vec:
    """Bring all three angles into [0, 360)."""
    return (normal_angle(rotation[0]), normal_angle(rotation[1]), normal_angle(rotation[2]))


def turned_by(start: Vec, end: Vec, part: float) -> Vec:
    """Stand between two rotations, going the shorter way round on each axis."""

    def angle(a: float, b: float) -> float:
        way = normal_angle(b - a)
        return normal_angle(a + (way - _FULL if way > _HALF else way) * part)

    return (angle(start[0], end[0]), angle(start[1], end[1]), angle(start[2], end[2]))


class Axes(NamedTuple):
    """Where right, up and forward of a turned thing point."""

    right: Vec
    up: Vec
    forward: Vec

    def outward(self, local: Vec) -> Vec:
        """Turn a direction of the thing into one of the world."""
        right, up, forward = self
        x, y, z = local
        return (
            right[0] * x + up[0] * y + forward[0] * z,
            right[1] * x + up[1] * y + forward[1] * z,
            right[2] * x + up[2] * y + forward[2] * z,
        )

    def inward(self, world: Vec) -> Vec:
        """Turn a direction of the world into one of the thing."""
        return (_dot(self.right, world), _dot(self.up, world), _dot(self.forward, world))

    def extent(self, half: Vec) -> Vec:
        """Give the half size, along the axes of the world, of a turned box."""
        right, up, forward = self
        x, y, z = half
        return (
            abs(right[0]) * x + abs(up[0]) * y + abs(forward[0]) * z,
            abs(right[1]) * x + abs(up[1]) * y + abs(forward[1]) * z,
            abs(right[2]) * x + abs(up[2]) * y + abs(forward[2]) * z,
        )


_UNTURNED = Axes((1.0, 0.0, 0.0), UP, (0.0, 0.0, 1.0))


def axes(rotation: Vec) -> Axes:
    """Turn the axes of the world by a rotation."""
    if rotation == ZERO:
        return _UNTURNED
    sx, cx = _sine_cosine(rotation[0])
    sy, cy = _sine_cosine(rotation[1])
    sz, cz = _sine_cosine(rotation[2])
    return Axes(
        (cy * cz + sy * sx * sz, cx * sz, -sy * cz + cy * sx * sz),
        (-cy * sz + sy * sx * cz, cx * cz, sy * sz + cy * sx * cz),
        (sy * cx, -sx, cy * cx),
    )


def angles(turned: Axes) -> Vec:
    """Find a rotation that turns the axes of the world into these."""
    right, up, forward = turned
    x = math.degrees(math.asin(max(-1.0, min(1.0, -forward[1]))))
    if abs(forward[1]) > _STEEP:  # it looks straight up or down: one turn does for two
        return normal_rotation((x, math.degrees(math.atan2(-right[2], right[0])), 0.0))
    y = math.degrees(math.atan2(forward[0], forward[2]))
    return normal_rotation((x, y, math.degrees(math.atan2(right[1], up[1]))))


class Extent(NamedTuple):
    """A box along the axes of the world: how far a thing reaches."""

    low: Vec
    high: Vec

    @classmethod
    def around(cls, centre: Vec, half: Vec) -> "Extent":
        """Make the box with this centre and half size."""
        return cls(subtracted(centre, half), added(centre, half))

    @property
    def size(self) -> Vec:
        """Measure it along the three axes."""
        return subtracted(self.high, self.low)

    @property
    def centre(self) -> Vec:
        """Find its middle."""
        return between(self.low, self.high, 0.5)

    def lifted(self, height: float) -> "Extent":
        """Give the box that lies so much higher."""
        return Extent(added(self.low, (0.0, height, 0.0)), added(self.high, (0.0, height, 0.0)))

    def covers(self, other: "Extent", at_least: float = 0.0) -> bool:
        """Tell whether the two share more than that much ground, looked at from above."""
        return (
            self.low[0] + at_least < other.high[0]
            and other.low[0] + at_least < self.high[0]
            and self.low[2] + at_least < other.high[2]
            and other.low[2] + at_least < self.high[2]
        )

    def stands_on(self, other: "Extent") -> bool:
        """Tell whether this box stands on another, give or take what estimated sizes may err."""
        slack = min(_ERROR, other.size[1] / 2)
        gap = self.low[1] - other.high[1]
        return -slack <= gap <= _ERROR and self.covers(other, _GROUND)

    def meets(self, other: "Extent") -> bool:
        """Tell whether the two share room."""
        return self.covers(other) and self.low[1] <= other.high[1] and other.low[1] <= self.high[1]

    def holds(self, point: Vec) -> bool:
        """Tell whether a point lies inside."""
        return all(self.low[i] <= point[i] <= self.high[i] for i in range(3))


def _dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _sine_cosine(angle: float) -> tuple[float, float]:
    """Be exact at right angles, where things mostly stand; beyond all numbers there is neither."""
    if math.isinf(angle):
        return math.nan, math.nan
    quarters, rest = divmod(angle, 90.0)
    if rest == 0.0:
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarters) % 4]
    radians = math.radians(angle)
    return math.sin(radians), math.cos(radians)
