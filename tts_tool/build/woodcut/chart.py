"""What charts are engraved with: coasts, peaks, trees, towns, and where there is room for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Final

from tts_tool.build.woodcut.strokes import Point, Points, curve, number, outline, path

__all__ = ["coast", "peak", "strewn", "town", "tree"]

_HALVINGS: Final = 3
"""Each doubles the points: eight for each that a template gives."""
_TRIES: Final = 12
"""How often room is looked for, for each that there may be."""
_LINES: Final = ((0, 4.6, 1), (9, 1.8, 0.7), (20, 1.4, 0.5), (34, 1.1, 0.35))
"""The lines along a coast: how far out, how wide, how dense."""


def _closed(points: Points) -> str:
    return "M" + "L".join(f"{number(p[0])} {number(p[1])}" for p in points) + "Z"


def _thin(ink: str, d: str, wide: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="{number(wide)}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def coast(
    points: Points, water: str, ink: str, sand: str, rough: float = 0.16, *, chance: Random
) -> str:
    """Draw the sea to the left of a coast that runs from the top to the bottom.

    Capes and bays are added to the line; level strokes thin out away from it, as engravers cut
    water.
    """
    line = [(p[0], p[1]) for p in points]
    for _ in range(_HALVINGS):
        finer = [line[0]]
        for (a, b), (c, d) in pairwise(line):
            far = abs(d - b) + abs(c - a)
            middle = ((a + c) / 2 + chance.uniform(-rough, rough) * far, (b + d) / 2)
            finer += [middle, (c, d)]
        line = finer
    left = min(0, *(x for x, _ in line)) - 20
    shore = curve(line, tight=0.5)
    sea = f"{shore}L{number(left)} {number(line[-1][1])}L{number(left)} {number(line[0][1])}Z"
    drawn = [path(sea, water), _thin(sand, curve([(x + 4, y) for x, y in line]), 7)]
    for aside, wide, dense in _LINES:
        along = curve([(x - aside, y) for x, y in line])
        drawn.append(f'<g opacity="{dense}">{_thin(ink, along, wide)}</g>')
    strokes = "".join(_wash(line, left, chance))
    return "".join(drawn) + f'<g opacity=".75">{path(strokes, ink)}</g>'


def _wash(line: Points, left: float, chance: Random) -> list[str]:
    """Give level strokes from a coast outwards, and a few waves far out."""
    found = []
    step = 7.0
    for (a, b), (c, d) in pairwise(line):
        for i in range(max(1, round((d - b) / step))):
            y = b + i * step
            x = a + (c - a) * (y - b) / max(1.0, d - b) - 5
            long = chance.uniform(24, 74)
            middle = (x - long * 0.5, y + chance.uniform(-1, 1), 1.6)
            found.append(outline([(x, y, 2.4), middle, (x - long, y, 0.2)], 2))
            room = x - long - 50 - left
            if room > 0 and chance.random() < 0.4:  # noqa: PLR2004 - a few
                q = left + chance.uniform(0, room)
                wave = [(q, y, 0.3), (q + 22, y - 3, 1.8), (q + 44, y, 0.3)]
                found.append(outline(wave, 3))
    return found


def peak(
    x: float, y: float, size: float, ink: str, light: str, shade: str, *, chance: Random
) -> str:
    """Draw a mountain on its foot: an outline, light on its left, hatched on its right."""
    left, right = size * chance.uniform(0.6, 0.75), size * chance.uniform(0.65, 0.85)
    shares = (
        (-left, 0), (-left * 0.55, 0.42), (-left * 0.34, 0.5), (-left * 0.1, 0.86), (0, 1),
        (right * 0.2, 0.72), (right * 0.34, 0.66), (right * 0.62, 0.3), (right, 0),
    )  # fmt: skip
    edge = [
        (x + a + chance.uniform(-0.03, 0.03) * size, y - (b + chance.uniform(-0.03, 0.03)) * size)
        for a, b in shares
    ]
    spine = [(x + size * a, y - size * b) for a, b in _SPINE]
    hatch = [outline([(*p, 2.6) for p in edge[:5]], 3), outline([(*p, 3.4) for p in edge[4:]], 3)]
    rows = max(3, int(size / 3.6))
    for i in range(rows):
        t = (i + 0.5) / rows
        high = y - size * (1 - t)
        start = _across(spine, high)
        far = right * t * 0.92 * chance.uniform(0.45, 0.95)
        middle = (start + far * 0.5, high + far * 0.34, 1.5)
        end = (start + far, high + far * 0.72, 0.3)
        hatch.append(outline([(start, high, 1.9), middle, end], 2))
    for _ in range(int(size / 11)):
        t = chance.uniform(0.25, 0.9)
        at, high = x - left * t * 0.86, y - size * (1 - t) + 2
        hatch.append(outline([(at, high, 1.3), (at - size * 0.06, high + size * 0.12, 0.3)], 2))
    dark = _closed([*edge[4:], *spine[:0:-1]])
    return (
        path(_closed(edge), light)
        + f'<g opacity=".34">{path(dark, shade)}</g>'
        + path("".join(hatch), ink)
    )


_SPINE: Final = ((0, 1), (0.03, 0.7), (-0.05, 0.42), (0.04, 0.18), (0, 0))


def _across(line: Points, y: float) -> float:
    """Say where a line that falls is at a height."""
    for a, b in pairwise(line):
        if a[1] <= y <= b[1]:
            return a[0] + (b[0] - a[0]) * (y - a[1]) / max(0.1, b[1] - a[1])
    return line[-1][0]


def tree(
    x: float, y: float, size: float, ink: str, leaf: str, *, fir: bool = True, chance: Random
) -> str:
    """Draw a tree on its foot, dark on its right: a fir, or one with a round head."""
    stem = _thin(ink, f"M{number(x)} {number(y)}v{number(-size * 0.28)}", 2.6)
    if fir:
        left, right = [], []
        for i in range(1, 6):
            t = i / 5
            wide = size * 0.27 * t * chance.uniform(0.85, 1.15)
            at = y - size + size * 0.9 * t
            left += [(x - wide, at + size * 0.03), (x - wide * 0.45, at - size * 0.02)]
            right += [(x + wide, at + size * 0.03), (x + wide * 0.45, at - size * 0.02)]
        dark = [(x, y - size), *right[:-1], (x, y - size * 0.1)]
        body = [(x, y - size), *right, *reversed(left)]
        shaded = f'<g opacity=".6">{path(_closed(dark), ink)}</g>'
        return stem + path(_closed(body), leaf) + shaded
    edge = [
        (x + size * a, y - size * (b + chance.uniform(-0.03, 0.03)))
        for a, b in ((-0.3, 0.32), (-0.25, 0.66), (0, 0.86), (0.27, 0.66), (0.3, 0.32), (0, 0.18))
    ]
    lines = "".join(
        f"M{number(x + size * a)} {number(y - size * b)}"
        f"q{number(size * c)} {number(size * 0.2)} 0 {number(size * d)}"
        for a, b, c, d in ((0.06, 0.76, 0.2, 0.5), (0.15, 0.66, 0.12, 0.36))
    )
    d = curve(edge, closed=True, tight=0.62)
    return stem + path(d, leaf) + _thin(ink, d + lines, 1.7)


def town(
    x: float,
    y: float,
    size: float,
    ink: str,
    wall: str,
    roof: str,
    houses: int = 6,
    towers: int = 2,
    spires: int = 0,
    *,
    walled: bool = True,
    chance: Random,
) -> str:
    """Draw a town on its foot: houses, towers with battlements, spires, and a wall before them."""
    kinds = [*(["house"] * houses), *(["tower"] * towers), *(["spire"] * spires)]
    chance.shuffle(kinds)
    drawn = []
    for i, kind in enumerate(kinds):
        at = x + size * ((i + chance.uniform(0.3, 0.7)) / len(kinds) - 0.5) * 1.06
        wide = size * chance.uniform(0.11, 0.15) * (0.8 if kind == "spire" else 1)
        low, top = _HIGH[kind]
        high = size * chance.uniform(low, top)
        drawn.append((high, _building(kind, at, y, wide, high, (ink, wall, roof))))
    tall_first = sorted(range(len(drawn)), key=lambda n: (-round(drawn[n][0], 1), n))
    body = "".join(drawn[n][1] for n in tall_first)
    return body + (_wall(x, y, size, ink, wall) if walled else "")


_HIGH: Final = {"house": (0.15, 0.28), "tower": (0.36, 0.54), "spire": (0.42, 0.62)}


def _building(
    kind: str, x: float, y: float, wide: float, high: float, colours: tuple[str, str, str]
) -> str:
    ink, wall, roof = colours
    half, top = wide / 2, y - high
    body = _closed([(x - half, y), (x - half, top), (x + half, top), (x + half, y)])
    shade = _closed([(x + wide * 0.1, y), (x + wide * 0.1, top), (x + half, top), (x + half, y)])
    drawn = path(body, wall) + f'<g opacity=".42">{path(shade, ink)}</g>'
    if kind == "tower":
        crown = [(x - half * 1.3, top)]
        for i in range(3):
            a = x - half * 1.3 + wide * 1.3 * i / 3
            b = a + wide * 0.28
            crown += [(a, top - wide * 0.5), (b, top - wide * 0.5), (b, top - wide * 0.28)]
            crown.append((a + wide * 1.3 / 3, top - wide * 0.28))
        crown += [(x + half * 1.3, top)]
        head = _closed(crown)
        drawn += path(head, wall)
    else:
        steep, over = (2.4, 1.25) if kind == "spire" else (0.95, 1.3)
        head = _closed([(x - half * over, top), (x, top - wide * steep), (x + half * over, top)])
        drawn += path(head, roof)
    slit = f"M{number(x - wide * 0.14)} {number(y - high * 0.8)}v{number(wide * 0.3)}"
    return drawn + _thin(ink, body + head, 1.9) + _thin(ink, slit, 2.4)


def _wall(x: float, y: float, size: float, ink: str, wall: str) -> str:
    """Draw a wall with battlements and a gate before a town."""
    high, tooth = size * 0.12, size * 0.05
    left, count = x - size * 0.61, 24
    edge: list[Point] = [(left, y + 3)]
    for i in range(count):
        up = y - high - (size * 0.035 if i % 2 else 0)
        edge += [(left + i * tooth, up), (left + (i + 1) * tooth, up)]
    edge.append((left + count * tooth, y + 3))
    d = _closed(edge)
    wide = size * 0.05
    gate = (
        f"M{number(x - wide)} {number(y + 3)}V{number(y - high * 0.45)}"
        f"Q{number(x)} {number(y - high * 1.05)} {number(x + wide)} {number(y - high * 0.45)}"
        f"V{number(y + 3)}Z"
    )
    return path(d, wall) + _thin(ink, d, 1.9) + path(gate, ink)


def strewn(
    box: Point,
    count: int,
    gap: float,
    mine: Points,
    others: Points = (),
    reach: float = 400,
    clear: Sequence[Point] = (),
    off: Points = (),
    apart: float = 20,
    *,
    chance: Random,
) -> list[tuple[float, float]]:
    """Give up to `count` points for what is scattered, the far ones first, no two within `gap`.

    They lie in a box (left, top, right, bottom), nearer to one of `mine` than to any of the
    `others` and within `reach` of it; never in one of the boxes to keep `clear`, nor so near as
    `apart` to what they must keep `off`.
    """
    found: list[tuple[float, float]] = []
    for _ in range(count * _TRIES):
        if len(found) >= count:
            break
        x, y = chance.uniform(box[0], box[2]), chance.uniform(box[1], box[3])
        near = min(_far(x, y, p) for p in mine)
        if (
            near <= reach * reach
            and not any(a < x < c and b < y < d for a, b, c, d in clear)
            and all(_far(x, y, p) > near for p in others)
            and all(_far(x, y, p) >= gap * gap for p in found)
            and all(_far(x, y, p) >= apart * apart for p in off)
        ):
            found.append((round(x, 1), round(y, 1)))
    return sorted(found, key=lambda p: (p[1], p[0]))


def _far(x: float, y: float, to: Point) -> float:
    """Say how far something is, squared: nothing that machines may round in two ways."""
    return (x - to[0]) ** 2 + (y - to[1]) ** 2
