"""What a sensible hunter does, for bots: gather tokens, and strike when the odds are fair."""

from __future__ import annotations

from typing import Any

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Space
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import location, where
from tts_tool.rulesets.old_world.base.fight.fight import life
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.box import lurks_at
from tts_tool.rulesets.old_world.legendary_hunt.fight import protection
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import Hunting
from tts_tool.rulesets.old_world.legendary_hunt.walking import free, ways

TURNS = 3
"""For about so many own Fight Turns the Protection of a legend counts."""
KEPT = 2
"""So many hand cards are kept for the fight at the end of the way."""


def odds(g: Game, seat: Seat) -> int:
    """Weigh the own cards against the legend's, with what its Protection will take."""
    mine = life(g, seat) + len(g.cards(places.discard(seat)))
    for_a_card = g.table(Hunting).tokens_for_a_card[len(g.seats) - 1]
    pool = len(g.cards(grounds.FIGHT_DECK)) - len(g.cards(grounds.held(seat))) // for_a_card
    return mine - pool - TURNS * protection(g, seat)


def allowed(space: Space[Any]) -> list[Any]:
    """List what can be chosen."""
    return [each.value for each in space.options() if each.rejection is None]


@legendary_hunt.advises("phase-2")
def strike(g: Game, seat: Seat, space: Space[Any]) -> str | None:
    """Fight the legend when the odds are fair; a lost fight brings a token at least."""
    return "fight.legend" if "fight.legend" in allowed(space) and odds(g, seat) >= 0 else None


@legendary_hunt.advises("phase-1")
def approach(g: Game, seat: Seat, space: Space[Any]) -> str | None:
    """Go where the legend is when the odds are fair, and else where a token lies close by."""
    can, here = allowed(space), where(g, seat)
    if odds(g, seat) >= 0:
        if lurks_at(g) == here:
            return "end-phase"
        return on_the_way(g, seat, here, can)
    if not free(g, here):
        return None
    return next((s for s in can if str(s).startswith("at.") and razed_near(g, seat, s)), None)


def razed_near(g: Game, seat: Seat, spot: str) -> bool:
    """Tell whether a token lies where a road leads, and whether the cards last for it."""
    spare = len(g.cards(places.hand(seat))) > KEPT
    return spare and not free(g, int(spot.partition(".")[2]))


def on_the_way(g: Game, seat: Seat, here: int, can: list[Any]) -> str | None:
    """Take the step that leads closest to the legend, as long as there are cards to spare."""
    goal = lurks_at(g)
    if goal is None or len(g.cards(places.hand(seat))) <= KEPT:
        return None
    steps = g.once(ways)[goal]
    near = [number for number in location(g, here).roads if places.at(number) in can]
    best = min(near, key=lambda number: steps[number], default=here)
    return places.at(best) if steps[best] < steps[here] else None
