"""A small table that has one of everything, so that every function finds something to work on."""

from __future__ import annotations

import copy
from collections.abc import Collection
from typing import Any

from tts_tool.table.api.scripted import ScriptedWorld
from tts_tool.table.hands import Player
from tts_tool.table.switches import Switches
from tts_tool.table.world.loading import EMPTY
from tts_tool.table.world.seating import connect, sit
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec

__all__ = ["FINDERS", "GUIDS", "Scene", "scene_save", "thing_raw"]

_SHEET = {"FaceURL": "face", "BackURL": "back", "NumWidth": 10, "NumHeight": 7}
_SCRIPT = "-- a script that does nothing yet"

# Compares what two Lua expressions give: numbers nearly, tables by what is in them.
GLOBAL = """
function same(a, b)
  if type(a) ~= type(b) then return false end
  if type(a) == "number" then return a == b or math.abs(a - b) <= 1e-4 end
  if type(a) ~= "table" then return a == b end
  for key, value in pairs(a) do if not same(value, b[key]) then return false end end
  for key in pairs(b) do if a[key] == nil then return false end end
  return true
end
function shown(value)
  if type(value) ~= "table" then return tostring(value) end
  local text = "{"
  for key, each in pairs(value) do text = text .. " " .. tostring(key) .. "=" .. shown(each) end
  return text .. " }"
end
function names(list)
  local found = {}
  for _, object in ipairs(list) do found[#found + 1] = object.getName() end
  table.sort(found)
  return table.concat(found, " ")
end
"""


def thing_raw(  # noqa: PLR0913 - a place has three numbers
    guid: str,
    name: str,
    x: float = 0.0,
    z: float = 0.0,
    *,
    y: float = 1.0,
    scale: Vec = (1.0, 1.0, 1.0),
    **more: Any,  # noqa: ANN401 - whatever a save holds
) -> Raw:
    """Write the data of an object that lies on the table."""
    transform = dict(zip(("posX", "posY", "posZ"), (x, y, z), strict=True))
    transform |= dict.fromkeys(("rotX", "rotY", "rotZ"), 0.0)
    transform |= dict(zip(("scaleX", "scaleY", "scaleZ"), scale, strict=True))
    return {"GUID": guid, "Name": name, "Transform": transform, "Nickname": "", **more}


def _card(guid: str, nickname: str, index: int, x: float = 0.0, z: float = 0.0) -> Raw:
    more: dict[str, Any] = {"CardID": 100 + index, "CustomDeck": {"1": dict(_SHEET)}, "Hands": True}
    return thing_raw(guid, "Card", x, z, Nickname=nickname, HideWhenFaceDown=True, **more)


def _deck() -> Raw:
    cards = [_card(f"ca0{at}00", name, at) for at, name in enumerate("ABCD")]
    ids = [card["CardID"] for card in cards]
    more: dict[str, Any] = {
        "DeckIDs": ids,
        "CustomDeck": {"1": dict(_SHEET)},
        "ContainedObjects": cards,
    }
    return thing_raw("0dec00", "Deck", -10.0, 0.0, Nickname="Deck", **more)


def _zone(guid: str, name: str, x: float, z: float, **more: Any) -> Raw:  # noqa: ANN401
    return thing_raw(guid, name, x, z, y=2.0, scale=(6.0, 6.0, 4.0), Locked=True, **more)


_THINGS: dict[str, Raw] = {
    "card": _card("0ca4d0", "Ace", 7, 0.0, 0.0),
    "other": _card("0ca4d1", "King", 8, 5.0, 0.0),
    "deck": _deck(),
    "bag": thing_raw(
        "0ba900",
        "Bag",
        -15.0,
        0.0,
        Nickname="Bag",
        Bag={"Order": 0},
        ContainedObjects=[
            thing_raw("b10c01", "BlockSquare", Nickname="First", GMNotes="note"),
            thing_raw("b10c02", "BlockSquare", Nickname="Second", Description="two", Tags=["Tag"]),
        ],
    ),
    "die": thing_raw("0d1e00", "Die_6", 10.0, 0.0, y=1.5, Nickname="Die"),
    "block": thing_raw("b10c00", "BlockSquare", 10.0, 6.0, y=1.46, Nickname="Block"),
    "tile": thing_raw(
        "711e00",
        "Custom_Tile",
        0.0,
        8.0,
        Nickname="Tile",
        CustomImage={
            "ImageURL": "front",
            "ImageSecondaryURL": "behind",
            "CustomTile": {"Type": 2, "Thickness": 0.2, "Stackable": False},
        },
    ),
    "model": thing_raw("30de10", "Custom_Model", 0.0, -8.0, CustomMesh={"MeshURL": "mesh"}),
    "bundle": thing_raw(
        "b0nd1e", "Custom_Assetbundle", 5.0, -8.0, CustomAssetbundle={"AssetbundleURL": "bundle"}
    ),
    "counter": thing_raw("c0c0c0", "Counter", 10.0, -8.0, Counter={"value": 5}),
    "clock": thing_raw("c10c00", "Digital_Clock", 15.0, -8.0),
    "book": thing_raw("b00c00", "Custom_PDF", 15.0, 8.0, CustomPDF={"PDFUrl": "pdf", "PDFPage": 3}),
    "tablet": thing_raw("7ab1e0", "Tablet", 25.0, 8.0, Tablet={"PageURL": "page"}),
    "words": thing_raw(
        "7e4700",
        "3DText",
        25.0,
        -8.0,
        Text={"Text": "Hello", "colorstate": {"r": 1.0, "g": 0.0, "b": 0.0}, "fontSize": 64},
    ),
    "knight": thing_raw("f19000", "rpg_KNIGHT", -20.0, 10.0, Nickname="Knight"),
    "wolf": thing_raw("f19001", "rpg_WOLF", -20.0, 11.5, Nickname="Wolf"),
    "stated": thing_raw(
        "57a7e1",
        "BlockSquare",
        20.0,
        0.0,
        y=1.46,
        Nickname="One",
        States={
            "2": thing_raw("57a7e2", "BlockSquare", Nickname="Two"),
            "3": thing_raw("57a7e3", "BlockSquare", Nickname="Three", Description="last"),
        },
    ),
    "zone": _zone("20ne00", "ScriptingTrigger", -10.0, 20.0, Nickname="Zone"),
    "hidden": _zone("20ne01", "FogOfWarTrigger", 0.0, 20.0, FogColor="Red"),
    "layout": _zone("20ne02", "LayoutZone", 10.0, 20.0),
    "white_hand": _zone("20ne03", "HandTrigger", 0.0, -20.0, FogColor="White"),
    "red_hand": _zone("20ne04", "HandTrigger", 10.0, -20.0, FogColor="Red"),
}

GUIDS: dict[str, str] = {name: raw["GUID"] for name, raw in _THINGS.items()}


FINDERS = "\n".join(f'{name} = getObjectFromGUID("{guid}")' for name, guid in GUIDS.items())


def scene_save(scripted: Collection[str] = ("card",)) -> Raw:
    """Write the save of the scene."""
    save = copy.deepcopy(EMPTY)
    save["LuaScript"] = GLOBAL
    save["Note"] = "A note"
    for name, raw in _THINGS.items():
        script = _SCRIPT if name in scripted else ""
        save["ObjectStates"].append({**copy.deepcopy(raw), "LuaScript": script})
    return save


class Scene:
    """The table, opened, with White (the host) and Red sitting at it.

    Only what is named in `scripted` has a script, since each costs an interpreter.
    """

    def __init__(
        self, scripted: Collection[str] = ("card",), switches: Switches | None = None
    ) -> None:
        save = scene_save(scripted)
        self.table = ScriptedWorld(save, seed=1, switches=switches)
        self.world = self.table.world
        for name, colour in (("Wendy", "White"), ("Rhea", "Red")):
            sit(self.world, connect(self.world, name), colour)
        self.table.open()
        self.table.execute(FINDERS)
        self.table.settle()

    def thing(self, name: str) -> Thing:
        """Find something of the scene by its name."""
        found = self.world.by_guid(GUIDS[name])
        assert found is not None, f"{name} is gone"
        return found

    def hand(self, colour: str) -> Player:
        """Take the hands of somebody."""
        return Player(self.world, colour)
