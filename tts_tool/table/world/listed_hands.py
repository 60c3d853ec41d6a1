"""Hands as saves have them up to version 12: not objects, but places in a list of the settings.

On the table they are hands like all others. They go back into the list from which they came, so
that a save stays the save that it was.
"""

from __future__ import annotations

from collections.abc import Iterable

from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World

__all__ = ["lay_out_hands", "list_hands"]

_LIST = "HandTransforms"
_ENTRY = "listed hand"


def lay_out_hands(world: World) -> None:
    """Put the listed hands on the table, in their order, which is that of their numbers."""
    for entry in _settings(world).get(_LIST) or ():
        raw: Raw = {"Name": "HandTrigger", "FogColor": entry.get("Color", "Grey"), "Locked": True}
        if "Transform" in entry:
            raw["Transform"] = entry["Transform"]
        world.add(raw).attributes[_ENTRY] = entry


def list_hands(world: World, things: Iterable[Thing]) -> list[Thing]:
    """Write the listed hands back as they are now; give the things that are no such hands."""
    things = list(things)
    listed = [thing for thing in things if _ENTRY in thing.attributes]
    if listed or _settings(world).get(_LIST):
        _settings(world)[_LIST] = [_written(hand) for hand in listed]
    return [thing for thing in things if _ENTRY not in thing.attributes]


def _written(hand: Thing) -> Raw:
    raw = hand.data()
    entry: Raw = hand.attributes[_ENTRY]
    if entry.get("Color", "Grey") != raw["FogColor"]:
        entry["Color"] = raw["FogColor"]
    if "Transform" in raw:
        entry["Transform"] = raw["Transform"]
    return entry


def _settings(world: World) -> Raw:
    found: Raw = world.save.get("Hands") or {}
    return found
