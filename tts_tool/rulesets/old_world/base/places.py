"""Where components lie and what tracks count, by name: ``places.hand(seat)``, ``places.TRASH``.

Rules name places and tracks in no other way, so that mypy finds a slip. Names are kept once they
are made: rules ask for the same few hundred all game long, and a look-up costs what writing the
text anew would.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tts_tool.kernel.inventory import Seat


def _of(kind: str) -> Callable[[str | int | None], str]:
    """Name the places, or tracks, of which there is one for each of something.

    What has no terrain, level or location is given a name that no place has.
    """

    @cache
    def name(each: str | int | None) -> str:
        return f"{kind}.{each}"

    return name


# Of each seat
hand: Callable[[Seat], str] = _of("hand")
deck: Callable[[Seat], str] = _of("deck")
discard: Callable[[Seat], str] = _of("discard")
combo: Callable[[Seat], str] = _of("combo")
board: Callable[[Seat], str] = _of("board")
draft: Callable[[Seat], str] = _of("draft")
private: Callable[[Seat], str] = _of("private")
trophies: Callable[[Seat], str] = _of("trophies")
witcher_trophies: Callable[[Seat], str] = _of("witcher-trophies")
potions: Callable[[Seat], str] = _of("potions")
spent_potions: Callable[[Seat], str] = _of("spent-potions")
gear: Callable[[Seat], str] = _of("gear")
quests: Callable[[Seat], str] = _of("quests")
quest_tokens: Callable[[Seat], str] = _of("quest-tokens")
rumours: Callable[[Seat], str] = _of("rumours")
trails: Callable[[Seat], str] = _of("trails")

# Tracks of each seat; those of attributes have the attributes' names
gold: Callable[[Seat], str] = _of("gold")
shield: Callable[[Seat], str] = _of("shield")
witcher: Callable[[Seat], str] = _of("witcher")
track: Callable[[Seat], str] = _of("track")

# Of each location, terrain, level and slot
at: Callable[[int | None], str] = _of("at")
lair: Callable[[str], str] = _of("lair")
monster: Callable[[str], str] = _of("monster")
tokens: Callable[[str | None], str] = _of("tokens")
driven_away: Callable[[int | None], str] = _of("driven-away")
monster_cards: Callable[[int | None], str] = _of("monster-cards")
monster_tokens: Callable[[int], str] = _of("monster-tokens")
display: Callable[[int], str] = _of("display")

# One for all
ACTION_DECK = "action-deck"
ACTION_DISCARD = "action-discard"
ATTRIBUTE_TROPHIES = "attribute-trophies"
BOARDS = "boards"
BOX = "box"
MONSTER_DECK = "monster-deck"
MONSTER_LIFE = "monster-life"
MONSTER_SPENT = "monster-spent"
MORE_MONSTERS = "more-monsters"
POTION_DECK = "potion-deck"
POTION_DISCARD = "potion-discard"
REVEALED = "revealed"
STORY = "story"
TRASH = "trash"
