"""What is in the box: components, the places they can lie in, and tracks.

All of this is fixed when a game starts; what changes is in `state`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

Seat = str
Audience = tuple[Seat, ...] | None
"""The seats who see something; ``None`` is everyone, spectators included."""

Seen = Literal["everyone", "owner", "nobody"]
Shown = Literal["marker", "counter", "pile", "none"]
Fields = dict[str, str | int]
T = TypeVar("T")


class Component(msgspec.Struct, frozen=True):
    """One physical thing with a face and a back, each with its own public fields.

    What looks alike from behind (`back`) and is mixed together (`pool`) can't be told
    apart by a seat that doesn't see the faces.
    """

    id: str
    kind: str
    start: str
    face: dict[str, Any] = {}
    back: Fields = {}
    pool: str = ""
    card: Any = None
    """Its record in the catalogue, if it has one."""


class Place(msgspec.Struct, frozen=True):
    """An ordered list of components, the top one first."""

    name: str
    seen: Seen = "everyone"
    owner: Seat | None = None
    card: Any = None
    """Its record in the catalogue, if it has one."""


class Track(msgspec.Struct, frozen=True):
    """A counted thing: a marker in a row, a counter, or a pile of fungible tokens."""

    name: str
    low: int = 0
    high: int = 1_000_000
    start: int = 0
    owner: Seat | None = None
    shown: Shown = "counter"
    rule: str = ""
    """What says how far it goes."""


class Inventory:
    """Everything that exists in one game, by name."""

    def __init__(
        self,
        seats: tuple[Seat, ...],
        places: Iterable[Place],
        components: Iterable[Component],
        tracks: Iterable[Track],
        parts: Iterable[type[msgspec.Struct]],
    ) -> None:
        """Index what the modules declared; a name declared twice is an error."""
        self.seats = seats
        self.places = _by_name("place", ((p.name, p) for p in places))
        self.components = _by_name("component", ((c.id, c) for c in components))
        self.tracks = _by_name("track", ((t.name, t) for t in tracks))
        self.cards = {c.id: c.card for c in self.components.values()}
        self.behind = {
            c.id: (c.pool, repr(sorted(c.back.items()))) for c in self.components.values()
        }
        """Of each what it can be told apart by from behind."""
        self.faces = {
            c.id: {"id": c.id, "kind": c.kind, **c.face} for c in self.components.values()
        }
        """Of each what whoever sees its face is shown; nobody may write into it."""
        self.backs = {c.id: {"back": c.back} for c in self.components.values()}
        """Of each what everybody else is shown; nobody may write into it either."""
        self.clockwise = {seat: seats[at:] + seats[:at] for at, seat in enumerate(seats)}
        self.parts = _by_name("part", ((part_name(p), p) for p in parts))
        self._seers = {name: _seers(place) for name, place in self.places.items()}
        self._sight: dict[tuple[str, str], tuple[Audience, bool]] = {}
        for component in self.components.values():
            if component.start not in self.places:
                msg = f"component {component.id} starts in unknown place {component.start}"
                raise ValueError(msg)

    def seers(self, place: str) -> Audience:
        """Who sees the faces of what lies in a place."""
        return self._seers[place]

    def sight(self, source: str, target: str) -> tuple[Audience, bool]:
        """Who sees what moves between two places, and whether somebody learns something."""
        pair = (source, target)
        if pair not in self._sight:
            before, after = self.seers(source), self.seers(target)
            self._sight[pair] = union(before, after), not covers(before, after)
        return self._sight[pair]


def _seers(place: Place) -> Audience:
    if place.seen == "everyone":
        return None
    return (place.owner,) if place.seen == "owner" and place.owner is not None else ()


@cache
def part_name(part: type[msgspec.Struct]) -> str:
    """Name the part of the state that a module keeps in this class: ``Fight`` -> ``fight``."""
    return kebab(part.__name__)


def kebab(name: str) -> str:
    """Turn a class name into the word used outside Python.

    >>> kebab("TrackSet")
    'track-set'
    """
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def union(a: Audience, b: Audience) -> Audience:
    """Join two audiences."""
    if a is None or b is None:
        return None
    return a if a == b or not b else a + tuple([seat for seat in b if seat not in a])


def common(a: Audience, b: Audience) -> Audience:
    """Give who is in both audiences."""
    if a is None or b is None:
        return b if a is None else a
    return tuple(seat for seat in a if seat in b)


def covers(a: Audience, b: Audience) -> bool:
    """Tell whether everyone in the second audience is in the first."""
    if a is None:
        return True
    return b is not None and set(b) <= set(a)


def _by_name(what: str, pairs: Iterable[tuple[str, T]]) -> dict[str, T]:
    found: dict[str, T] = {}
    for name, value in pairs:
        if name in found:
            msg = f"{what} {name} is declared twice"
            raise ValueError(msg)
        found[name] = value
    return found
