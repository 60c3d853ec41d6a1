"""Where in a layout zone things lie: rows of groups from a corner, things side by side in a group.

Places are seen from the zone, whose east is its right and whose north is its far side.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tts_tool.table.switches import Switches
from tts_tool.table.world.grouping import option
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Flat

__all__ = ["places"]

_WAYS = {"right": (0, 1.0), "left": (0, -1.0), "up": (1, 1.0), "down": (1, -1.0)}
_EAST_WEST = ("east", "west")


class _Shape(Struct, frozen=True):
    """How far a group reaches, and where its things lie, seen from its own middle."""

    size: Flat
    members: list[Flat]


def places(zone: Thing, rows: Sequence[Sequence[Thing]], switches: Switches) -> list[list[Flat]]:
    """Say where the things of each group lie: row after row, beginning in a corner."""
    shapes = [_shape(zone, row, switches) for row in rows]
    return [
        [(x + dx, z + dz) for dx, dz in shape.members]
        for shape, (x, z) in zip(shapes, _middles(zone, shapes, switches), strict=True)
    ]


def _middles(zone: Thing, shapes: Sequence[_Shape], switches: Switches) -> list[Flat]:
    """Go along a row as far as the zone reaches, then on to the next row."""
    (along, way), (across, next_way) = _directions(zone, switches)
    room = (zone.scale[0], zone.scale[2])
    pads = [float(option(zone, f"{axis}GroupPadding")) for axis in ("Horizontal", "Vertical")]
    found: list[Flat] = []
    gone = passed = widest = 0.0
    for shape in shapes:
        if gone and gone + shape.size[along] > room[along]:
            gone, passed, widest = 0.0, passed + widest + pads[across], 0.0
        middle = [0.0, 0.0]
        middle[along] = way * (gone + shape.size[along] / 2 - room[along] / 2)
        middle[across] = next_way * (passed + shape.size[across] / 2 - room[across] / 2)
        found.append((middle[0], middle[1]))
        gone += shape.size[along] + pads[along]
        widest = max(widest, shape.size[across])
    return found


def _directions(zone: Thing, switches: Switches) -> tuple[tuple[int, float], tuple[int, float]]:
    """Read the way along a row and the way to the next one, each as an axis and a sign."""
    words = switches.text("layout-directions").split()
    first, _, then = _nth(words, int(option(zone, "Direction"))).partition("-")
    return _WAYS.get(first, _WAYS["right"]), _WAYS.get(then, _WAYS["down"])


def _shape(zone: Thing, row: Sequence[Thing], switches: Switches) -> _Shape:
    words = switches.text("layout-group-directions").split()
    way = _nth(words, int(option(zone, "MeldDirection")))
    x, z = _steps(zone, way, switches)
    width, depth = _one_size(zone, row)
    more = len(row) - 1
    start = (-x * more / 2, -z * more / 2)
    return _Shape(
        (width + abs(x) * more, depth + abs(z) * more),
        [(start[0] + x * number, start[1] + z * number) for number in range(len(row))],
    )


def _steps(zone: Thing, way: str, switches: Switches) -> Flat:
    """Say how far each thing lies from the one before."""
    x, z = (float(option(zone, f"{axis}Spread")) for axis in ("Horizontal", "Vertical"))
    if not switches.on("layout-spreads-both-ways"):
        x, z = (x, 0.0) if way in _EAST_WEST else (0.0, z)
    return (-x if way == "west" else x, z if way == "north" else -z)


def _one_size(zone: Thing, row: Sequence[Thing]) -> Flat:
    width, _, depth = row[0].flat_size
    if len(row) > 1 and option(zone, "AlternateDirection"):
        return (max(width, depth), max(width, depth))
    return (width, depth)


def _nth(words: Sequence[str], number: int) -> str:
    """Find a word by its number; what no menu has means what the first line of it does."""
    return words[number] if 0 <= number < len(words) else words[0]
