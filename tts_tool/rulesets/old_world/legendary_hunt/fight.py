"""The fight with the legend: its own deck, its Protection, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tts_tool.kernel.decisions import Press
from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.lasting import changed
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.box.records import at_position
from tts_tool.rulesets.old_world.base.fight.bout import take_fight_turns
from tts_tool.rulesets.old_world.base.fight.fight import Fight, begin, through
from tts_tool.rulesets.old_world.base.fight.monster_fight import (
    decide,
    declare,
    make_pools,
    put_away,
)
from tts_tool.rulesets.old_world.base.points import (
    DAMAGE_TO_MONSTER,
    FIGHT_BEFORE,
    FIGHT_MONSTER_POOL_SIZE,
    FIGHT_MONSTER_POOL_SOURCE,
    FIGHT_OPPONENTS,
    FIGHT_OUTCOME_TABLE,
    FIGHT_TRAIL_FOR,
    FIGHT_TURN_ENDED,
    FIGHT_TURN_STARTED,
)
from tts_tool.rulesets.old_world.base.turn.turn import Deed
from tts_tool.rulesets.old_world.base.words import Words, phrase
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.box import legend, legend_card, lurks_at
from tts_tool.rulesets.old_world.legendary_hunt.goal import win
from tts_tool.rulesets.old_world.legendary_hunt.memory import Hunt
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import Hunting
from tts_tool.rulesets.old_world.legendary_hunt.ruins import gain

SLAIN, BEATEN = "slain", "beaten"


@legendary_hunt.hook(FIGHT_OPPONENTS, "provide")
def quarry(g: Game, seat: Seat) -> list[Deed]:
    """Offer a fight with the legend."""
    why_not, run = partial(hunt_why_not, g, seat), partial(hunt, g, seat)
    return [Deed("fight.legend", why_not, run, Press("fight.legend"), partial(fight_label, g))]


def fight_label(g: Game, _deed: str) -> Words:
    """Say whom the fight is with."""
    return phrase(g, "label-fight-legend", monster=legend(g).id)


def hunt_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why a seat can't fight the legend."""
    if lurks_at(g) == where(g, seat):
        return None
    return Rejection("legend-elsewhere", {"monster": legend(g).id}, "LH-70")  # LH-70


def hunt(g: Game, seat: Seat) -> Flow[None]:
    """Fight the legend, or go on with that fight."""
    if not g.part(Fight).attacker:
        begin(g, Fight(attacker=seat, monster=legend_card(g)), "LH-70")
    yield from through(g, STAGES)


def against_legend(g: Game, **_: object) -> bool:
    """Tell whether the fight that is going on is with the legend."""
    return bool(g.part(Fight).monster) and g.part(Fight).monster in g.cards(grounds.LEGEND)


@legendary_hunt.hook(FIGHT_BEFORE, "notify")
def nothing_yet(g: Game, _seat: Seat, **_: object) -> Flow[None]:
    """Forget what was remembered of the last fight."""
    if g.part(Hunt) != Hunt():
        g.note(Hunt, spent=0, dealt=0, opening="")
    yield from ()


# Life Pool and first Fight Turn


@legendary_hunt.hook(FIGHT_MONSTER_POOL_SOURCE, "replace", when=against_legend)
def own_deck(_g: Game, _usual: object, **_: object) -> str:
    """Let the fight cards of legends make the Life Pool, all of them in each fight."""
    return grounds.FIGHT_DECK  # LH-72 LH-91


@legendary_hunt.hook(FIGHT_MONSTER_POOL_SIZE, "modify")
def fewer_cards(g: Game, cards: int, seat: Seat) -> int:
    """Put one card aside for each token of the seat, or alone for two; one is always left."""
    if against_legend(g):
        tokens = len(g.cards(grounds.held(seat)))
        for_a_card = g.table(Hunting).tokens_for_a_card[len(g.seats) - 1]  # LH-104
        cards += len(g.cards(grounds.FIGHT_DECK)) - tokens // for_a_card  # LH-72 LH-73 LH-74
    return max(1, changed(g, seat, "pool", cards))  # LH-OPEN-36


@legendary_hunt.hook(FIGHT_TRAIL_FOR, "provide")
def tracked(g: Game, seat: Seat, **_: object) -> list[bool]:
    """Let a Destruction Token be as good as the trail of the legend."""
    return [against_legend(g) and bool(g.cards(grounds.held(seat)))]  # LH-71 LH-105


# Protection


def protection(g: Game, seat: Seat) -> int:
    """Say how much Damage the legend is protected from in a Fight Turn of a seat."""
    return protection_at(g, g.track(places.track(seat)))  # LH-14 LH-81


def protection_at(g: Game, position: int) -> int:
    """Say how much that is for a position on the Trophy Track."""
    numbers = g.table(Hunting)
    side = g.setup.settings["hunt-side"]  # LH-02 COMB-01
    printed = numbers.protection_a if side == "a" else numbers.protection_b  # LH-03 LH-04
    return at_position(printed, position)  # COMB-28


@legendary_hunt.hook(DAMAGE_TO_MONSTER, "around")
def protected(g: Game, dealt: Callable[[], Flow[int]], seat: Seat) -> Flow[int]:
    """Let Protection take what it can of a Damage, whatever that comes from."""
    damage = yield from dealt()
    if not against_legend(g) or g.part(Fight).turn != seat:
        return damage  # LH-85 LH-86
    spent = g.part(Hunt).spent
    taken = max(0, min(damage, protection(g, seat) - spent))  # LH-82 LH-84
    if taken:
        g.note(Hunt, "LH-82", spent=spent + taken)  # LH-83
        g.emit(Said("legend-protected", {"monster": legend(g).id, "damage": taken}), "LH-82")
    return damage - taken  # LH-77


@legendary_hunt.hook(FIGHT_TURN_STARTED, "notify")
def whole_again(g: Game, _seat: Seat, **_: object) -> Flow[None]:
    """Make Protection whole for each Fight Turn."""
    if g.part(Hunt).spent:
        g.note(Hunt, "LH-83", spent=0)  # LH-83
    yield from ()


@legendary_hunt.hook(FIGHT_TURN_ENDED, "notify")
def remember_damage(g: Game, seat: Seat, **_: object) -> Flow[None]:
    """Remember what the witcher dealt, as attacks of legends may ask for it."""
    if seat and against_legend(g) and g.part(Hunt).dealt != g.part(Fight).dealt:
        g.note(Hunt, dealt=g.part(Fight).dealt)
    yield from ()


# What comes of it


@legendary_hunt.hook(FIGHT_OUTCOME_TABLE, "replace", when=against_legend)
def slain_or_not(g: Game, _usual: object, seat: Seat) -> str:
    """Say whether the legend is slain; it is never driven away by a fight."""
    return SLAIN if g.part(Fight).winner == seat else BEATEN  # LH-87 LH-88 LH-90


def triumph(g: Game) -> Flow[None]:
    """End the game if the legend is slain."""
    fight = g.part(Fight)
    if fight.outcome == SLAIN:
        win(g, fight.attacker)
    yield from ()


def console(g: Game) -> Flow[None]:
    """Let who was beaten gain a token from the supply, and nothing else."""
    told: dict[str, str | int] = {"seat": g.part(Fight).attacker, "monster": legend(g).id}
    g.emit(Said("legend-unbeaten", told), "LH-88")
    yield from gain(g, g.part(Fight).attacker, grounds.SUPPLY, "LH-89")  # LH-89 LH-90


# What a fight with any monster goes through, as far as there is something to do.
STAGES = {
    "declared": declare,  # LH-75
    "pools": make_pools,
    "turns": take_fight_turns,
    "outcome": decide,
    "trophy": triumph,
    "card": console,
    "put-away": put_away,  # LH-91 LH-92
}
