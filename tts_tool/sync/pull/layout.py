"""Leads things that were moved in the game back to the lines that say where they are.

What a line moves is tried out: the layout is laid out anew with the new numbers, and only what
brings the thing where it lies in the game is proposed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.table.layout import Layout, Mat, Places, Point, Prop, Seated, Tracks
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.saving import objects, unprinted
from tts_tool.build.table.spots import Frame, SpotPlan
from tts_tool.sync.pull.proposals import Edit, Left

__all__ = ["LayoutLine", "Moved", "line_of", "moves", "with_value"]

Said = Places | Tracks | Prop | Mat | Seated

_NEAR: Final = 0.05
"""More than the 0.02 each way by which things slide when they land, as `merging.values` has it."""
_FEW: Final = 4
"""Any few do, as examples; the others are counted."""
_HEADER: Final = re.compile(r"\s*\[{1,2}[^\[\],]+\]{1,2}\s*(?:#.*)?\Z")
_PAIR: Final = re.compile(r"\[\s*[-+\d._eE]+\s*,\s*[-+\d._eE]+\s*\]")


class Moved(NamedTuple):
    """A thing that lies elsewhere in the game: its id, what it is called, how far it went."""

    id: str
    called: str
    by: Point
    to: Point


class LayoutLine(NamedTuple):
    """An entry of the layout that says where something is: its keys, and which of its points."""

    keys: tuple[str, ...]
    said: Said
    turn: float
    key: str = "at"
    nth: int = 0


def moves(mod: Mod, layout: Layout, moved: tuple[Moved, ...]) -> Iterator[Edit | Left]:
    """Propose for each thing that was moved the line that moves it."""
    plan = SpotPlan(mod, layout)
    done: dict[tuple[Any, ...], Point] = {}
    before: Mapping[str, Point] | None = None
    for each in moved:
        line = line_of(each.id, plan)
        if line is None:
            yield Left(layout.files[0], f"{each.called} was moved; no line says where it lies")
            continue
        where = place_of(layout.files, *line.keys)
        name = (line.keys, line.key, line.nth)
        if each.id in mod.inventory.components:
            what = f"{each.called} lies elsewhere; where pieces begin is said here"
            yield Left(where, what)
            continue
        if name in done:
            if math.dist(done[name], each.by) > _NEAR:
                yield Left(where, f"{each.called} was moved otherwise than what lies with it")
            continue
        done[name] = each.by
        point = _point(line, each.by)
        before = before or _places(mod, layout)
        after = _places(mod, _with(layout, line, point))
        if math.dist(after.get(each.id, (1e9, 1e9)), each.to) > _NEAR:
            yield Left(where, f"{each.called} was moved by {_row(each.by)}; no number here does it")
            continue
        along = [it for it in after if it != each.id and math.dist(after[it], before[it]) > _NEAR]
        edit = _edit(where, line, point, f"{each.called} was moved{_told(along)}")
        yield edit or Left(where, f"{each.called} was moved: {line.key} is {_row(point)} now")


def line_of(identity: str, plan: SpotPlan) -> LayoutLine | None:
    """Find the entry that says where a thing is, by the thing's id."""
    layout = plan.layout
    sort, _, name = identity.partition(".")
    component = plan.mod.inventory.components.get(identity)
    if component is not None:
        sort, name = "zone", component.start
    if sort in {"zone", "hand-zone", "hidden-zone", "pile"}:
        known = [it for it in plan.spots if name == it or name.startswith(f"{it}.")]
        if known:
            spot = plan.spots[max(known, key=len)]
            return _of_entry(spot.said, layout.places, "places", spot.frame, spot.declared)
    if sort == "track" and name in plan.lanes:
        lane = plan.lanes[name]
        return _of_entry(lane.said, layout.tracks, "tracks", lane.frame, "")
    if sort == "mat" and name in plan.frames:
        return _of_frame(plan.frames[name], layout)
    for prop in layout.props:
        if identity == prop.id or identity.startswith(f"{prop.id}."):
            return _of_entry(prop, layout.props, "props", plan.frame(prop), "")
    return None


def _of_entry(
    said: Places | Tracks | Prop, among: tuple[Any, ...], key: str, frame: Frame, name: str
) -> LayoutLine:
    number = next(n for n, each in enumerate(among) if each is said)
    keys = (key, str(number))
    if isinstance(said, Places) and said.points:
        return LayoutLine(keys, said, frame.turn, "points", said.names.index(name))
    return LayoutLine(keys, said, frame.turn)


def _of_frame(frame: Frame, layout: Layout) -> LayoutLine:
    if frame.seat:
        return LayoutLine(("seats", frame.seat), layout.seats[frame.seat], 0)
    return LayoutLine(("mats", frame.name), frame.mat, 0)


def _point(line: LayoutLine, by: Point) -> Point:
    """Say where a point of a mat must be, so that on the table it is so far off."""
    angle = math.radians(line.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    x, z = by[0] * cos - by[1] * sin, by[0] * sin + by[1] * cos
    said: Any = line.said
    was = said.points[line.nth] if line.key == "points" else said.at
    return round(was[0] + x, 2) + 0.0, round(was[1] + z, 2) + 0.0


def _with(layout: Layout, line: LayoutLine, point: Point) -> Layout:
    """Lay out with another point."""
    said: Any = line.said
    value: Any = point
    if line.key == "points":
        value = tuple(point if n == line.nth else it for n, it in enumerate(said.points))
    return with_value(layout, line, line.key, value)


def with_value(layout: Layout, line: LayoutLine, key: str, value: object) -> Layout:
    """Give a layout in which an entry says something else."""
    said: Any = line.said
    new = msgspec.structs.replace(said, **{key: value})
    name, place = line.keys
    entries: Any = getattr(layout, name)
    if isinstance(entries, dict):
        changed: Any = {**entries, place: new}
    else:
        changed = tuple(new if n == int(place) else it for n, it in enumerate(entries))
    return msgspec.structs.replace(layout, **{name: changed})


def _places(mod: Mod, layout: Layout) -> dict[str, Point]:
    """Say where everything on the table is, by its id."""
    things = objects(mod, layout, unprinted(mod, layout))
    return {it.id: (it.position.x, it.position.z) for it in things}


def _edit(where: str, line: LayoutLine, point: Point, why: str) -> Edit | None:
    """Find the numbers in the file, below the header of their entry."""
    file, _, number = where.rpartition(":")
    lines = Path(file).read_bytes().decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    first = int(number)
    headers = (n for n in range(first, len(lines)) if _HEADER.match(lines[n]))
    end = next(headers, len(lines))
    at = next((n for n in range(first, end) if re.match(rf"\s*{line.key}\s*=", lines[n])), None)
    if at is None:
        if line.key != "at" or not _HEADER.match(lines[first - 1]):
            return None
        return Edit(Path(file), first + 1, (), (f"at = {_row(point)}",), why)
    found = [
        (n, pair)
        for n in range(at, end)
        for pair in _PAIR.finditer(lines[n].partition("#")[0])
        if line.key == "points" or n == at
    ]
    if line.nth >= len(found):
        return None
    n, pair = found[line.nth]
    text = f"{lines[n][: pair.start()]}{_row(point)}{lines[n][pair.end() :]}"
    return Edit(Path(file), n + 1, (lines[n],), (text,), why)


def _row(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"


def _told(along: list[str]) -> str:
    if not along:
        return ""
    more = f" and {len(along) - _FEW} more" if len(along) > _FEW else ""
    return f"; with it go {', '.join(along[:_FEW])}{more}"
