"""What a save shows to somebody who looks down on it: outlines, in the order in which they lie.

A save tells neither how large things are nor what their pictures look like. Sizes are those that
things of a name have at scale 1; of a model nobody knows, and it is shown as a small disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from tts_tool.saves.dice import ACROSS, upper_side
from tts_tool.saves.kinds import Holding, kind_of, size_of
from tts_tool.saves.tree import number

__all__ = ["Cell", "Outline", "lying", "outlines", "zones"]

Tree = Mapping[str, Any]

_CARDS: Final = frozenset({"Card", "Deck"})
_STANDEE, _WRITING = "Figurine_Custom", "3DText"
_ROUND_CARD, _ROUND_TILE, _SIX_SIDED = 4, 2, 1
_PER_KEY: Final = 100
"""A CardID is the number of its sheet times this, and the cell: see `saves.objects.cards`."""
_MOST_CELLS: Final = 100
"""The cell is what a CardID has beside `_PER_KEY` times its sheet, and so is below that."""
_FAR: Final = 1e4
"""With something farther off a unit would be less than a pixel, and nothing else be seen."""


class Cell(NamedTuple):
    """A part of a picture: which of so many columns and rows; all of it where there is one."""

    address: str
    number: int = 0
    columns: int = 1
    rows: int = 1


class Outline(NamedTuple):
    """Something on the table: where its middle is, how it is turned, how large it is."""

    kind: str
    name: str
    x: float
    z: float
    height: float
    turn: float
    size: tuple[float, float]
    round: bool
    down: bool
    colour: tuple[int, int, int]
    cell: Cell | None
    note: str
    standing: bool = False
    stretched: bool = False


def outlines(save: Tree) -> list[Outline]:
    """List what lies on the table, the lowest first; hidden faces are not among it."""
    things = (each for each in lying(save) if not kind_of(str(each.get("Name"))).zone)
    found = [outline for thing in things if (outline := _outline(thing)) is not None]
    return sorted(found, key=lambda outline: outline.height)


def zones(save: Tree) -> list[Outline]:
    """List the zones of a table."""
    things = (each for each in lying(save) if kind_of(str(each.get("Name"))).zone)
    return [outline for thing in things if (outline := _outline(thing)) is not None]


def lying(save: Tree) -> Iterator[Tree]:
    """Give all that lies on the table of a save, and is no nonsense."""
    found = save.get("ObjectStates")
    for each in found if isinstance(found, list) else ():
        if isinstance(each, dict):
            yield each


def _outline(thing: Tree) -> Outline | None:
    place = _table(thing, "Transform")
    x, y, z = (_number(place, f"pos{axis}") for axis in "XYZ")
    if not max(abs(x), abs(y), abs(z)) < _FAR:
        return None
    kind = str(thing.get("Name", ""))
    zone = kind_of(kind).zone
    down = _number(place, "rotZ") % 360
    lies_down = 90 < down < 270  # noqa: PLR2004 - turned over by more than a quarter
    wide, deep = _flat_size(kind)
    scale = [abs(_number(place, f"scale{axis}", 1.0)) for axis in "XZ"]
    cell = None if zone else _cell(thing, kind, down=lies_down)
    image = _table(thing, "CustomImage")
    if kind == "Custom_Board":
        wide *= _number(image, "WidthScale", 1.0) or 1.0
    hidden = lies_down and (thing.get("HideWhenFaceDown") is True or kind_of(kind).type in _CARDS)
    return Outline(
        kind=kind,
        name="" if hidden else str(thing.get("Nickname", "")),
        x=x,
        z=z,
        height=y,
        turn=_number(place, "rotY") % 360,
        size=(min(wide * scale[0], _FAR), min(deep * scale[1], _FAR)),
        round=_is_round(thing, kind),
        down=lies_down,
        colour=_colour(thing),
        cell=cell,
        note=_note(thing, kind),
        standing=kind == _STANDEE,
        stretched=kind != "Custom_Tile" or _table(image, "CustomTile").get("Stretch") is True,
    )


def _flat_size(kind: str) -> tuple[float, float]:
    """Say how wide and deep a thing of scale 1 is, as it is shown."""
    if kind == _WRITING:
        return 0.0, 0.0
    wide, _, deep = size_of(kind)
    return wide, wide if kind == _STANDEE else deep


def _cell(thing: Tree, kind: str, *, down: bool) -> Cell | None:
    """Find the picture that is seen from above."""
    if kind_of(kind).type in _CARDS:
        return _card_cell(thing, kind, down=down)
    image = _table(thing, "CustomImage")
    front, back = (str(image.get(key) or "") for key in ("ImageURL", "ImageSecondaryURL"))
    address = back if down and back else front
    if kind == "Custom_Dice":
        return _die_cell(thing, address)
    return Cell(address) if address else None


def _die_cell(thing: Tree, address: str) -> Cell | None:
    """Find the side of a die that is up; only where the sides of one with six are is known."""
    sides = _table(_table(thing, "CustomImage"), "CustomDice").get("Type")
    if not address or sides != _SIX_SIDED:
        return None
    place = _table(thing, "Transform")
    side = upper_side(_number(place, "rotX"), _number(place, "rotZ"))
    return Cell(address, side.row * ACROSS + side.column, ACROSS, ACROSS)


def _card_cell(thing: Tree, kind: str, *, down: bool) -> Cell | None:
    card = thing
    if kind.startswith("Deck"):
        inside = thing.get("ContainedObjects")
        if not isinstance(inside, list) or not inside:
            return None
        card = inside[0 if down else -1]
        if not isinstance(card, dict):
            return None
    key, index = divmod(int(_number(card, "CardID")), _PER_KEY)
    sheet = _table(_table(card, "CustomDeck"), str(key)) or _table(
        _table(thing, "CustomDeck"), str(key)
    )
    columns, rows = (int(_number(sheet, name, 1.0)) for name in ("NumWidth", "NumHeight"))
    if not (0 < columns * rows <= _MOST_CELLS):
        return None
    if down:
        own = sheet.get("UniqueBack") is True
        address = str(sheet.get("BackURL") or "")
        return Cell(address, index, columns, rows) if own else Cell(address)
    return Cell(str(sheet.get("FaceURL") or ""), index, columns, rows)


def _is_round(thing: Tree, kind: str) -> bool:
    if kind_of(kind).type in _CARDS:
        sheets = list(_table(thing, "CustomDeck").values())
        return bool(sheets) and all(
            isinstance(each, dict) and each.get("Type") == _ROUND_CARD for each in sheets
        )
    if kind == "Custom_Tile":
        return _number(_table(_table(thing, "CustomImage"), "CustomTile"), "Type") == _ROUND_TILE
    is_bag = kind_of(kind).holding in {Holding.BAG, Holding.INFINITE}
    return is_bag or kind.startswith(("Custom_Model", "Custom_Asset"))


def _note(thing: Tree, kind: str) -> str:
    """Say what a name does not: how many there are, or what is counted or written."""
    inside = thing.get("ContainedObjects")
    if isinstance(inside, list) and kind_of(kind).holding is not Holding.INFINITE:
        return f"{len(inside)}"
    if kind == "Counter":
        return f"{_number(_table(thing, 'Counter'), 'value'):g}"
    return str(_table(thing, "Text").get("Text", "")) if kind == _WRITING else ""


def _colour(thing: Tree) -> tuple[int, int, int]:
    tint = _table(thing, "ColorDiffuse")
    red, green, blue = (min(max(_number(tint, part, 0.7), 0), 1) for part in "rgb")
    return round(red * 255), round(green * 255), round(blue * 255)


def _table(thing: Tree, key: str) -> Tree:
    found = thing.get(key)
    return found if isinstance(found, dict) else {}


def _number(thing: Tree, key: str, usual: float = 0.0) -> float:
    try:
        value = number(thing.get(key, usual))
    except (TypeError, ValueError):
        return usual
    return value if math.isfinite(value) else usual
