"""The questions about Upload All: what it brings to Steam, and what Steam's addresses say."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from hashlib import sha1
from pathlib import Path
from typing import Final

from msgspec import structs

from tts_tool.build.steam import steam_addresses
from tts_tool.picture.local import local_picture
from tts_tool.saves.assets import is_address_key
from tts_tool.saves.objects import Bag, Card, Deck, Sheet, Thing, Tile, UIAsset, Vector
from tts_tool.saves.tree import Node, objects, read
from tts_tool.sync.probe.asking import Answers, NotFoundOut
from tts_tool.sync.probe.conversation import Conversation

__all__ = ["PLACES", "UPLOADING", "after_uploading", "before_uploading", "screen", "things"]

_TABLE: Final = "on the table"
_HELD: Final[Mapping[str, str]] = {
    "upload-all-in-decks": "in a deck",
    "upload-all-in-bags": "in a bag",
    "upload-all-in-states": "in a state",
    "upload-all-in-interfaces": "in an interface",
}
_CONTENT: Final = "steam-address-names-content"
UPLOADING: Final = (*_HELD, _CONTENT)
PLACES: Final = (_TABLE, *_HELD.values())
"""Where the self-test has a picture of its own, so that one tells nothing of another."""
_NAME: Final = "Upload {}"
_ASSET: Final = "upload"
_SCREEN: Final = "in an interface"
_NOTHING: Final = NotFoundOut("nothing came to Steam; perhaps the game did not find the pictures")
_AT: Final = tuple(Vector(10 + 4 * number, 1.5, 18) for number in range(4))


def things(pictures: Mapping[str, str]) -> list[Thing]:
    """Lay out a picture in each place, given their addresses; none without."""
    if not pictures:
        return []
    face = pictures["in a deck"]
    sheet = Sheet(key=7, face=face, back=face, columns=2, rows=2)
    cards = tuple(Card(id=f"upload {n}", sheet=sheet, index=n) for n in range(2))
    table, bag, state = (
        Tile(id=f"upload {place}", nickname=_NAME.format(place), image=pictures[place])
        for place in (_TABLE, "in a bag", "in a state")
    )
    shown = Tile(id="upload shown", image=pictures[_TABLE], states=(state,), position=_AT[3])
    return [
        _at(table, _AT[0]),
        Deck(id="upload deck", nickname=_NAME.format("in a deck"), cards=cards, position=_AT[1]),
        Bag(id="upload bag", inside=(bag,), position=_AT[2]),
        shown,
    ]


def screen(pictures: Mapping[str, str]) -> tuple[UIAsset, ...]:
    """Call a picture for the interface."""
    return (UIAsset(name=_ASSET, url=pictures[_SCREEN]),) if pictures else ()


async def before_uploading(game: Conversation) -> Mapping[str, str]:
    """Say what each place calls, in the file as the game has it now."""
    return _called(await _saved(game))


async def after_uploading(game: Conversation, before: Mapping[str, str]) -> Answers:
    """Look which places call something on Steam, and whether its address says what it is."""
    after = _called(await _saved(game))
    told = {place: list(steam_addresses(address)) for place, address in after.items()}
    if not told.get(_TABLE):
        return dict.fromkeys(UPLOADING, _NOTHING)
    found: Answers = {name: bool(told[place]) for name, place in _HELD.items() if place in told}
    content = local_picture(before[_TABLE])
    if content is not None:
        digest = sha1(content, usedforsecurity=False).hexdigest().upper()
        found[_CONTENT] = digest == told[_TABLE][0][1]
    return found


async def _saved(game: Conversation) -> Node:
    path = Path((await game.exchange.scripts()).save_path)
    return read(await asyncio.to_thread(path.read_bytes), str(path)).root


def _called(root: Node) -> dict[str, str]:
    """Say what each place calls: what is on Steam, if one of its addresses is."""
    found = {
        place: list(_addresses(each))
        for each in objects(root)
        for place in PLACES
        if each.get("Nickname") == _NAME.format(place)
    }
    assets = root.get("CustomUIAssets") or []
    found[_SCREEN] = [each["URL"] for each in assets if each.get("Name") == _ASSET]
    return {
        place: next((each for each in several if any(steam_addresses(each))), several[0])
        for place, several in found.items()
        if several
    }


def _addresses(node: Node) -> Iterator[str]:
    if isinstance(node, list):
        for each in node:
            yield from _addresses(each)
    elif isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and value and is_address_key(key):
                yield value
            else:
                yield from _addresses(value)


def _at(thing: Tile, position: Vector) -> Tile:
    return structs.replace(thing, position=position)
