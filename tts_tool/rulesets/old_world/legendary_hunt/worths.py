"""What things are worth to a hunter, in cards of life; bots weigh by it, no rule does.

The numbers come from whole hunts: others were tried against them, alone and with chance of its own.
"""

from __future__ import annotations

from typing import Final

from tts_tool.rulesets.old_world.base.box.records import Attribute

VICTORY: Final = 30.0
TOO_LATE: Final = 0.02
"""What part of all else is worth anything in the last turn."""
PROTECTION: Final = 5.0
"""One less of the legend's Protection, in each Fight Turn of all fights to come."""
TROPHY: Final = 1.0
"""What a trophy can do by itself, less the cards that it tires."""
TOKEN: Final = 2.5
FIRST_TOKEN: Final = 1.5
"""What the first token is worth more: with it the witcher begins."""
EXPLORING: Final = 2.0
GOLD: Final = 0.5
POTION: Final = 1.2
TRAIL: Final = 1.2
EXCHANGE: Final = 1.0
CONSOLATION: Final = 1.2
"""The card that a monster leaves to whoever loses to it."""

ATTRIBUTE: Final[dict[Attribute, float]] = {
    "combat": 3.0,
    "defense": 2.0,
    "alchemy": 1.6,
    "specialty": 1.6,
}
"""The first level more."""
FADING: Final = 0.12
"""So much less, of one, each further level is worth."""
NO_MORE: Final = 0.4
"""What part of that a level is worth that draws, guards and holds no more than the one before."""
LEVEL_UP: Final = 1.5
"""A raise that lifts the witcher level, and brings cards."""
LOWEST: Final = 0.5
"""A raise of what the witcher level waits for."""
MASTERY: Final = (0.0, 0.1, 0.2, 0.4, 1.0)
"""What part of the trophy for the highest level a raise from each level is worth."""

KEPT: Final = 0.05
"""What a card left in the hand is worth for all that isn't a fight, by what it does in one."""
PAID: Final = 2.4
"""A hand card that a purchase costs is missing on the next way."""
BOUGHT: Final = 2.0
"""A card that is bought plays in all fights to come."""

# A Fight Turn
CARD: Final = 0.6
"""A card laid is a card of the own life."""
SHIELD: Final = 0.9
DRAW: Final = 0.35
