"""What figures stand before: skies, ranges, woods, water and reeds, from far to near."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Final

from tts_tool.build.woodcut.strokes import limb, number, path, spike, turned

__all__ = ["firs", "reeds", "ridge", "ripples", "sky", "trunk"]

_BELOW: Final = 2000
"""Where what stands on the ground ends: below whatever is shown."""
_HALVINGS: Final = 4
"""Each doubles the points: sixteen for each that a template gives."""
_STEEP: Final = 0.15
"""From here on a side of a range is in the light, or out of it."""
_SPARSE: Final = 0.55  # by eye


def sky(
    colours: Sequence[str],
    width: float = 500,
    height: float = 380,
    *,
    disc: Sequence[float],
    shine: str,
    clouds: Sequence[str] = (),
    chance: Random,
) -> str:
    """Draw a sky from the zenith to the horizon, a disc (x, y, radius) in rays, and clouds."""
    x, y, radius = disc
    shades = "".join(
        f'<stop offset="{at}" stop-color="{colour}"/>'
        for at, colour in zip((0, 0.5, 0.86), colours, strict=True)
    )
    dense = ((0, 0.75), (0.35, 0.32), (1, 0))
    halo = "".join(
        f'<stop offset="{at}" stop-color="{shine}" stop-opacity="{much}"/>' for at, much in dense
    )
    where = f'cx="{number(x)}" cy="{number(y)}"'
    return (
        f'<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">{shades}</linearGradient>'
        f'<radialGradient id="halo">{halo}</radialGradient></defs>'
        f'<rect width="{number(width)}" height="{number(height)}" fill="url(#sky)"/>'
        f'<circle {where} r="{number(radius * 3.4)}" fill="url(#halo)"/>'
        f'<path d="{_rays(x, y, radius, chance)}" fill="none" stroke="{shine}" '
        f'stroke-width="1.1" opacity=".34"/><circle {where} r="{number(radius)}" fill="{shine}"/>'
        + _clouds(width, height, clouds, chance)
    )


def _rays(x: float, y: float, radius: float, chance: Random) -> str:
    """Give arcs of broken lines around a disc, as engravers cut its light."""
    arcs = []
    for i in range(9):
        wide, at = radius * (1.35 + i * 0.34), 0.0
        while at < math.tau:
            long = chance.uniform(0.12, 0.5) / (1 + i * 0.12)
            if chance.random() < 0.72 - i * 0.05:
                (a, b), (c, d) = (
                    turned(x, y, math.degrees(angle))(wide, 0) for angle in (at, at + long)
                )
                bend = f"A{number(wide)} {number(wide)} 0 0 1 {number(c)} {number(d)}"
                arcs.append(f"M{number(a)} {number(b)}{bend}")
            at += long + chance.uniform(0.03, 0.14)
    return "".join(arcs)


def _clouds(width: float, height: float, colours: Sequence[str], chance: Random) -> str:
    drawn = []
    for bank in range(7 if colours else 0):
        y, left = height * chance.uniform(0.05, 0.5), chance.uniform(-0.2, 0.9) * width
        for row in range(chance.randint(3, 6)):
            long, x = chance.uniform(0.14, 0.42) * width, left + chance.uniform(-0.1, 0.1) * width
            middle = (x + long * 0.35, y + row * 4 - chance.uniform(0, 3), chance.uniform(1.6, 3.6))
            end = (x + long, y + row * 4 + chance.uniform(-1, 2), 0.4)
            points = [(x, y + row * 4, 0.4), middle, end]
            drawn.append(limb(points, colours[bank % len(colours)], per=3, chance=chance))
    return "".join(drawn)


def ridge(
    y: float,
    high: float,
    colour: str,
    *,
    lit: str,
    dark: str,
    peaks: int = 3,
    jagged: float = 0.6,
    snow: str = "",
    width: float = 500,
    chance: Random,
) -> str:
    """Draw a range on a horizon: its lit sides are hatched light, the others dark."""
    line = _jagged(y, high, peaks, jagged, width, chance)
    top = min(b for _, b in line)
    light, shadow = [], []
    for (a, b), (c, d) in pairwise(line):
        steep = (d - b) / max(1.0, abs(c - a))
        for t in (0.2, 0.7):
            x0, y0 = a + (c - a) * t, b + (d - b) * t
            sinks = 1.15 - (y0 - top) / max(1.0, y - top) * 0.8
            long = high * chance.uniform(0.10, 0.42) * sinks
            if steep > _STEEP and c > a:  # falls to the right: away from the light
                shadow.append(_hatch(x0, y0, long * 0.30, long, -1.2))
            elif steep < -_STEEP and chance.random() < _SPARSE:
                light.append(_hatch(x0, y0 + 1, -long * 0.12, long * 0.8, 1.2))
    edge = "L".join(f"{number(a)} {number(b)}" for a, b in line)
    body = path(f"M-10 {_BELOW}L{edge}L{number(width + 10)} {_BELOW}Z", colour)
    caps = path("".join(_caps(line, y, high, chance)), snow) if snow else ""
    return body + path("".join(shadow), dark) + path("".join(light), lit) + caps


def _hatch(x: float, y: float, dx: float, dy: float, wide: float) -> str:
    there = f"M{number(x)} {number(y)}l{number(dx)} {number(dy)}"
    return f"{there}l{number(wide - dx)} {number(1 - dy if wide < 0 else -dy)}Z"


def _jagged(
    y: float, high: float, peaks: int, jagged: float, width: float, chance: Random
) -> list[tuple[float, float]]:
    """Give a line from left to right, halved and shifted again and again."""
    line = [(-10.0, y - high * chance.uniform(0, 0.4))]
    for i in range(peaks):
        top = width * (i + chance.uniform(0.25, 0.75)) / peaks
        line += [
            (top, y - high * chance.uniform(0.55, 1)),
            (width * (i + 1) / peaks, y - high * chance.uniform(0.05, 0.35)),
        ]
    line[-1] = (width + 10, line[-1][1])
    for _ in range(_HALVINGS):
        finer = [line[0]]
        for (a, b), (c, d) in pairwise(line):
            far = math.hypot(c - a, d - b)
            x = (a + c) / 2 + chance.uniform(-0.1, 0.1) * far
            finer += [(x, (b + d) / 2 + chance.uniform(-0.18, 0.18) * far * jagged), (c, d)]
        line = finer
    return line


def _caps(line: Sequence[tuple[float, float]], y: float, high: float, chance: Random) -> list[str]:
    """Give the snow on those tops that stand above all around them."""
    caps = []
    for i in range(2, len(line) - 2):
        around = line[max(0, i - 8) : i + 9]
        if line[i][1] > min(b for _, b in around) or line[i][1] >= y - high * 0.45:
            continue
        upper = [(a, b) for a, b in line[max(0, i - 6) : i + 5] if b < line[i][1] + high * 0.24]
        if len(upper) > 2:  # noqa: PLR2004 - or there is nothing between its ends
            lower = [
                (a + chance.uniform(-2, 2), b + high * chance.uniform(0.04, 0.14))
                for a, b in reversed(upper[1:-1])
            ]
            edge = "L".join(f"{number(a)} {number(b)}" for a, b in (*upper, *lower))
            caps.append(f"M{edge}Z")
    return caps


def _fir(x: float, y: float, size: float, chance: Random) -> str:
    """Give a fir as a saw of boughs."""
    left, right = [], []
    for i in range(1, 7):
        t = i / 6
        wide = size * 0.27 * t * chance.uniform(0.8, 1.15)
        at = y - size + size * 0.92 * t
        left += [(x - wide, at + size * 0.03), (x - wide * 0.42, at - size * 0.01)]
        far = wide * chance.uniform(0.8, 1.1)
        right += [(x + far, at + size * 0.03), (x + wide * 0.42, at - size * 0.01)]
    foot = [(0.035, -0.06), (0.03, 0), (-0.03, 0), (-0.035, -0.06)]
    stem = [(x + size * a, y + size * b) for a, b in foot]
    points = [(x, y - size), *right, *stem, *reversed(left)]
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in points) + "Z"


def firs(
    y: float,
    size: float,
    colour: str,
    gap: float = 0.42,
    wave: float = 10,
    width: float = 500,
    *,
    chance: Random,
) -> str:
    """Draw a wood's edge on a ground that rises and falls, and all below it."""
    phase = chance.uniform(0, 6)

    def ground(x: float) -> float:
        return y + math.sin(x / 90 + phase) * wave

    trees, x = [], -size * 0.2
    step = max(2.0, size * gap)
    while x < width + size * 0.2:
        trees.append(_fir(x, ground(x), size * chance.uniform(0.55, 1.2), chance))
        x += step * chance.uniform(0.5, 1.2)
    edge = "L".join(
        f"{number(i * width / 16)} {number(ground(i * width / 16) - 2)}" for i in range(17)
    )
    return path("".join(trees) + f"M0 {_BELOW}L{edge}L{number(width)} {_BELOW}Z", colour)


def trunk(
    x: float,
    width: float,
    top: float,
    foot: float,
    colour: str,
    boughs: int = 5,
    lean: float | None = None,
    *,
    chance: Random,
) -> str:
    """Draw a bare tree with broken boughs and roots."""
    lean = chance.uniform(-18, 18) if lean is None else lean
    high = foot - top
    sway = [chance.uniform(-4, 4) for _ in range(2)]
    stem = [
        (x + lean, top, width * 0.5),
        (x + lean * 0.75 + sway[0], top + high * 0.3, width * 0.62),
        (x + lean * 0.2 + sway[1], top + high * 0.65, width * 0.8),
        (x, foot - high * 0.05, width * 1.1),
        (x, foot + 6, width * 1.9),
    ]
    drawn = limb(stem, colour, width * 0.045, 6, chance=chance)
    for _ in range(boughs):
        t, side, far = (
            chance.uniform(0.05, 0.6),
            chance.choice((-1, 1)),
            width * chance.uniform(1.6, 4.2),
        )
        x0, y0 = x + lean * (1 - t) * 0.9, top + high * t
        end = (x0 + side * far, y0 - far * chance.uniform(0.15, 0.75))
        middle = ((x0 + end[0]) / 2, (y0 + end[1]) / 2 + far * 0.16)
        bough = [(x0, y0, width * 0.34), (*middle, width * 0.22), (*end, 0.6)]
        drawn += limb(bough, colour, per=4, chance=chance)
        for share in (0.2, 0.45):
            at = [m + (e - m) * share for m, e in zip(middle, end, strict=True)]
            angle = -90 + side * chance.uniform(-50, 40)
            twig = far * chance.uniform(0.2, 0.4)
            drawn += spike(at[0], at[1], angle, twig, width * 0.12, 0.1, colour)
    return drawn


def reeds(
    left: float,
    right: float,
    y: float,
    high: float,
    colour: str,
    count: int = 60,
    heads: float = 0.35,
    *,
    chance: Random,
) -> str:
    """Draw reeds between two sides; that share of them bears a head."""
    drawn = []
    for _ in range(count):
        x, long = chance.uniform(left, right), high * chance.uniform(0.45, 1.1)
        bend = chance.uniform(-0.35, 0.35) * long
        stalk = [(x, y + 4, 2.6), (x + bend * 0.3, y - long * 0.5, 1.9), (x + bend, y - long, 0.5)]
        drawn.append(limb(stalk, colour, per=4, chance=chance))
        if chance.random() < heads:
            shares = ((0.78, 0.86, 1), (0.9, 0.93, 5), (0.98, 1, 1))
            head = [(x + bend * a, y - long * b, width) for a, b, width in shares]
            drawn.append(limb(head, colour, per=3, chance=chance))
    return "".join(drawn)


def ripples(
    far: float,
    near: float,
    light: str,
    dark: str,
    count: int = 70,
    width: float = 500,
    *,
    chance: Random,
) -> str:
    """Draw still water: strokes that grow towards whoever looks."""
    drawn = []
    for _ in range(count):
        t = chance.random() ** 0.8
        y, long, x = (
            far + (near - far) * t,
            (8 + 70 * t) * chance.uniform(0.5, 1.3),
            chance.uniform(-20, width),
        )
        middle = (x + long * 0.5, y + chance.uniform(-0.6, 0.6), 0.8 + 2.2 * t)
        stroke = [(x, y, 0.3), middle, (x + long, y, 0.3)]
        colour = light if chance.random() < 0.5 else dark  # noqa: PLR2004 - either
        drawn.append(limb(stroke, colour, per=3, chance=chance))
    return "".join(drawn)
