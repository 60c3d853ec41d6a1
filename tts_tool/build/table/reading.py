"""Reads a table back: what lies in which place, which side is up, what the markers show.

It knows no game: a place is a zone that says `place NAME`, a component a thing whose memo is its
id, a track a marker that says `track NAME`. So a save of a game under way becomes a position.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tts_tool.build.table.areas import Area, Areas, Point
from tts_tool.errors import BadInput
from tts_tool.kernel.inventory import Inventory

__all__ = ["Seen", "TableReading", "position", "read_table"]

_PLACE, _TRACK = "place ", "track "
_ROW: Final = 0.5
"""What lies further apart than this lies side by side, what is nearer is one pile."""

Tree = Mapping[str, Any]
Tracks = Mapping[str, Mapping[str, Any]]


class Lying(NamedTuple):
    """A component that lies somewhere, and whether it shows its back."""

    component: str
    down: bool


class Seen(NamedTuple):
    """What lies on a table: by place (the top first), outside of all places, and the tracks."""

    places: dict[str, list[Lying]]
    astray: list[Lying]
    tracks: dict[str, int]


class _Pile(NamedTuple):
    """A thing in a place: where in its frame, how high, and what it is made of, the top first."""

    across: float
    along: float
    high: float
    lying: Sequence[Lying]


class TableReading:
    """A table that is read again and again: only what has changed meanwhile is looked at anew."""

    def __init__(self, tracks: Tracks) -> None:
        """Begin with an empty table. `tracks` says where each value of a track is."""
        self._tracks = tracks
        self._things: dict[int, Tree] = {}
        self._areas = Areas(())
        self._piles: dict[str, dict[int, _Pile]] = {}
        self._lies: dict[int, str] = {}
        self._places: dict[str, list[Lying]] = {}
        self._astray: dict[int, list[Lying]] = {}
        self._markers: dict[str, set[int]] = {name: set() for name in tracks}
        self._tagged: dict[str, dict[int, Tree]] = {
            track["tag"]: {} for track in tracks.values() if track["shape"] == "heap"
        }
        self._shown: dict[str, int] = {}

    def take(self, changed: Mapping[int, Tree], gone: Iterable[int] = ()) -> Seen:
        """Read what is new or has changed, by its handle, and forget what is gone."""
        gone = [handle for handle in gone if handle in self._things]
        zones = any(map(_is_zone, changed.values())) or any(
            _is_zone(self._things[handle]) for handle in (*changed, *gone) if handle in self._things
        )
        touched = {place for handle in (*changed, *gone) if (place := self._lies.get(handle))}
        tracks = {track for handle in (*changed, *gone) for track in self._tracks_of(handle)}
        for handle in gone:
            self._forget(handle)
        for handle, thing in changed.items():
            self._forget(handle)
            self._keep(handle, thing)
        tracks.update(track for handle in changed for track in self._tracks_of(handle))
        if zones:
            self._lay_out()
        else:
            touched.update(place for handle in changed if (place := self._place(handle)))
            for place in touched:
                self._places[place] = _in_order(self._piles[place])
        for track in tracks:
            self._show(track)
        return self.seen

    @property
    def seen(self) -> Seen:
        """Give all as it was read last."""
        astray = [each for handle in sorted(self._astray) for each in self._astray[handle]]
        return Seen(dict(self._places), astray, dict(self._shown))

    def _keep(self, handle: int, thing: Tree) -> None:
        self._things[handle] = thing
        if (track := _track(thing)) in self._tracks:
            self._markers[track].add(handle)
        for tag in thing.get("Tags") or ():
            if tag in self._tagged:
                self._tagged[tag][handle] = thing

    def _forget(self, handle: int) -> None:
        thing = self._things.pop(handle, None)
        if thing is None:
            return
        self._markers.get(_track(thing), set()).discard(handle)
        for those in self._tagged.values():
            those.pop(handle, None)
        self._astray.pop(handle, None)
        place = self._lies.pop(handle, None)
        if place is not None:
            del self._piles[place][handle]

    def _lay_out(self) -> None:
        """Look anew where everything lies: the zones are not what they were."""
        self._areas = Areas(map(_area, filter(_is_zone, self._things.values())))
        self._piles = {name: {} for name in self._areas.names}
        self._lies.clear()
        self._astray.clear()
        for handle in self._things:
            self._place(handle)
        self._places = {name: _in_order(piles) for name, piles in self._piles.items()}

    def _place(self, handle: int) -> str | None:
        """Find where a thing lies, if anything of the game is in it."""
        thing = self._things[handle]
        lying = _lying(thing)
        if not lying:
            return None
        found = self._areas.at(*_spot(thing))
        if found is None:
            self._astray[handle] = lying
            return None
        place, (across, along) = found
        self._piles[place][handle] = _Pile(across, along, _high(thing), lying)
        self._lies[handle] = place
        return place

    def _tracks_of(self, handle: int) -> Iterator[str]:
        """List the tracks that a thing shows or is counted by."""
        thing = self._things.get(handle, {})
        if (name := _track(thing)) in self._tracks:
            yield name
        for name, track in self._tracks.items() if thing.get("Tags") else ():
            if track["shape"] == "heap" and track["tag"] in thing["Tags"]:
                yield name

    def _show(self, name: str) -> None:
        """Read what a track shows now, if anything shows it."""
        self._shown.pop(name, None)
        if self._markers[name]:
            track, marker = self._tracks[name], self._things[max(self._markers[name])]
            self._shown[name] = _shown(track, marker, self._tagged.get(track.get("tag", ""), {}))


def read_table(root: Tree, tracks: Tracks) -> Seen:
    """Read a save. `tracks` says where each value of a track is, as the script is told it."""
    return TableReading(tracks).take(dict(enumerate(root["ObjectStates"])))


def position(seen: Seen, inventory: Inventory, known: Mapping[str, Any]) -> dict[str, Any]:
    """Write what was seen as a position of a game with this inventory.

    What the table does not show (whose turn it is, what lasts) is taken from `known`. Components
    that this game lacks (those of seats that nobody plays) are left out; a place in which
    something of the game lies and that the game lacks is an error.
    """
    places: dict[str, list[str]] = {}
    down: list[str] = []
    for name, lying in seen.places.items():
        mine = [each for each in lying if each.component in inventory.components]
        if mine and name not in inventory.places:
            what = f"{mine[0].component} lies in {name}, which this game lacks"
            raise BadInput(what, fix="move it to a place of somebody who plays")
        if name in inventory.places:
            places[name] = [each.component for each in mine]
            turned = inventory.places[name].seen != "nobody"
            down += [each.component for each in mine if each.down and turned]
    tracks = {name: value for name, value in seen.tracks.items() if name in inventory.tracks}
    return {**known, "places": places, "down": sorted(down), "tracks": tracks}


# Zones and what is in them


def _is_zone(thing: Tree) -> bool:
    notes = str(thing.get("GMNotes", ""))
    return notes.startswith(_PLACE) and str(thing.get("Name")) == "ScriptingTrigger"


def _area(zone: Tree) -> Area:
    spot = zone["Transform"]
    size = (float(spot["scaleX"]), float(spot["scaleZ"]))
    name = str(zone.get("GMNotes", "")).removeprefix(_PLACE)
    return Area(name, _spot(zone), float(spot["rotY"]), size)


def _spot(thing: Tree) -> Point:
    return float(thing["Transform"]["posX"]), float(thing["Transform"]["posZ"])


def _high(state: Tree) -> float:
    return float(state["Transform"]["posY"])


def _lying(state: Tree) -> list[Lying]:
    """List the components that a thing is made of, the top first."""
    down = 90 < float(state["Transform"]["rotZ"]) % 360 < 270  # noqa: PLR2004 - half a turn
    inside = state.get("ContainedObjects") or ()
    if str(state.get("Name", "")).startswith("Deck"):
        # A deck that lies face down lists its top card first, one that lies face up its last.
        cards = [Lying(str(each["Memo"]), down) for each in inside if each.get("Memo")]
        return cards if down else cards[::-1]
    if state.get("States"):
        down = "1" in state["States"]  # the state that is shown is not among the others
    return [Lying(str(state["Memo"]), down)] if state.get("Memo") else []


def _in_order(piles: Mapping[int, _Pile]) -> list[Lying]:
    """Go through a place: side by side from left to right, in a pile from the top down."""
    by_spot = sorted(piles.items(), key=lambda each: (*_slot(each[1]), -each[1].high, each[0]))
    return [each for _, pile in by_spot for each in pile.lying]


def _slot(pile: _Pile) -> tuple[int, int]:
    return round(-pile.along / _ROW), round(pile.across / _ROW)


# Markers


def _track(thing: Tree) -> str:
    notes = str(thing.get("GMNotes", ""))
    return notes.removeprefix(_TRACK) if notes.startswith(_TRACK) else ""


def _shown(track: Mapping[str, Any], marker: Tree, tokens: Mapping[int, Tree]) -> int:
    """Give what a counter counts, how many tokens a heap has, or what a marker is nearest to."""
    if "Counter" in marker:
        return int(str(marker["Counter"]["value"]))
    if track["shape"] == "heap":
        area = _area(marker)
        heaped = (each for each in tokens.values() if each is not marker)
        return sum(_many(each) for each in heaped if area.inside(*_spot(each)) is not None)
    here, points = _spot(marker), track["values"]
    return int(min(points, key=lambda value: math.dist(here, _point(points[value]))))


def _point(point: Tree) -> Point:
    return float(point["x"]), float(point["z"])


def _many(token: Tree) -> int:
    return int(str(token.get("Number", 1)))
