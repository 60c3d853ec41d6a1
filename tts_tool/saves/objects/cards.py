"""Cards and decks, and the sheets that their pictures come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.objects.thing import Thing
from tts_tool.saves.objects.values import Color, Tree

__all__ = ["CARD_GREY", "Card", "Deck", "Sheet"]

CARD_GREY: Final = Color(0.713235259, 0.713235259, 0.713235259)
"""What the game writes: each of the 1,339 newer cards in real saves has it."""

_WIDEST: Final = 10
_TALLEST: Final = 7
"""None of some 41,000 sheets in real saves is wider or taller; the most frequent are as large."""
_CELLS_PER_KEY: Final = 100
"""The game's own: a CardID is the number of its sheet times this, and the cell."""
_LAST_KEY: Final = (2**31 - 1) // _CELLS_PER_KEY - 1
"""With it a CardID fits into 31 bits, as all whole numbers of real saves do."""
_SHAPES: Final = ("rounded", "rectangle", "rounded-hex", "hex", "circle")


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A picture with up to 10 x 7 faces, and the back (or a picture with the backs).

    What others see of a card in a hand is the back; with `back_is_hidden=False` it is the last
    cell of the sheet, which then is no card.
    """

    key: int
    face: str
    back: str
    columns: int = 1
    rows: int = 1
    back_is_hidden: bool = True
    unique_backs: bool = False
    shape: Literal["rounded", "rectangle", "rounded-hex", "hex", "circle"] = "rounded"

    def __post_init__(self) -> None:
        where = f"sheet {self.key}"
        if not 1 <= self.key <= _LAST_KEY:
            raise BadInput(f"a sheet has the key {self.key}", fix=f"keys go from 1 to {_LAST_KEY}")
        if not (1 <= self.columns <= _WIDEST and 1 <= self.rows <= _TALLEST):
            what = f"{self.columns} x {self.rows} cells"
            fix = f"a sheet has 1 to {_WIDEST} columns and 1 to {_TALLEST} rows; use several sheets"
            raise BadInput(what, where=where, fix=fix)
        if not self.face or not self.back:
            lacking = "back" if self.face else "face"
            raise BadInput(f"no address of the {lacking}", where=where, fix=f"give its {lacking}")
        if self.columns * self.rows == 1 and not self.back_is_hidden:
            fix = "leave back_is_hidden on, or use a larger sheet"
            raise BadInput("its only cell would be what others see", where=where, fix=fix)
        if self.shape not in _SHAPES:
            raise BadInput(f'unknown shape "{self.shape}"', where=where, fix=", ".join(_SHAPES))

    @property
    def capacity(self) -> int:
        """How many cards have room."""
        return self.columns * self.rows - (not self.back_is_hidden)

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": self.back_is_hidden,
            "UniqueBack": self.unique_backs,
            "Type": _SHAPES.index(self.shape),
        }


class Card(Thing, frozen=True, kw_only=True):
    """A card: one cell of a sheet, counted from 0 by rows."""

    sheet: Sheet
    index: int = 0
    sideways: bool = False
    color: Color = CARD_GREY
    hide_when_face_down: bool = True
    hands: bool = True

    kind: ClassVar[str] = "card"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        room = self.sheet.capacity
        if not 0 <= self.index < room:
            last = "" if self.sheet.back_is_hidden else " (the last cell is what others see)"
            what = f"cell {self.index} of sheet {self.sheet.key}"
            fix = f"its cells for cards are 0 to {room - 1}{last}"
            raise BadInput(what, where=self.where, fix=fix)

    @property
    def card_id(self) -> int:
        """The number by which TTS finds the picture."""
        return self.sheet.key * _CELLS_PER_KEY + self.index

    def object_name(self) -> str:
        """TTS calls a card with a picture of its own `CardCustom`, also in a deck."""
        return "CardCustom" if self.sheet.columns * self.sheet.rows == 1 else "Card"

    def own_keys(self) -> Tree:
        return {
            "CardID": self.card_id,
            "SidewaysCard": self.sideways,
            "CustomDeck": {str(self.sheet.key): self.sheet.tree()},
        }


class Deck(Thing, frozen=True, kw_only=True):
    """Cards on each other, in the order in which TTS lists them.

    A deck of one card is no deck for TTS, so that card, with its own name and tags, is written in
    its place.
    """

    cards: tuple[Card, ...]
    color: Color = CARD_GREY

    title: ClassVar[str] = "Deck"
    kind: ClassVar[str] = "deck"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(bool(self.cards), "has no cards", "leave the deck out, or give it a card")
        scripted = len(self.cards) == 1 and (self.script or self.script_state or self.xml)
        self._check(not scripted, "has one card and a script", "give the script to the card")
        one_way = len({card.sideways for card in self.cards}) == 1
        self._check(one_way, "has cards sideways and upright", "make two decks")
        sheets: dict[int, Sheet] = {}
        for card in self.cards:
            same = sheets.setdefault(card.sheet.key, card.sheet) == card.sheet
            what = f"has two sheets with the key {card.sheet.key}"
            self._check(same, what, "give each sheet a key of its own")

    def own_keys(self) -> Tree:
        sheets = {str(card.sheet.key): card.sheet for card in self.cards}
        return {
            "SidewaysCard": self.cards[0].sideways,
            "DeckIDs": [card.card_id for card in self.cards],
            "CustomDeck": {key: sheet.tree() for key, sheet in sheets.items()},
        }

    def contents(self) -> tuple[Thing, ...]:
        return self.cards

    def tree(self, names: Mapping[str, str]) -> Tree:
        if len(self.cards) > 1:
            return Thing.tree(self, names)
        place = {
            "position": self.position,
            "rotation": self.rotation,
            "scale": self.scale,
            "locked": self.locked,
        }
        return msgspec.structs.replace(self.cards[0], **place).tree(names)
