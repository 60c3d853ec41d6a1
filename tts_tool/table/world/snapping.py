"""Snap points and the grid: where a dropped thing slides to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tts_tool.saves.tree import number
from tts_tool.table.world.hexes import Hexes
from tts_tool.table.world.settings import read_setting
from tts_tool.table.world.thing import Raw, Thing, vec_of
from tts_tool.table.world.vectors import Vec, added, subtracted
from tts_tool.table.world.world import World

__all__ = ["SnapPoint", "snap", "snap_points"]

_BOX, _CENTRES, _BOTH = 0, 2, 3
_LINES = 1
# How wide, from side to side, a hexagon is whose size is 1.
_HEX_SCALES = {"side-to-side": 1.0, "corner-to-corner": math.sqrt(3) / 2, "one-side": math.sqrt(3)}


class SnapPoint(Struct, frozen=True):
    """A place that draws dropped things to it."""

    position: Vec
    rotation: Vec | None
    tags: frozenset[str]

    def takes(self, thing: Thing) -> bool:
        """Tell whether it draws this thing: it has no tags, or they share one."""
        return not self.tags or bool(self.tags & set(thing.tags))


def snap_points(world: World, owner: Thing | None = None) -> list[SnapPoint]:
    """List the points of the table, or those of a thing, where they are in the world."""
    if owner is None:
        return _of_the_table(world)
    return [_attached(owner, raw) for raw in owner.raw.get("AttachedSnapPoints") or ()]


def _of_the_table(world: World) -> list[SnapPoint]:
    """Read the points of the table once: whoever changes them sets another list."""
    listed = world.save.get("SnapPoints") or []
    if world.snap_points[0] is not listed:
        world.snap_points = listed, [_point(raw) for raw in listed]
    return world.snap_points[1]


def snap(world: World, thing: Thing, position: Vec) -> tuple[Vec, Vec | None]:
    """Say where, and how turned, a thing comes to lie that is dropped at a place."""
    if thing.get("Snap"):
        nearest = _nearest(world, thing, position)
        if nearest is not None:
            x, _, z = nearest.position
            return (x, position[1], z), nearest.rotation
    if thing.get("Grid"):
        return _on_grid(world, position), None
    return position, None


def _nearest(world: World, thing: Thing, position: Vec) -> SnapPoint | None:
    reach = world.switches.number("snap-point-reach")
    near = [
        (away, number, point)
        for number, point in enumerate(_all(world, thing))
        if point.takes(thing) and (away := _flat(point.position, position)) <= reach
    ]
    return min(near)[2] if near else None


def _all(world: World, thing: Thing) -> Iterator[SnapPoint]:
    yield from snap_points(world)
    for owner in world.with_snap_points():
        if owner is not thing and not owner.gone and not owner.held_by:
            yield from snap_points(world, owner)


def _flat(a: Vec, b: Vec) -> float:
    x, _, z = subtracted(a, b)
    return math.hypot(x, z)


def _point(raw: Raw) -> SnapPoint:
    turn = raw.get("Rotation")
    return SnapPoint(
        vec_of(raw.get("Position")),
        None if turn is None else vec_of(turn),
        frozenset(raw.get("Tags") or ()),
    )


def _attached(owner: Thing, raw: Raw) -> SnapPoint:
    point = _point(raw)
    turned = None if point.rotation is None else added(owner.rotation, point.rotation)
    return SnapPoint(owner.to_world(point.position), turned, point.tags)


# ---- The grid


def _on_grid(world: World, position: Vec) -> Vec:
    mode = _mode(world)
    if mode == 0:
        return position
    kind = int(read_setting(world, "Grid", "Type"))
    if kind != _BOX:
        return _on_hexes(world, position, mode, upright=kind == _upright(world))
    width = float(read_setting(world, "Grid", "xSize"))
    depth = float(read_setting(world, "Grid", "ySize"))
    origin: dict[str, Any] = read_setting(world, "Grid", "PosOffset")
    x, y, z = position
    return (
        _nearest_line(x, number(origin["x"]), width, mode),
        y,
        _nearest_line(z, number(origin["z"]), depth, mode),
    )


def _on_hexes(world: World, position: Vec, mode: int, *, upright: bool) -> Vec:
    """Slide to a middle or a corner; hexagons that lie on a side are upright ones turned round."""
    grid = _hexes(world, upright=upright)
    x, y, z = position
    point = (x, z) if upright else (z, x)
    find = {_LINES: grid.nearest_corner, _CENTRES: grid.nearest_middle, _BOTH: grid.nearest}[mode]
    along, across = find(point)
    return (along, y, across) if upright else (across, y, along)


def _hexes(world: World, *, upright: bool) -> Hexes:
    width = abs(float(read_setting(world, "Grid", "xSize"))) or 1.0
    depth = abs(float(read_setting(world, "Grid", "ySize"))) or 1.0
    origin: dict[str, Any] = read_setting(world, "Grid", "PosOffset")
    middle = (number(origin["x"]), number(origin["z"]))
    if not upright:
        width, depth, middle = depth, width, middle[::-1]
    scale = _HEX_SCALES[world.switches.text("hex-grid-size")]
    return Hexes(width * scale, depth * scale * 2 / math.sqrt(3), (middle[0], middle[1]))


def _upright(world: World) -> int:
    """Say which kind of grid has hexagons that stand on a point."""
    return 1 if world.switches.text("hex-grid-horizontal") == "rows" else 2


def _mode(world: World) -> int:
    """Say what the grid draws to: 0 nothing, 1 lines, 2 the middles of fields, 3 both."""
    if read_setting(world, "Grid", "BothSnapping"):
        return _BOTH
    if read_setting(world, "Grid", "Offset"):
        return _CENTRES
    return _LINES if read_setting(world, "Grid", "Snapping") else 0


def _nearest_line(value: float, origin: float, size: float, mode: int) -> float:
    if size <= 0:
        return value
    step = size / 2 if mode == _BOTH else size
    shift = size / 2 if mode == _CENTRES else 0.0
    return round((value - origin - shift) / step) * step + origin + shift
