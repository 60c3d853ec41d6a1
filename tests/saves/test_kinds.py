"""What comes with the game is known by name: its type, its size, and other names for it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import each_save
from tts_tool.saves import kinds
from tts_tool.saves.kinds import (
    MODEL_TYPES,
    Kind,
    Spawned,
    fresh_card_ids,
    kind_of,
    size_of,
    spawnable,
    spawned_as,
)
from tts_tool.saves.tree import read

# As the documentation lists what comes with the game.
TYPES = {
    "Block": "BlockRectangle BlockSquare BlockTriangle",
    "Board": "backgammon_board CardBot_Board Checker_Board Chess_Board Chinese_Checkers_Board "
    "Go_Board Pachisi_board reversi_board",
    "Card": "Card",
    "Deck": "Deck Deck_CardBot_Head Deck_CardBot_Main",
    "Checker": "Checker_black Checker_red Checker_white Chinese_Checkers_Piece",
    "Chess": "Chess_Bishop Chess_King Chess_Knight Chess_Pawn Chess_Queen Chess_Rook",
    "Chip": "Chip_10 Chip_50 Chip_100 Chip_500 Chip_1000",
    "Dice": "Die_4 Die_6 Die_6_Rounded Die_8 Die_10 Die_12 Die_20 Die_Piecepack",
    "Domino": "Domino Mahjong_Coin Mahjong_Stick Mahjong_Tile",
    "Figurine": "Figurine_Card_Bot Figurine_Kimi_Kat Figurine_Knil Figurine_Mara PlayerPawn "
    "Figurine_Sir_Loin Figurine_Zeke Figurine_Zomblor",
    "GoPiece": "go_game_piece_black go_game_piece_white go_game_bowl_black go_game_bowl_white",
    "Piecepack": "PiecePack_Arms PiecePack_Crowns PiecePack_Moons PiecePack_Suns",
    "rpgFigurine": "rpg_BARGHEST rpg_CYCLOP rpg_TEMPLATE rpg_WOLF rpg_WYVERN",
    "Tileset": "Tileset_Barrel Tileset_Chest Tileset_Wall",
    "Backgammon Piece": "backgammon_piece_brown backgammon_piece_white",
    "Bag": "Bag",
    "Infinite": "Infinite_Bag",
    "Generic": "Bowl reversi_chip",
    "Calculator": "Calculator",
    "Counter": "Counter",
    "Clock": "Digital_Clock",
    "Notecard": "Notecard",
    "Coin": "Quarter",
    "Tablet": "Tablet",
    "Fog": "FogOfWar",
    "FogOfWar": "FogOfWarTrigger",
    "Hand": "HandTrigger",
    "Layout": "LayoutZone",
    "Randomize": "RandomizeTrigger",
    "Scripting": "ScriptingTrigger",
}
CALLED: list[tuple[str, Spawned]] = [
    ("Black Pawn", Spawned("PlayerPawn", {"MaterialIndex": 8})),
    ("D20 Chrome", Spawned("Die_20", {"MaterialIndex": 1, "AltSound": True})),
    ("D6 Red", Spawned("Die_6_Rounded", {"MaterialIndex": 1})),
    ("Random Mahjong", Spawned("Mahjong_Tile", between={"MeshIndex": (0, 35)})),
    ("Go Board", Spawned("Go_Board", lies=True)),
    ("Giant Rat", Spawned("rpg_RAT")),
    ("Standard Deck", Spawned("Deck")),
    ("Custom_Tile", Spawned("Custom_Tile")),
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [(name, kind) for kind, names in TYPES.items() for name in names.split()],
)
def test_types(name: str, expected: str) -> None:
    """A thing has the type that is documented, and is in the game's own box."""
    assert kind_of(name).type == expected
    assert spawned_as(name) == Spawned(name)


def test_a_name_with_a_space() -> None:
    """One thing of the game is called by two words."""
    assert kind_of("Metal Ball") == Kind("Figurine", (0.8, 0.8, 0.8))


@pytest.mark.parametrize(("name", "expected"), CALLED)
def test_other_names(name: str, expected: Spawned) -> None:
    """Scripts may spawn a thing by another name, which may say more of it."""
    assert spawned_as(name) == expected


def test_every_name_makes_something_that_is_known() -> None:
    """No other name stands for a thing of which nothing is known, and none is a thing's own."""
    things = {name for name in spawnable() if spawned_as(name) == Spawned(name)}
    assert {wanted.name for wanted in map(spawned_as, spawnable()) if wanted} <= things
    assert {kind_of(name).filled_with for name in things} - {""} <= things
    assert max(Counter(spawnable()).values()) == 1


def test_no_name_is_of_two_kinds() -> None:
    """Each name is written down once."""
    rows = tomllib.loads(Path(kinds.__file__).with_name("kinds.toml").read_text("utf-8"))["kind"]
    assert max(Counter(name for row in rows for name in row["names"]).values()) == 1


@pytest.mark.parametrize(
    ("name", "count"),
    [("Deck", 52), ("Deck_CardBot_Head", 10), ("Deck_CardBot_Main", 152), ("DeckCustom", 0)],
)
def test_new_decks(name: str, count: int) -> None:
    """A deck of the game has as many cards as are documented, each of them once."""
    cards = fresh_card_ids(kind_of(name))
    assert (len(cards), len(set(cards))) == (count, count)


def test_what_is_unheard_of() -> None:
    """A name that nothing has is a lump of a guessed size, and cannot be spawned."""
    assert (kind_of("Nope").type, kind_of("Nope").known) == ("Generic", False)
    assert size_of("Nope") == (1.0, 1.0, 1.0)
    assert spawned_as("Nope") is None


@each_save
def test_real_saves_name_nothing_else(path: Path) -> None:
    """Whatever lies on a real table, in bags or as another state of a thing, is known."""
    tree = read(path.read_bytes(), path.name).root
    assert isinstance(tree, dict)
    assert {name for name in _names(tree["ObjectStates"]) if spawned_as(name) is None} == set()


def test_models_go_by_their_types() -> None:
    """What a model of one's own behaves like are types that scripts see on other things, too."""
    assert set(MODEL_TYPES) <= TYPES.keys()


def _names(things: Any) -> Iterator[str]:  # noqa: ANN401 - whatever a save holds
    for thing in things:
        yield thing["Name"]
        yield from _names(thing.get("ContainedObjects") or ())
        yield from _names(thing.get("ChildObjects") or ())
        yield from _names((thing.get("States") or {}).values())
