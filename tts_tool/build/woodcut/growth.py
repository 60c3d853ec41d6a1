"""What grows on figures: hair and rags that hang, fur that bristles, antlers, wings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from tts_tool.build.woodcut.strokes import (
    Point,
    Points,
    along,
    filled,
    limb,
    number,
    outline,
    path,
    spike,
    turned,
)

__all__ = ["antler", "feathers", "fur", "membrane", "strands"]

_FEWEST = 1.0
"""The least width of a tuft: thinner ones would be without number."""


def strands(
    roots: Points,
    length: float,
    width: float,
    angle: float,
    wave: float = 0.25,
    spread: float = 14,
    fill: str = "",
    *,
    chance: Random,
) -> str:
    """Draw hair, rags, moss or weed that hangs from the roots in a direction."""
    drawn = []
    for x, y in (root[:2] for root in roots):
        at = turned(x, y, angle + chance.uniform(-spread, spread))
        far = length * chance.uniform(0.65, 1.15)
        swing = chance.uniform(-wave, wave) * far
        points = [
            (x, y, width),
            (*at(far * 0.4, swing), width * chance.uniform(0.6, 0.9)),
            (*at(far * 0.75, -swing * 0.6), width * 0.45),
            (*at(far, 0), 0.3),
        ]
        drawn.append(path(outline(points, 4), fill))
    return "".join(drawn)


def fur(
    points: Points,
    length: float,
    lean: float = 0,
    width: float = 9,
    fill: str = "",
    *,
    chance: Random,
) -> str:
    """Draw tufts outwards along an edge, whose points run clockwise; `lean` turns them."""
    drawn = []
    for (x0, y0), (x1, y1) in pairwise(point[:2] for point in points):
        far = math.hypot(x1 - x0, y1 - y0)
        count = max(1, round(far / max(_FEWEST, width) * 1.3))
        out = math.degrees(math.atan2(y1 - y0, x1 - x0)) - 90 + lean
        for i in range(count):
            share = (i + chance.random() * 0.6) / count
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            angle = out + chance.uniform(-16, 16)
            high = length * chance.uniform(0.6, 1.2)
            bend = chance.uniform(-0.1, 0.2)
            drawn.append(spike(x, y, angle, high, width * 1.4, bend, fill))
    return "".join(drawn)


_TINES = ((0.36, 62), (0.40, 52), (0.30, 40))
"""How long each tine of an antler is, as a part of its beam, and how far it turns off."""


def antler(
    x: float,
    y: float,
    angle: float,
    length: float,
    width: float,
    side: int,
    fill: str = "",
    *,
    chance: Random,
) -> str:
    """Draw a beam with three tines that bends to a side: 1 or -1."""
    beam: list[tuple[float, float, float]] = [(x, y, width)]
    for i in range(1, 5):
        angle -= side * (15 if i < 3 else 6)  # noqa: PLR2004 - it bends less towards its tip
        x, y = turned(x, y, angle)(length / 4, 0)
        beam.append((x, y, width * (1 - i * 0.21)))
    drawn = limb(beam, fill, per=4, chance=chance)
    for (a, b), (share, off) in zip(pairwise(beam[0:4]), _TINES, strict=True):
        way = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + side * off
        far = length * share
        middle = turned(b[0], b[1], way)(far * 0.5, 0)
        tip = turned(*middle, way - side * 34)(far * 0.55, 0)
        tine = [(b[0], b[1], b[2] * 0.9), (*middle, b[2] * 0.62), (*tip, 0.6)]
        drawn += limb(tine, fill, per=4, chance=chance)
    return drawn


def feathers(
    arm: Points,
    first: float,
    last: float,
    short: float,
    long: float,
    count: int,
    width: float,
    fill: str = "",
    *,
    chance: Random,
) -> str:
    """Draw a wing: an arm (x, y, width), and feathers from one angle and length to another."""
    drawn = []
    for share, wide in ((1.0, width), (0.55, width * 1.15)):
        for i, (x, y) in enumerate(along([point[:2] for point in arm], count)):
            t = i / max(1, count - 1)
            at = turned(x, y, first + (last - first) * t)
            far = (short + (long - short) * t) * share
            middle = at(far * 0.5, far * 0.06)
            points = [(x, y, wide), (*middle, wide * 1.05), (*at(far, 0), width * 0.3)]
            drawn.append(limb(points, fill, per=4, chance=chance))
    return "".join(drawn) + limb(arm, fill, chance=chance)


def membrane(
    shoulder: Point,
    elbow: Point,
    wrist: Point,
    tips: Sequence[Point],
    root: Point,
    fill: str = "",
    sag: float = 0.3,
    *,
    chance: Random,
) -> str:
    """Draw a bat's wing: bones from the wrist to the tips, and skin that sags between them."""
    skin = f"M{_at(shoulder)}Q{_at(elbow)} {_at(wrist)}L{_at(tips[0])}"
    for a, b in pairwise((*tips, root)):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        towards = [m + (w - m) * sag for m, w in zip(middle, wrist, strict=False)]
        skin += f"Q{_at(towards)} {_at(b)}"
    arm = [(*shoulder[:2], 16), (*elbow[:2], 13), (*wrist[:2], 9)]
    thumb = spike(wrist[0], wrist[1], -80, 22, 8, 0.2, fill)
    return f'<path{filled(fill)} d="{skin}Z"/>' + limb(arm, fill, chance=chance) + thumb


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
