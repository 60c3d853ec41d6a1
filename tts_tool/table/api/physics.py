"""What is left of physics: casts against bounds, and how gravity pulls."""

from __future__ import annotations

import math
from typing import Any

from tts_tool.saves.tree import number, number_from
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function, prop, setter
from tts_tool.table.api.values import real, vec, whole
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.world.casting import FARTHEST, Hit, cast
from tts_tool.table.world.events import Handle
from tts_tool.table.world.furniture import table_object
from tts_tool.table.world.vectors import UP, ZERO, Vec, added, axes, scaled

__all__: list[str] = []

_RAY, _SPHERE, _BOX = 1, 2, 3
_EARTH = -19.62  # per unit of the save's Gravity, of which 0.5 is as on earth
_USUAL_PLAY_AREA = 0.5  # as in saves in which nobody has set it


@function("physics", "cast")
def _cast(caller: Caller, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    origin, way = vec(parameters.get("origin") or []), vec(parameters.get("direction") or [])
    reach = real(parameters.get("max_distance", math.inf))
    half = _half(caller, parameters)
    if not any(way):
        way, reach = UP, 0.0
    if not all(map(math.isfinite, (*origin, *way, *half))) or math.isnan(reach):
        raise RaisedInLua("a cast needs finite numbers")
    reach = min(max(reach, 0.0), FARTHEST)
    hits = cast(caller.world, origin, way, half=half, reach=reach)
    if reach == 0 and whole(parameters.get("type", _RAY)) == _SPHERE:
        # The cast takes a ball for the box around it; one that stands still is easily a ball.
        hits = [hit for hit in hits if math.dist(hit.point, origin) <= half[0]]
    hits += _table_hit(caller, origin, way, half, reach)
    return [
        {
            "point": hit.point,
            "normal": hit.normal,
            "distance": hit.distance,
            "hit_object": caller.world.thing(hit.object),
        }
        for hit in sorted(hits, key=lambda hit: hit.distance)
    ]


def _half(caller: Caller, parameters: dict[str, Any]) -> Vec:
    """Give half the size of what is cast; a turned box is cast as the upright one around it."""
    kind = whole(parameters.get("type", _RAY))
    size = vec(parameters.get("size") or [])
    if kind == _RAY:
        return ZERO
    if kind == _SPHERE:
        wide = caller.switches.text("cast-sphere-size") == "diameter"
        radius = abs(size[0]) / 2 if wide else abs(size[0])
        return (radius, radius, radius)
    if kind == _BOX:
        turned = axes(vec(parameters.get("orientation") or []))
        x, y, z = scaled(size, 0.5)
        return turned.extent((abs(x), abs(y), abs(z)))
    raise RaisedInLua(f"type is 1, 2 or 3, not {kind}")


def _table_hit(caller: Caller, origin: Vec, way: Vec, half: Vec, reach: float) -> list[Hit]:
    """Meet the top of the table, if there is one."""
    table = table_object(caller.world) if caller.switches.on("cast-hits-table") else None
    length = math.hypot(*way)
    if table is None or not table.box.holds((origin[0], table.box.centre[1], origin[2])):
        return []
    high = origin[1] - half[1] - table.box.high[1]
    if high <= 0 and half != ZERO and high + 2 * half[1] >= 0:
        return [_on_table(table.handle, (origin[0], table.box.high[1], origin[2]), 0.0)]
    down = -way[1] / length
    if high < 0 or down <= 0 or high / down > reach:
        return []
    x, _, z = added(origin, scaled(way, high / down / length))
    return [_on_table(table.handle, (x, table.box.high[1], z), high / down)]


def _on_table(handle: int, point: Vec, distance: float) -> Hit:
    return Hit(Handle(handle), point, UP, distance)


# ---- Gravity


@function("physics", "getGravity")
def _gravity(caller: Caller) -> Vec:
    kept: Vec | None = caller.desk.memory.get("physics gravity")
    return kept or (0.0, _EARTH * number(caller.world.save.get("Gravity", 0.5)), 0.0)


@function("physics", "setGravity")
def _set_gravity(caller: Caller, direction: Vec) -> bool:
    """Keep a direction; the save knows only how strongly it pulls down."""
    caller.desk.memory["physics gravity"] = direction
    caller.world.save["Gravity"] = number_from(max(direction[1] / _EARTH, 0.0))
    return True


@prop("physics", "play_area")
def _play_area(caller: Caller) -> float:
    return number(caller.world.save.get("PlayArea", _USUAL_PLAY_AREA))


@setter("physics", "play_area")
def _set_play_area(caller: Caller, value: float) -> None:
    caller.world.save["PlayArea"] = number_from(min(max(value, 0.0), 1.0))
