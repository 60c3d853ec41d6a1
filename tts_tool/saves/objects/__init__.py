"""Objects of Tabletop Simulator, built from what a generator knows; TTS would add nothing.

table = Save(name="Night Market", objects=(Deck(id="wares", cards=cards), ScriptingZone(...)))
data = written(table.tree())
"""

from tts_tool.saves.objects.cards import Card, Deck, Sheet
from tts_tool.saves.objects.containers import Bag, InfiniteBag, ModelBag
from tts_tool.saves.objects.guids import guids
from tts_tool.saves.objects.pieces import (
    Block,
    Board,
    Counter,
    Dice,
    Figurine,
    Model,
    Notecard,
    Pdf,
    StandardDie,
    Text3D,
    Tile,
    Token,
)
from tts_tool.saves.objects.save import Camera, Grid, Hands, Lighting, Save, Tab, Turns
from tts_tool.saves.objects.thing import Thing, object_trees, transforms
from tts_tool.saves.objects.values import (
    PLAYER_COLORS,
    AttachedDecal,
    Color,
    Decal,
    DieSide,
    SnapPoint,
    UIAsset,
    Vector,
)
from tts_tool.saves.objects.zones import (
    FogOfWarZone,
    HandZone,
    HiddenZone,
    LayoutZone,
    RandomizeZone,
    ScriptingZone,
    Zone,
)

__all__ = [
    "PLAYER_COLORS",
    "AttachedDecal",
    "Bag",
    "Block",
    "Board",
    "Camera",
    "Card",
    "Color",
    "Counter",
    "Decal",
    "Deck",
    "Dice",
    "DieSide",
    "Figurine",
    "FogOfWarZone",
    "Grid",
    "HandZone",
    "Hands",
    "HiddenZone",
    "InfiniteBag",
    "LayoutZone",
    "Lighting",
    "Model",
    "ModelBag",
    "Notecard",
    "Pdf",
    "RandomizeZone",
    "Save",
    "ScriptingZone",
    "Sheet",
    "SnapPoint",
    "StandardDie",
    "Tab",
    "Text3D",
    "Thing",
    "Tile",
    "Token",
    "Turns",
    "UIAsset",
    "Vector",
    "Zone",
    "guids",
    "object_trees",
    "transforms",
]
