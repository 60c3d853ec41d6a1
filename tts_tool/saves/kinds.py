"""What each thing of the game is: its type, its size, how it holds or joins others.

A save names things (`Name`); scripts see their `type`. Both, the other names by which scripts may
spawn things, and what no save tells, sizes, stand in `kinds.toml` beside this module. Whoever lays
things out, draws them or plays with them reads it there, so that all of them mean the same thing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

__all__ = [
    "DECK_BASE",
    "DECK_EACH",
    "MODEL_TYPES",
    "Holding",
    "Kind",
    "Size",
    "Spawned",
    "fresh_card_ids",
    "kind_of",
    "size_of",
    "spawnable",
    "spawned_as",
]

Size = tuple[float, float, float]

MODEL_TYPES: Final = ("Generic", "Figurine", "Dice", "Coin", "Board", "Chip", "Bag", "Infinite")
"""What a model of one's own behaves like, by the TypeIndex of its mesh or asset bundle."""

DECK_BASE: Final = 0.042
"""How high a deck without cards would be; measured in real saves, as is what each card adds."""
DECK_EACH: Final = 0.0096


class Holding(Enum):
    """How a thing holds others."""

    NOTHING = "nothing"
    BAG = "bag"
    INFINITE = "infinite"
    DECK = "deck"
    STACK = "stack"


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """What is true of all things of a name."""

    type: str
    # Width, height and depth at scale 1; None for what looks as somebody has made it.
    size: Size | None = None
    # How far the lowest point lies below the thing's own position, as a part of its height.
    foot: float = 0.5
    holding: Holding = Holding.NOTHING
    zone: bool = False
    solid: bool = True
    # The name of the pile that two of these make, if they make one.
    piles_as: str = ""
    sides: int = 0
    image: bool = False
    # What a new one says unlike most things; the card ids of a new deck, from one to another; the
    # name of what lies in a new bag.
    fresh: dict[str, Any] = {}
    cards: tuple[tuple[int, int], ...] = ()
    filled_with: str = ""

    @property
    def known(self) -> bool:
        """Tell whether its size is more than a guess."""
        return self.size is not None

    @property
    def holds(self) -> bool:
        """Tell whether it is a container: bag, deck or stack."""
        return self.holding is not Holding.NOTHING


class Spawned(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of a name that scripts may spawn: a thing, and what its data say."""

    name: str
    keys: dict[str, Any] = {}
    # A number that is drawn: from the first to the last.
    between: dict[str, tuple[int, int]] = {}
    # Whether it lies on the table at once, however high it was spawned.
    lies: bool = False


class _KindsFile(Struct, frozen=True, forbid_unknown_fields=True):
    kind: list[dict[str, Any]]
    spawned: dict[str, Spawned]


_UNHEARD_OF: Final = Kind("Generic")


def kind_of(name: str) -> Kind:
    """Look a name up; what is unknown is a solid lump.

    >>> kind_of("Chess_Pawn").type
    'Chess'
    """
    return _KINDS.get(name, _UNHEARD_OF)


def size_of(name: str) -> Size:
    """Say how large a thing is at scale 1; what nobody knows is a cube of one unit."""
    return kind_of(name).size or (1.0, 1.0, 1.0)


def spawned_as(name: str) -> Spawned | None:
    """Say what scripts spawn by a name; None if nothing is called so.

    >>> spawned_as("D6 Red")
    Spawned(name='Die_6_Rounded', keys={'MaterialIndex': 1}, between={}, lies=False)
    """
    other = _SPAWNED.get(name)
    return Spawned(name) if other is None and name in _KINDS else other


def spawnable() -> list[str]:
    """List all names by which scripts may spawn things."""
    return [*_KINDS, *_SPAWNED]


def fresh_card_ids(kind: Kind) -> list[int]:
    """List the cards of a new deck."""
    return [number for first, last in kind.cards for number in range(first, last + 1)]


def _row(names: list[str], **facts: object) -> list[tuple[str, Kind]]:
    kind = msgspec.convert(facts, Kind)
    return [(name, kind) for name in names]


# Read at once: where strangers' Lua runs, no file is opened later.
_READ: Final = msgspec.convert(
    tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8")), _KindsFile
)
_SPAWNED: Final[Mapping[str, Spawned]] = _READ.spawned
_KINDS: Final[Mapping[str, Kind]] = {name: kind for row in _READ.kind for name, kind in _row(**row)}
