"""The table itself: a thing that is there, but not among the things that a save lists."""

from __future__ import annotations

from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import World

__all__ = ["BACKGROUNDS", "TABLES", "set_table", "table_name", "table_object"]

# By how the menu calls them, in small letters.
TABLES = {
    "custom rectangle": "Table_Custom",
    "custom square": "Table_Custom_Square",
    "hexagon": "Table_Hexagon",
    "none": "Table_None",
    "octagon": "Table_Octagon",
    "poker": "Table_Poker",
    "rectangle": "Table_RPG",
    "round": "Table_Circular",
    "round glass": "Table_Glass",
    "round plastic": "Table_Plastic",
    "square": "Table_Square",
}
BACKGROUNDS = {
    "cathedral": "Sky_Cathedral",
    "downtown": "Sky_Downtown",
    "field": "Sky_Field",
    "forest": "Sky_Forest",
    "museum": "Sky_Museum",
    "regal": "Sky_Regal",
    "sunset": "Sky_Sunset",
    "tunnel": "Sky_Tunnel",
}

_NONE = ("", "Table_None")
# As high as the tops of the tables that come with the game: see `loading`.
_USUAL_TOP = 0.96
_HALF_HEIGHT = 0.5


def table_name(world: World) -> str:
    """Say which table it is."""
    return str(world.save.get("Table") or "Table_None")


def table_object(world: World) -> Thing | None:
    """Find the table; None if there is none."""
    name = table_name(world)
    found = world.table
    if found is not None and not found.gone and found.name == name:
        return found
    if name in _NONE:
        return None
    top = _USUAL_TOP if world.floor is None else world.floor
    raw = {"GUID": "", "Name": name, "Transform": {"posY": top - _HALF_HEIGHT}, "Locked": True}
    return world.furnish(raw)


def set_table(world: World, name: str) -> bool:
    """Put another table there; False if there is none of that name."""
    wanted = TABLES.get(name.lower(), name)
    if wanted not in TABLES.values():
        return False
    world.save["Table"] = wanted
    return True
