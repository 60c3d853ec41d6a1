"""Gives mats their ground, in columns that are kept for boxes and in the row of seats.

What a file says by itself (`at`) counts before all of this. So a thing that was moved by hand stays
where it was laid, and a layout that says every point is what it always was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from tts_tool.build.table.ground import Ground
from tts_tool.build.table.layout import Column, Layout, Mat, Point, Seated, Surface, Way
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.spots import BESIDE, MatPlan
from tts_tool.errors import BadInput

__all__ = ["grown"]

_WIDEST: Final = 4_096
"""Pixels of the surface's picture at most: what a game loads on any machine."""
_WAYS: Final[Mapping[Way, Point]] = {
    "right": (1, 0),
    "left": (-1, 0),
    "up": (0, 1),
    "down": (0, -1),
}

Size = tuple[float, float]
Sides = tuple[Point, Point]
"""How far something reaches: across, and away."""


def grown(seats: tuple[str, ...], layout: Layout, document: Mapping[str, Any]) -> Layout:
    """Give a layout in which every mat, every seat and the surface has its ground."""
    for name, strip in layout.strips.items():
        if strip.on not in layout.mats:
            where, fix = place_of(layout.files, "strips", name), f"one of {', '.join(layout.mats)}"
            raise BadInput(f'no mat "{strip.on}" for the strip "{name}"', where=where, fix=fix)
    mats = _in_columns(layout, _placed(document, "mats"))
    layout = msgspec.structs.replace(layout, mats=mats)
    sat = _in_row(layout, seats, _placed(document, "seats"))
    layout = msgspec.structs.replace(layout, seats=sat)
    return msgspec.structs.replace(layout, surface=_ample(layout, seats))


def _placed(document: Mapping[str, Any], key: str) -> Collection[str]:
    """List what says by itself where it is."""
    entries = document.get(key, {})
    return {name for name, said in entries.items() if isinstance(said, dict) and "at" in said}


def _whole(layout: Layout, name: str) -> Size:
    """Give the size of a mat with all its strips."""
    wide, deep = layout.mats[name].size
    return wide, deep + layout.growth(name)


# Columns


def _in_columns(layout: Layout, placed: Collection[str]) -> dict[str, Mat]:
    """Lay the mats of each column one after the other, in the order of the files."""
    mats = dict(layout.mats)
    for name, mat in layout.mats.items():
        if mat.column and mat.column not in layout.columns:
            known = ", ".join(layout.columns) or "none is said"
            where = place_of(layout.files, "mats", name, "column")
            raise BadInput(f'no column "{mat.column}"', where=where, fix=f"there are: {known}")
    for key, column in layout.columns.items():
        mine = [name for name, mat in mats.items() if mat.column == key and name not in placed]
        sizes = {name: _whole(layout, name) for name in mine}
        for name, (x, z) in _one_after_the_other(column, sizes):
            at = (round(x, 6), round(z + layout.growth(name) / 2, 6))
            mats[name] = msgspec.structs.replace(mats[name], at=at)
    return mats


def _one_after_the_other(column: Column, sizes: Mapping[str, Size]) -> Iterator[tuple[str, Point]]:
    """Give the middle of each mat of a column."""
    along, beside = _WAYS[column.along], _WAYS[column.beside]
    far, off, widest = 0.0, 0.0, 0.0
    for name, size in sizes.items():
        length, width = _extent(size, along), _extent(size, beside)
        if far and far + length > column.long:
            far, off, widest = 0.0, off + widest + column.gap, 0.0
        there, aside = far + length / 2, off + width / 2
        yield (
            name,
            (
                column.at[0] + along[0] * there + beside[0] * aside,
                column.at[1] + along[1] * there + beside[1] * aside,
            ),
        )
        far, widest = far + length + column.gap, max(widest, width)


def _extent(size: Size, way: Point) -> float:
    return abs(size[0] * way[0]) + abs(size[1] * way[1])


# Seats


def _in_row(layout: Layout, seats: tuple[str, ...], placed: Collection[str]) -> dict[str, Seated]:
    """Let the seats that play sit side by side before all mats of the table."""
    own = [name for name, mat in layout.mats.items() if mat.each == "seat"]
    if layout.seating is None or not own:
        return layout.seats
    gap, said = layout.seating.gap, dict(layout.seats)
    sides = [_sides(_ground(layout, name)) for name in layout.mats if name not in own]
    front = min((away[0] for _, away in sides), default=0.0) - gap
    reach = [(layout.mats[name].at, layout.mats[name].size) for name in own]
    back = max(z + size[1] / 2 for (_, z), size in reach)
    wide = 2 * max(abs(x) + size[0] / 2 for (x, _), size in reach) + gap
    for number, seat in enumerate(seats):
        if seat in said and seat not in placed:
            step = -number if number <= len(seats) // 2 else len(seats) - number
            at = (round(step * wide, 6), round(front - back, 6))
            said[seat] = msgspec.structs.replace(said[seat], at=at)
    return said


# The surface


def _ground(layout: Layout, name: str) -> Ground:
    mat = layout.mats[name]
    ground = Ground(*mat.at, *_whole(layout, name), mat.turn)
    x, z = ground.point(0, -layout.growth(name) / 2)
    return ground._replace(x=x, z=z)


def _ample(layout: Layout, seats: tuple[str, ...]) -> Surface:
    """Let the surface hold every mat; its picture stays one that a game can load."""
    surface = layout.surface
    table = [_ground(layout, name) for name, mat in layout.mats.items() if mat.each == "table"]
    if all(surface.size):
        whole = _sides(Ground(*surface.at, *surface.size))
        reach = whole
        for mine in map(_sides, table):
            reach = (
                _further(reach[0], mine[0], surface.margin),
                _further(reach[1], mine[1], surface.margin),
            )
        if reach == whole:
            return surface
    else:
        reach = _hull([*table, *_of_seats(layout, seats)], surface.margin)
    size = (round(reach[0][1] - reach[0][0], 6), round(reach[1][1] - reach[1][0], 6))
    return msgspec.structs.replace(
        surface,
        at=(round(sum(reach[0]) / 2, 6), round(sum(reach[1]) / 2, 6)),
        size=size,
        density=min(surface.density, max(4, int(_WIDEST / max(size)))),
    )


def _of_seats(layout: Layout, seats: tuple[str, ...]) -> Iterator[Ground]:
    """Give the ground of the mats that each seat has, of hands and of what is hidden."""
    plan = MatPlan(layout, seats)
    for frame in plan.frames.values():
        if frame.seat:
            yield Ground(*frame.middle, *frame.size, frame.turn)
    for said in layout.places:
        if said.kind in BESIDE and said.least_seats <= len(seats):
            for _, at, frame in plan.each(said, said.points):
                _, middle, size = plan.reach(said, said.names[0], at)
                yield Ground(*frame.place(middle), *size, frame.turn)


def _hull(grounds: Iterable[Ground], margin: float) -> Sides:
    """Give how far all reach together, and a margin further."""
    across, away = zip(*map(_sides, grounds), strict=True)
    return _around(across, margin), _around(away, margin)


def _around(ways: Iterable[Point], margin: float) -> Point:
    lows, highs = zip(*ways, strict=True)
    return min(lows) - margin, max(highs) + margin


def _further(known: Point, mine: Point, margin: float) -> Point:
    """Let a side reach as far as something does, and a margin further."""
    low = mine[0] - margin if mine[0] < known[0] else known[0]
    return low, mine[1] + margin if mine[1] > known[1] else known[1]


def _sides(ground: Ground) -> Sides:
    """Give how far ground reaches."""
    xs, zs = ([round(each, 6) for each in way] for way in zip(*ground.corners(), strict=True))
    return (min(xs), max(xs)), (min(zs), max(zs))
