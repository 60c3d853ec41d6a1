"""From a save to a world and back, losing nothing that was not changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tts_tool.errors import BadInput
from tts_tool.saves.shapes import check_save
from tts_tool.saves.tree import Document, read, written
from tts_tool.table.switches import Switches
from tts_tool.table.world.events import Handle, ObjectSpawn
from tts_tool.table.world.fog import reveal
from tts_tool.table.world.handzones import arrange, hands, sort_by_place
from tts_tool.table.world.listed_hands import lay_out_hands, list_hands
from tts_tool.table.world.spawning import copied
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import Sink, World
from tts_tool.table.world.zones import covers, members, notice

__all__ = ["EMPTY", "in_the_air", "let_fall", "load", "save", "save_tree"]

# A table as the game opens it: nothing on it, everybody welcome.
EMPTY: Raw = {
    "SaveName": "",
    "Date": "",
    "VersionNumber": "",
    "GameMode": "",
    "GameType": "",
    "GameComplexity": "",
    "Tags": [],
    "Gravity": 0.5,
    "PlayArea": 0.5,
    "Table": "Table_Custom",
    "Sky": "Sky_Museum",
    "Note": "",
    "TabStates": {},
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
    "ObjectStates": [],
}

# How high the tops of the tables that come with the game are.
_TABLE_TOP = 0.96
_NO_TABLE = ("Table_None", "")
_FEW = 3  # what fewer things share says nothing about the table


def load(  # noqa: PLR0913 - all that one can say about a table
    source: bytes | Raw,
    *,
    where: str = "save",
    seed: int = 0,
    switches: Switches | None = None,
    sink: Sink | None = None,
    first: int = 1,
) -> World:
    """Open a save; nothing is told or moved before the first frame.

    `first` is the handle of its first thing: who opens one save after another takes each only once.
    """
    document = read(source, where) if isinstance(source, bytes) else Document(copied(source))
    tree = document.root
    if not isinstance(tree, dict) or not isinstance(tree.get("ObjectStates"), list):
        raise BadInput(
            "this is no save of Tabletop Simulator: it has no list of ObjectStates",
            where=where,
            fix="give a file from its Saves folder",
        )
    check_save(tree, where)
    world = World(tree, seed=seed, switches=switches, sink=sink, document=document, first=first)
    for raw in tree["ObjectStates"]:
        world.add(raw)
    lay_out_hands(world)
    if world.switches.on("loaded-objects-spawn"):
        for thing in world:
            world.tell(ObjectSpawn(Handle(thing.handle)))
    _fill_zones(world)
    world.floor = _floor(world)
    return world


def _fill_zones(world: World) -> None:
    """Let zones notice what lies in them, before anything is told."""
    told = len(world.news)
    reveal(world)
    notice(world)
    world.arriving.clear()
    if not world.switches.on("zones-notice-what-was-there"):
        world.forget_news(but=told)
    for hand in hands(world):
        sort_by_place(world, hand)
        if not all(covers(hand, each.box.centre) for each in members(world, hand)):
            arrange(world, hand)  # one was saved on its way


def save_tree(world: World) -> Raw:
    """Give the tree of the save as the table is now; it is the world's own, not a copy."""
    world.save["ObjectStates"] = [thing.data() for thing in list_hands(world, world)]
    return world.save


def save(world: World) -> bytes:
    """Write the table down, in the layout in which it was read; dates stay as they are."""
    tree = save_tree(world)
    return Document(tree, world.document.layout).bytes() if world.document else written(tree)


def in_the_air(world: World) -> list[str]:
    """Name what does not lie still, of which a save says no more than where it is."""
    return [
        thing.guid
        for thing in world
        if thing.held_by or thing.handle in world.motions or thing.handle in world.loose
    ]


def let_fall(world: World, guids: Iterable[str]) -> None:
    """Let fall what was in the air when a save was written, and is where it was."""
    for thing in map(world.by_guid, guids):
        if thing is not None:
            world.placed(thing)
            world.loosen(thing)


def _floor(world: World) -> float:
    """Find how high the table is; without one, things show where they lie."""
    usual = world.switches.text("floor-of-unknown-table") == "as-usual"
    if usual or world.save.get("Table", "") not in _NO_TABLE:
        return _TABLE_TOP
    lying = [thing for thing in world if _lies(thing)]
    levels = Counter(round(thing.box.low[1], 1) for thing in lying)
    if not levels:
        return _TABLE_TOP
    level, many = max(levels.items(), key=lambda each: (each[1], -each[0]))
    if many < _FEW:
        return _TABLE_TOP
    return min(thing.box.low[1] for thing in lying if round(thing.box.low[1], 1) == level)


def _lies(thing: Thing) -> bool:
    return thing.kind.solid and not thing.locked and thing.box.low[1] > 0
