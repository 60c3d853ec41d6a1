"""Puts a table together: what lies on it, how it is looked at, its notebook, its scripts."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.graph import Given, Later, Made
from tts_tool.build.mod import Art, Mod, Printed
from tts_tool.build.seams import Spread, Values
from tts_tool.build.table.buttons import SHAPE
from tts_tool.build.table.engraving import engraved
from tts_tool.build.table.fittings import ground, markers
from tts_tool.build.table.layout import Dim, Layout, Piece, Point
from tts_tool.build.table.lying import beside
from tts_tool.build.table.pieces import Laid, card_scale, heaps, pieces
from tts_tool.build.table.prints import CARDS, prints_of
from tts_tool.build.table.props import dice_sets, props, token_tag
from tts_tool.build.table.seeing import views_of
from tts_tool.build.table.spots import Frame, Lane, Spot, SpotPlan
from tts_tool.build.table.told import told, worded, wording
from tts_tool.build.table.zones import snap_points, zones
from tts_tool.catalog import rules_digest
from tts_tool.saves.objects import Camera, Save, Sheet, Tab, Thing, Turns, Vector, guids

__all__ = [
    "bare",
    "bare_save",
    "bare_things",
    "notebook",
    "objects",
    "save",
    "script_values",
    "unprinted",
    "values",
]


def objects(mod: Mod, layout: Layout, art: Art) -> tuple[Thing, ...]:
    """Give everything on the table, what lies below others first."""
    laid = Laid(prints_of(mod, layout), art)
    return tuple(_scripted(thing, art) for thing in _everything(laid))


def save(mod: Mod, layout: Layout, art: Art) -> Save:
    """Lay out the table, scripts included."""
    return _saved(Laid(prints_of(mod, layout), art), objects(mod, layout, art))


def bare_save(given: Spread) -> Save:
    """Lay out a table without its pictures: where things are is all that is asked of it."""
    bare = _unprinted(given)
    return _saved(bare.laid, bare.things)


def bare_things(given: Spread) -> tuple[Thing, ...]:
    """Give what lies there."""
    return _unprinted(given).things


class _Unprinted(NamedTuple):
    """What lies on a table without its pictures, and the GUIDs by ids."""

    given: Spread
    laid: Laid
    things: tuple[Thing, ...]
    names: dict[str, str]


_LATELY: Final[deque[_Unprinted]] = deque(maxlen=2)


def _unprinted(given: Spread) -> _Unprinted:
    """Lay such a table out, once for all that ask while it is built."""
    for known in _LATELY:
        if known.given is given:
            return known
    mod, layout = given.mod, given.layout
    laid = Laid(prints_of(mod, layout), unprinted(mod, layout))
    things = tuple(_everything(laid))
    names = guids(part.id for thing in things for part in thing.all())
    _LATELY.append(_Unprinted(given, laid, things, names))
    return _LATELY[-1]


def _saved(laid: Laid, things: tuple[Thing, ...]) -> Save:
    mod, layout, art = laid.prints.mod, laid.prints.layout, laid.art
    seats, entry = len(mod.inventory.seats), layout.entry
    names = guids(part.id for thing in things for part in thing.all())
    return Save(
        name=mod.save_name,
        objects=things,
        more=tuple(beside(layout.lying, names.values())),
        settings=layout.settings,
        game_type=entry.kind,
        complexity=entry.complexity,
        playing_time=entry.minutes,
        player_counts=(1, seats),
        workshop_tags=entry.tags,
        note=str(getattr(entry.note, mod.tongue)) if entry.note is not None else "",
        turns=Turns(order=tuple(layout.seats[seat].colour for seat in mod.inventory.seats)),
        notebook=tuple(_pages(mod, layout)),
        snap_points=tuple(snap_points(laid)),
        cameras=tuple(_cameras(laid)),
        script=art.scripts.get("Global", ""),
        xml=art.interfaces.get("Global", ""),
    )


def notebook(
    mod: Mod, before: Layout, now: Layout, edited: Iterable[Path]
) -> tuple[Tab, ...] | None:
    """Give the pages of the notebook, if nothing else can be otherwise after such an edit.

    Only files of the layout were edited, then, and what they say besides is as it was.
    """
    files = {Path(file).resolve() for file in now.files}
    if now.settings or not files.issuperset(path.resolve() for path in edited):
        return None
    same = _without_pages(now) == _without_pages(before)
    return tuple(_pages(mod, now)) if same else None


def _without_pages(layout: Layout) -> Layout:
    """Leave the notebook out."""
    return msgspec.structs.replace(layout, pages=())


def _everything(laid: Laid) -> Iterator[Thing]:
    yield from ground(laid)
    yield from zones(laid)
    yield from markers(laid)
    yield from props(laid)
    yield from pieces(laid)


def bare(mod: Mod, layout: Layout) -> Spread:
    """Leave out what is only read, on cards and in the notebook: where things are needs none."""
    return prints_of(mod, layout).bare


def values(mod: Mod, layout: Layout) -> dict[str, Values]:
    """Say what scripts need to know, in parts that are made anew for different reasons."""
    return {
        "places": Values(placed, bare(mod, layout)),
        "catalogue": Values(written_down, Later(lambda: told(mod, layout))),
        "rules": Values(written_down, Later(lambda: _rules(mod))),
        "results": Values(worded, Later(lambda: wording(mod, layout))),
    }


def script_values(mod: Mod, layout: Layout) -> dict[str, Any]:
    """Give all that scripts need to know."""
    parts = values(mod, layout).values()
    return {
        key: value
        for part in parts
        for key, value in json.loads(part.make(part.given, {}).data).items()
    }


def _rules(mod: Mod) -> dict[str, Any]:
    return {"digest": rules_digest(mod.cards, mod.inventory)}


def written_down(given: Later, _needed: Given) -> Made:
    """Hand on plain data: a node, so that what it is given alone decides whether it is made."""
    return Made(msgspec.json.encode(given.value))


def placed(given: Spread, _needed: Given) -> Made:
    """Say where places, tracks and extras are: a node.

    `places` and `tracks` have the GUIDs of their zones and markers and where things go, by name;
    `things` the GUID of every object, by the id that the layout or the rules give it. `homes` says
    where each piece begins, `heaps` on which pile there, if the place has several; `dice` are sets.
    """
    mod, layout = given.mod, given.layout
    _, laid, _, names = _unprinted(given)
    plan = laid.prints.plan
    found = {
        "title": mod.title,
        "game": mod.name,
        "lang": mod.lang,
        "seats": list(mod.inventory.seats),
        "colours": {seat: layout.seats[seat].colour for seat in mod.inventory.seats},
        "order": list(mod.inventory.places),
        "homes": {each.id: each.start for each in mod.inventory.components.values()},
        "heaps": heaps(laid.prints),
        "places": {name: _place(laid, spot, names) for name, spot in plan.spots.items()},
        "tracks": {name: _track(laid, lane, names) for name, lane in plan.lanes.items()},
        "things": names,
        "dice": dice_sets(layout, names),
        "views": dict(_views(laid)),
        "reads": list(_reads(plan)),
        "buttons": SHAPE,
    }
    return Made(msgspec.json.encode(found))


def _place(laid: Laid, spot: Spot, names: Mapping[str, str]) -> dict[str, Any]:
    """Say where a place is: `slots` from the first on, and what lies on each other in `piles`."""
    said = spot.said
    seat = laid.prints.layout.seats.get(spot.place.owner or "")
    hand = said.kind == "hand" and seat is not None
    return {
        "guid": names[f"zone.{spot.name}"],
        "kind": said.kind,
        "down": spot.down,
        "turn": laid.turned(spot.frame).y,
        "slots": [_point(laid, spot.frame, slot) for slot in spot.slots],
        "piles": {key: _point(laid, spot.frame, at) for key, at in spot.piles.items()},
        **({"colour": seat.colour} if hand and seat is not None else {}),
        **({"larger": _larger(laid, spot)} if said.scale != 1 else {}),
    }


def _larger(laid: Laid, spot: Spot) -> dict[str, Any]:
    """Say by their sort how large cards are where they are not as large as elsewhere."""
    pieces = laid.prints.layout.piece
    tags = set(spot.said.tags) or {pieces[spot.said.holds].tag}
    return {
        name: {"here": _sized(each, spot.said.scale), "elsewhere": _sized(each, 1)}
        for name, each in pieces.items()
        if each.shape in CARDS and each.tag in tags
    }


def _sized(piece: Piece, times: float) -> dict[str, float]:
    scale = card_scale(piece)
    return {"x": round(scale.x * times, 4), "y": scale.y, "z": round(scale.z * times, 4)}


def _track(laid: Laid, lane: Lane, names: Mapping[str, str]) -> dict[str, Any]:
    marker = laid.prints.layout.markers[lane.said.marker]
    return {
        "guid": names[f"track.{lane.name}"],
        "shape": marker.shape,
        "start": lane.track.start,
        "low": lane.track.low,
        "high": lane.track.high,
        "values": {str(value): _point(laid, lane.frame, at) for value, at in lane.values.items()},
        **(_tokens(marker, names) if marker.shape == "heap" else {}),
    }


def _tokens(marker: Dim, names: Mapping[str, str]) -> dict[str, Any]:
    """Say of what a heap consists, from where its tokens come, how they are laid out."""
    bag = names[marker.bag]
    return {"tag": token_tag(marker.bag), "bag": bag, "row": marker.row, "step": marker.size}


def _point(laid: Laid, frame: Frame, at: Point) -> dict[str, float]:
    point = laid.lying(frame, at, 0)
    return {"x": point.x, "y": point.y, "z": point.z}


def unprinted(mod: Mod, layout: Layout) -> Art:
    """Stand in for pictures where only the objects' ids matter."""
    prints = prints_of(mod, layout)
    cards = {
        (pile.name, face): Printed(Sheet(key=key, face="-", back="-"), 0)
        for key, pile in enumerate(prints.piles(), 1)
        for face in pile.faces
    }
    return Art(_Blank(), cards)


class _Blank(Mapping[str, str]):
    """Stands in for every picture, whatever it is called: which there are takes long to say."""

    def __getitem__(self, name: str) -> str:
        return "-"

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _scripted(thing: Thing, art: Art) -> Thing:
    """Give an object the script and the interface that were made for it."""
    script, xml = art.scripts.get(thing.id, ""), art.interfaces.get(thing.id, "")
    return msgspec.structs.replace(thing, script=script, xml=xml) if script or xml else thing


def _pages(mod: Mod, layout: Layout) -> Iterator[Tab]:
    """Give the pages of the notebook, those in the language of play first."""
    for page in sorted(layout.pages, key=lambda each: each.lang != mod.lang):
        yield Tab(title=page.title, body=page.body)


def _views(laid: Laid) -> Iterator[tuple[str, dict[str, Any]]]:
    """Say how each colour looks at its own mat, as soon as it sits there."""
    for view in views_of(laid.prints.plan):
        if view.seat:
            at = {"x": view.at[0], "y": laid.top, "z": view.at[1]}
            told = {"at": at, "pitch": view.pitch, "turn": view.turn, "distance": view.distance}
            yield laid.prints.layout.seats[view.seat].colour, told


def _reads(plan: SpotPlan) -> Iterator[dict[str, Any]]:
    """Say what everybody reads where it lies: how the places are called, and which they are."""
    for said in plan.layout.places:
        mine = [spot for spot in plan.spots.values() if spot.said is said]
        if said.read and mine and not any(spot.frame.seat for spot in mine):
            yield {"title": engraved(plan.mod, mine[0]), "places": [spot.name for spot in mine]}


def _cameras(laid: Laid) -> Iterator[Camera]:
    for view in views_of(laid.prints.plan):
        if view.key is not None:
            yield Camera(
                key=view.key,
                look_at=Vector(view.at[0], laid.top, view.at[1]),
                pitch=view.pitch,
                turn=view.turn,
                distance=view.distance,
            )
