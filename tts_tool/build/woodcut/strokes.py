"""What figures are made of: tubes through points, closed shapes, thorns, hands and teeth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

__all__ = [
    "Point",
    "Points",
    "along",
    "blob",
    "brush",
    "claws",
    "curve",
    "fangs",
    "filled",
    "limb",
    "number",
    "outline",
    "path",
    "spike",
    "turned",
]

Point: TypeAlias = Sequence[float]
Points: TypeAlias = Sequence[Point]

_THIN = 0.8
"""What ends thinner than this ends in a point, and has no round end."""


def number(value: float) -> str:
    """Write a number as short as it may be.

    >>> number(3.04), number(-0.01), number(12.35)
    ('3', '0', '12.3')
    """
    said = f"{value:.1f}".removesuffix(".0")
    return "0" if said == "-0" else said


def path(d: str, fill: str = "") -> str:
    """Draw an outline, in a colour or in that of what is around it."""
    return f'<path fill="{fill}" d="{d}"/>' if fill else f'<path d="{d}"/>'


def filled(fill: str) -> str:
    """Say a colour, unless it is that of what is around."""
    return f' fill="{fill}"' if fill else ""


def turned(x: float, y: float, angle: float) -> Callable[[float, float], tuple[float, float]]:
    """Give what places points along a direction: so far ahead, so far to its right."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return lambda ahead, aside: (x + c * ahead - s * aside, y + s * ahead + c * aside)


def curve(points: Points, *, closed: bool = False, tight: float = 0.5) -> str:
    """Give a curve through points; one with a third value that is not 0 is a corner."""
    last = len(points) - 1

    def at(i: int) -> Point:
        return points[i % (last + 1)] if closed else points[max(0, min(last, i))]

    def bent(point: Point) -> float:
        return 0 if len(point) > 2 and point[2] else tight / 3  # noqa: PLR2004 - x, y, corner

    d = f"M{number(points[0][0])} {number(points[0][1])}"
    for i in range(last + closed):
        before, one, other, after = (at(i + k) for k in (-1, 0, 1, 2))
        out, into = bent(one), bent(other)
        steps = (
            one[0] + (other[0] - before[0]) * out,
            one[1] + (other[1] - before[1]) * out,
            other[0] - (after[0] - one[0]) * into,
            other[1] - (after[1] - one[1]) * into,
            other[0],
            other[1],
        )
        d += "C" + " ".join(map(number, steps))
    return d + "Z" * closed


def blob(points: Points, fill: str = "", tight: float = 0.62) -> str:
    """Draw a closed smooth shape; a third value that is not 0 makes a corner of a point."""
    return path(curve(points, closed=True, tight=tight), fill)


def _between(points: Points, per: int) -> list[tuple[float, float, float]]:
    """Give points on a curve through (x, y, width), so many for each of them."""
    found = []
    for i in range(len(points) - 1):
        p0, p1, p2 = points[max(0, i - 1)], points[i], points[i + 1]
        p3 = points[min(len(points) - 1, i + 2)]
        for step in range(per):
            t = step / per
            x, y, width = (
                0.5
                * (
                    2 * p1[j]
                    + (p2[j] - p0[j]) * t
                    + (2 * p0[j] - 5 * p1[j] + 4 * p2[j] - p3[j]) * t * t
                    + (3 * p1[j] - p0[j] - 3 * p2[j] + p3[j]) * t**3
                )
                for j in range(3)
            )
            found.append((x, y, width))
    x, y, width = points[-1][:3]
    return [*found, (x, y, width)]


def outline(points: Points, per: int = 7, rough: float = 0, chance: Random | None = None) -> str:
    """Give the outline of a tube through (x, y, width); `rough` lets its edges waver."""
    middle = _between(points, per)
    left, right = [], []
    for i, (x, y, width) in enumerate(middle):
        before, after = middle[max(0, i - 1)], middle[min(len(middle) - 1, i + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1
        dx, dy = dx / length, dy / length
        half = max(0.2, width) / 2
        one, other = (chance.uniform(-rough, rough) if chance else 0.0 for _ in range(2))
        left.append((x - dy * (half + one), y + dx * (half + one)))
        right.append((x + dy * (half + other), y - dx * (half + other)))
    there = "L".join(f"{number(x)} {number(y)}" for x, y in left)
    back = "L".join(f"{number(x)} {number(y)}" for x, y in reversed(right))
    end = _round(middle[-1][2] / 2, right[-1])
    return f"M{there}{end}L{back}{_round(middle[0][2] / 2, left[0])}Z"


def _round(radius: float, to: tuple[float, float]) -> str:
    if radius <= _THIN:
        return ""
    return f"A{number(radius)} {number(radius)} 0 0 0 {number(to[0])} {number(to[1])}"


def limb(points: Points, fill: str = "", rough: float = 0, per: int = 7, *, chance: Random) -> str:
    """Draw a tube through points (x, y, width): a leg, a tail, a branch, a stroke of a brush."""
    return path(outline(points, per, rough, chance if rough else None), fill)


def brush(
    points: Points,
    fill: str = "",
    hairs: int = 15,
    dry: float = 0.34,
    wet: float = 0.04,
    *,
    chance: Random,
) -> str:
    """Draw a stroke of a wide brush through (x, y, width), whose hairs run dry one by one.

    They begin within the share `wet` of it, and the last share `dry` is where they end.
    """
    way = _between(points, 9)
    last = len(way) - 1
    solid = way[::3][: max(3, round(last / 3 * (1 - dry * 0.8)))]
    drawn = [path(outline([(x, y, width * 0.8) for x, y, width in solid], 4), fill)]
    for i in range(hairs):
        aside = (i + 0.5) / hairs - 0.5
        first = int(last * chance.uniform(0, wet) * (1 + abs(aside)))
        end = int(last * (1 - chance.random() ** 1.6 * dry))
        hair = [
            (*_beside(way, j, aside + chance.uniform(-0.02, 0.02)), chance.uniform(0.8, 1.5))
            for j in range(first, end, 4)
        ]
        if len(hair) > 2:  # noqa: PLR2004 - or there is nothing between its ends
            wide = [
                (x, y, max(0.8, way[first + 4 * n][2] / hairs * share))
                for n, (x, y, share) in enumerate(hair)
            ]
            drawn.append(path(outline([*wide[:-1], (*wide[-1][:2], 0.5)], 3), fill))
    return "".join(drawn)


def _beside(
    way: Sequence[tuple[float, float, float]], at: int, share: float
) -> tuple[float, float]:
    """Give a point beside a stroke, at a share of its width."""
    x, y, width = way[at]
    before, after = way[max(0, at - 1)], way[min(len(way) - 1, at + 1)]
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1
    return (x - dy / length * width * share, y + dx / length * width * share)


def spike(
    x: float,
    y: float,
    angle: float,
    length: float,
    width: float,
    bend: float = 0,
    fill: str = "",
) -> str:
    """Draw a thorn, tooth or talon from its root, in a direction, bent to a side."""
    at = turned(x, y, angle)
    half = width / 2
    middle, side = length * 0.55, bend * length
    points = (
        at(0, half),
        at(middle, side + half),
        at(length, 0),
        at(middle, side - half),
        at(0, -half),
    )
    (a, b, tip, c, d) = (f"{number(px)} {number(py)}" for px, py in points)
    return path(f"M{a}Q{b} {tip}Q{c} {d}Z", fill)


def claws(
    x: float,
    y: float,
    angle: float,
    length: float,
    width: float,
    count: int = 4,
    spread: float = 60,
    bend: float = 0.12,
    fill: str = "",
) -> str:
    """Draw a hand or a foot of thorns; those in its middle are the longest."""
    shares = [i / max(1, count - 1) for i in range(count)]
    return "".join(
        spike(
            x,
            y,
            angle + spread * (share - 0.5),
            length * (1 - 0.18 * abs(share - 0.45)),
            width,
            bend,
            fill,
        )
        for share in shares
    )


def along(points: Points, count: int) -> list[tuple[float, float]]:
    """Give points at equal distances on a broken line.

    >>> along([(0, 0), (4, 0), (4, 4)], 3)
    [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]
    """
    parts = [(a, b, math.hypot(b[0] - a[0], b[1] - a[1])) for a, b in pairwise(points)]
    whole = sum(length for _, _, length in parts)
    return [_at(parts, whole * i / max(1, count - 1)) for i in range(count)]


def _at(parts: Sequence[tuple[Point, Point, float]], far: float) -> tuple[float, float]:
    for number_, (a, b, length) in enumerate(parts, 1):
        if far <= length or number_ == len(parts):
            share = min(1.0, far / length) if length else 0.0
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        far -= length
    return (0.0, 0.0)


def fangs(
    points: Points,
    count: int,
    length: float,
    fill: str = "",
    *,
    side: int = 1,
    long: Sequence[int] = (),
    width: float = 0.98,
) -> str:
    """Draw teeth along a line, to its right or left; those numbered in `long` stand out."""
    roots = along(points, count + 1)
    drawn = []
    for i, ((ax, ay), (bx, by)) in enumerate(pairwise(roots)):
        share = 1.6 if i in long else 1 - 0.18 * (i % 2)
        gap = math.hypot(bx - ax, by - ay) or 1
        cx, cy = ax + (bx - ax) * width, ay + (by - ay) * width
        tip_x = (ax + cx) / 2 - (by - ay) / gap * side * length * share
        tip_y = (ay + cy) / 2 + (bx - ax) / gap * side * length * share
        corners = ((ax, ay), (tip_x, tip_y), (cx, cy))
        drawn.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z")
    return path("".join(drawn), fill)
