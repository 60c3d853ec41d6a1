"""Zones and snap points: by them scripts know what lies in a place, and hands where to lay it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tts_tool.build.table.layout import Point
from tts_tool.build.table.pieces import MAT_HIGH, Laid
from tts_tool.build.table.spots import BESIDE, Spot
from tts_tool.saves.objects import (
    HandZone,
    HiddenZone,
    ScriptingZone,
    SnapPoint,
    Thing,
    Vector,
)

__all__ = ["MARKER_TAG", "snap_points", "zones"]

MARKER_TAG: Final = "Marker"
_MOVED: Final = frozenset({"cube", "disc"})
"""Markers that show a value by where they lie."""
_ZONE_HIGH: Final = 4.0
"""Above a mat that leaves 3.8: room for a pile of 140 cards, each 0.027 high."""
_HAND_HIGH: Final = 6.0  # by eye: cards in hand float above the table, and lean


def zones(laid: Laid) -> Iterator[Thing]:
    """Give a scripting zone for each place, and with it a hand or a screen.

    No zone of the game lays cards out in a row: one more than there is room for would be laid
    outside its place, and belong to nobody.
    """
    for spot in laid.prints.plan.spots.values():
        yield from _zones(laid, spot)


def snap_points(laid: Laid) -> Iterator[SnapPoint]:
    """Give a snap point for each slot of a place, and for each value of a track."""
    plan, layout = laid.prints.plan, laid.prints.layout
    for spot in plan.spots.values():
        if spot.said.kind != "hand":
            turned = laid.turned(spot.frame)
            for at, tags in _slots(laid, spot):
                position = laid.lying(spot.frame, at, 0)
                yield SnapPoint(position=position, rotation=turned, tags=tags)
    for lane in plan.lanes.values():
        if layout.markers[lane.said.marker].shape in _MOVED:
            for at in lane.values.values():
                yield SnapPoint(position=laid.lying(lane.frame, at, 0), tags=(MARKER_TAG,))


def _slots(laid: Laid, spot: Spot) -> Iterator[tuple[Point, tuple[str, ...]]]:
    """Give the slots of a place, and what each catches; a pile catches what it is for."""
    if not spot.piles:
        tags = spot.said.tags or (laid.prints.layout.piece[spot.said.holds].tag,)
        yield from ((slot, tags) for slot in spot.slots)
        return
    piles = spot.piles
    caught: dict[str, dict[str, None]] = {key: {} for key in piles}
    for named, tag in laid.prints.tags:
        key = next((each for each in named if each in caught), None)
        if key is not None:
            caught[key][tag] = None
    yield from ((piles[key], tuple(tags)) for key, tags in caught.items() if tags)


def _zones(laid: Laid, spot: Spot) -> Iterator[Thing]:
    """Give the scripting zone of a place, and what else its kind has."""
    x, z = spot.frame.place(spot.middle)
    wide, deep = spot.size
    high = _HAND_HIGH if spot.said.kind in BESIDE else _ZONE_HIGH
    zone: dict[str, Any] = {
        # Places beside the mats lie on the surface, so a zone begins below that.
        "position": Vector(x, round(laid.top - 2 * MAT_HIGH + high / 2, 4), z),
        "rotation": Vector(0, spot.frame.turn % 360, 0),
        "scale": Vector(wide, high, deep),
    }
    # No nickname: whoever looks for a pile by its name should find the pile.
    notes = f"place {spot.name}"
    yield ScriptingZone(id=f"zone.{spot.name}", gm_notes=notes, **zone)
    seat = laid.prints.layout.seats.get(spot.place.owner or "")
    if spot.said.kind == "hand" and seat is not None:
        yield HandZone(id=f"hand-zone.{spot.name}", player=seat.colour, gm_notes=notes, **zone)
    elif spot.said.kind == "hidden" and seat is not None:
        yield HiddenZone(id=f"hidden-zone.{spot.name}", player=seat.colour, gm_notes=notes, **zone)
