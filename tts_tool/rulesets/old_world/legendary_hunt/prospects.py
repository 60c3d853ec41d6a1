"""What chances a hunter has in a fight: both sides played out by what they do on average."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.monsters import Monster
from tts_tool.rulesets.old_world.base.board.trails import has_trail
from tts_tool.rulesets.old_world.base.box.box import Card, card
from tts_tool.rulesets.old_world.base.box.records import Limits
from tts_tool.rulesets.old_world.base.witcher.attributes import level, value
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.fight import protection
from tts_tool.rulesets.old_world.legendary_hunt.records import Hunting

LONGEST = 12
"""After so many Fight Turns of both sides it is plain who wins."""
LINKED = 0.55
"""So often a card of the hand can be laid against another."""
SPECIALTY = 0.45
"""What each level of the Specialty adds to a Fight Turn."""
LEGEND_ATTACK = 4.2
"""What an attack of a legend costs on average."""
MONSTER_ATTACK = 3.0
"""What an attack of a monster costs, and what its level adds."""
BY_LEVEL = 0.4


class Foe(NamedTuple):
    """An opponent: its Life Pool, what it is protected from, and what its attacks cost."""

    pool: float
    protection: int
    attack: float
    begins: bool
    even: float
    """With so many cards to spare the fight is open."""
    swing: float
    """So many cards more or less make the odds nearly three to one, by logistic."""


class Blow(NamedTuple):
    """What a card does on average."""

    damage: float
    shield: float
    draw: float


def own_cards(g: Game, seat: Seat) -> list[Card]:
    """Read all cards of a seat, wherever they are."""
    own = (places.hand(seat), places.deck(seat), places.discard(seat))
    return [card(g, each) for place in own for each in g.cards(place)]


def mean_blow(cards: list[Card]) -> Blow:
    """Say what some cards do on average, with the tabs that are likely to count."""
    number = max(1, len(cards))
    tabs = [[tab.effect for tab in each.extensions] for each in cards]
    return Blow(
        sum(c.fight.damage for c in cards) / number
        + LINKED * sum(max((t.damage for t in of), default=0) for of in tabs) / number,
        sum(c.fight.shield for c in cards) / number
        + LINKED * sum(max((t.shield for t in of), default=0) for of in tabs) / number,
        sum(c.fight.draw for c in cards) / number
        + LINKED * sum(max((t.draw for t in of), default=0) for of in tabs) / number,
    )


def legend_foe(g: Game, seat: Seat) -> Foe:
    """Say what the legend is to a seat."""
    tokens = len(g.cards(grounds.held(seat)))
    for_a_card = g.table(Hunting).tokens_for_a_card[len(g.seats) - 1]
    pool = len(g.cards(grounds.FIGHT_DECK)) - tokens // for_a_card
    return Foe(pool, protection(g, seat), LEGEND_ATTACK, not tokens, even=11, swing=4)


def monster_foe(g: Game, seat: Seat, known: Monster, terrain: str) -> Foe:
    """Say what a monster is to a seat."""
    attack = MONSTER_ATTACK + BY_LEVEL * known.level
    return Foe(known.life, 0, attack, not has_trail(g, seat, terrain), even=2.4, swing=2)


def chance(g: Game, seat: Seat, foe: Foe, hand: int) -> float:
    """Say how likely a seat is to win a fight that it begins with so many hand cards."""
    return 1 / (1 + exp((foe.even - spare(g, seat, foe, hand)) / foe.swing))


def spare(g: Game, seat: Seat, foe: Foe, hand: float) -> float:
    """Say how many cards a seat would have left, or less than none: what the foe would have."""
    cards = own_cards(g, seat)
    blow, room = mean_blow(cards), g.table(Limits).hand
    combat, guard = value(g, seat, "combat"), value(g, seat, "defense")
    flasks = min(value(g, seat, "alchemy"), len(g.cards(places.potions(seat))))
    extra = SPECIALTY * level(g, seat, "specialty")
    life, pool = float(len(cards) + flasks), foe.pool
    shield = float(min(guard, g.track(places.shield(seat))))
    hand, attacked = min(hand, life), foe.begins
    for _ in range(LONGEST):
        if attacked:
            life -= max(0.0, foe.attack - shield)
            shield = max(0.0, shield - foe.attack)
            pool -= 1
            if life <= 0 or pool <= 0:
                break
        attacked = True
        laid = min(hand, 1 + LINKED * (hand - 1)) if hand >= 1 else 0.0
        pool -= max(0.0, laid * blow.damage + extra - foe.protection)
        life -= laid
        if pool <= 0:
            return max(0.0, life) + 1  # the own card has won, even if it was the last
        hand = min(room, max(0.0, life), hand - laid + max(0.0, combat + laid * blow.draw))
        shield = min(guard, shield + laid * blow.shield)
    return life if life > 0 else -pool
