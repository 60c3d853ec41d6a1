"""Fights between witchers: where they may happen, wagers, and what winner and loser get."""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.kernel.decisions import Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Seat
from tts_tool.kernel.module import OpenPoint, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.held import automatic, moment
from tts_tool.rulesets.old_world.base.box.box import location, where
from tts_tool.rulesets.old_world.base.box.records import Market, Progress, at_position
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.market import gain_of_cost
from tts_tool.rulesets.old_world.base.fight.bout import (
    before,
    before_pools,
    clear_table,
    fighters,
    leave_arena,
    make_life_pool,
    recover,
    take_fight_turns,
)
from tts_tool.rulesets.old_world.base.fight.fight import (
    Fight,
    Fights,
    Rewards,
    begin,
    judge,
    opponent,
    through,
)
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    FIGHT_AFTER_POOLS,
    FIGHT_FIRST_TURN,
    FIGHT_OUTCOME_TABLE,
    FIGHT_REWARDS,
)
from tts_tool.rulesets.old_world.base.turn.turn import memory, remember
from tts_tool.rulesets.old_world.base.witcher import trophies
from tts_tool.rulesets.old_world.base.witcher.boards import character

TAVERN = "closed-tavern"
NO_WAGER = "no-wager"

base.settles(
    OpenPoint(
        "OW-OPEN-02",
        "data",
        "progress.reputation",
        "A beaten witcher is worth gold by his position on the Trophy Track.",
    ),
    OpenPoint(
        "OW-OPEN-41",
        "settled",
        "",
        "Wagers are asked clockwise from the attacker's left and lie open.",
    ),
    OpenPoint("OW-OPEN-42", "settled", "", "The bank never runs out of gold."),
)


@base.content
def closed_tavern(_setup: Setup) -> Iterator[Component]:
    """Keep the Closed Tavern token off the board until witchers have fought."""
    yield Component(TAVERN, TAVERN, places.BOX)  # OW-SETUP-36 OW-COMP-14


def duel_why_not(g: Game, attacker: Seat, defender: Seat) -> Rejection | None:
    """Say why a witcher can't attack another."""
    here = where(g, attacker)
    if defender == attacker or where(g, defender) != here:
        return Rejection("not-here", {"seat": defender}, "OW-FIGHT-01")  # OW-FIGHT-01
    if location(g, here).deed == "school":  # OW-DUEL-01
        return Rejection("no-duel-at-school", {}, "OW-DUEL-01")
    if TAVERN in g.cards(places.at(here)):  # OW-DUEL-02 OW-DUEL-09
        return Rejection("tavern-closed", {}, "OW-DUEL-02")
    if defender in memory(g, attacker).poker:  # OW-DUEL-03 OW-POKER-06
        return Rejection("played-poker", {"seat": defender}, "OW-DUEL-03")
    return None  # OW-DUEL-05


def duel(g: Game, attacker: Seat, defender: Seat) -> Flow[None]:
    """Let a witcher fight another, or go on with that fight."""
    if not g.part(Fight).attacker:
        begin(g, Fight(attacker=attacker, defender=defender), "OW-DUEL-04")  # OW-DUEL-04
    yield from through(g, STAGES)


# Before the first Fight Turn


def wager(g: Game) -> Flow[None]:
    """Let everyone who only watches stake a coin on one of the two."""
    fight = g.part(Fight)
    for seat in g.clockwise(fight.attacker):  # OW-DUEL-10 OW-DUEL-11
        fights = seat in (fight.attacker, fight.defender)
        if fights or g.track(places.gold(seat)) < g.table(Fights).wager:
            continue
        staked = yield from g.ask(
            seat,
            "wager",
            lambda: Choice((NO_WAGER, fight.attacker, fight.defender)),  # OW-DUEL-12
            why="OW-DEC-24",
            bind=Press,
        )
        if staked != NO_WAGER:
            g.add(places.gold(seat), -g.table(Fights).wager, "OW-DUEL-11")
            wagers = {**g.part(Fight).wagers, seat: staked}  # OW-HID-22
            g.note(Fight, "OW-DUEL-11", wagers=wagers)


def declare(g: Game) -> Flow[None]:
    """Take wagers; whatever comes before the Life Pools comes then."""
    yield from wager(g)  # OW-DUEL-06
    yield from before(g)
    yield from before_pools(g)


def make_pools(g: Game) -> Flow[None]:
    """Let both make their Life Pools; the attacker begins."""
    fight = g.part(Fight)
    for seat in fighters(g):
        yield from make_life_pool(g, seat)
    g.notify(FIGHT_AFTER_POOLS, fight.attacker)
    yield from g.settle()
    for seat in fighters(g):
        yield from moment(g, seat, "after-pools")
    for seat in reversed(fighters(g)):
        judge(g, seat)
    first = g.modify(FIGHT_FIRST_TURN, fight.attacker, seat=fight.attacker)
    g.note(Fight, "OW-DUEL-06", turn=first, step="start")  # OW-DUEL-06 OW-DUEL-07


# The outcome


def decide(g: Game) -> Flow[None]:
    """Say who has won, and what that brings the attacker."""
    fight = g.part(Fight)
    clear_table(g, fighters(g))
    outcome: str = g.replaced(FIGHT_OUTCOME_TABLE, outcome_of, seat=fight.attacker)
    won = outcome == "won" and trophy_of(g, fight.attacker, fight.defender) is not None
    rewards = Rewards(trophy=won, step=won, fatigue=won, lost=outcome == "lost")
    rewards = g.modify(FIGHT_REWARDS, rewards, seat=fight.attacker, outcome=outcome)
    g.note(Fight, outcome=outcome, rewards=rewards)
    yield from automatic(g, fight.winner, "won")


def outcome_of(g: Game, seat: Seat) -> str:
    """Say whether the attacker has won."""
    return "won" if g.part(Fight).winner == seat else "lost"


def trophy_of(g: Game, winner: Seat, loser: Seat) -> str | None:
    """Find the trophy that a witcher can win from another: one of each character is enough."""
    who = character(g, loser)
    kinds = {g.kind(trophy) for trophy in g.cards(places.trophies(winner))}
    owned = who is not None and who.trophy in kinds
    stack = g.cards(places.witcher_trophies(loser))
    return None if owned or not stack else stack[0]  # OW-DUEL-17 OW-DUEL-18 OW-TROPHY-12


def win_trophy(g: Game) -> Flow[None]:
    """Take a trophy of the defender's school, move up the Trophy Track and tire."""
    fight = g.part(Fight)
    trophy = trophy_of(g, fight.attacker, fight.defender)
    if not fight.rewards.trophy or trophy is None:  # OW-DUEL-19
        return
    stack = places.witcher_trophies(fight.defender)  # OW-TROPHY-11
    kept = places.trophies(fight.attacker)
    g.move(trophy, stack, kept, rule="OW-DUEL-16")  # OW-DUEL-16 OW-DUEL-20
    if fight.rewards.step:
        yield from trophies.reward(g, fight.attacker, trophy, rule="OW-DUEL-16")  # OW-DUEL-26


def pay_out(g: Game) -> Flow[None]:
    """Pay the winner by the loser's position, and settle the wagers."""
    fight = g.part(Fight)
    loser = places.track(opponent(g, fight.winner))
    gold = at_position(g.table(Progress).reputation, g.track(loser))
    g.add(places.gold(fight.winner), gold, "OW-DUEL-15")  # OW-DUEL-15
    for seat, staked in fight.wagers.items():  # OW-DUEL-13
        if staked == fight.winner:
            g.add(places.gold(seat), g.table(Fights).wager + gold, "OW-DUEL-14")  # OW-DUEL-14
    g.note(Fight, wagers={})
    if fight.rewards.lost:
        remember(g, fight.attacker, "OW-DUEL-25", lost=True)  # OW-DUEL-25
    yield from ()


def learn(g: Game) -> Flow[None]:
    """Let the loser gain a 0-cost card, before the cards are shuffled."""
    loser = opponent(g, g.part(Fight).winner)
    yield from gain_of_cost(g, loser, 0, why="OW-DEC-31", source="fight")  # OW-DUEL-21


def close_tavern(g: Game) -> Flow[None]:
    """Put the Closed Tavern token where witchers fought last."""
    here = where(g, g.part(Fight).attacker)
    g.move(TAVERN, g.state.place_of(TAVERN), places.at(here), rule="OW-DUEL-08")  # OW-DUEL-08
    yield from recover(g)  # OW-DUEL-22


def draw_again(g: Game) -> Flow[None]:
    """Let the defender draw a new hand at once."""
    fight, numbers = g.part(Fight), g.table(Market)
    won = fight.winner == fight.defender
    cards = numbers.defender_won if won else numbers.defender_lost
    yield from deck.draw(g, fight.defender, cards, "OW-DUEL-23")  # OW-DUEL-23 OW-DUEL-24
    yield from leave_arena(g)


STAGES = {
    "declared": declare,
    "pools": make_pools,
    "turns": take_fight_turns,
    "outcome": decide,
    "trophy": win_trophy,
    "gold": pay_out,
    "card": learn,
    "put-away": close_tavern,
    "draw": draw_again,
}
