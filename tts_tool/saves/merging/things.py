"""The objects of a save wherever they are: on the table, in decks, in bags."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import msgspec

from tts_tool.saves.assets import address, is_address_key, picture_name
from tts_tool.saves.labels import label
from tts_tool.saves.matching import place
from tts_tool.saves.merging.values import equal
from tts_tool.saves.tree import Node

__all__ = ["CELLS", "HELD", "Forms", "MergedThing", "Print", "forms_of", "listed", "same_print"]

Object = dict[str, Node]

HELD: Final = "ContainedObjects"
CELLS: Final = 100
"""A CardID is the number of its sheet times this, and the cell: see `saves.objects.cards`."""
_DECKS: Final = {"Deck": "Deck", "DeckCustom": "Deck", "Card": "Card", "CardCustom": "Card"}
_LOOKS: Final = ("CustomImage", "CustomMesh", "CustomAssetbundle", "CustomPDF")


class Print(NamedTuple):
    """What a card shows: its sheet, if one is said anywhere, its number, and the sheet's there."""

    sheet: Object | None
    cell: int
    number: int

    @property
    def look(self) -> Hashable:
        """Give what is the same for cards that look the same, whatever the game numbers them."""
        if self.sheet is None:
            return self.number * CELLS + self.cell
        return (_called(self.sheet.get("FaceURL")), _called(self.sheet.get("BackURL")), self.cell)


@dataclass(eq=False)
class MergedThing:
    """An object, what holds it, and what it holds."""

    raw: Object
    at: str
    index: int
    holder: MergedThing | None = None
    kids: list[MergedThing] = field(default_factory=list)

    @cached_property
    def sort(self) -> str:
        """Tell decks from cards and all else; a stack is of the sort of what is stacked."""
        name = str(self.raw.get("Name") or "")
        return _DECKS.get(name, name.removesuffix("_Stack"))

    @property
    def is_deck(self) -> bool:
        """Tell whether it is a deck."""
        return self.sort == "Deck"

    @property
    def guid(self) -> str:
        """Give its GUID; nothing, if it has none."""
        return _text(self.raw, "GUID")

    @property
    def memo(self) -> str:
        """Give what scripts have noted on it."""
        return _text(self.raw, "Memo")

    @cached_property
    def where(self) -> tuple[str, ...]:
        """Lead to it from the table down."""
        above = self.holder.where if self.holder else ()
        return (*above, label(self.raw))

    @cached_property
    def print(self) -> Print | None:
        """Say what a card shows, by its own word or that of its deck."""
        said = self.raw.get("CardID")
        if not isinstance(said, int) or isinstance(said, bool):
            return None
        key, cell = divmod(said, CELLS)
        for raw in (self.raw, self.holder.raw if self.holder else {}):
            sheets = raw.get("CustomDeck")
            sheet = sheets.get(str(key)) if isinstance(sheets, dict) else None
            if isinstance(sheet, dict):
                return Print(sheet, cell, key)
        return Print(None, cell, key)

    @cached_property
    def called(self) -> Hashable:
        """Give what it keeps however it is played with: what it is, its name, how it looks."""
        name = (self.sort, _text(self.raw, "Nickname"), self.memo)
        return (*name, self.print.look if self.print else _look(self.raw))

    @property
    def is_known(self) -> bool:
        """Tell whether what it is called says more than what sort of thing it is."""
        return any((self.memo, self.raw.get("Nickname"), self.print, _look(self.raw)))

    @property
    def spot(self) -> tuple[float, float, float]:
        """Say where it lies."""
        return place(self.raw)

    def all(self) -> Iterator[MergedThing]:
        """Give it and all that is in it."""
        yield self
        for kid in self.kids:
            yield from kid.all()


class Forms(NamedTuple):
    """The states of an object by their numbers, which of them is up, and where it lies."""

    bodies: dict[str, Object]
    up: str
    spot: Node


def listed(root: Node) -> list[MergedThing]:
    """List the objects that lie on the table; what is in them is below them."""
    return [*_things(root.get("ObjectStates"), "/ObjectStates", None)]


def forms_of(raw: Object) -> Forms:
    """Take an object apart into its states; what is not up lies among the others."""
    body = {key: value for key, value in raw.items() if key not in ("States", "Transform", HELD)}
    states = raw.get("States")
    if not isinstance(states, dict) or not all(isinstance(each, dict) for each in states.values()):
        return Forms({"": body}, "", raw.get("Transform"))
    up = next(str(n) for n in range(1, len(states) + 2) if str(n) not in states)
    return Forms({up: body, **states}, up, raw.get("Transform"))


def same_print(one: Print | None, other: Print | None) -> bool:
    """Tell whether two cards show the same, whatever their sheets are numbered."""
    if one is None or other is None:
        return one is other
    if one.sheet is None and other.sheet is None:
        return one.number == other.number and one.cell == other.cell
    return one.cell == other.cell and equal(one.sheet, other.sheet)


def _things(node: Node, at: str, holder: MergedThing | None) -> Iterator[MergedThing]:
    rows = node if isinstance(node, list) else []
    for index, raw in enumerate(rows):
        if isinstance(raw, dict):
            thing = MergedThing(raw, f"{at}/{index}", index, holder)
            thing.kids = [*_things(raw.get(HELD), f"{thing.at}/{HELD}", thing)]
            yield thing


def _look(raw: Object) -> Hashable:
    parts = [raw.get(key) for key in _LOOKS if key in raw]
    return tuple(
        _called(value)
        for part in parts
        if isinstance(part, dict)
        for key, value in part.items()
        if is_address_key(key) and isinstance(value, str)
    )


def _called(written: Node) -> str:
    """Name a picture by its content, if its address does, else by the address."""
    if not isinstance(written, str):
        return msgspec.json.encode(written).decode()
    return picture_name(written) or address(written)


def _text(raw: Object, key: str) -> str:
    value = raw.get(key)
    return value if isinstance(value, str) else ""
