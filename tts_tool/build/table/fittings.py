"""The ground of the table, and the markers of its tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tts_tool.build.table.engraving import in_the_other_language, label_of
from tts_tool.build.table.layout import Dim, Point
from tts_tool.build.table.pieces import (
    COUNTER_WIDE,
    MAT_HIGH,
    TILE_HIGH,
    TILE_WIDE,
    Laid,
)
from tts_tool.build.table.props import token, token_tag
from tts_tool.build.table.spots import Frame, Lane
from tts_tool.build.table.zones import MARKER_TAG
from tts_tool.saves.objects import (
    PLAYER_COLORS,
    Block,
    Color,
    Counter,
    ScriptingZone,
    Thing,
    Tile,
    Vector,
)

__all__ = ["ground", "markers"]

_HEAP_HIGH: Final = 4.0
"""As high as 33 tokens on each other."""

Common = dict[str, Any]


def ground(laid: Laid) -> Iterator[Thing]:
    """Give the surface and the mats on it."""
    yield _surface(laid)
    for frame in laid.prints.plan.frames.values():
        yield _mat(laid, frame)


def markers(laid: Laid) -> Iterator[Thing]:
    """Give what marks the value of each track."""
    for lane in laid.prints.plan.lanes.values():
        if laid.prints.layout.markers[lane.said.marker].shape == "heap":
            yield from _heap(laid, lane)
        else:
            yield _marker(laid, lane)


def _surface(laid: Laid) -> Tile:
    said = laid.prints.layout.surface
    (x, z), (wide, deep) = said.at, said.size
    return Tile(
        id="surface",
        image=laid.art.picture("mat.surface"),
        thickness=said.thickness,
        shape="box",
        stretch=False,
        position=Vector(x, said.top - said.thickness / 2, z),
        scale=Vector(wide / TILE_WIDE, 1, deep / TILE_WIDE),
        locked=True,
        tooltip=False,
        snap=False,
        gm_notes="surface",
    )


def _mat(laid: Laid, frame: Frame) -> Tile:
    wide, deep = frame.size
    (x, z), top = frame.middle, laid.prints.layout.surface.top
    name, words = in_the_other_language(laid.prints.plan, frame)
    return Tile(
        id=f"mat.{frame.name}",
        image=laid.art.picture(f"mat.{frame.name}"),
        thickness=MAT_HIGH,
        shape="box",
        stretch=False,
        position=Vector(x, round(top + MAT_HIGH / 2, 4), z),
        rotation=laid.turned(frame),
        scale=Vector(wide / TILE_WIDE, 1, deep / TILE_WIDE),
        locked=True,
        tooltip=bool(words),
        nickname=name,
        description="\n".join(words),
        snap=False,
        gm_notes=f"mat {frame.name}",
    )


def _marker(laid: Laid, lane: Lane) -> Thing:
    """Give what marks the value of a track, where the track begins."""
    said = laid.prints.layout.markers[lane.said.marker]
    owner = lane.track.owner or ""
    seat = laid.prints.layout.seats.get(owner)
    value = lane.track.start
    common: Common = {
        "id": f"track.{lane.name}",
        "nickname": label_of(laid.prints.mod, lane.name)[laid.prints.mod.tongue],
        "gm_notes": f"track {lane.name}",
        "rotation": laid.turned(lane.frame),
        "color": PLAYER_COLORS[seat.colour] if seat else Color(1, 1, 1),
        "tags": (MARKER_TAG,),
    }
    at = lane.values.get(value, lane.values[min(lane.values)])
    return _MARKERS[said.shape](laid, lane, said, at, common)


def _heap(laid: Laid, lane: Lane) -> Iterator[Thing]:
    """Give the zone in which tokens of a bag lie, and those that lie there from the start."""
    said = laid.prints.layout.markers[lane.said.marker]
    middle = laid.lying(lane.frame, lane.values[lane.track.low], 0)
    side = said.size * (said.row + 1)
    yield ScriptingZone(
        id=f"track.{lane.name}",
        gm_notes=f"track {lane.name}",
        position=Vector(middle.x, round(middle.y + _HEAP_HIGH / 2, 4), middle.z),
        rotation=laid.turned(lane.frame),
        scale=Vector(side, _HEAP_HIGH, side),
        tags=(token_tag(said.bag),),
    )
    for number in range(lane.track.start):
        above, column = divmod(number, said.row)
        x = middle.x + (column - (said.row - 1) / 2) * said.size
        at = Vector(x, middle.y + TILE_HIGH * (above + 0.5), middle.z)
        yield token(laid, said.bag, f"track.{lane.name}.{number + 1}", at)


def _cube(laid: Laid, lane: Lane, said: Dim, at: Point, common: Common) -> Thing:
    return Block(
        position=laid.lying(lane.frame, at, said.size),
        scale=Vector(said.size, said.size, said.size),
        **common,
    )


def _disc(laid: Laid, lane: Lane, said: Dim, at: Point, common: Common) -> Thing:
    owner = lane.track.owner or ""
    return Tile(
        image=laid.art.picture(f"marker.{lane.said.marker}.{owner}"),
        shape="circle",
        thickness=TILE_HIGH,
        stretch=False,
        position=laid.lying(lane.frame, at, TILE_HIGH),
        scale=Vector(said.size / TILE_WIDE, 1, said.size / TILE_WIDE),
        **common,
    )


def _counter(laid: Laid, lane: Lane, said: Dim, at: Point, common: Common) -> Thing:
    side = said.size / COUNTER_WIDE
    return Counter(
        count=lane.track.start,
        locked=True,
        position=laid.lying(lane.frame, at, 0),
        scale=Vector(side, side, side),
        **common,
    )


_MARKERS: Final = {"cube": _cube, "disc": _disc, "counter": _counter}
