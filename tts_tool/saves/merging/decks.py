"""Writes decks whose cards come from two sides: numbers, sheets, and decks that are none any more.

A deck lists the numbers of its cards and the sheets that these are on. A number says which sheet of
the list, so two sheets that were both the first one have to part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tts_tool.saves.merging.things import CELLS, HELD, Print
from tts_tool.saves.merging.values import equal
from tts_tool.saves.tree import Node

__all__ = ["MergedCard", "alone", "deck"]

Object = dict[str, Node]


class MergedCard(NamedTuple):
    """A card as it is to be written, and what it shows."""

    raw: Object
    print: Print | None


def deck(raw: Object, cards: Sequence[MergedCard]) -> Object:
    """Write a deck that holds these cards."""
    sheets: dict[str, Object] = {}
    written: list[Object] = []
    for each in cards:
        card = each.raw
        if each.print is not None:
            key = _key(each.print, sheets)
            number = int(key) * CELLS + each.print.cell
            if each.print.sheet is not None:
                sheets[key] = each.print.sheet
            if card.get("CardID") != number:
                card = {**card, "CardID": number}
                if "CustomDeck" in card and each.print.sheet is not None:
                    card["CustomDeck"] = {key: each.print.sheet}
        written.append(card)
    said = {**raw, "DeckIDs": [each.get("CardID") for each in written]}
    if sheets or "CustomDeck" in raw:
        said["CustomDeck"] = sheets
    return {**said, HELD: written}


def alone(card: MergedCard) -> Object:
    """Write a card that lies in no deck: it must say itself on which sheet it is."""
    raw = dict(card.raw)
    if card.print is not None and card.print.sheet is not None and "CustomDeck" not in raw:
        raw = _behind(raw, "CardID", {"CustomDeck": {str(card.print.number): card.print.sheet}})
    return raw


def _key(shown: Print, sheets: Mapping[str, Object]) -> str:
    """Number a sheet as it was, unless another has that number in this deck."""
    key = str(shown.number)
    if shown.sheet is None or equal(sheets.get(key, shown.sheet), shown.sheet):
        return key
    for other, sheet in sheets.items():
        if equal(sheet, shown.sheet):
            return other
    return str(max(map(int, sheets)) + 1)


def _behind(raw: Object, last: str, more: Object) -> Object:
    """Put keys behind another, where the game writes them."""
    found: Object = {}
    for key, value in raw.items():
        found[key] = value
        if key == last:
            found |= more
    return found
