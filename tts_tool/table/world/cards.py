"""Cards as data: how a deck and its cards agree on sheets and ids.

`CardID` is sheet * 100 + cell, and `CustomDeck` says what a sheet looks like. A card inside a deck
may leave its sheet to the deck; outside it must have its own.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tts_tool.saves.tree import number_from
from tts_tool.table.world.thing import Raw

__all__ = [
    "card_id",
    "deck_of",
    "has_cards",
    "loose_card",
    "rewrite_deck",
    "sheet_key",
    "spell_out",
]

# A CardID is the number of its sheet times this, and the cell, in every save of the game.
_CELLS = 100

# What a deck says for itself and does not take over from its cards.
_PLAIN: Raw = {
    "Nickname": "",
    "Description": "",
    "GMNotes": "",
    "ColorDiffuse": dict.fromkeys("rgb", number_from(0.713235259)),
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
    "HideWhenFaceDown": True,
    "Hands": False,
    "SidewaysCard": False,
    "DeckIDs": [],
    "CustomDeck": {},
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
    "ContainedObjects": [],
}


def card_id(card: Raw) -> int:
    """Say which picture a card shows; -1 if it says nothing."""
    found = card.get("CardID", -1)
    return found if isinstance(found, int) else int(str(found))


def sheet_key(identity: int) -> str:
    """Name the sheet of a card id, as the keys of `CustomDeck` do."""
    return str(identity // _CELLS)


def has_cards(deck: Raw) -> bool:
    """Tell whether a deck carries its cards, which old ones do not."""
    return bool(deck.get("ContainedObjects"))


def spell_out(deck: Raw) -> list[Raw]:
    """Make cards of the bare ids of an old deck."""
    return [
        {
            **{key: deck[key] for key in ("Transform",) if key in deck},
            "GUID": "",
            "Name": "Card",
            "Nickname": "",
            "Description": "",
            "ColorDiffuse": dict(deck.get("ColorDiffuse") or _PLAIN["ColorDiffuse"]),
            "Hands": True,
            "HideWhenFaceDown": True,
            "SidewaysCard": deck.get("SidewaysCard", False),
            "CardID": identity,
        }
        for identity in deck.get("DeckIDs") or ()
    ]


def loose_card(card: Raw, deck: Raw) -> Raw:
    """Give a card that leaves a deck the sheet which it had left to the deck."""
    key = sheet_key(card_id(card))
    sheet = (deck.get("CustomDeck") or {}).get(key)
    if sheet is not None and key not in (card.get("CustomDeck") or {}):
        card["CustomDeck"] = {**(card.get("CustomDeck") or {}), key: dict(sheet)}
    return card


def rewrite_deck(deck: Raw) -> None:
    """Let a deck list exactly the cards and sheets that it holds."""
    cards: list[Raw] = deck["ContainedObjects"]
    deck["DeckIDs"] = [card_id(card) for card in cards]
    known = deck.get("CustomDeck") or {}
    sheets = dict(known)
    for card in cards:
        _settle_sheet(card, sheets)
    deck["DeckIDs"] = [card_id(card) for card in cards]
    used = {sheet_key(identity) for identity in deck["DeckIDs"]}
    if known or any(key in sheets for key in used):
        deck["CustomDeck"] = {key: sheet for key, sheet in sheets.items() if key in used}


def deck_of(cards: Sequence[Raw], like: Raw) -> Raw:
    """Make a deck of cards, lying as one of them lay."""
    deck: Raw = {
        "GUID": "",
        "Name": "Deck",
        "Transform": dict(like.get("Transform") or {}),
        **{key: value.copy() if hasattr(value, "copy") else value for key, value in _PLAIN.items()},
    }
    deck["SidewaysCard"] = like.get("SidewaysCard", False)
    deck["ContainedObjects"] = list(cards)
    rewrite_deck(deck)
    return deck


def _settle_sheet(card: Raw, sheets: dict[str, Any]) -> None:
    """Add a card's sheet; if its number means another sheet here, the card takes a new number."""
    identity = card_id(card)
    key = sheet_key(identity)
    own = (card.get("CustomDeck") or {}).get(key)
    if own is None:
        return
    if sheets.setdefault(key, own) == own:
        return
    new = next((known for known, sheet in sheets.items() if sheet == own), _free_key(sheets))
    sheets[new] = own
    card["CardID"] = int(new) * _CELLS + identity % _CELLS
    card["CustomDeck"] = {new: own}


def _free_key(sheets: Iterable[str]) -> str:
    return str(max(int(key) for key in sheets) + 1)
