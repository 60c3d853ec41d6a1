"""Things that are new: what comes with the game, as it comes out of the box."""

from __future__ import annotations

from tts_tool.saves.kinds import Spawned, fresh_card_ids, kind_of
from tts_tool.table.world.spawning import copied
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import added
from tts_tool.table.world.world import World

__all__ = ["fresh", "lay_down"]

# What most things say of themselves when they are new.
_PLAIN: Raw = {
    "Transform": {},
    "Nickname": "",
    "Description": "",
    "GMNotes": "",
    "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
    "LayoutGroupSortIndex": 0,
    "Value": 0,
    "Locked": False,
    "Grid": True,
    "Snap": True,
    "IgnoreFoW": False,
    "MeasureMovement": False,
    "DragSelectable": True,
    "Autoraise": True,
    "Sticky": True,
    "Tooltip": True,
    "GridProjection": False,
    "HideWhenFaceDown": False,
    "Hands": False,
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
}


def fresh(world: World, wanted: Spawned) -> Raw:
    """Write the data of a new thing; a deck is shuffled, and what is left to chance is drawn."""
    kind = kind_of(wanted.name)
    raw: Raw = {
        "GUID": "",
        "Name": wanted.name,
        **copied(_PLAIN),
        **copied(kind.fresh),
        **copied(wanted.keys),
    }
    for key, (first, last) in wanted.between.items():
        raw[key] = world.chance.one_of(range(first, last + 1), "spawn")
    if kind.cards:
        raw["DeckIDs"] = world.chance.shuffled(fresh_card_ids(kind), "spawn")
    if kind.filled_with:
        raw["ContainedObjects"] = [fresh(world, Spawned(kind.filled_with))]
    return raw


def lay_down(world: World, thing: Thing) -> None:
    """Let a thing lie on the table at once, however high it is."""
    if world.floor is not None:
        lift = world.floor - thing.box.low[1]
        thing.position = added(thing.position, (0.0, lift, 0.0))
        world.placed(thing)
