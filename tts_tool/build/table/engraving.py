"""What is engraved on a mat: every place and track on it, with its name in both languages.

All of it is plain data in the pixels of the picture, x to the right and y down, so that a
template only has to draw.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.table.ground import Ground
from tts_tool.build.table.layout import Layout, Mat, Point, Prop
from tts_tool.build.table.names import (
    is_named,
    mark_ground,
    prop_ground,
    room_of,
    room_of_lane,
    room_of_prop,
)
from tts_tool.build.table.seeing import unit_seen
from tts_tool.build.table.spots import BESIDE, Frame, Lane, Spot, SpotPlan
from tts_tool.catalog import Record

__all__ = [
    "engraved",
    "in_the_other_language",
    "label_of",
    "mat_values",
    "surface_values",
    "wordless",
]

Names = dict[str, str]


def mat_values(plan: SpotPlan, frame: Frame, colour: str) -> dict[str, Any]:
    """Give what the template of a mat is filled in with."""
    mat, mod, layout = frame.mat, plan.mod, plan.layout
    legible = mat.density / unit_seen(plan, frame)[0]
    mine = [spot for spot in plan.spots.values() if spot.frame.name == frame.name]
    on_it = [spot for spot in mine if spot.said.kind not in BESIDE]
    lanes = [lane for lane in plan.lanes.values() if lane.frame.name == frame.name]
    return {
        "mat": frame.name.partition(".")[0],
        "seat": frame.seat,
        "seat_colour": colour,
        "seat_name": label_of(mod, frame.seat) if frame.seat else None,
        "title": msgspec.to_builtins(mat.title),
        "width": round(mat.size[0] * mat.density),
        "height": round(frame.size[1] * mat.density),
        "unit": mat.density,
        "line": mat.label * mat.density,
        "least": layout.reading.least * legible,
        "least_other": layout.reading.least_other * legible,
        "places": [_place(plan, spot) for spot in on_it],
        "frames": [_box(mat, Ground(*each.at, *each.size)) for each in mat.frames],
        "tracks": [_track(plan, lane) for lane in lanes],
        "props": [_prop(plan, frame, prop) for prop in layout.props if frame in plan.bearing(prop)],
        "records": {kind: _records(mod, kind) for kind in mat.records},
        "tables": {name: mod.cards.raw_table(name) for name in mat.tables},
        **mat.values,
    }


def label_of(mod: Mod, name: str) -> Names:
    """Name a place in both languages: by its record, or by the words of its parts."""
    place = mod.inventory.places.get(name)
    if place is not None and isinstance(place.card, Record):
        return {"en": place.card.name.en, "de": place.card.name.de}
    parts = [part for part in name.split(".") if part not in mod.inventory.seats or part == name]
    names = [_word(mod, part) for part in parts]
    return {language: " · ".join(each[language] for each in names) for language in ("en", "de")}


def in_the_other_language(plan: SpotPlan, frame: Frame) -> tuple[str, tuple[str, ...]]:
    """Say what is engraved on a mat in the language that is not engraved: its title, and names.

    A name stands beside the one that it is the other of, once, in the order of the layout.
    """
    mine = plan.mod.tongue
    other = "de" if mine == "en" else "en"
    spots = (spot for spot in plan.spots.values() if spot.frame.name == frame.name)
    lanes = [lane for lane in plan.lanes.values() if lane.frame.name == frame.name]
    labels = [
        *(engraved(plan.mod, spot) for spot in spots if spot.said.kind not in BESIDE),
        *(label_of(plan.mod, lane.name) for lane in lanes if lane.said.label is None),
        *(msgspec.to_builtins(lane.said.label) for lane in lanes if lane.said.label is not None),
    ]
    labels += [
        msgspec.to_builtins(prop.label or prop.name)
        for prop in plan.layout.props
        if prop.engraved and frame in plan.bearing(prop)
    ]
    pairs = {each[mine]: each[other] for each in labels if each[mine] != each[other]}
    title = msgspec.to_builtins(frame.mat.title) or (
        label_of(plan.mod, frame.seat) if frame.seat else {}
    )
    return title.get(other, ""), tuple(f"{one} – {two}" for one, two in pairs.items())


def wordless(plan: SpotPlan, spot: Spot) -> list[str]:
    """List what a place is called by that is no word of the cards: its id would be engraved."""
    if spot.said.label is not None or isinstance(spot.place.card, Record) or not is_named(spot):
        return []
    parts = spot.name.split(".") if spot.said.suffix else spot.name.split(".")[:1]
    named = [each for each in parts if each not in plan.mod.inventory.seats]
    return [each for each in named if each not in plan.mod.cards and not each.isdecimal()]


def _word(mod: Mod, word: str) -> Names:
    if word not in mod.cards:
        return {"en": word, "de": word}
    name = mod.cards.record(word).name
    return {"en": name.en, "de": name.de}


def _place(plan: SpotPlan, spot: Spot) -> dict[str, Any]:
    piece = plan.layout.piece[spot.said.holds]
    unit = spot.frame.mat.density
    middle = _pixel(spot.frame.mat, spot.middle)
    at = _pixel(spot.frame.mat, spot.at)
    return {
        "name": spot.name,
        "label": engraved(plan.mod, spot),
        "engraved": is_named(spot),
        "outlined": spot.said.outlined,
        "over": _box(spot.frame.mat, room_of(plan, spot)),
        "round": piece.shape.startswith("round"),
        "x": at[0],
        "y": at[1],
        "wide": spot.holds[0] * unit,
        "deep": spot.holds[1] * unit,
        "slots": [_pixel(spot.frame.mat, slot) for slot in spot.slots],
        "piles": {key: _pixel(spot.frame.mat, at) for key, at in spot.piles.items()},
        "zone": [*middle, spot.size[0] * unit, spot.size[1] * unit],
        "down": spot.down,
        "mark": _mark(plan.mod, spot),
        "mark_at": _box(spot.frame.mat, mark_ground(spot)),
    }


def engraved(mod: Mod, spot: Spot) -> Names:
    """Say what a place is called where it is engraved."""
    if spot.said.label is not None:
        said: Names = msgspec.to_builtins(spot.said.label)
        return said
    return label_of(mod, spot.name if spot.said.suffix else spot.name.partition(".")[0])


def _mark(mod: Mod, spot: Spot) -> int | None:
    """Give what a table of the catalogue says of this place: a value for each name."""
    if not spot.said.marks:
        return None
    table, _, field = spot.said.marks.partition(".")
    values: list[int] = mod.cards.raw_table(table)[field]
    return values[spot.said.names.index(spot.declared)]


def _track(plan: SpotPlan, lane: Lane) -> dict[str, Any]:
    marker = plan.layout.markers[lane.said.marker]
    unit = lane.frame.mat.density
    said = lane.said.label
    owner = lane.track.owner or ""
    room = room_of_lane(plan, lane)
    return {
        "name": lane.name,
        "label": label_of(plan.mod, lane.name) if said is None else msgspec.to_builtins(said),
        "engraved": lane.said.engraved,
        "over": None if room is None else _box(lane.frame.mat, room),
        "marker": lane.said.marker,
        "shape": marker.shape,
        "size": marker.size * unit,
        "owner": label_of(plan.mod, owner) if owner else None,
        "owner_colour": _colour(plan.layout, owner),
        "start": lane.track.start,
        "values": [[value, *_pixel(lane.frame.mat, at)] for value, at in lane.values.items()],
    }


def _prop(plan: SpotPlan, frame: Frame, prop: Prop) -> dict[str, Any]:
    """Give where an extra stands; several of a kind stand in one box."""
    return {
        "id": prop.id,
        "shape": prop.shape,
        "engraved": prop.engraved,
        "label": msgspec.to_builtins(prop.label or prop.name),
        "box": _box(frame.mat, prop_ground(plan, prop)),
        "over": _box(frame.mat, room_of_prop(plan, frame, prop)),
    }


def surface_values(plan: SpotPlan) -> dict[str, Any]:
    """Give what the template of the surface is filled in with: hands lie on no mat."""
    said = plan.layout.surface
    beside = [spot for spot in plan.spots.values() if spot.said.kind in BESIDE]
    return {
        "unit": said.density,
        "width": round(said.size[0] * said.density),
        "height": round(said.size[1] * said.density),
        "areas": [_area(plan, spot) for spot in beside],
    }


def _area(plan: SpotPlan, spot: Spot) -> dict[str, Any]:
    said = plan.layout.surface
    x, z = spot.frame.place(spot.middle)
    unit = said.density
    return {
        "label": engraved(plan.mod, spot),
        "owner": spot.place.owner or "",
        "kind": spot.said.kind,
        "x": (said.size[0] / 2 + x - said.at[0]) * unit,
        "y": (said.size[1] / 2 - z + said.at[1]) * unit,
        "wide": spot.size[0] * unit,
        "deep": spot.size[1] * unit,
        "turn": spot.frame.turn,
    }


def _colour(layout: Layout, seat: str) -> str:
    return layout.seats[seat].colour if seat in layout.seats else ""


def _records(mod: Mod, kind: str) -> list[Any]:
    """Give the records of a kind in the order of their ids."""
    ids = sorted(each for each in mod.cards.ids if mod.cards.kind(each) == kind)
    return [msgspec.to_builtins(mod.cards.record(each)) for each in ids]


def _pixel(mat: Mat, point: Point) -> list[float]:
    x, z = point
    return [
        round((mat.size[0] / 2 + x) * mat.density, 2),
        round((mat.size[1] / 2 - z) * mat.density, 2),
    ]


def _box(mat: Mat, ground: Ground) -> list[float]:
    """Give a rectangle by its middle and its sides."""
    sides = (round(side * mat.density, 2) for side in (ground.wide, ground.deep))
    return [*_pixel(mat, (ground.x, ground.z)), *sides]
