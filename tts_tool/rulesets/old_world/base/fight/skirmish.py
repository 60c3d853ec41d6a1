"""Short fights in events: one Combo from the hand, its damage against thresholds.

Nobody strikes back.  It is not the fight of Phase II and has none of its rules but those of
laying a Combo: only what the cards show counts, no Potion, Specialty or gear has a part in it,
and the Shield stays as it is.
"""

from __future__ import annotations

from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base.fight.combo import active, announce
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.fight.witcher_turn import clear_combo
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.story.results import carry_out, reached
from tts_tool.rulesets.old_world.base.story.stories import Event, Skirmish


@base.operation(Skirmish)
def skirmish(g: Game, operation: Skirmish, seat: Seat, source: str) -> Flow[None]:
    """Lay the Combo, or go on laying it, and do what its damage reaches."""
    yield from announce(g, seat)
    played = g.part(Fight).played
    damage = sum(active(g, seat, at, card).damage for at, card in enumerate(played))
    g.emit(Said("short-fight", {"damage": damage}), "OW-QUEST-10")  # OW-QUEST-10
    clear_combo(g, seat)
    g.note(Fight, links=(), played=(), forced=False)
    yield from carry_out(g, seat, source, reached(operation.outcomes, damage))


def short_fight(card: Event) -> Skirmish | None:
    """Find the short fight of an event, also behind one of its options."""
    effects = (*card.effects, *(each for way in card.ways for each in way.effects))
    return next((each for each in effects if isinstance(each, Skirmish)), None)
