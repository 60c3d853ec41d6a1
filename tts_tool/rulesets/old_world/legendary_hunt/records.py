"""What is printed on the things of the box: legends, fight and Movement cards, tokens.

A legend is written like a monster::

    [[legend]]
    id = "imperial-golem"
    start = 8
    [[legend.special]]               # its Special Ability
    when = "before-pools"
    use = "automatic"
    effects = [{ op = "cap", most = 5 }]
    [[legend.attacks]]               # its Special Attacks, numbers 1 to 4
    effects = [{ op = "toll", colours = ["purple"], otherwise = [{ op = "suffer", damage = 4 }] }]
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from tts_tool.catalog.records import OPTIONS, Effect, Operation, Record, Sheet, Table, Text
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability, Counted, Gear, Price
from tts_tool.rulesets.old_world.base.box.records import Colour, Count, LocationNumber
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt

legendary_hunt.words(
    "number",
    {
        "pool": "the cards of the opponent's Life Pool, when it is made",
        "combo-size": "the cards that a Combo may have",
        "combo-colours": "the different colours that a Combo may have",
    },
)
legendary_hunt.words(
    "bent-rule",
    {
        "barred": "cards of a colour can't be laid",
        "no-repeat": "a Combo doesn't begin with the colour with which the one before began",
    },
)
legendary_hunt.words(
    "count",
    {
        "flasks": "unused Potions, and what else a flask holds",
        "tokens-on-map": "Destruction Tokens on the map",
        "last-dealt": "the damage dealt in the last own Fight Turn",
    },
)

# Messages tell them, by the key.
legendary_hunt.spare("Legend.introduction", "Legend.slain", "Legend.unbeaten")

Habit = Literal["", "blunders", "sits-in-water", "hides", "seeks-company", "keeps-to-rivers"]


class Attack(Sheet):
    """A Special Attack of a legend."""

    name: Text
    effects: tuple[Effect, ...]


@legendary_hunt.record("legend")
class Legend(Gear):
    """A legend: where it begins, what it does in its fights, and how it walks by itself."""

    introduction: Text
    """What is read before the hunt begins."""
    slain: Text
    """What is read when it is slain, and when a witcher has lost to it."""
    unbeaten: Text
    start: LocationNumber
    special: tuple[Ability, ...]
    attacks: Annotated[tuple[Attack, ...], Meta(min_length=4, max_length=4)]
    """Special Attacks 1 to 4, which its fight cards call by their numbers."""
    habit: Habit = ""
    """How it chooses between ways that are equally short, where that is played."""
    known: bool = True
    """Whether its card is that of the box, and not our own."""
    life: Literal[0] = 0  # LH-72
    """It has no life of its own: its Life Pool is what is left of the deck."""


@legendary_hunt.record("legend-fight-card")
class LegendFightCard(Record):
    """A card of the fight deck of legends: what the witcher suffers by either attack type."""

    charge: tuple[Effect, ...]
    bite: tuple[Effect, ...]


@legendary_hunt.record("movement")
class Movement(Record):
    """A Movement card: two goals, and how many Movements there are by the number of seats."""

    main: LocationNumber
    secondary: LocationNumber
    moves: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=5, max_length=5)]


@legendary_hunt.record("destruction")
class Destruction(Record):
    """A kind of Destruction Token."""

    copies: Count
    effects: tuple[Effect, ...]


@legendary_hunt.table("hunt")
class Hunting(Table):
    """Numbers of the hunt; what a list says by the number of seats begins with one seat."""

    protection_a: tuple[Count, ...]
    """Protection by the position on the Trophy Track, on either side of the Large Help Card."""
    protection_b: tuple[Count, ...]
    tokens_for_a_card: tuple[Annotated[int, Meta(ge=1)], ...]
    """For so many tokens the Life Pool has one card less."""
    price: Count
    """Hand cards that driving the legend away costs."""


# What attacks of legends do beside what monsters do


class SpecialAttack(Operation):
    """Do what stands on the card of the legend by this number."""

    number: Annotated[int, Meta(ge=1, le=4)]


class Cap(Operation):
    """In each Fight Turn of this fight no more than so much damage counts."""

    most: Count


class Toll(Operation):
    """Discard hand cards of some colours, or Potions, and do `then`; else do `otherwise`."""

    colours: tuple[Colour, ...] = ()
    count: Count = 1
    every: bool = False
    """All hand cards of the colours, of which there must be one."""
    potions: Count = 0
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()


class SufferBy(Operation):
    """Take damage by how much there is of something."""

    per: Counted
    times: Count = 1
    least: Count = 0
    most: Count = 20


class LoseTop(Operation):
    """Discard from the top of the deck, and chosen hand cards for what it lacks."""

    count: Count


class Bargain(Sheet):
    """One way to get out of an attack."""

    label: Text
    price: Price = Price()
    least: dict[Counted, Count] = field(default_factory=dict)
    """What there must be of something for it."""
    effects: tuple[Effect, ...]


class Either(Operation):
    """Do one of several things, whichever the witcher likes."""

    ways: Annotated[tuple[Bargain, ...], OPTIONS]


class Again(Operation):
    """Attack once more at once."""


class Replenish(Operation):
    """Put random lost cards of the monster back under its Life Pool."""

    count: Count = 1
