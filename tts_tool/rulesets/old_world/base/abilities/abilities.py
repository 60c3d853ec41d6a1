"""What cards can do beside their symbols: when, on what condition, at what price, how often.

Potions, trophies, Specialties, Equipment, Companions and the Special Abilities of monsters
are all data in this vocabulary::

    [[potion]]
    id = "thunderbolt"
    [[potion.abilities]]
    when = "step-1"
    effects = [{ op = "strike", damage = 2 }, { op = "change", value = "draw", by = -1,
                 until = "fight-turn" }]

    [[equipment]]
    id = "knuckles"
    [[equipment.abilities]]
    when = "step-1"                 # the owner may use it in step 1 of an own Fight Turn
    limit = "fight"                 # once per fight (the usual case)
    price = { hand = 1 }            # paid in full, or it can't be used
    effects = [{ op = "strike", damage = 2 }]

A record type whose cards give abilities to whoever holds them derives from `Gear`.  What lies
in ``trophies.S`` and ``gear.S`` is held; `held.py` finds, judges, offers and uses it.

`MOMENTS` are when (`when`) an ability can be used; `use` says whether its owner may or must. These
and the other words below are vocabularies: a box adds its own with `words`, and calls `moment`,
reads `changed` or `bent`, where they come.

Operations are all seen from the seat that owns the card; with a monster's Special Ability it
is the witcher who fights it.  At once: `Strike`, `Suffer`, `DrawCards`, `Guard`, `LoseCards`,
`TrashCard`, `Weaken`, `Fetch`, `PutBack`, `Mend`, `Peer`, `FixDraw`; any operation of another
file may stand there, too.  Lasting: `Change` (a number is another one) and `Bend` (a rule is
another one), which become effects of the state that `lasting.py` consults; used
"before-pools" and "automatic" they hold for the whole fight.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from tts_tool.catalog.records import Effect, Operation, Record, Sheet, ref
from tts_tool.rulesets.old_world.base.box.records import Attribute, Colour, Count, LocationNumber
from tts_tool.rulesets.old_world.base.module import base

MOMENTS = base.words(
    "moment",
    {
        "declared": "a monster's price for starting a fight",
        "before-pools": "a fight was declared, its Life Pools are not made",
        "after-pools": "the Life Pools are made, nobody has had a turn",
        "step-1": "step 1 of an own Fight Turn",
        "combo": "the own Combo is announced, nothing of it resolved",
        "hit": "the opponent discarded a card by the attack of this Fight Turn",
        "opponent-turn": "before a Fight Turn of the opponent",
        "opponent-turn-ended": "after it",
        "damaged": "a single damage was dealt to the owner",
        "won": "the owner won the fight",
        "arrived": "the miniature was put down",
        "phase-1": "at any time of Phase I",
    },
)
NUMBERS = base.words(
    "number",
    {
        "combo-damage": "the sum of the damage of a Combo",
        "damage": "each damage dealt; `most` caps their sum over a Fight Turn",
        "loss": "the cards that the opponent can lose in a Fight Turn",
        "damage-taken": "each damage taken",
        "combo-shield": "the sum of the Shield of a Combo",
        "shield-rise": "by how much the Shield can rise in a Fight Turn",
        "draw": "the draw of step 4",
        "draw-after-damage": "what a Combo draws on top of it",
        "potions": "how many may be used in a fight",
        "combat": "the level of Combat",
        "defense": "the level of Defense",
        "alchemy": "the level of Alchemy",
        "specialty": "the level of the Specialty",
    },
)
BENT_RULES = base.words(
    "bent-rule",
    {
        "muted": "cards of a colour have no effect",
        "random-first": "the first card of a Combo is a random one",
        "hand-first": "damage is taken from the hand first",
        "worst-attack": "the attack type is the one that costs the witcher more cards",
        "any-link": "one card may be laid without a matching colour",
        "first-turn": "the witcher always begins",
    },
)
DURATIONS = base.words(
    "duration",
    {
        "fight": "until the fight is over",
        "fight-turn": "until the own Fight Turn is over",
        "opponent-turn": "until the next Fight Turn of the opponent is over",
    },
)
COUNTS = base.words(
    "count",
    {
        "hand": "cards in hand",
        "deck": "cards in the own deck",
        "pool": "cards in the monster's Life Pool",
        "potions": "unused Potions",
        "trails": "Trail Tokens",
        "gold": "gold",
        "shield": "Shield, or what a character has instead",
    },
)

base.words("price", {})

When = Annotated[str, ref("moment")]
Value = Annotated[str, ref("number")]
Rule = Annotated[str, ref("bent-rule")]
Lasts = Annotated[str, ref("duration")]
Counted = Annotated[str, ref("count")]
Paid = Annotated[str, ref("price")]
Side = Literal["own", "opponent"]
"""Of whoever the card works for, or of whom that one fights; with a monster the monster."""

Signed = Annotated[int, Meta(ge=-20, le=20)]  # cards say -3 to 8: more is a slip


class Condition(Sheet):
    """What must hold; what is left out doesn't matter."""

    turn: Count | None = None
    """The number of the Fight Turn: of the opponent where the moment is the opponent's."""
    shield: Count | None = None
    most_hand: Count | None = None
    most_deck: Count | None = None
    least_combo: Count = 0
    colour: Colour | None = None
    """Counts cards of this colour only in `least_combo`."""
    trail: bool | None = None
    """Whether a Trail Token for the monster is held."""
    against: Literal["monster", "witcher"] | None = None
    locations: tuple[LocationNumber, ...] = ()
    least: dict[Counted, Count] = field(default_factory=dict)
    """What there must be at least of something: of what the base counts, or a box."""
    most: dict[Counted, Count] = field(default_factory=dict)


class Price(Sheet):
    """What a use costs; it is paid in full or not at all."""

    hand: Count = 0
    potions: Count = 0
    gold: Count = 0
    shield: Count = 0
    also: dict[Paid, Count] = field(default_factory=dict)
    """What a box takes in payment."""


class Ability(Sheet):
    """One thing that a card can do."""

    when: When
    needs: Condition = Condition()
    price: Price = Price()
    limit: Literal["fight", "turn", "free"] = "fight"
    use: Literal["optional", "automatic"] = "optional"
    effects: tuple[Effect, ...]


class Gear(Record):
    """A card that gives abilities to whoever holds it."""

    abilities: tuple[Ability, ...] = ()


@base.record("potion")
class Potion(Gear):
    """A kind of Potion; it is used up."""

    copies: Count


class Strike(Operation):
    """Deal damage to the opponent; it belongs to the attack of this Fight Turn."""

    damage: Count


class Suffer(Operation):
    """Take damage: a number, the level of the monster, the level of an attribute, in sum."""

    damage: Signed = 0
    monster_level: Count = 0
    """How many times the monster's level counts."""
    attribute: Attribute | None = None


class DrawCards(Operation):
    """Draw cards from the own deck."""

    count: Count


class Guard(Operation):
    """Raise or lower the own Shield, by a number or by so much for each card in hand."""

    by: Signed = 0
    by_hand: Signed = 0


class LoseCards(Operation):
    """Discard cards, which is no damage: chosen ones, random ones, or some found in the deck."""

    count: Count = 0
    monster_level: Count = 0
    """How many times the monster's level counts."""
    source: Literal["hand", "random", "deck"] = "hand"
    rest_from_deck: bool = False
    """What the hand lacks comes from the top of the deck."""


class TrashCard(Operation):
    """Trash a chosen card of the hand, with an empty hand the top card of the deck."""


class Weaken(Operation):
    """Lower an attribute by one level for good."""

    attribute: Attribute


class Fetch(Operation):
    """Take the top card, or any one card, of the own discard into hand."""

    any_card: bool = False


class PutBack(Operation):
    """Put cards from the hand onto the own deck, in any order."""

    count: Count


class Mend(Operation):
    """Put cards of choice from the own discard into the deck, which is shuffled."""

    count: Count


class Peer(Operation):
    """Look at the top cards of the opponent's deck, discard some, put the rest back."""

    see: Count
    discard: Count = 0


class FixDraw(Operation):
    """In Phase III of this turn exactly so many cards are drawn, whatever else says."""

    cards: Count


class During(Sheet):
    """In whose Fight Turns something counts: in all of them, or in the one of a number."""

    side: Side
    turn: Count | None = None


class Change(Operation):
    """As long as it lasts a number is another one: one of `NUMBERS`, or of a box."""

    value: Value
    by: Signed = 0
    most: Count | None = None
    least: Count | None = None
    """`by` doesn't bring it below this."""
    per: tuple[Colour, ...] = ()
    """`by` counts once for every card of these colours in the Combo."""
    without: Colour | None = None
    """Only if the Combo has no card of this colour."""
    during: During | None = None
    """Only in these Fight Turns."""
    most_pool: Count | None = None
    """Only while the monster has no more cards than this."""
    until: Lasts = "fight"


class Bend(Operation):
    """As long as it lasts a rule is another one: one of `BENT_RULES`, or of a box."""

    rule: Rule
    colour: Colour | None = None
    during: During | None = None
    """Only in these Fight Turns."""
    until: Lasts = "fight"
