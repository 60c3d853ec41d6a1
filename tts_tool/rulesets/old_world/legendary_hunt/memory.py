"""What the hunt remembers, and where it lets other boxes join in."""

from __future__ import annotations

import msgspec

from tts_tool.rulesets.old_world.base.box.records import Tally
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt


@legendary_hunt.part
class Hunt(msgspec.Struct, frozen=True):
    """What a fight with the legend remembers beside what any fight does."""

    spent: Tally = 0
    """How much of the legend's Protection this Fight Turn has used up."""
    dealt: Tally = 0
    """The damage that the witcher dealt in the last own Fight Turn of this fight."""
    opening: str = ""
    """The colour of the first card of the last own Combo of this fight."""


DECK_EMPTY = legendary_hunt.point(
    "special_deck.draw_from_empty", "replace", doc="a Movement card is drawn, and there is none"
)
LEGEND_STUCK = legendary_hunt.point(
    "legend.stuck", "ask", doc="Movements of a card were lost, as no neighbour was free"
)
LEGEND_DRIVEN_AWAY = legendary_hunt.point(
    "legend.driven_away", "replace", doc="the legend is driven away, and goes somewhere"
)
