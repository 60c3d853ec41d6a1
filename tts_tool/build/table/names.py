"""Where names are written on a mat: above what they name, no wider than it, clear of all else.

A template sets each name into the room that it is given here, and one that does not fit is an
error. So it is enough that the rooms are in nobody's way: then nothing is written over anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Final, NamedTuple

from tts_tool.build.table.ground import Ground
from tts_tool.build.table.layout import Area, Point, Prop
from tts_tool.build.table.seeing import unit_seen
from tts_tool.build.table.spots import BESIDE, Entry, Frame, Lane, Spot, SpotPlan

__all__ = [
    "crowded",
    "is_named",
    "mark_ground",
    "names_on",
    "prop_ground",
    "room_of",
    "room_of_lane",
    "room_of_prop",
]

_CLEAR: Final = 0.08
"""So far a name stays away from the sides of what it names."""
_RISE: Final = 0.12
"""So far above what it names it begins."""
_MARK: Final = 0.72
"""How wide the mark of a place is, which stands above it, where no card covers it."""
_LINE: Final = 1.05
"""How high a line is, as a part of its type."""
_OTHER: Final = 0.6
"""How large the other language is, as a part of the language of play, if that can be read."""
_LEADING: Final = 1.14
_BORDER: Final = 0.06
"""How far the outline of a slot is outside what lies in it."""
_ROUND_PROP: Final = 0.25
"""How far the outline of an extra is."""
_ASIDE: Final = 0.5
"""So far left of the value 0 the name of a track ends."""
_TALL: Final = 1.8
"""How high the room of such a name is, as a part of its type: it has no second line."""
_COUNTED_WIDE: Final = 2.4
"""So wide the name of a counter may be."""
_PROP_WIDE: Final = 3.4
"""So wide the name of an extra may be, even of a small one."""


class _Drawn(NamedTuple):
    """Something that is drawn on a mat: what it is, where, and what has put it there."""

    what: str
    ground: Ground
    said: Entry


def is_named(spot: Spot) -> bool:
    """Tell whether a name stands above a place; of several that are one thing, above the first."""
    first = not spot.said.together or spot.said.names[0] == spot.declared
    return spot.said.engraved and first


def room_of(plan: SpotPlan, spot: Spot) -> Ground:
    """Give the room for the name of a place, in the frame of its mat."""
    (x, z), (wide, deep) = spot.middle, spot.size
    foot = z + deep / 2 + _CLEAR
    if spot.said.outlined:
        foot = spot.slots[0][1] + spot.holds[1] / 2 + _RISE
    if spot.said.together:
        along = spot.said.step[0] * (len(spot.said.names) - 1)
        x, wide = x + along / 2, wide + abs(along)
    if spot.said.marks:
        mark = mark_ground(spot)
        foot = mark.z + mark.deep / 2 + _CLEAR / 2
    room = spot.said.wide or wide - 2 * _CLEAR
    return _above(plan, spot.frame, (x, foot), room, spot.said.lines)


def mark_ground(spot: Spot) -> Ground:
    """Give the ground of the mark of a place: above its first slot, off whatever lies there."""
    x, z = spot.slots[0]
    top = z + spot.holds[1] / 2 + _BORDER
    return Ground(x, top + _CLEAR / 2 + _MARK / 2, _MARK, _MARK)


def room_of_prop(plan: SpotPlan, frame: Frame, prop: Prop) -> Ground:
    """Give the room for the name of an extra, in the frame of its mat."""
    box = prop_ground(plan, prop)
    foot = box.z + box.deep / 2 + _ROUND_PROP + _RISE
    wide = max(box.wide + 2 * _ROUND_PROP, _PROP_WIDE)
    return _above(plan, frame, (box.x, foot), wide, prop.lines)


def room_of_lane(plan: SpotPlan, lane: Lane) -> Ground | None:
    """Give the room for the name of a track, in the frame of its mat; None if it says none."""
    said, high = lane.said, lane.frame.mat.label * _TALL
    marker = plan.layout.markers[said.marker]
    value, (x, z) = next(iter(lane.values.items()))
    if marker.shape == "counter":
        return Ground(x, z + marker.size / 2 + _ROUND_PROP + high / 2, _COUNTED_WIDE, high)
    if said.wide is None:
        return None
    return Ground(x - value * said.each[0] - _ASIDE - said.wide / 2, z, said.wide, high)


def prop_ground(plan: SpotPlan, prop: Prop) -> Ground:
    """Give the ground on which all of an extra stand, in the frame of its mat."""
    columns, rows = min(prop.count, prop.row), -(-prop.count // prop.row)
    wide, deep = (columns - 1) * prop.step[0], (rows - 1) * prop.step[1]
    x, z = prop.at[0] + wide / 2, prop.at[1] + deep / 2 + plan.shift(prop, plan.bearing(prop)[0])
    return Ground(x, z, abs(wide) + prop.size[0], abs(deep) + prop.size[1])


def _above(plan: SpotPlan, frame: Frame, foot: Point, wide: float, lines: int) -> Ground:
    """Give the room above a foot for lines in the language of play, and one in the other."""
    least = plan.layout.reading.least_other / unit_seen(plan, frame)[0]
    mat = frame.mat
    deep = mat.label * _LINE * lines + max(mat.label * _OTHER, least) * _LEADING
    return Ground(foot[0], foot[1] + deep / 2, wide, deep)


def crowded(plan: SpotPlan) -> Iterator[tuple[str, str]]:
    """Say which names and slots are in each other's way or over an edge, and where that is said."""
    frames: dict[str, Frame] = {}
    for frame in plan.frames.values():
        frames.setdefault(frame.name.removesuffix(f".{frame.seat}"), frame)
    for name, frame in frames.items():
        found = {what: said for said, what in _crowded(plan, frame)}
        for what, said in found.items():
            yield plan.layout.where(said), f'{what}, on the mat "{name}"'


def names_on(plan: SpotPlan, frame: Frame) -> Iterator[tuple[str, Ground]]:
    """Give each name that is written on a mat, and its room in the frame of that."""
    for each in _names(plan, frame):
        yield each.what, each.ground


def _crowded(plan: SpotPlan, frame: Frame) -> Iterator[tuple[Entry, str]]:
    names, things = [*_names(plan, frame)], [*_things(plan, frame)]
    marks = [*_coins(plan, frame)]
    extras, hollows = [*_extras(plan, frame)], [*_extras(plan, frame, _ROUND_PROP)]
    yield from _over(combinations(names, 2), "is written over")
    yield from _over(((thing, name) for name in names for thing in things), "is written over")
    yield from _over(product((*names, *things), marks), "lies under")
    yield from _over(product((*names, *things), extras), "lies over")
    yield from _over(combinations(hollows, 2), "lies over")
    inside, whole = _inside(frame), Ground(0, -frame.grown / 2, *frame.size)
    # An extra may lie beside its mat, and no mat is drawn there.
    upon = [each for each in extras if whole.meets(each.ground)]
    for each in (*names, *things, *marks, *upon):
        if not inside.holds(each.ground):
            yield each.said, f"{each.what} stands on the edge"
        for area in frame.mat.frames:
            if _is_on_rim(each.ground, area):
                yield each.said, f"{each.what} stands on a frame"


def _over(pairs: Iterable[tuple[_Drawn, _Drawn]], lies: str) -> Iterator[tuple[Entry, str]]:
    """Say of every second that meets a first how it lies to that."""
    for one, other in pairs:
        if one.ground.meets(other.ground):
            yield other.said, f"{other.what} {lies} {one.what}"


def _inside(frame: Frame) -> Ground:
    (wide, deep), edge = frame.size, frame.mat.edge
    return Ground(0, -frame.grown / 2, wide - 2 * edge, deep - 2 * edge)


def _is_on_rim(ground: Ground, area: Area) -> bool:
    """Tell whether something is neither inside a frame nor outside of it, by a little."""
    (x, z), (wide, deep) = area.at, area.size
    inner = Ground(x, z, wide - _CLEAR, deep - _CLEAR)
    outer = Ground(x, z, wide + _CLEAR, deep + _CLEAR)
    return outer.meets(ground) and not inner.holds(ground)


def _names(plan: SpotPlan, frame: Frame) -> Iterator[_Drawn]:
    for spot in _spots(plan, frame):
        if is_named(spot):
            yield _Drawn(f'the name of "{spot.name}"', room_of(plan, spot), spot.said)
    for lane in plan.lanes.values():
        if lane.frame.name == frame.name and lane.said.engraved:
            place = room_of_lane(plan, lane)
            if place is not None:
                yield _Drawn(f'the name of "{lane.name}"', place, lane.said)
    for prop in plan.layout.props:
        if prop.engraved and frame in plan.bearing(prop):
            room = room_of_prop(plan, frame, prop)
            yield _Drawn(f'the name of "{prop.id}"', room, prop)


def _things(plan: SpotPlan, frame: Frame) -> Iterator[_Drawn]:
    for spot in _spots(plan, frame):
        if spot.said.outlined and spot.said.engraved:
            wide, deep = (side + 2 * _BORDER for side in spot.holds)
            for x, z in spot.slots:
                yield _Drawn(f'a slot of "{spot.name}"', Ground(x, z, wide, deep), spot.said)
    for lane in plan.lanes.values():
        if lane.frame.name == frame.name:
            yield from _marks(plan, lane)


def _extras(plan: SpotPlan, frame: Frame, rim: float = 0) -> Iterator[_Drawn]:
    for prop in plan.layout.props:
        if frame in plan.bearing(prop):
            box = prop_ground(plan, prop)
            ground = Ground(box.x, box.z, box.wide + 2 * rim, box.deep + 2 * rim)
            yield _Drawn(f'the ground of "{prop.id}"', ground, prop)


def _coins(plan: SpotPlan, frame: Frame) -> Iterator[_Drawn]:
    for spot in _spots(plan, frame):
        if spot.said.marks:
            yield _Drawn(f'the mark of "{spot.name}"', mark_ground(spot), spot.said)


def _marks(plan: SpotPlan, lane: Lane) -> Iterator[_Drawn]:
    side = plan.layout.markers[lane.said.marker].size
    for value, (x, z) in lane.values.items():
        yield _Drawn(f'{value} of "{lane.name}"', Ground(x, z, side, side), lane.said)


def _spots(plan: SpotPlan, frame: Frame) -> Iterator[Spot]:
    for spot in plan.spots.values():
        if spot.frame.name == frame.name and spot.said.kind not in BESIDE:
            yield spot
