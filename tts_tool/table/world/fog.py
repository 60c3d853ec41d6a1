"""Fog of war: it hides what lies in a zone until something that reveals has been near.

What is revealed is ground, in circles around where a revealer has been. It stays revealed for as
long as the table is open, since nobody knows how a save words it; a zone that hides again shows
only what is near a revealer now. Nothing stands in the way of a look: there are no walls here.
"""

from __future__ import annotations

import math

from msgspec import Struct

from tts_tool.saves.tree import number
from tts_tool.table.world.people import BLACK, GREY
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import zones_of

__all__ = ["hides", "reveal"]

# What is revealed to the game master is revealed to everybody.
_EVERYBODY = frozenset({BLACK, "All", ""})
_STEP = 0.5  # circles whose middles are nearer to each other than this are one


class _Circle(Struct, frozen=True):
    x: float
    z: float
    reach: float
    colour: str

    def holds(self, thing: Thing) -> bool:
        x, _, z = thing.position
        return math.hypot(x - self.x, z - self.z) <= self.reach

    def meets(self, zone: Thing) -> bool:
        low, high = zone.box
        return all(
            low[axis] - self.reach <= middle <= high[axis] + self.reach
            for axis, middle in ((0, self.x), (2, self.z))
        )


def reveal(world: World) -> None:
    """Let everything that has moved reveal the ground on which it is now."""
    for handle in world.stirred:
        thing = world.things.get(handle)
        if thing is not None and "FogOfWarRevealer" in thing.raw:
            _reveal_around(world, thing)


def _reveal_around(world: World, thing: Thing) -> None:
    circle = _circle(thing)
    if circle is None:
        return
    for zone in world.zones.values():
        if zone.name == "FogOfWar" and circle.meets(zone):
            zone.attributes.setdefault("revealed", {})[_rounded(circle)] = None


def hides(world: World, thing: Thing, colour: str) -> bool:
    """Tell whether fog hides a thing from somebody at a colour."""
    if colour == BLACK or thing.get("IgnoreFoW"):
        return False
    fogs = [zone for zone in zones_of(world, thing) if zone.name == "FogOfWar"]
    return any(
        _settings(zone).get("HideObjects", True) and not _is_revealed(world, zone, thing, colour)
        for zone in fogs
    )


def _is_revealed(world: World, zone: Thing, thing: Thing, colour: str) -> bool:
    wanted = _allies(world, colour) | _EVERYBODY
    if _settings(zone).get("ReHideObjects", False):
        circles = [circle for other in world if (circle := _circle(other)) is not None]
    else:
        circles = list(zone.attributes.get("revealed", ()))
    return any(circle.colour in wanted and circle.holds(thing) for circle in circles)


def _allies(world: World, colour: str) -> frozenset[str]:
    """Give a colour and those of its team: they see what each other reveals."""
    person = world.people.at(colour) if colour != GREY else None
    if person is None or person.team == "None":
        return frozenset({colour})
    return frozenset(other.colour for other in world.people.seated if other.team == person.team)


def _circle(thing: Thing) -> _Circle | None:
    kept = thing.raw.get("FogOfWarRevealer")
    if not kept or not kept.get("Active", False):
        return None
    x, _, z = thing.position
    return _Circle(x, z, float(number(kept.get("Range", 5))), str(kept.get("Color", "")))


def _rounded(circle: _Circle) -> _Circle:
    """Let a way be so many circles as it is long, however slowly somebody went."""
    x, z = (round(part / _STEP) * _STEP for part in (circle.x, circle.z))
    return _Circle(x, z, circle.reach, circle.colour)


def _settings(zone: Thing) -> Raw:
    found: Raw = zone.raw.get("FogOfWar") or {}
    return found
