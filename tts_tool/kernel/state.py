"""The state of a game: flat dictionaries of immutable values.

Because every value is immutable, copying the dictionaries is a full snapshot: that is what
makes restart points, forks and faults cheap.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tts_tool.kernel.inventory import Audience, Inventory, Seat, union


class FlowError(Exception):
    """The rules did something that no rules may do; it becomes a fault, never a crash."""


class Effect(msgspec.Struct, frozen=True):
    """Something that lasts: what it does, whose it is, where it came from, when it ends.

    `until` names a moment (``end of fight``) at which `Game.end_effects` ends it; with
    `place` it also ends by itself as soon as its source component leaves that place.
    """

    id: str
    kind: str
    source: str
    seat: Seat = ""
    params: dict[str, str | int] = {}
    until: str = ""
    place: str = ""


class Pending(msgspec.Struct, frozen=True):
    """A reaction that waits for its turn."""

    reaction: str
    seat: Seat
    args: dict[str, Any] = {}


Level = tuple[Pending, ...]


class State:
    """All that a game is at one moment."""

    __slots__ = (
        "acting",
        "asked",
        "branch",
        "down",
        "effects",
        "flags",
        "inventory",
        "lost",
        "parts",
        "phase",
        "places",
        "queue",
        "result",
        "sealed",
        "shown",
        "streams",
        "tracks",
        "where",
    )

    def __init__(self, inventory: Inventory) -> None:
        """Begin with every component in its first place and every part as declared."""
        self.inventory = inventory
        self.where: dict[str, str] | None = None
        """Where each component lies; made when somebody first asks, then kept true by moving."""
        places: dict[str, list[str]] = {name: [] for name in inventory.places}
        for component in inventory.components.values():
            places[component.start].append(component.id)
        self.places = {name: tuple(ids) for name, ids in places.items()}
        self.tracks = {track.name: track.start for track in inventory.tracks.values()}
        self.parts: dict[type[msgspec.Struct], msgspec.Struct] = {
            part: part() for part in inventory.parts.values()
        }
        self.flags: dict[str, str | int] = {}
        self.down: frozenset[str] = frozenset()
        self.shown: dict[str, Audience] = {}
        self.effects: tuple[Effect, ...] = ()
        self.queue: tuple[Level, ...] = ((),)
        self.sealed: dict[Seat, tuple[tuple[str, Any], ...]] = {}
        self.acting: Seat = ""
        self.phase = ""
        self.result: tuple[tuple[Seat, ...], ...] = ()
        self.lost: tuple[Seat, ...] = ()
        self.asked: dict[str, int] = {}
        self.streams: dict[str, int] = {}
        self.branch = 0

    def copy(self) -> State:
        """Take a snapshot that later changes don't touch."""
        twin: State = State.__new__(State)
        twin.inventory = self.inventory
        twin.where = None
        twin.places = self.places.copy()
        twin.tracks = self.tracks.copy()
        twin.parts = self.parts.copy()
        twin.flags = self.flags.copy()
        twin.down = self.down
        twin.shown = self.shown.copy()
        twin.effects = self.effects
        twin.queue = self.queue
        twin.sealed = self.sealed.copy()
        twin.acting = self.acting
        twin.phase = self.phase
        twin.result, twin.lost = self.result, self.lost
        twin.asked = self.asked.copy()
        twin.streams = self.streams.copy()
        twin.branch = self.branch
        return twin

    def place_of(self, component: str) -> str:
        """Find where a component lies."""
        if self.where is None:
            self.where = {each: place for place, ids in self.places.items() for each in ids}
        place = self.where.get(component)
        if place is None:
            msg = f"{component} lies nowhere"
            raise FlowError(msg)
        return place

    def lie_open(self, components: tuple[str, ...]) -> bool:
        """Tell whether what is seen of components is only what their place says."""
        return self.down.isdisjoint(components) and self.shown.keys().isdisjoint(components)

    def seers(self, place: str, component: str) -> Audience:
        """Who sees the face of a component that lies in a place."""
        looked = self.shown.get(component, ())
        if component in self.down:
            return looked
        return union(self.inventory.seers(place), looked)
