"""The hexagonal grid: every place slides to the nearest middle or corner, whatever its size."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from tests.table.world.furniture import table, thing
from tts_tool.saves.tree import Node
from tts_tool.table.world import snapping
from tts_tool.table.world.hexes import Hexes
from tts_tool.table.world.vectors import Vec

TALL = 2 / math.sqrt(3)
GRIDS = [Hexes(1.0, TALL), Hexes(2.0, 2 * TALL, (0.3, -5.0)), Hexes(1.75, 0.8)]


def middles(grid: Hexes) -> list[tuple[float, float]]:
    """List the middles around the origin, row by row, from the shape alone."""
    found = []
    for row, column in itertools.product(range(-12, 13), range(-12, 13)):
        x = (column + (0.5 if row % 2 else 0.0)) * grid.width
        found.append((grid.origin[0] + x, grid.origin[1] + row * grid.height * 0.75))
    return found


def regular(grid: Hexes, one: tuple[float, float], other: tuple[float, float]) -> float:
    """Measure in a grid that is not stretched."""
    x, z = one[0] - other[0], one[1] - other[1]
    return math.hypot(x / grid.width, z / grid.height * TALL)


@pytest.mark.parametrize("grid", GRIDS)
def test_the_nearest_is_the_nearest_of_all(grid: Hexes) -> None:
    """Compared with looking at every hexagon and every corner."""
    all_middles = middles(grid)
    corners = [
        (x + dx * grid.width, z + dz * grid.height)
        for x, z in all_middles
        for dx, dz in ((0, 0.5), (0, -0.5), (0.5, 0.25), (-0.5, 0.25), (0.5, -0.25), (-0.5, -0.25))
    ]
    chance = random.Random(5)
    for _ in range(100):
        point = (
            grid.origin[0] + chance.uniform(-5, 5) * grid.width,
            grid.origin[1] + chance.uniform(-5, 5) * grid.height,
        )
        for found, among in (
            (grid.nearest_middle(point), all_middles),
            (grid.nearest_corner(point), corners),
            (grid.nearest(point), [*all_middles, *corners]),
        ):
            best = min(among, key=lambda each: regular(grid, each, point))
            assert regular(grid, found, point) == pytest.approx(regular(grid, best, point))


def snapped(kind: int, mode: str, place: Vec, turned: Node = None, **grid: Node) -> Vec:
    """Drop a block on a table with a grid."""
    world = table(thing("BlockSquare"), turned=turned)
    fresh: Node = {"xSize": 2.0, "ySize": 2.0, "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0}}
    world.save["Grid"] = {**fresh, "Type": kind, mode: True, **grid}
    (block,) = list(world)
    return snapping.snap(world, block, place)[0]


@pytest.mark.parametrize(
    ("kind", "mode", "place", "found"),
    [
        (1, "Offset", (0.3, 3, 0.2), (0, 3, 0)),
        (1, "Offset", (1.2, 3, 1.9), (1, 3, math.sqrt(3))),
        (1, "Offset", (2.2, 3, 0.1), (2, 3, 0)),
        (2, "Offset", (1.9, 3, 1.2), (math.sqrt(3), 3, 1)),
        (2, "Offset", (0.1, 3, 2.2), (0, 3, 2)),
        (1, "Snapping", (0.1, 3, 1.0), (0, 3, 2 / math.sqrt(3))),
        (2, "Snapping", (1.0, 3, 0.1), (2 / math.sqrt(3), 3, 0)),
        (1, "BothSnapping", (0.1, 3, 0.2), (0, 3, 0)),
        (1, "BothSnapping", (0.1, 3, 1.0), (0, 3, 2 / math.sqrt(3))),
    ],
)
def test_both_kinds_of_hexes_draw(kind: int, mode: str, place: Vec, found: Vec) -> None:
    """Rows go along x in the one, along z in the other; to middles, corners, or both."""
    assert snapped(kind, mode, place) == pytest.approx(found)


def test_the_grid_may_lie_elsewhere() -> None:
    """Its offset is the middle of a hexagon."""
    offset = {"x": 0.4, "y": 1.0, "z": -0.3}
    assert snapped(2, "Offset", (0.5, 3, -0.1), PosOffset=offset) == pytest.approx((0.4, 3, -0.3))


@pytest.mark.parametrize(
    ("size", "right"),
    [("side-to-side", 2), ("corner-to-corner", math.sqrt(3)), ("one-side", 3.4641)],
)
def test_a_switch_says_what_the_size_measures(size: str, right: float) -> None:
    """The next hexagon to the right is as far as one is wide."""
    place = snapped(1, "Offset", (right * 0.9, 3, 0), turned={"hex-grid-size": size})
    assert place == pytest.approx((right, 3, 0), abs=1e-4)


def test_a_switch_says_what_lies_horizontally() -> None:
    """The two kinds change places."""
    turned = {"hex-grid-horizontal": "sides"}
    place = (1.9, 3, 1.2)
    assert snapped(1, "Offset", place, turned=turned) == snapped(2, "Offset", place)
