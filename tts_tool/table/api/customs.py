"""Custom objects: pictures, models, sheets, as scripts name them and as a save keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tts_tool.saves.kinds import MODEL_TYPES
from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.data import to_lua
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import flag, real, text, tint, whole
from tts_tool.table.world.thing import Raw, Thing, colour_of

__all__: list[str] = []


class _Argument(NamedTuple):
    """One argument: the way to its key in the save, and what it is when nobody says."""

    path: tuple[str, ...]
    absent: Any


_IMAGE = {"image": _Argument(("CustomImage", "ImageURL"), "")}
_BOTTOM = {"image_bottom": _Argument(("CustomImage", "ImageSecondaryURL"), "")}
_SHADER = ("CustomMesh", "CustomShader")

_MODEL = {
    "mesh": _Argument(("CustomMesh", "MeshURL"), ""),
    "diffuse": _Argument(("CustomMesh", "DiffuseURL"), ""),
    "normal": _Argument(("CustomMesh", "NormalURL"), ""),
    "collider": _Argument(("CustomMesh", "ColliderURL"), ""),
    "convex": _Argument(("CustomMesh", "Convex"), True),
    "type": _Argument(("CustomMesh", "TypeIndex"), 0),
    "material": _Argument(("CustomMesh", "MaterialIndex"), 0),
    "cast_shadows": _Argument(("CustomMesh", "CastShadows"), True),
    "specular_intensity": _Argument((*_SHADER, "SpecularIntensity"), 0.1),
    "specular_color": _Argument((*_SHADER, "SpecularColor"), (1.0, 1.0, 1.0, 1.0)),
    "specular_sharpness": _Argument((*_SHADER, "SpecularSharpness"), 3.0),
    "freshnel_strength": _Argument((*_SHADER, "FresnelStrength"), 0.1),
}
_BUNDLE = {
    "assetbundle": _Argument(("CustomAssetbundle", "AssetbundleURL"), ""),
    "assetbundle_secondary": _Argument(("CustomAssetbundle", "AssetbundleSecondaryURL"), ""),
    "type": _Argument(("CustomAssetbundle", "TypeIndex"), 0),
    "material": _Argument(("CustomAssetbundle", "MaterialIndex"), 0),
}
_TILE = {
    **_IMAGE,
    **_BOTTOM,
    "type": _Argument(("CustomImage", "CustomTile", "Type"), 0),
    "thickness": _Argument(("CustomImage", "CustomTile", "Thickness"), 0.5),
    "stackable": _Argument(("CustomImage", "CustomTile", "Stackable"), False),
}
_TOKEN = {
    **_IMAGE,
    "thickness": _Argument(("CustomImage", "CustomToken", "Thickness"), 0.2),
    "merge_distance": _Argument(("CustomImage", "CustomToken", "MergeDistancePixels"), 15.0),
    "stand_up": _Argument(("CustomImage", "CustomToken", "StandUp"), False),
    "stackable": _Argument(("CustomImage", "CustomToken", "Stackable"), False),
}
_KINDS: Mapping[str, Mapping[str, _Argument]] = {
    "Custom_Assetbundle": _BUNDLE,
    "Custom_Assetbundle_Bag": _BUNDLE,
    "Custom_Assetbundle_Infinite_Bag": _BUNDLE,
    "Custom_Board": _IMAGE,
    "Custom_Dice": {**_IMAGE, "type": _Argument(("CustomImage", "CustomDice", "Type"), 1)},
    "Custom_Model": _MODEL,
    "Custom_Model_Bag": _MODEL,
    "Custom_Model_Infinite_Bag": _MODEL,
    "Custom_Model_Stack": _MODEL,
    "Custom_PDF": {
        "url": _Argument(("CustomPDF", "PDFUrl"), ""),
        "password": _Argument(("CustomPDF", "PDFPassword"), ""),
    },
    "Custom_Tile": _TILE,
    "Custom_Tile_Stack": _TILE,
    "Custom_Token": _TOKEN,
    "Custom_Token_Stack": _TOKEN,
    "Figurine_Custom": {
        **_IMAGE,
        "image_secondary": _Argument(("CustomImage", "ImageSecondaryURL"), ""),
    },
}
_SHEET = {
    "face": ("FaceURL", ""),
    "back": ("BackURL", ""),
    "unique_back": ("UniqueBack", False),
    "width": ("NumWidth", 10),
    "height": ("NumHeight", 7),
    "back_is_hidden": ("BackIsHidden", False),
    "type": ("Type", 0),
}
_CARDS = frozenset({"Card", "CardCustom", "Deck", "DeckCustom"})
_SIZE_OF_ONE = {"width": 1, "height": 1}
# What the game's documentation says of a deck that tells no number.
_NUMBER = 52
# A CardID is the number of its sheet times this, and the cell, in every save of the game.
_CELLS = 100


@function("object", "getCustomObject")
def _custom(caller: Caller, thing: Thing) -> Any:
    if thing.name in _CARDS:
        return _sheets(thing.raw)
    parts = _KINDS.get(thing.name)
    if parts is None:
        return {}
    return {name: _read(thing.raw, part) for name, part in parts.items()}


@function("object", "setCustomObject")
def _set_custom(caller: Caller, thing: Thing, parameters: dict[str, Any]) -> bool:
    """Change what is named; it is seen when the object is reloaded, or finishes spawning."""
    if thing.name in _CARDS:
        _set_sheet(thing, parameters)
        return _measured(caller, thing)
    parts = _KINDS.get(thing.name)
    if parts is None:
        return False
    for name, part in parts.items():
        if parameters.get(name) is not None:
            _write(thing.raw, part, _numbered(name, parameters[name]))
        else:
            _write_absent(thing.raw, part)
    return _measured(caller, thing)


def _numbered(name: str, value: object) -> object:
    """Take what something behaves like by its name, too: `type = "Bag"`."""
    if name == "type" and isinstance(value, str) and value.capitalize() in MODEL_TYPES:
        return MODEL_TYPES.index(value.capitalize())
    return value


def _measured(caller: Caller, thing: Thing) -> bool:
    """What it is now may be larger or smaller, and neither sinks in nor hangs in the air."""
    caller.world.reshape(thing)
    caller.world.loosen(thing)
    return True


def _read(raw: Raw, part: _Argument) -> object:
    found: Any = raw
    for key in part.path:
        found = (found or {}).get(key)
    if isinstance(part.absent, tuple):
        return colour_of(found) if found else part.absent
    return part.absent if found is None else to_lua(found)


def _block(raw: Raw, part: _Argument) -> Raw:
    for key in part.path[:-1]:
        raw = raw.setdefault(key, {})
    return raw


def _write(raw: Raw, part: _Argument, value: object) -> None:
    _block(raw, part)[part.path[-1]] = _as_kept(value, part.absent)


def _write_absent(raw: Raw, part: _Argument) -> None:
    kept = part.absent
    if isinstance(kept, tuple):
        kept = dict(zip("rgb", kept, strict=False))
    _block(raw, part).setdefault(part.path[-1], kept)


def _as_kept(value: object, absent: object) -> object:
    if isinstance(absent, bool):
        return flag(value)
    if isinstance(absent, int):
        return whole(value)
    if isinstance(absent, float):
        return real(value)
    if isinstance(absent, tuple):
        return dict(zip("rgb", tint(value), strict=False))
    return text(value)


# ---- Cards: sheets of pictures, by number


def _sheets(raw: Raw) -> list[dict[str, Any]]:
    return [
        {
            "face": sheet.get("FaceURL", ""),
            "back": sheet.get("BackURL", ""),
            "width": int(number(sheet.get("NumWidth", 10))),
            "height": int(number(sheet.get("NumHeight", 7))),
            "back_is_hidden": bool(sheet.get("BackIsHidden", False)),
            "unique_back": bool(sheet.get("UniqueBack", False)),
            "type": int(number(sheet.get("Type", 0))),
            "id": int(key),
        }
        for key, sheet in (raw.get("CustomDeck") or {}).items()
    ]


def _set_sheet(thing: Thing, given: dict[str, Any]) -> None:
    """Give a card or deck one new sheet; a deck gets a card for each cell that is named."""
    alone = thing.type == "Card"
    given = {**(_SIZE_OF_ONE if alone else {}), **given}
    old = thing.raw.get("CustomDeck") or {}
    key = next(iter(old), "1")
    sheet = {
        name: _as_kept(given[ours], absent) if given.get(ours) is not None else absent
        for ours, (name, absent) in _SHEET.items()
    }
    thing.raw["CustomDeck"] = {key: sheet}
    if given.get("sideways") is not None:
        thing.raw["SidewaysCard"] = flag(given["sideways"])
    if alone:
        cell = int(number(thing.raw.get("CardID", 0))) % _CELLS
        thing.raw["CardID"] = int(key) * _CELLS + cell
        return
    count = whole(given.get("number", _NUMBER))
    thing.raw["DeckIDs"] = [int(key) * _CELLS + cell for cell in range(count)]
    thing.raw["ContainedObjects"] = []
