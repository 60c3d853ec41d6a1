"""What each thing of the game is: its type, its size, how it holds or joins others.

A save names things (`Name`); scripts see their `type`. Sizes are what no save tells: those of
cards and tiles were measured where real saves left them lying, the others are sensible guesses
(the switches `sizes-of-unknown` and `tile-ratio` move them).
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

from msgspec import Struct

from tts_tool.table.world.vectors import Vec

__all__ = ["Holding", "Kind", "kind_of"]


class Holding(Enum):
    """How a thing holds others."""

    NOTHING = "nothing"
    BAG = "bag"
    INFINITE = "infinite"
    DECK = "deck"
    STACK = "stack"


class Kind(Struct, frozen=True):
    """What is true of all things of a name."""

    type: str
    size: Vec = (1.0, 1.0, 1.0)
    # How far the lowest point lies below the thing's own position, as a part of its height.
    foot: float = 0.5
    holding: Holding = Holding.NOTHING
    zone: bool = False
    solid: bool = True
    # The name of the pile that two of these make, if they make one.
    piles_as: str = ""
    sides: int = 0
    image: bool = False
    # Whether its size is more than a guess.
    known: bool = True

    @property
    def holds(self) -> bool:
        """Tell whether it is a container: bag, deck or stack."""
        return self.holding is not Holding.NOTHING


def _zone(kind: str) -> Kind:
    return Kind(kind, zone=True, solid=False)


def _bag(*, infinite: bool = False, size: Vec = (1.5, 1.7, 1.5), foot: float = 0.0) -> Kind:
    holding = Holding.INFINITE if infinite else Holding.BAG
    return Kind("Infinite" if infinite else "Bag", size, foot=foot, holding=holding)


def _die(sides: int) -> Kind:
    return Kind("Dice", (1.0, 1.0, 1.0), sides=sides)


_CARD = (2.2, 0.027, 3.1)

_NAMED: dict[str, Kind] = {
    "Card": Kind("Card", _CARD, piles_as="Deck"),
    "CardCustom": Kind("Card", _CARD, piles_as="Deck"),
    "Deck": Kind("Deck", _CARD, holding=Holding.DECK, piles_as="Deck"),
    "DeckCustom": Kind("Deck", _CARD, holding=Holding.DECK, piles_as="Deck"),
    "Bag": _bag(),
    "Infinite_Bag": _bag(infinite=True),
    "Custom_Model_Bag": _bag(),
    "Custom_Model_Infinite_Bag": _bag(infinite=True),
    "Custom_Assetbundle_Bag": _bag(),
    "Custom_Assetbundle_Infinite_Bag": _bag(infinite=True),
    "Custom_Model": Kind("Generic", foot=0.0, known=False),
    "Custom_Model_Stack": Kind("Chip", holding=Holding.STACK, piles_as="Custom_Model_Stack"),
    "Custom_Assetbundle": Kind("Generic", foot=0.0, known=False),
    "Custom_Tile": Kind("Tile", (2.0, 0.2, 2.0), piles_as="Custom_Tile_Stack", image=True),
    "Custom_Tile_Stack": Kind(
        "Tile", (2.0, 0.2, 2.0), holding=Holding.STACK, piles_as="Custom_Tile_Stack", image=True
    ),
    "Custom_Token": Kind("Tile", (2.0, 0.2, 2.0), piles_as="Custom_Token_Stack", image=True),
    "Custom_Token_Stack": Kind(
        "Tile", (2.0, 0.2, 2.0), holding=Holding.STACK, piles_as="Custom_Token_Stack", image=True
    ),
    "Custom_Board": Kind("Board", (20.0, 0.5, 20.0), image=True),
    "Custom_Dice": _die(6),
    "Custom_PDF": Kind("Book", (2.4, 0.1, 3.1)),
    "Figurine_Custom": Kind("Figurine", (1.0, 2.0, 0.2), foot=0.0),
    "Notecard": Kind("Notecard", (5.0, 0.1, 3.0)),
    "3DText": Kind("3D Text", (4.0, 1.0, 0.1), solid=False),
    "Counter": Kind("Counter", (2.0, 0.9, 1.4), foot=0.0),
    "Digital_Clock": Kind("Clock", (2.4, 0.9, 1.0), foot=0.0),
    "Calculator": Kind("Calculator", (2.6, 1.2, 3.2), foot=0.5),
    "Tablet": Kind("Tablet", (8.0, 0.3, 5.0)),
    "MP3_Player": Kind("Mp3 Player", (3.0, 0.6, 3.0)),
    "PlayerPawn": Kind("Figurine", (0.6, 1.2, 0.6), foot=0.1),
    "BlockSquare": Kind("Block", (1.0, 1.0, 1.0)),
    "BlockRectangle": Kind("Block", (1.0, 1.0, 2.0)),
    "BlockTriangle": Kind("Block", (1.0, 1.0, 1.0)),
    "Chip_10": Kind("Chip", (1.2, 0.2, 1.2), piles_as="ChipStack"),
    "Chip_50": Kind("Chip", (1.2, 0.2, 1.2), piles_as="ChipStack"),
    "Chip_100": Kind("Chip", (1.2, 0.2, 1.2), piles_as="ChipStack"),
    "Chip_500": Kind("Chip", (1.2, 0.2, 1.2), piles_as="ChipStack"),
    "Chip_1000": Kind("Chip", (1.2, 0.2, 1.2), piles_as="ChipStack"),
    "ChipStack": Kind("Chip", (1.2, 0.2, 1.2), holding=Holding.STACK, piles_as="ChipStack"),
    "CheckerStack": Kind(
        "Checker", (1.5, 0.3, 1.5), holding=Holding.STACK, piles_as="CheckerStack"
    ),
    "Checker_Board": Kind("Board", (16.0, 0.5, 16.0)),
    "Quarter": Kind("Coin", (0.8, 0.1, 0.8), sides=2),
    "Die_6_Rounded": _die(6),
    "Die_Piecepack": _die(6),
    "ScriptingTrigger": _zone("Scripting"),
    "HandTrigger": _zone("Hand"),
    "FogOfWarTrigger": _zone("Hidden"),
    "FogOfWar": _zone("FogOfWar"),
    "RandomizeTrigger": _zone("Randomize"),
    "LayoutZone": _zone("Layout"),
}

_FAMILIES: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"Deck_"), Kind("Deck", _CARD, holding=Holding.DECK, piles_as="Deck")),
    (re.compile(r"Table_"), Kind("Surface", (60.0, 1.0, 60.0), solid=False)),
    (re.compile(r"Tileset_"), Kind("Tileset", (2.0, 0.5, 2.0), foot=0.0)),
    (re.compile(r"(rpg_|RPG_)"), Kind("rpgFigurine", (1.0, 1.5, 1.0), foot=0.0)),
    (
        re.compile(r"(Figurine_|Chess_|Chinese_Checkers)"),
        Kind("Figurine", (0.9, 1.8, 0.9), foot=0.0),
    ),
    (re.compile(r"Checker_"), Kind("Checker", (1.5, 0.3, 1.5), piles_as="CheckerStack")),
    (re.compile(r"go_game_piece"), Kind("GoPiece", (1.0, 0.4, 1.0), foot=0.0)),
    (
        re.compile(r"go_game_bowl"),
        Kind("Infinite", (2.0, 1.5, 2.0), foot=0.0, holding=Holding.INFINITE),
    ),
    (re.compile(r".*(_Board|board)$", re.IGNORECASE), Kind("Board", (16.0, 0.5, 16.0))),
    (re.compile(r"(backgammon_piece|reversi_chip|Domino|domino)"), Kind("Chip", (1.2, 0.3, 1.2))),
)

# CustomMesh.TypeIndex and CustomAssetbundle.TypeIndex: what a model of one's own behaves like.
MODEL_TYPES = ("Generic", "Figurine", "Dice", "Coin", "Board", "Chip", "Bag", "Infinite")


@cache
def kind_of(name: str) -> Kind:
    """Look a name up; what is unknown is a solid lump."""
    known = _NAMED.get(name)
    if known:
        return known
    die = re.match(r"Die_(\d+)$", name)
    if die:
        return _die(int(die[1]))
    return next(
        (kind for pattern, kind in _FAMILIES if pattern.match(name)), Kind("Generic", known=False)
    )
