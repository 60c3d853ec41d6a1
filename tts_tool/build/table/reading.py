"""Reads a table back: what lies in which place, which side is up, what the markers show.

It knows no game: a place is a zone that says `place NAME`, a component a thing whose memo is its
id, a track a marker that says `track NAME`. So a save of a game under way becomes a position.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tts_tool.errors import BadInput
from tts_tool.kernel.inventory import Inventory

__all__ = ["Seen", "position", "read_table"]

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


class _Box(NamedTuple):
    """A zone: where it is, how it is turned, how large it is."""

    name: str
    at: tuple[float, float]
    turn: float
    size: tuple[float, float]

    def inside(self, x: float, z: float) -> tuple[float, float] | None:
        """Give a point of the table in the zone's frame, if it is inside."""
        dx, dz = x - self.at[0], z - self.at[1]
        if max(abs(dx), abs(dz)) > (self.size[0] + self.size[1]) / 2:
            return None  # most zones are far away, however they are turned
        angle = math.radians(self.turn)
        across = dx * math.cos(angle) - dz * math.sin(angle)
        along = dx * math.sin(angle) + dz * math.cos(angle)
        is_inside = abs(across) <= self.size[0] / 2 and abs(along) <= self.size[1] / 2
        return (across, along) if is_inside else None


class _Pile(NamedTuple):
    """A thing in a place: where in its frame, how high, and what it is made of, the top first."""

    across: float
    along: float
    high: float
    lying: Sequence[Lying]


def read_table(root: Tree, tracks: Tracks) -> Seen:
    """Read a save. `tracks` says where each value of a track is, as the script is told it."""
    states: list[Tree] = list(root["ObjectStates"])
    boxes = _boxes(states)
    found: dict[str, list[_Pile]] = {box.name: [] for box in boxes}
    astray: list[Lying] = []
    for state in states:
        lying = _lying(state)
        if not lying:
            continue
        where = _where(state, boxes)
        if where is None:
            astray += lying
        else:
            found[where[0]].append(_Pile(*where[1], _high(state), lying))
    places = {name: list(_in_order(piles)) for name, piles in found.items()}
    return Seen(places, astray, dict(_markers(states, tracks)))


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


def _boxes(states: Sequence[Tree]) -> list[_Box]:
    """List the zones of places, the smallest first: what is in two is in the smaller."""
    boxes = []
    for state in states:
        notes = str(state.get("GMNotes", ""))
        if notes.startswith(_PLACE) and str(state.get("Name")) == "ScriptingTrigger":
            boxes.append(_box(notes.removeprefix(_PLACE), state))
    return sorted(boxes, key=lambda box: box.size[0] * box.size[1])


def _box(name: str, zone: Tree) -> _Box:
    spot = zone["Transform"]
    at, size = (_number(spot, "posX", "posZ"), _number(spot, "scaleX", "scaleZ"))
    return _Box(name, at, float(spot["rotY"]), size)


def _number(spot: Tree, first: str, second: str) -> tuple[float, float]:
    return float(spot[first]), float(spot[second])


def _where(state: Tree, boxes: Sequence[_Box]) -> tuple[str, tuple[float, float]] | None:
    x, z = _number(state["Transform"], "posX", "posZ")
    for box in boxes:
        inside = box.inside(x, z)
        if inside is not None:
            return box.name, inside
    return None


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


def _in_order(piles: Sequence[_Pile]) -> Iterator[Lying]:
    """Go through a place: side by side from left to right, in a pile from the top down."""
    for pile in sorted(piles, key=lambda each: (*_slot(each), -each.high)):
        yield from pile.lying


def _slot(pile: _Pile) -> tuple[int, int]:
    return round(-pile.along / _ROW), round(pile.across / _ROW)


# Markers


def _markers(states: Sequence[Tree], tracks: Tracks) -> Iterator[tuple[str, int]]:
    for state in states:
        name = str(state.get("GMNotes", "")).removeprefix(_TRACK)
        if state.get("GMNotes") == f"{_TRACK}{name}" and name in tracks:
            yield name, _shown(states, state, tracks[name])


def _shown(states: Sequence[Tree], state: Tree, track: Mapping[str, Any]) -> int:
    """Give what a counter counts, how many tokens a heap has, or what a marker is nearest to."""
    if "Counter" in state:
        return int(str(state["Counter"]["value"]))
    if track["shape"] == "heap":
        box = _box("", state)
        inside = (each for each in states if track["tag"] in each.get("Tags", ()))
        return sum(_many(each) for each in inside if each is not state and _lies_in(each, box))
    x, z = _number(state["Transform"], "posX", "posZ")
    points: Mapping[str, Tree] = track["values"]
    return int(min(points, key=lambda value: math.dist((x, z), _number(points[value], "x", "z"))))


def _lies_in(state: Tree, box: _Box) -> bool:
    return box.inside(*_number(state["Transform"], "posX", "posZ")) is not None


def _many(state: Tree) -> int:
    return int(str(state.get("Number", 1)))
