"""Fights against monsters, from their declaration to the new monster on the board."""

from __future__ import annotations

from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Price
from tts_tool.rulesets.old_world.base.abilities.held import (
    automatic,
    moment,
    pay,
    trail_held,
    unpayable,
)
from tts_tool.rulesets.old_world.base.abilities.lasting import bent
from tts_tool.rulesets.old_world.base.board.monsters import follow, in_slot, leave, monster
from tts_tool.rulesets.old_world.base.board.tokens import lies_at
from tts_tool.rulesets.old_world.base.board.trails import gain_trail, has_trail
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.box.records import Progress
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
    MONSTER,
    Fight,
    Fights,
    Rewards,
    begin,
    judge,
    through,
)
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    FIGHT_AFTER_POOLS,
    FIGHT_FIRST_TURN,
    FIGHT_MONSTER_POOL_SIZE,
    FIGHT_MONSTER_POOL_SOURCE,
    FIGHT_OUTCOME_TABLE,
    FIGHT_REWARDS,
)
from tts_tool.rulesets.old_world.base.turn.turn import remember
from tts_tool.rulesets.old_world.base.witcher import trophies

base.settles(
    OpenPoint(
        "OW-OPEN-24", "settled", "", "The 0-cost card is gained before the cards are shuffled."
    ),
    OpenPoint("OW-OPEN-63", "settled", "", "The monster's Life Pool is made first."),
    OpenPoint(
        "OW-OPEN-64", "settled", "", "Who can't pay a monster's price can't choose its fight."
    ),
)


def fight_why_not(g: Game, seat: Seat, terrain: str) -> Rejection | None:
    """Say why a seat can't fight the monster of a terrain."""
    card = in_slot(g, terrain)
    if card is None or lies_at(g, terrain) != where(g, seat):  # OW-FIGHT-02
        return Rejection("no-monster-here", {"terrain": terrain}, "OW-MONSTER-01")  # OW-MONSTER-01
    short = unpayable(g, seat, entry_price(g, card), card)
    if short is not None:  # OW-MONSTER-41
        return Rejection("fight-price", {"monster": g.kind(card)}, "OW-MONSTER-41")
    return None


def entry_price(g: Game, card: str) -> Price:
    """Read what a monster demands of whoever starts a fight with it."""
    prices = (each.price for each in monster(g, card).special if each.when == "declared")
    return next(prices, Price())


def monster_fight(g: Game, seat: Seat, terrain: str) -> Flow[None]:
    """Fight the monster of a terrain, or go on with that fight."""
    if not g.part(Fight).attacker:
        card = in_slot(g, terrain) or ""
        fight = Fight(attacker=seat, terrain=terrain, monster=card)
        begin(g, fight, "OW-FIGHT-01")
    yield from through(g, STAGES)


# Before the first Fight Turn


def declare(g: Game) -> Flow[None]:
    """Announce the monster's Special Ability and pay what it demands."""
    fight = g.part(Fight)
    said = Said("special-ability", {"monster": g.kind(fight.monster)})
    g.emit(said, "OW-MONSTER-03")  # OW-MONSTER-03
    yield from pay(g, fight.attacker, entry_price(g, fight.monster), fight.monster)  # OW-MONSTER-41
    yield from before(g)
    yield from before_pools(g)


def make_pools(g: Game) -> Flow[None]:
    """Make the monster's Life Pool, then the witcher's."""
    fight = g.part(Fight)
    usual = lambda _g, **_: fight.source  # noqa: E731  # the deck of the base game
    source: str = g.replaced(FIGHT_MONSTER_POOL_SOURCE, usual, seat=fight.attacker)
    g.note(Fight, source=source)
    size = g.modify(FIGHT_MONSTER_POOL_SIZE, monster(g, fight.monster).life, seat=fight.attacker)
    yield from g.shuffle(source, "OW-MONSTER-04")
    g.draw(source, places.MONSTER_LIFE, size, "OW-MONSTER-04")  # OW-MONSTER-04 OW-MONSTER-34
    yield from make_life_pool(g, fight.attacker)
    g.notify(FIGHT_AFTER_POOLS, fight.attacker)
    yield from g.settle()
    yield from moment(g, fight.attacker, "after-pools")  # OW-MONSTER-40
    judge(g, fight.attacker)
    g.note(Fight, "OW-MONSTER-06", turn=first_turn(g, fight.attacker), step="start")


def first_turn(g: Game, seat: Seat) -> str:
    """Say who begins: the witcher with the right Trail Token, otherwise the monster."""
    begins = trail_held(g, seat) or bool(bent(g, seat, "first-turn"))
    return g.modify(FIGHT_FIRST_TURN, seat if begins else MONSTER, seat=seat)  # OW-MONSTER-06


# The outcome


def decide(g: Game) -> Flow[None]:
    """Say how the fight went, and what that brings."""
    seat = g.part(Fight).attacker
    clear_table(g, fighters(g))
    outcome: str = g.replaced(FIGHT_OUTCOME_TABLE, outcome_of, seat=seat)
    gold = g.table(Progress).monster_gold
    table = {
        "defeated": Rewards(gold=gold, trophy=True, step=True, fatigue=True, leaves="defeated"),
        "driven-away": Rewards(gold=gold, card=True, leaves="driven-away"),
        "lost": Rewards(trail=True, card=True, lost=True),
    }
    rewards = g.modify(FIGHT_REWARDS, table.get(outcome, Rewards()), seat=seat, outcome=outcome)
    g.note(Fight, "OW-MONSTER-22", outcome=outcome, rewards=rewards)
    if outcome == "defeated":
        yield from automatic(g, seat, "won")


def outcome_of(g: Game, seat: Seat) -> str:
    """Judge by the cards that are left: defeated, driven away, or a complete defeat."""
    if g.part(Fight).winner == seat:  # OW-MONSTER-22
        return "defeated"
    left = len(g.cards(places.MONSTER_LIFE))
    return "driven-away" if left <= g.table(Fights).driven_away_at else "lost"


def take_spoils(g: Game) -> Flow[None]:
    """Take the card of a monster that was defeated, then the gold for it."""
    fight = g.part(Fight)
    if fight.rewards.trophy:  # before the step that may win the game
        slot, kept = g.state.place_of(fight.monster), places.trophies(fight.attacker)
        g.move(fight.monster, slot, kept, rule="OW-MONSTER-23")  # OW-TROPHY-01 OW-TROPHY-12
    g.add(places.gold(fight.attacker), fight.rewards.gold, "OW-MONSTER-23")  # OW-MONSTER-23
    yield from ()


def win_trophy(g: Game) -> Flow[None]:
    """Move up the Trophy Track for the trophy, and tire."""
    fight = g.part(Fight)
    if fight.rewards.step:
        yield from trophies.reward(g, fight.attacker, fight.monster, rule="OW-MONSTER-23")


def console(g: Game) -> Flow[None]:
    """Let a witcher who lost completely at least know the monster's trail."""
    fight = g.part(Fight)
    if fight.rewards.lost:
        remember(g, fight.attacker, "OW-MONSTER-33", lost=True)  # OW-MONSTER-33
    if fight.rewards.trail and not has_trail(g, fight.attacker, fight.terrain):  # OW-TRAIL-11
        yield from gain_trail(g, fight.attacker, fight.terrain, "OW-MONSTER-33", source="fight")


def monster_leaves(g: Game) -> Flow[None]:
    """Take a monster that was beaten off the board."""
    fight = g.part(Fight)
    if fight.rewards.leaves:
        yield from leave(g, fight.terrain, fight.rewards.leaves)


def learn(g: Game) -> Flow[None]:
    """Gain a 0-cost card, before the cards are shuffled."""
    fight = g.part(Fight)
    if fight.rewards.card:  # OW-MONSTER-31 OW-MONSTER-33 OW-MONSTER-38
        yield from gain_of_cost(g, fight.attacker, 0, why="OW-DEC-31", source="fight")


def monster_follows(g: Game) -> Flow[None]:
    """Let a new monster come in place of one that left."""
    fight = g.part(Fight)
    if fight.rewards.leaves:
        level = monster(g, fight.monster).level
        yield from follow(g, fight.terrain, level, fight.rewards.leaves)


def put_away(g: Game) -> Flow[None]:
    """Merge the Monster Fight deck again, and let the witcher recover."""
    source = g.part(Fight).source
    for place in (places.MONSTER_LIFE, places.MONSTER_SPENT):
        g.move(g.cards(place), place, source, rule="OW-MONSTER-35")  # OW-MONSTER-35
    yield from g.shuffle(source, "OW-MONSTER-35")
    yield from recover(g)
    yield from leave_arena(g)


STAGES = {
    "declared": declare,
    "pools": make_pools,
    "turns": take_fight_turns,
    "outcome": decide,
    "gold": take_spoils,
    "trophy": win_trophy,
    "trail": console,
    "leaving": monster_leaves,
    "card": learn,
    "spawn": monster_follows,
    "put-away": put_away,
}
