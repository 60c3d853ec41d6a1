"""Saves of our own for tests: as small as what is to be shown allows."""

from __future__ import annotations

from typing import Any

__all__ = ["State", "card", "deck", "hand", "save", "thing"]

State = dict[str, Any]


def save(*objects: State, script: str = "", ui: str = "") -> State:
    """Make a save with a wooden table."""
    return {
        "SaveName": "small",
        "Date": "1/1/2026 1:00:00 AM",
        "Table": "Table_Custom",
        "Gravity": 0.5,
        "LuaScript": script,
        "LuaScriptState": "",
        "XmlUI": ui,
        "ObjectStates": list(objects),
    }


def thing(
    guid: str,
    name: str = "BlockSquare",
    at: tuple[float, float] = (0, 0),
    **more: Any,  # noqa: ANN401 - whatever a save may hold
) -> State:
    """Make an object that lies on the table."""
    place = {"posX": at[0], "posY": 1.5, "posZ": at[1], "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": "",
        "Description": "",
        "GMNotes": "",
        "Locked": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        **more,
    }


def card(guid: str, number: int, **more: Any) -> State:  # noqa: ANN401
    """Make a card of a sheet of ten."""
    sheet = {"FaceURL": "f", "BackURL": "b", "NumWidth": 5, "NumHeight": 2, "BackIsHidden": True}
    return thing(guid, "Card", CardID=100 + number, CustomDeck={"1": sheet}, Hands=True, **more)


def deck(guid: str, count: int = 5, at: tuple[float, float] = (0, 0), **more: Any) -> State:  # noqa: ANN401
    """Make a deck of cards that are called Card 0, Card 1 and so on."""
    cards = [card(f"{guid[:4]}{n:02x}", n, Nickname=f"Card {n}") for n in range(count)]
    ids = [each["CardID"] for each in cards]
    sheets = cards[0]["CustomDeck"]
    whole = {"DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": cards, "Hands": True}
    return thing(guid, "Deck", at, **{**whole, **more})


def hand(guid: str, colour: str) -> State:
    """Make somebody's hand, away from the middle."""
    place = {"posX": 0.0, "posY": 4.0, "posZ": -20.0, "rotX": 0.0, "rotY": 0.0, "rotZ": 0.0}
    size = {"scaleX": 12.0, "scaleY": 8.0, "scaleZ": 4.0}
    return thing(guid, "HandTrigger", FogColor=colour, Transform={**place, **size})
