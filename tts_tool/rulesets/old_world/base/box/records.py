"""What the components of the box have on them: cards, locations, and the game's tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tts_tool.catalog.records import Effect, Record, Sheet, Table
from tts_tool.rulesets.old_world.base.module import base

Colour = Literal["blue", "red", "green", "yellow", "purple"]
Terrain = Literal["forest", "mountain", "water"]
Attribute = Literal["combat", "defense", "alchemy", "specialty"]
Deed = Literal[
    "combat",
    "defense",
    "alchemy",
    "specialty",
    "school",
    "potion",
    "tavern",
    "trail",
    "exchange",
    "market",
]

COLOURS: tuple[Colour, ...] = ("blue", "red", "green", "yellow", "purple")  # OW-CARD-02
TERRAINS: tuple[Terrain, ...] = ("forest", "mountain", "water")
ATTRIBUTES: tuple[Attribute, ...] = ("combat", "defense", "alchemy", "specialty")  # OW-ATTR-01
LEVELS = (1, 2, 3)

Count = Annotated[int, Meta(ge=0, le=100)]  # cards say 19 at most, a life: more is a slip
Tally = Annotated[int, Meta(ge=0)]
"""What a game counts while it is played: there is never less than nothing of it."""
Level = Annotated[int, Meta(ge=1, le=5)]
LocationNumber = Annotated[int, Meta(ge=0)]
"""The map goes to 18, islands of boxes go on from there."""


class Symbols(Sheet):
    """What a fight ability or a combo extension shows.

    `draw` changes the draw that ends the Fight Turn, `fetch` takes the top of the own discard,
    `back` returns the card itself to the hand.
    """

    damage: Count = 0
    shield: Count = 0
    draw: Annotated[int, Meta(ge=-5, le=5)] = 0
    fetch: Count = 0
    back: bool = False


class Extension(Sheet):
    """A tab that the next card of a combo may be laid against."""

    colour: Colour
    effect: Symbols = Symbols()


class Face(Sheet):
    """One printed card of a kind: kinds share name, colour and cost, not their faces."""

    terrain: Literal["forest", "mountain", "water", "wild"]
    fight: Symbols
    extensions: tuple[Extension, ...] = ()


@base.record("action")
class Action(Record):
    """A kind of Action card; one card for each face.  With a school it is a starting card."""

    colour: Colour
    cost: Annotated[int, Meta(ge=0, le=2)] = 0  # OW-CARD-15
    school: str | None = None
    faces: tuple[Face, ...]


@base.record("location")
class Location(Record):
    """A place on the map."""

    number: LocationNumber
    terrain: Terrain | None = None
    harbour: bool = False
    roads: tuple[LocationNumber, ...]
    deed: Deed | None = None
    """What is done there by a rule of the base game."""
    effects: tuple[Effect, ...] = ()
    """What is done there in the words of cards; without either there is nothing to do."""
    school: str | None = None


class Resources(Sheet):
    """What a seat starts with, in turn order."""

    cards: Count
    gold: Count


@base.table("beginning")
class Beginning(Table):
    """How a game is set up, by the number of seats; the first entry is for one seat."""

    resources: tuple[tuple[Resources, ...], ...]
    monsters: tuple[tuple[Annotated[int, Meta(ge=1, le=3)], ...], ...]
    more_first_level: tuple[Count, ...]
    attribute_trophies: tuple[Count, ...]
    free_attribute_from: Count


@base.table("limits")
class Limits(Table):
    """Numbers that cap something."""

    hand: Count
    potions: Count
    track: Count


@base.table("progress")
class Progress(Table):
    """What levels and the Trophy Track are worth."""

    value: tuple[Count, ...]
    level_up_draw: tuple[Count, ...]
    fatigue: tuple[Count, ...]
    reputation: tuple[Count, ...]
    monster_gold: Count


def at_position(printed: tuple[int, ...], position: int) -> int:
    """Read a number by the position on the Trophy Track; where a box lets it go on, the last."""
    return printed[min(position, len(printed) - 1)]


@base.table("market")
class Market(Table):
    """The display of Action cards, from slot 1 on the left to slot 6."""

    slots: tuple[Annotated[int, Meta(ge=-2, le=2)], ...]
    hand_target: Count
    target_after_loss: Count
    defender_won: Count
    defender_lost: Count


@base.table("poker")
class Poker(Table):
    """Stakes and the solo player's winnings, from nothing to five of a kind."""

    stake: Count
    bank: Count
    locals_bank: Count
    dice: Count
    sides: Count
    solo: tuple[Count, ...]
