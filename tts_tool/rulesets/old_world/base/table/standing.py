"""What everybody wants to know at a glance, how a fight stands; and what nobody likes to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tts_tool.kernel.game import Game
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.lasting import changed
from tts_tool.rulesets.old_world.base.fight.combo import active
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight, life

__all__ = ["CHORES", "SEEN", "standing"]

CHORES: Final = (
    "combo=announce",
    "damage",
    "discard",
    "discard-from-deck",
    "discard-potions",
    "drop",
    "pay",
    "pay-move",
    "peer-order",
    "purchase.pay",
    "put-back-order",
)
"""Questions about what is paid, lost and put in order, which people may leave to somebody."""

SEEN: Final = {"short-fight": 0, "story-read": 2}
"""What is said of cards that lie in the open: damage that everybody can add up, how a story begins.

One story a turn is read from its beginning; where there are more, only how they end.
"""


def standing(g: Game) -> Iterator[Rejection]:
    """Say what life both sides have left, and what the Combo comes to so far."""
    fight = g.part(Fight)
    if not fight.attacker:
        for seat in g.seats:
            if fight.played and fight.played[0] in g.cards(places.combo(seat)):
                played = enumerate(fight.played)
                damage = sum(active(g, seat, at, component).damage for at, component in played)
                yield Rejection("short-fight", {"damage": damage})
        return
    yield _witcher(g, fight.attacker)
    if fight.defender:
        yield _witcher(g, fight.defender)
    else:
        yield Rejection("life-of-monster", {"monster": fight.monster, "life": life(g, MONSTER)})
    if fight.played and fight.turn:
        yield _combo(g, fight)


def _witcher(g: Game, seat: str) -> Rejection:
    shield = g.track(places.shield(seat))
    return Rejection("life-of-witcher", {"seat": seat, "life": life(g, seat), "shield": shield})


def _combo(g: Game, fight: Fight) -> Rejection:
    seat = fight.turn
    symbols = [active(g, seat, at, component) for at, component in enumerate(fight.played)]
    damage = changed(g, seat, "combo-damage", sum(each.damage for each in symbols))
    shield = changed(g, seat, "combo-shield", sum(each.shield for each in symbols))
    return Rejection("combo-so-far", {"damage": damage, "shield": shield})
