"""What is different with one seat; everything else is as in the base game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tts_tool.catalog.records import Table
from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module, OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import SLOTS
from tts_tool.rulesets.old_world.base.box.records import TERRAINS, Count
from tts_tool.rulesets.old_world.base.box.records import Poker as PokerTable
from tts_tool.rulesets.old_world.base.cards import market
from tts_tool.rulesets.old_world.base.points import (
    DISPLAY_CARD_GAINED,
    GAME_WIN_CHECK,
    MONSTER_ATTACK_TYPE,
    MONSTER_SPAWN,
    PHASE2_OPTIONS,
    POKER_SETTLE,
    SETUP_VALIDATE,
)
from tts_tool.rulesets.old_world.base.turn import poker
from tts_tool.rulesets.old_world.base.turn.turn import Turn

Ranking = tuple[tuple[Seat, ...], ...]

RATINGS = ("rating-1", "rating-2", "rating-3", "rating-4", "rating-5")
"""What the table is told at the end, the best first."""


solo = Module("solo", needs=("base",))

solo.settles(
    OpenPoint(
        "OW-OPEN-36",
        "settled",
        "",
        "The last monster can't be fought as long as the Attribute Trophy is missing.",
    ),
    OpenPoint(
        "OW-OPEN-37",
        "settled",
        "",
        "After a gain from another slot the card that then lies on slot 6 is discarded.",
    ),
    OpenPoint(
        "OW-OPEN-40",
        "settled",
        "",
        "A card that prescribes the attack type replaces the die; the rest is left to chance.",
    ),
    OpenPoint(
        "OW-OPEN-59",
        "settled",
        "",
        "The token and the trails of a defeated monster go back to their pile.",
    ),
)


SOLO_GOAL = solo.point("solo.goal", "replace", doc="are four trophies what the game is about")


def four_trophies(g: Game) -> bool:
    """Tell whether four trophies win, and what that forbids holds."""
    return g.replaced(SOLO_GOAL, lambda _g: True)


@solo.table("rating")
class Rating(Table):
    """How a solo game is rated: so many turns or fewer, the best first."""

    bands: tuple[Count, ...]
    charge: Count
    """Up to this number the attack die means Charge, above it Bite."""
    sides: Count


@solo.part
class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: in which turn, and which rating that is, the best being 1."""

    turns: int = 0
    rating: int = 0


@solo.hook(SETUP_VALIDATE, "veto")
def alone(g: Game) -> Rejection | None:
    """Nobody plays the solo mode together with others."""
    if len(g.seats) > 1:
        return Rejection("not-alone", {"seats": len(g.seats)}, "OW-GEN-01")
    return None


@solo.hook(POKER_SETTLE, "replace")
def roll_for_gold(g: Game, _usual: object, seat: Seat) -> Flow[None]:
    """Stake gold, roll, roll again what one likes, and gain what the table says."""
    numbers = g.table(PokerTable)
    g.add(places.gold(seat), -numbers.stake, "OW-SOLO-11")  # OW-SOLO-11
    yield from poker.roll_all(g, seat)
    yield from poker.roll_again(g, seat, seat, "OW-DEC-15", "OW-SOLO-11")
    shown = poker.category(g.part(poker.DicePoker).dice[seat], numbers.sides)
    g.add(places.gold(seat), numbers.solo[shown], "OW-SOLO-12")  # OW-SOLO-12
    g.note(poker.DicePoker, dice={})


@solo.hook(MONSTER_ATTACK_TYPE, "replace")
def attack_die(g: Game, _usual: object, **_: object) -> Flow[str]:
    """Leave the attack type to a die, anew in every Fight Turn of the monster."""
    rating = g.table(Rating)
    (value,) = yield from g.roll("attack", rating.sides, rule="OW-SOLO-14")
    return "charge" if value <= rating.charge else "bite"  # OW-SOLO-14


@solo.hook(MONSTER_SPAWN, "veto")
def no_successor(_g: Game, *, defeated: bool, **_: object) -> Rejection | None:
    """A defeated monster has no successor; one that was driven away has."""
    return (
        Rejection("no-successor", rule="OW-SOLO-15") if defeated else None
    )  # OW-SOLO-16 OW-SOLO-18


@solo.hook(PHASE2_OPTIONS, "veto")
def last_monster(g: Game, seat: Seat, option: str, **_: object) -> Rejection | None:
    """The last monster waits until the Attribute Trophy is owned."""
    if not four_trophies(g):
        return None
    left = [terrain for terrain in TERRAINS if g.cards(places.monster(terrain))]
    owned = any(c.startswith("attribute-trophy.") for c in g.cards(places.trophies(seat)))
    if option == "fight" and len(left) == 1 and not owned:
        return Rejection("last-monster", rule="OW-SOLO-07")  # OW-SOLO-07
    return None


@solo.hook(DISPLAY_CARD_GAINED, "notify")
def clear_last_slot(g: Game, _seat: Seat, slot: str, **_: object) -> Flow[None]:
    """After a gain from any other slot the card on the last one is discarded."""
    last = SLOTS[-1]
    if slot != last:  # OW-SOLO-17
        g.move(g.cards(last), last, places.ACTION_DISCARD, rule="OW-SOLO-17")
        yield from market.refill(g)


@solo.hook(GAME_WIN_CHECK, "replace")
def rated(g: Game, usual: Callable[[], Ranking], **_: object) -> Ranking:
    """The fourth trophy ends the game; the turns that it took are rated."""
    ranking = usual()  # OW-SOLO-06 OW-SOLO-08
    if ranking:
        turns = g.part(Turn).number  # OW-SOLO-09
        bands = g.table(Rating).bands
        rating = next((n for n, band in enumerate(bands, 1) if turns <= band), len(bands) + 1)
        g.note(Outcome, "OW-SOLO-10", turns=turns, rating=rating)  # OW-SOLO-10
        g.emit(Said(RATINGS[rating - 1], {"turns": turns}), "OW-SOLO-10")
    return ranking
