"""What one person at a table is shown: what is drawn, named, asked and said.

Where a thing lies exactly, and by which numbers scripts know it, is shown to nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tts_tool.table import Table
from tts_tool.table.pieces import Piece

__all__ = ["Shown", "differences", "shown"]

SHEETS = 100
"""A card is numbered by its sheet times so many, and its cell."""

Raw = Mapping[str, Any]


class Shown(NamedTuple):
    """All that somebody sees of a table at one moment."""

    things: Mapping[tuple[Any, ...], int]
    """How often something that looks like this lies in some place."""
    screen: list[Any]
    lists: Mapping[tuple[str, tuple[str, ...]], int]
    """What each search of something shows whose face is seen."""


def shown(table: Table, tree: list[Raw], colour: str) -> Shown:
    """Look at a table with somebody's eyes."""
    raws = {each["GUID"]: each for each in tree}
    zones = {each.handle: each for each in table.objects if each.kind in {"Scripting", "Hand"}}
    seen = [each for each in table.seen_by(colour) if each.handle not in zones]
    names = {handle: _name(raws[each.guid]) for handle, each in zones.items()}
    things = Counter(_look(each, raws[each.guid], names) for each in seen)
    lists = Counter(
        (each.nickname, tuple(one.nickname for one in each.look.contents))
        for each in seen
        if each.sight == "face" and each.look.contents
    )
    return Shown(things, [_element(each) for each in table.screen(colour)], lists)


def _name(zone: Raw) -> str:
    return str(zone["GMNotes"] or zone["Nickname"]).removeprefix("place ")


def _look(piece: Piece, raw: Raw, names: Mapping[int, str]) -> tuple[Any, ...]:
    """Say what something looks like, and in which places it lies."""
    where = tuple(sorted(names[zone] for zone in piece.zones if zone in names))
    down = piece.sight == "back" or (piece.face_down and not piece.hand)
    drawn = _drawn(raw, down=down)
    kind = (piece.name, piece.kind, piece.scale, piece.locked, piece.look.quantity)
    told = (piece.nickname, piece.description, piece.look.value)
    tags = () if piece.kind == "Deck" else tuple(raw.get("Tags", ()))  # of a deck its history
    return (where, kind, drawn, told, tags, _tint(raw))


def _tint(raw: Raw) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in raw.get("ColorDiffuse", {}).values())


def _drawn(raw: Raw, *, down: bool) -> tuple[Any, ...]:
    """Name the picture that is seen, and the cell of it."""
    inside = raw.get("ContainedObjects", [])
    if raw["Name"].startswith("Deck"):
        return _drawn(inside[0] if down else inside[-1], down=down)
    if "CardID" in raw:
        sheet, cell = divmod(raw["CardID"], SHEETS)
        pictures = raw["CustomDeck"][str(sheet)]
        if not down:
            return (pictures["FaceURL"], cell)
        return (pictures["BackURL"], cell if pictures["UniqueBack"] else 0)
    image = raw.get("CustomImage", {})
    return (image.get("ImageSecondaryURL" if down else "ImageURL", ""), 0)


def _element(element: Mapping[str, Any]) -> Any:  # noqa: ANN401  # of any depth
    """Say what is written on a part of the screen, and whether it can be pressed."""
    hidden = {"id", "onClick"}
    attributes = {k: v for k, v in element["attributes"].items() if k not in hidden}
    children = [_element(each) for each in element["children"]]
    return [element["tag"], element["text"], attributes, children]


def differences(one: Shown, other: Shown) -> Iterator[str]:
    """Name what is not alike."""
    both = (("a thing", one.things, other.things), ("a list", one.lists, other.lists))
    for kind, left, right in both:
        for look in left.keys() | right.keys():
            if left.get(look, 0) != right.get(look, 0):
                yield f"{kind}: {left.get(look, 0)} and {right.get(look, 0)} of {look}"
    if one.screen != other.screen:
        yield f"the screen: {one.screen} and {other.screen}"
