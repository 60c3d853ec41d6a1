"""What a layout zone wants and remembers: its options, and which things make which group.

The groups stand in the save and nowhere else, as lists of GUIDs in the order in which they lie, so
that a table that is loaded again, or rewound, knows them. A group whose last thing was picked up
stays behind, empty, until the zone lays out again: it is the gap that people see.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from tts_tool.saves.tree import Number, number, number_from
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import hand_holding, holds, zones_of

__all__ = [
    "OPTIONS",
    "Group",
    "Lifted",
    "group_of",
    "groups",
    "is_kept_apart",
    "layout_of",
    "lift",
    "most",
    "option",
    "set_option",
    "takes",
]

# The options as a save names them, with the values of a fresh zone.
OPTIONS: Mapping[str, Any] = {
    "Direction": 0,
    "MeldDirection": 0,
    "NewObjectFacing": 1,
    "TriggerForFaceUp": True,
    "TriggerForFaceDown": True,
    "TriggerForNonCards": False,
    "AllowSwapping": False,
    "MaxObjectsPerNewGroup": 0,
    "MaxObjectsPerGroup": 0,
    "MeldSort": 0,
    "MeldReverseSort": False,
    "MeldSortExisting": False,
    "StickyCards": False,
    "HorizontalSpread": 0.6,
    "VerticalSpread": 0.0,
    "HorizontalGroupPadding": 0.5,
    "VerticalGroupPadding": 0.5,
    "SplitAddedDecks": True,
    "CombineIntoDecks": False,
    "CardsPerDeck": 0,
    "AlternateDirection": False,
    "Randomize": False,
    "InstantRefill": False,
    "ManualOnly": False,
}

_CARDS = frozenset({"Card", "Deck"})
_FARTHEST = 10_000.0  # no length and no count of an option means more than this

Group = list[str]


class Lifted(Struct, frozen=True):
    """Where in a zone a thing lay that somebody has picked up."""

    group: Group
    at: int


def option(zone: Thing, name: str) -> Any:  # noqa: ANN401 - a switch, a count or a length
    """Read an option of a zone; what a save or a script has put there may be of no use."""
    fresh = OPTIONS[name]
    kept = _dict(_dict(zone.raw.get("LayoutZone")).get("Options")).get(name, fresh)
    if isinstance(fresh, bool):
        return kept if isinstance(kept, bool) else fresh
    value = number(kept) if isinstance(kept, Number) else kept
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return fresh
    return max(-_FARTHEST, min(value, _FARTHEST))


def most(zone: Thing, name: str) -> int:
    """Read an option that limits a count; 0 is no limit."""
    return max(0, int(option(zone, name))) or int(_FARTHEST)


def set_option(zone: Thing, name: str, value: Any) -> None:  # noqa: ANN401
    """Change an option of a zone."""
    kept = number_from(value) if isinstance(value, float) else value
    block = _block(zone)
    block["Options"] = {**_dict(block.get("Options")), name: kept}


def groups(zone: Thing) -> list[Group]:
    """Give the groups of a zone; whoever changes the list changes them."""
    block = _block(zone)
    if not _are_groups(block.get("GroupsInZone")):
        block["GroupsInZone"] = []
    found: list[Group] = block["GroupsInZone"]
    return found


def group_of(zone: Thing, thing: Thing) -> Group | None:
    """Find the group in which a thing lies."""
    if not _dict(zone.raw.get("LayoutZone")).get("GroupsInZone"):
        return None
    return next((group for group in groups(zone) if thing.guid in group), None)


def takes(world: World, zone: Thing, thing: Thing) -> bool:
    """Tell whether a zone lays out such a thing."""
    if thing.locked or thing.held_by or not thing.kind.solid:
        return False
    if world.switches.on("layout-spares-hands") and hand_holding(world, thing) is not None:
        return False
    if thing.type not in _CARDS:
        return bool(option(zone, "TriggerForNonCards"))
    return bool(option(zone, "TriggerForFaceDown" if thing.face_down else "TriggerForFaceUp"))


def layout_of(world: World, thing: Thing) -> Thing | None:
    """Find the layout zone that has laid a thing out."""
    return next((zone for zone in _layouts(world, thing) if group_of(zone, thing)), None)


def lift(world: World, thing: Thing) -> None:
    """Take a thing out of its group, into somebody's hand; where it lay is remembered."""
    for zone in _layouts(world, thing):
        group = group_of(zone, thing)
        if group is not None:
            thing.attributes["lifted"] = Lifted(group, group.index(thing.guid))
            group.remove(thing.guid)
            world.arriving.setdefault(zone.handle, {})


def is_kept_apart(world: World, thing: Thing, carrier: Thing) -> bool:
    """Tell whether a layout zone, rather than the two themselves, decides how they lie together."""
    return any(
        group_of(zone, carrier) is not None
        and (group_of(zone, thing) is not None or _would_take(world, zone, thing))
        for zone in _layouts(world, carrier)
    )


def _would_take(world: World, zone: Thing, thing: Thing) -> bool:
    return (
        not option(zone, "ManualOnly") and takes(world, zone, thing) and holds(world, zone, thing)
    )


def _layouts(world: World, thing: Thing) -> Iterable[Thing]:
    return [zone for zone in zones_of(world, thing) if zone.type == "Layout"]


def _block(zone: Thing) -> Raw:
    if not isinstance(zone.raw.get("LayoutZone"), dict):
        zone.raw["LayoutZone"] = {"Options": {}, "GroupsInZone": []}
    block: Raw = zone.raw["LayoutZone"]
    return block


def _dict(value: Any) -> Raw:  # noqa: ANN401 - whatever JSON holds
    return value if isinstance(value, dict) else {}


def _are_groups(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, list) and all(
        isinstance(row, list) and all(isinstance(guid, str) for guid in row) for row in value
    )
