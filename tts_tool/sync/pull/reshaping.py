"""Leads things that were turned or made larger in the game back to the numbers that say so.

As with places, a number is tried out: only what makes the thing as it is in the game is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tts_tool.build.mod import Mod
from tts_tool.build.table.layout import Layout, Point
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.saving import objects, unprinted
from tts_tool.build.table.spots import SpotPlan
from tts_tool.saves.objects import Thing
from tts_tool.sync.pull.entries import entry_at
from tts_tool.sync.pull.layout import LayoutLine, line_of, with_value
from tts_tool.sync.pull.proposals import Edit, Left

__all__ = ["Reshaped", "is_turned", "reshapes"]

_DEGREE: Final = 0.6
"""More than the half degree by which things turn when they land, as `merging.values` has it, and
what rounding a turn to a tenth adds.
"""
_PART: Final = 0.01
"""A hundredth: sizes are proposed with two digits behind the point."""
_ROUND: Final = 360
_SIZES: Final = ("size", "zone")


class Reshaped(NamedTuple):
    """A thing that is turned otherwise in the game, or larger or smaller: how it was and is."""

    id: str
    called: str
    turn: tuple[float, float]
    scale: tuple[Point, Point]


def is_turned(old: float, new: float) -> bool:
    """Tell whether an angle is another."""
    apart = (new - old) % _ROUND
    return min(apart, _ROUND - apart) > _DEGREE


def reshapes(mod: Mod, layout: Layout, changed: tuple[Reshaped, ...]) -> Iterator[Edit | Left]:
    """Propose for each such thing the number that makes it so."""
    plan = SpotPlan(mod, layout)
    for each in changed:
        line = line_of(each.id, plan)
        where = place_of(layout.files, *line.keys) if line is not None else layout.files[0]
        if is_turned(*each.turn):
            yield _turned(mod, layout, line, each) or Left(
                where, f"{each.called} was turned to {each.turn[1]:g}; no number here does it"
            )
        if not _is_like(*each.scale):
            yield _sized(mod, layout, line, each) or Left(
                where, f"{each.called} is of another size; no number here does it"
            )


def _turned(mod: Mod, layout: Layout, line: LayoutLine | None, each: Reshaped) -> Edit | None:
    if line is None or not hasattr(line.said, "turn"):
        return None
    said: Any = line.said
    old, new = each.turn
    for by in (new - old, old - new):
        turn = round((said.turn + by) % _ROUND, 1)
        made = _made(mod, with_value(layout, line, "turn", turn), each.id)
        if made is not None and not is_turned(made.rotation.y, new):
            return _edit(layout, line, "turn", f"{turn:g}", f"{each.called} was turned")
    return None


def _sized(mod: Mod, layout: Layout, line: LayoutLine | None, each: Reshaped) -> Edit | None:
    for key in _SIZES:
        said: Any = getattr(line.said if line is not None else None, key, None)
        if line is None or said is None:
            continue
        (x, z), (to_x, to_z) = each.scale
        size = round(said[0] * to_x / x, 2), round(said[1] * to_z / z, 2)
        made = _made(mod, with_value(layout, line, key, size), each.id)
        if made is not None and _is_like((made.scale.x, made.scale.z), each.scale[1]):
            value = f"[{size[0]:g}, {size[1]:g}]"
            return _edit(layout, line, key, value, f"{each.called} is of another size")
    return None


def _made(mod: Mod, layout: Layout, identity: str) -> Thing | None:
    """Give a thing as it would be laid out."""
    made = objects(mod, layout, unprinted(mod, layout))
    return next((it for it in made if it.id == identity), None)


def _edit(layout: Layout, line: LayoutLine, key: str, value: str, why: str) -> Edit | None:
    entry = entry_at(place_of(layout.files, *line.keys))
    return entry.put(key, value, why) if entry is not None else None


def _is_like(one: Point, other: Point) -> bool:
    return all(abs(a - b) <= _PART * max(abs(a), abs(b)) for a, b in zip(one, other, strict=True))
