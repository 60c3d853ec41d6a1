"""A monster's Fight Turn: an attack type, the top card of its life, and what that does."""

from __future__ import annotations

from tts_tool.kernel.decisions import Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities import abilities as ops
from tts_tool.rulesets.old_world.base.abilities.effects import monster_level
from tts_tool.rulesets.old_world.base.abilities.held import moment
from tts_tool.rulesets.old_world.base.abilities.lasting import bent
from tts_tool.rulesets.old_world.base.board.monsters import FightCard
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight, judge, over
from tts_tool.rulesets.old_world.base.fight.witcher_turn import begin_turn, end_turn
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    MONSTER_ATTACK_CARD,
    MONSTER_ATTACK_TYPE,
    MONSTER_REVEAL,
)
from tts_tool.rulesets.old_world.base.witcher.attributes import guard_track, level

ATTACKS = ("charge", "bite")

base.settles(
    OpenPoint(
        "OW-OPEN-43",
        "settled",
        "",
        "A monster's attack takes as many cards as there are; who has none left is Knocked-Out.",
    ),
    OpenPoint(
        "OW-OPEN-44",
        "settled",
        "",
        "Damage beside a lowered attribute is dealt even where the attribute can't be lowered.",
    ),
    OpenPoint(
        "OW-OPEN-55",
        "settled",
        "",
        "The attack type that costs more cards is the Special Ability of one monster.",
    ),
)


def monster_turn(g: Game) -> Flow[None]:
    """Choose an attack type, reveal the top card of the Life Pool, and carry the attack out."""
    seat = g.part(Fight).attacker
    g.restart()
    begin_turn(g, MONSTER)
    yield from g.settle()
    yield from moment(g, seat, "opponent-turn")
    judge(g, MONSTER)
    if over(g):
        return
    card, attack = yield from g.replaced(MONSTER_REVEAL, attack_card, seat=seat)
    yield from g.replaced(MONSTER_ATTACK_CARD, carry_out, seat=seat, card=card, attack=attack)
    yield from g.settle()
    if not over(g):
        yield from moment(g, seat, "opponent-turn-ended")
    judge(g, seat, "OW-MONSTER-20")  # OW-MONSTER-20
    judge(g, MONSTER, "OW-MONSTER-19")  # OW-MONSTER-19
    if not over(g):
        yield from end_turn(g, MONSTER)


def attack_card(g: Game, seat: Seat) -> Flow[tuple[str, str]]:
    """Give the revealed card and the attack type, which is announced before the card is known."""
    if bent(g, seat, "worst-attack"):  # OW-GEN-02
        card = reveal(g)
        return card, (yield from worst_attack(g, seat, card))  # OW-MONSTER-39
    attack = yield from attack_type(g, seat)  # OW-MONSTER-07
    return reveal(g), attack


def attack_type(g: Game, seat: Seat) -> Flow[str]:
    """Announce an attack type."""
    yield from g.consult(MONSTER_ATTACK_TYPE, seat=seat)
    attack: str = yield from g.replaced(MONSTER_ATTACK_TYPE, choose_attack, seat=seat)
    return attack


def choose_attack(g: Game, seat: Seat) -> Flow[str]:
    """Let one of the others choose, the controlling seat first, then counter-clockwise."""
    others = g.clockwise(seat)[:0:-1] or (seat,)  # OW-MONSTER-02 OW-MONSTER-08
    number = g.part(Fight).turns[MONSTER]
    attack = yield from g.ask(
        others[(number - 1) % len(others)],  # OW-MONSTER-09
        "attack",
        lambda: Choice(ATTACKS),
        why="OW-DEC-28" if number == 1 else "OW-DEC-29",
        bind=Press,
    )
    return attack


def reveal(g: Game) -> str:
    """Reveal the top card of the Life Pool, which it leaves."""
    life, spent = places.MONSTER_LIFE, places.MONSTER_SPENT
    (card,) = g.draw(life, spent, rule="OW-MONSTER-10")  # OW-MONSTER-10
    return card


def half(g: Game, card: str, attack: str) -> tuple[object, ...]:
    """Read what one half of a fight card does."""
    known: FightCard = g.card(card)
    return known.charge if attack == "charge" else known.bite


def carry_out(g: Game, seat: Seat, card: str, attack: str) -> Flow[None]:
    """Do everything that the chosen half says; only then is the witcher judged."""
    for operation in half(g, card, attack):
        yield from g.perform(operation, seat, card)  # OW-MONSTER-13
        yield from g.settle()


def worst_attack(g: Game, seat: Seat, card: str) -> Flow[str]:
    """Find the half that costs the witcher more cards; between equal ones somebody chooses."""
    costs = {attack: cost(g, seat, card, attack) for attack in ATTACKS}
    if costs["charge"] == costs["bite"]:
        return (yield from attack_type(g, seat))
    return max(costs, key=lambda attack: costs[attack])


def cost(g: Game, seat: Seat, card: str, attack: str) -> int:
    """Say how many cards one half of a fight card would cost a witcher now."""
    cards, damage = 0, 0
    for operation in half(g, card, attack):
        if isinstance(operation, ops.LoseCards):
            cards += operation.count + operation.monster_level * monster_level(g)
        elif isinstance(operation, ops.TrashCard):
            cards += 1
        elif isinstance(operation, ops.Suffer):
            damage += operation.damage + operation.monster_level * monster_level(g)
            if operation.attribute is not None:
                damage += level(g, seat, operation.attribute)
    return cards + max(0, damage - g.track(guard_track(g, seat)))
