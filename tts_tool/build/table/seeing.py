"""From where players look at a table, and how large on their screens is what they see there.

Players get the cameras of the save, on number keys, and the view of their seat when they sit down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tts_tool.build.table.layout import Camera, Point, Reading
from tts_tool.build.table.spots import BESIDE, Frame, SpotPlan

__all__ = ["View", "for_seat", "lines_seen", "looks_of", "unit_seen", "views_of"]

_WIDE: Final = 16 / 9
"""The shape of nearly every screen."""


class View(NamedTuple):
    """How somebody looks at the table: at which point, from which side, how steeply, how far."""

    key: int | None
    seat: str
    at: Point
    turn: float
    pitch: float
    distance: float

    def __str__(self) -> str:
        """Say which it is."""
        return f"the camera on key {self.key}" if self.key is not None else "the view of a seat"


def looks_of(plan: SpotPlan, said: Camera) -> Iterator[View]:
    """Give what an entry says: one way to look, or one for each seat."""
    if not said.mat:
        yield View(said.key, "", said.offset, 0, said.pitch, said.distance)
    for frame in plan.frames.values():
        if frame.name == said.mat or (frame.seat and frame.name == f"{said.mat}.{frame.seat}"):
            at = frame.place(said.offset)
            yield View(said.key, frame.seat, at, frame.turn, said.pitch, said.distance)


def views_of(plan: SpotPlan) -> tuple[View, ...]:
    """List all ways in which players look at a table."""
    return tuple(view for said in plan.layout.cameras for view in looks_of(plan, said))


def lines_seen(reading: Reading, views: Iterable[View], at: Point, high: float) -> float:
    """Say how many pixels high a line is for whoever sees it best; 0 if nobody does."""
    return max((_height(reading, view, at, high) for view in views), default=0.0)


def unit_seen(plan: SpotPlan, frame: Frame) -> tuple[float, float]:
    """Say how many pixels a unit of a mat has at least and at most, wherever there is a place."""
    if frame.name in plan.measured:
        return plan.measured[frame.name]
    reading, views = plan.layout.reading, for_seat(frame, views_of(plan))
    mine = (each for each in plan.spots.values() if each.frame.name == frame.name)
    on_it = [frame.place(each.at) for each in mine if each.said.kind not in BESIDE]
    points = on_it or [frame.middle]
    seen = [each for point in points if (each := lines_seen(reading, views, point, 1))]
    if not seen:
        seen = [reading.screen / (2 * frame.mat.camera * _half(reading))]
    plan.measured[frame.name] = (min(seen), max(seen))
    return plan.measured[frame.name]


def for_seat(frame: Frame, views: Iterable[View]) -> list[View]:
    """Leave out how others look from their seats: what lies there is read by whoever sits there."""
    return [each for each in views if each.seat in {"", frame.seat}]


def _half(reading: Reading) -> float:
    return math.tan(math.radians(reading.field_of_view / 2))


def _height(reading: Reading, view: View, at: Point, high: float) -> float:
    """Say how high a line is on the screen; 0 if it is not on it."""
    sides = [_on_screen(reading, view, (at[0], at[1])), *_ends(reading, view, at, high)]
    half = reading.screen / 2
    if any(each is None or abs(each[0]) > half * _WIDE or abs(each[1]) > half for each in sides):
        return 0.0
    low, top = (each[1] for each in sides[1:] if each is not None)
    return top - low


def _ends(reading: Reading, view: View, at: Point, high: float) -> Iterator[Point | None]:
    """Give where the foot and the head of a line are on the screen, upright for whoever looks."""
    angle = math.radians(view.turn)
    for away in (-high / 2, high / 2):
        there = (at[0] + away * math.sin(angle), at[1] + away * math.cos(angle))
        yield _on_screen(reading, view, there)


def _on_screen(reading: Reading, view: View, point: Point) -> Point | None:
    """Give where a point of the table is on the screen, counted from its middle."""
    angle, pitch = math.radians(view.turn), math.radians(view.pitch)
    dx, dz = point[0] - view.at[0], point[1] - view.at[1]
    across = dx * math.cos(angle) - dz * math.sin(angle)
    away = dx * math.sin(angle) + dz * math.cos(angle)
    depth = view.distance + away * math.cos(pitch)
    if depth <= 0:
        return None
    scale = reading.screen / (2 * _half(reading) * depth)
    return across * scale, away * math.sin(pitch) * scale
