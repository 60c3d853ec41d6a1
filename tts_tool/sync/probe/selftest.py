"""The save of the self-test: a table with one of each thing that a question needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tts_tool.lua.literals import lua
from tts_tool.resources import lua_templates_dir
from tts_tool.saves.objects import (
    Bag,
    Block,
    Card,
    Deck,
    HandZone,
    Save,
    ScriptingZone,
    Sheet,
    StandardDie,
    Thing,
    Tile,
    Vector,
    object_trees,
)
from tts_tool.saves.tree import written
from tts_tool.sync.probe import uploading

__all__ = ["MARK", "NAME", "selftest_save"]

NAME: Final = "tts-tool self-test"
MARK: Final = "-- tts-tool self-test"
_PARTS: Final = ("core", "handlers", "at_once", "in_time", "by_hand")
_UI: Final = '<Text id="selftest-ui" fontSize="12" color="#FFFFFF">tts-tool self-test</Text>'
# Nothing has to be found there: cards without a picture are cards.
_FACE: Final = "https://localhost/card.png"
_HAND: Final = Vector(12, 8, 4)


def selftest_save(picture: Path | None = None, uploads: Mapping[str, str] | None = None) -> bytes:
    """Make the save; a picture on this machine is shown on two tiles, named in two ways.

    `uploads` are addresses of pictures on this machine, by the places where they are called.
    """
    pictures = uploads or {}
    things = (*_store(), *_zones(), *_tiles(picture), *uploading.things(pictures))
    store = {
        thing.id: str(tree["GUID"])
        for thing, tree in zip(things, object_trees(things), strict=True)
    }
    save = Save(
        name=NAME,
        table="Table_RPG",
        objects=things,
        script=_script(store),
        xml=_UI,
        ui_assets=uploading.screen(pictures),
    )
    return written(save.tree())


def _script(store: dict[str, str]) -> str:
    return "\n".join([MARK, f"STORE = {lua(store)}", *map(_part, _PARTS)])


def _part(name: str) -> str:
    return (lua_templates_dir() / "selftest" / f"{name}.lua").read_text(encoding="utf-8")


def _store() -> list[Thing]:
    """Lay out, behind the table, what the questions make copies of."""
    sheet = Sheet(key=1, face=_FACE, back=_FACE, columns=5, rows=2)
    cards = [Card(id=f"card {n}", nickname=f"Card {n}", sheet=sheet, index=n) for n in range(7)]
    blocks = tuple(Block(id=f"block {n}", nickname=f"Block {n}") for n in range(8))
    at = [Vector(10 + 4 * n, 1.5, 14) for n in range(8)]
    return [
        Card(id="card", nickname="Card", sheet=sheet, index=7, position=at[0], locked=True),
        Deck(id="deck", nickname="Deck", cards=tuple(cards[:5]), position=at[1], locked=True),
        Deck(id="pair", nickname="Pair", cards=tuple(cards[5:]), position=at[2], locked=True),
        StandardDie(id="die", nickname="Die", position=at[3], locked=True),
        Block(id="block", nickname="Block", position=at[4], locked=True),
        Bag(id="bag", nickname="Bag", position=at[5], locked=True),
        Bag(
            id="full bag",
            nickname="Full bag",
            inside=blocks,
            order="random",
            position=at[6],
            locked=True,
        ),
        Block(
            id="witness",
            nickname="Witness",
            script=_part("witness"),
            position=at[7],
            locked=True,
        ),
    ]


def _zones() -> list[Thing]:
    zone = Vector(14, 2, 6)
    return [
        ScriptingZone(id="zone", nickname="Zone", position=zone, scale=Vector(4, 4, 4)),
        Block(id="in_zone", nickname="Block in the zone", position=zone, locked=True),
        HandZone(id="white hand", player="White", position=Vector(-8, 3, -20), scale=_HAND),
        HandZone(id="red hand", player="Red", position=Vector(8, 3, -20), scale=_HAND),
    ]


def _tiles(picture: Path | None) -> list[Thing]:
    """Show the picture twice: on the left by its plain path, on the right by its address."""
    if picture is None:
        return []
    names = {"plain": str(picture), "file": picture.as_uri()}
    return [
        Tile(id=f"{name} tile", nickname=name, image=image, position=Vector(x, 1, -4), locked=True)
        for x, (name, image) in zip((-3.0, 3.0), names.items(), strict=True)
    ]
