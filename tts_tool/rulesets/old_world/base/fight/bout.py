"""What duels and monster fights have in common: Life Pools, Fight Turns, recovering."""

from __future__ import annotations

from collections.abc import Iterable

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.held import Uses, moment
from tts_tool.rulesets.old_world.base.abilities.lasting import end_fight
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight, over
from tts_tool.rulesets.old_world.base.fight.monster_turn import monster_turn
from tts_tool.rulesets.old_world.base.fight.witcher_turn import clear_combo, witcher_turn
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import FIGHT_BEFORE, FIGHT_CLEANUP, FIGHT_FINISHED
from tts_tool.rulesets.old_world.base.witcher.attributes import refill_shield

base.settles(
    OpenPoint(
        "OW-OPEN-25",
        "settled",
        "",
        "After a fight: track and win check, Fatigue, gold, 0-cost cards, a new monster, Shield, "
        "shuffling, drawing; a defeated monster pays before the track.",
    ),
)


def fighters(g: Game) -> tuple[Seat, ...]:
    """Name the witchers in the fight, the attacker first."""
    return g.part(Arena).fighters


def before(g: Game) -> Flow[None]:
    """Let everybody know that a fight was declared; nothing is built yet."""
    attacker = g.part(Fight).attacker
    yield from g.consult(FIGHT_BEFORE, seat=attacker)
    g.notify(FIGHT_BEFORE, attacker)
    yield from g.settle()


def before_pools(g: Game) -> Flow[None]:
    """Do what happens before the Life Pools are made."""
    for seat in fighters(g):
        yield from moment(g, seat, "before-pools")  # OW-MONSTER-03 OW-MONSTER-40


def make_life_pool(g: Game, seat: Seat) -> Flow[None]:
    """Shuffle the discard into the deck; the hand stays as it is."""
    pile, discard = places.deck(seat), places.discard(seat)
    g.move(g.cards(discard), discard, pile, rule="OW-FIGHT-04")  # OW-FIGHT-03 OW-FIGHT-04
    yield from g.shuffle(pile, "OW-FIGHT-04")


def take_fight_turns(g: Game) -> Flow[None]:
    """Let the two sides take Fight Turns until one of them has won."""
    while not over(g):
        g.restart()
        side = g.part(Fight).turn
        yield from monster_turn(g) if side == MONSTER else witcher_turn(g, side)  # OW-DUEL-27


def clear_table(g: Game, seats: Iterable[Seat]) -> None:
    """Put Combos that still lie on the table on their owners' discards."""
    for seat in seats:
        clear_combo(g, seat)  # OW-FIGHT-37
    g.note(Fight, played=(), links=())


def recover(g: Game) -> Flow[None]:
    """Let what lasted end, refill Shields, put used Potions away, make new decks."""
    end_fight(g)  # OW-FIGHT-36
    g.note(Uses, "OW-FIGHT-13", fight=())
    for seat in fighters(g):
        refill_shield(g, seat, "OW-FIGHT-35")  # OW-FIGHT-35 OW-DUEL-22
        spent = places.spent_potions(seat)
        g.move(g.cards(spent), spent, places.POTION_DISCARD, rule="OW-FIGHT-35")
        yield from deck.gather(g, seat, "OW-FIGHT-35")
        g.notify(FIGHT_CLEANUP, seat)
        yield from g.settle()


def leave_arena(g: Game) -> Flow[None]:
    """Let the fighters be free to do what no one in a fight may do."""
    attacker = g.part(Fight).attacker
    g.note(Arena, fighters=())
    g.notify(FIGHT_FINISHED, attacker)
    yield from g.settle()
