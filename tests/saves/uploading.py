"""Does to a save what Tabletop Simulator does on Upload All, and what players do before it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import sha1
from typing import Any

from tts_tool.saves.assets import is_address_key

__all__ = ["COVERED", "played", "steam_address", "uploaded"]

Object = dict[str, Any]

COVERED = frozenset({"decks", "cards", "bags", "states", "interfaces"})
"""Where Upload All may look for files, beside what lies on the table; cards are those in a deck."""


def steam_address(content: bytes, handle: int = 1) -> str:
    """Give the address that Steam gives a file: a number, and the SHA-1 of what is in it."""
    digest = sha1(content, usedforsecurity=False).hexdigest().upper()
    return f"https://steamusercontent-a.akamaihd.net/ugc/{10**17 + handle}/{digest}/"


def uploaded(root: Object, cloud: Mapping[str, str], covers: Collection[str] = COVERED) -> Object:
    """Give the save after Upload All; `cloud` has an address for each that was on this computer."""
    return dict(_swapped(root, cloud, covers))


def _swapped(node: Object, cloud: Mapping[str, str], covers: Collection[str]) -> Iterator[Any]:
    for key, value in node.items():
        if not _reached(node, key, covers):
            yield key, copy.deepcopy(value)
        elif isinstance(value, str) and is_address_key(key):
            yield key, cloud.get(value, value)
        else:
            yield key, _swapped_value(value, cloud, covers)


def _swapped_value(value: Any, cloud: Mapping[str, str], covers: Collection[str]) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        return dict(_swapped(value, cloud, covers))
    if isinstance(value, list):
        return [_swapped_value(each, cloud, covers) for each in value]
    return value


def _reached(node: Object, key: str, covers: Collection[str]) -> bool:
    if "DeckIDs" in node and key in {"ContainedObjects", "CustomDeck"}:
        return ("cards" if key == "ContainedObjects" else "decks") in covers
    if key == "ContainedObjects":
        return "bags" in covers
    where = {"States": "states", "CustomUIAssets": "interfaces"}.get(key)
    return where is None or where in covers


# What players do


def played(root: Object, deeds: Collection[str], seed: int) -> Object:
    """Give the save after these deeds, each done to what chance picks."""
    chance = random.Random(seed)
    after = copy.deepcopy(root)
    for deed in deeds:
        DEEDS[deed](after["ObjectStates"], chance)
    return after


def _guid(chance: random.Random) -> str:
    return f"{chance.randrange(16**6):06x}"


def _move(table: list[Object], chance: random.Random) -> None:
    for each in chance.sample(table, len(table) // 2):
        each["Transform"]["posX"] = chance.uniform(-20, 20)
    chance.shuffle(table)


def _decks(table: list[Object]) -> list[Object]:
    return [each for each in table if len(each.get("DeckIDs", [])) > 1]


def _draw(table: list[Object], chance: random.Random) -> None:
    """Take a card off a deck: it has its own sheet then, and perhaps a new GUID."""
    for deck in _decks(table)[:1]:
        card = deck["ContainedObjects"].pop(chance.randrange(len(deck["DeckIDs"])))
        deck["DeckIDs"].remove(card["CardID"])
        key = str(card["CardID"] // 100)
        card.setdefault("CustomDeck", {key: copy.deepcopy(deck["CustomDeck"][key])})
        if chance.random() < 0.5:
            card["GUID"] = _guid(chance)
        table.append(card)


def _merge(table: list[Object], chance: random.Random) -> None:
    """Put cards that lie on the table into a new deck, whose sheets have new numbers."""
    cards = [each for each in table if "CardID" in each]
    if len(cards) < 2:
        return
    first = chance.randrange(50, 90)
    sheets: dict[str, Object] = {}
    for number, card in enumerate(cards, first):
        table.remove(card)
        (sheet,) = card["CustomDeck"].values()
        card["CardID"] = number * 100 + card["CardID"] % 100
        card["CustomDeck"] = {str(number): sheet}
        sheets[str(number)] = copy.deepcopy(sheet)
    deck = {**copy.deepcopy(cards[0]), "Name": "Deck", "GUID": _guid(chance), "Nickname": ""}
    for key in ("CardID", "Memo"):
        deck.pop(key, None)
    ids = [card["CardID"] for card in cards]
    table.append({**deck, "DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": cards})


def _delete(table: list[Object], chance: random.Random) -> None:
    if len(table) > 1:
        table.pop(chance.randrange(len(table)))


def _double(table: list[Object], chance: random.Random) -> None:
    """Copy and paste: a new GUID, everything else the same."""
    twin = copy.deepcopy(chance.choice(table))
    for each in (twin, *twin.get("ContainedObjects", [])):
        each["GUID"] = _guid(chance)
    table.append(twin)


def _turn(table: list[Object], chance: random.Random) -> None:
    """Let an object take another of its states."""
    for each in [each for each in table if each.get("States")]:
        key = chance.choice(sorted(each["States"]))
        other = each["States"].pop(key)
        states = {**each.pop("States"), str(int(key) + 1): each}
        table[table.index(each)] = {**other, "States": states}


def _bag(table: list[Object], chance: random.Random) -> None:
    """Put something into a bag."""
    bags = [each for each in table if each["Name"] == "Bag"]
    loose = [each for each in table if each["Name"] != "Bag"]
    if bags and loose:
        thing = chance.choice(loose)
        table.remove(thing)
        chance.choice(bags).setdefault("ContainedObjects", []).append(thing)


def _swap_in(table: list[Object], chance: random.Random) -> None:
    """Bring a thing of one's own, which nobody has seen before."""
    own = copy.deepcopy(chance.choice(table))
    own["GUID"], own["Nickname"] = _guid(chance), "Somebody's own"
    own.pop("Memo", None)
    for key in ("ContainedObjects", "States", "DeckIDs", "CardID", "CustomDeck"):
        own.pop(key, None)
    own["CustomImage"] = {"ImageURL": "https://example.org/own.png"}
    table.append(own)


DEEDS: Mapping[str, Callable[[list[Object], random.Random], None]] = {
    "move": _move,
    "draw": _draw,
    "merge": _merge,
    "delete": _delete,
    "double": _double,
    "turn": _turn,
    "bag": _bag,
    "bring": _swap_in,
}
