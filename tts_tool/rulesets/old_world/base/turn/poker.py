"""Dice Poker: how hands of dice compare, a game between witchers, a game with locals."""

from __future__ import annotations

from collections import Counter
from functools import partial

import msgspec

from tts_tool.kernel.decisions import Bind, Press, Roll
from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.box.records import Poker
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import POKER_AVAILABLE, POKER_ENDED, POKER_SETTLE
from tts_tool.rulesets.old_world.base.turn.turn import (
    Deed,
    Deeds,
    by_name,
    memory,
    remember,
    right_hand,
)
from tts_tool.rulesets.old_world.base.witcher.boards import kind_word

base.settles(
    OpenPoint(
        "OW-OPEN-05",
        "settled",
        "",
        "A Full House beats both straights; a hand of nothing is below a Pair.",
    ),
    OpenPoint(
        "OW-OPEN-06",
        "choice",
        "unused-dice",
        "Two unused dice are compared at most, or all of them.",
    ),
    OpenPoint(
        "OW-OPEN-07",
        "settled",
        "",
        "Full Houses compare the three equal dice, then the pair; Two Pairs the higher pair, "
        "the lower pair, then the fifth die.",
    ),
    OpenPoint(
        "OW-OPEN-57",
        "settled",
        "",
        "Who stands in for the locals has not been played with.",
    ),
)


LOCALS = "locals"
UNUSED_COMPARED = 2

CATEGORIES = (
    "nothing",
    "pair",
    "two-pairs",
    "three",
    "five-high-straight",
    "six-high-straight",
    "full-house",
    "four",
    "five",
)  # OW-POKER-11
"""From worst to best; the solo table pays by the same order."""

SHAPES = {
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two-pairs",
    (3, 1, 1): "three",
    (3, 2): "full-house",
    (4, 1): "four",
    (5,): "five",
}
"""How often the values of a hand appear, the most frequent first."""


@base.part
class DicePoker(msgspec.Struct, frozen=True):
    """The game that is going on: what the dice of each side show, the locals' included."""

    dice: dict[str, tuple[int, ...]] = {}


# Hands of dice


def category(dice: tuple[int, ...], sides: int = 6) -> int:
    """Rank a hand by the best category that it fulfils.

    >>> CATEGORIES[category((2, 5, 2, 5, 2))]
    'full-house'
    """
    counts = sorted(Counter(dice).values(), reverse=True)
    shape = SHAPES.get(tuple(counts))  # OW-POKER-12
    if shape is None:
        rising = tuple(sorted(dice))
        straights = {
            tuple(range(1, len(dice) + 1)): "five-high-straight",
            tuple(range(sides - len(dice) + 1, sides + 1)): "six-high-straight",
        }
        shape = straights.get(rising, "nothing")
    return CATEGORIES.index(shape)


def strength(dice: tuple[int, ...], compared: int | None, sides: int = 6) -> tuple[int, ...]:
    """Give what hands are compared by: category, the dice that form it, unused dice.

    At most so many unused dice are `compared`; ``None``: all.

    >>> strength((2, 2, 6, 6, 1), 2) > strength((5, 5, 4, 4, 6), 2)
    True
    """
    rank = category(dice, sides)
    groups = sorted(((count, value) for value, count in Counter(dice).items()), reverse=True)
    forming = [value for count, value in groups if count > 1]  # OW-POKER-13 OW-POKER-14
    unused = [value for count, value in groups if count == 1]  # OW-POKER-17 OW-POKER-18
    if CATEGORIES[rank].endswith("straight"):
        unused = []
    return (rank, *forming, *unused[:compared])  # OW-POKER-15 OW-POKER-20


def active_wins(g: Game, active: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Tell whether the active side's hand wins; it wins every tie."""
    two, every = (
        strength(active, compared) >= strength(other, compared)  # OW-POKER-16
        for compared in (UNUSED_COMPARED, None)
    )
    reading = g.setup.settings["unused-dice"]  # OW-OPEN-06
    if two != every:
        g.emit(Said("setting-decided", {"setting": "unused-dice", "value": reading}))
    return every if reading == "all" else two


# A game with another witcher


def poker_games(g: Game, seat: Seat) -> Deeds:
    """Offer a game with every other witcher, with the reason where there can't be one."""
    return g.kept(games_of, seat)


def games_of(g: Game, seat: Seat) -> Deeds:
    """Give the games of a seat with every other witcher."""
    return by_name(
        Deed(
            f"poker.{other}",
            partial(poker_why_not, g, seat, other),
            partial(play, g, seat, other),
            Press(f"poker.{other}"),
        )
        for other in g.clockwise(seat)[1:]
    )


def poker_why_not(g: Game, seat: Seat, other: Seat) -> Rejection | None:
    """Say why a seat can't play with another; where they stand together is no reason."""
    params: dict[str, str | int] = {"seat": other, "kind": kind_word(g, other)}
    if where(g, seat) != where(g, other):  # OW-POKER-26
        return Rejection("poker-elsewhere", params, "OW-POKER-01")  # OW-POKER-01
    done = memory(g, seat)
    if not done.moved:
        return Rejection("not-moved", rule="OW-POKER-03")  # OW-POKER-03
    if other in done.poker:
        return Rejection("poker-played", params, "OW-POKER-05")  # OW-POKER-05
    stake = g.table(Poker).stake
    if min(g.track(places.gold(seat)), g.track(places.gold(other))) < stake:
        return Rejection("poker-too-poor", params | {"cost": stake}, "OW-POKER-02")  # OW-POKER-02
    return g.veto(POKER_AVAILABLE, seat=seat, other=other)


def play(g: Game, seat: Seat, other: Seat) -> Flow[None]:
    """Play for a pool of both stakes and the bank's, which the winner takes whole."""
    numbers = g.table(Poker)
    remember(g, seat, "OW-POKER-05", poker=(*memory(g, seat).poker, other))  # OW-POKER-21
    for player in (seat, other):
        g.add(places.gold(player), -numbers.stake, "OW-POKER-07")  # OW-POKER-07
    wins = yield from contest(g, seat, other, other)
    pool = 2 * numbers.stake + numbers.bank
    g.add(places.gold(seat if wins else other), pool, "OW-POKER-19")  # OW-POKER-19


# A game with locals


def locals_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why a seat can't play with locals."""
    stake = g.table(Poker).stake
    if g.track(places.gold(seat)) < stake:
        return Rejection("locals-too-poor", {"cost": stake}, "OW-POKER-22")  # OW-POKER-22
    return None


def play_locals(g: Game, seat: Seat) -> Flow[None]:
    """Play with the locals, in the way of the game that is played."""
    yield from g.replaced(POKER_SETTLE, settle_with_locals, seat=seat)  # OW-ACT-08


def settle_with_locals(g: Game, seat: Seat) -> Flow[None]:
    """Play for the own stake and the bank's; the locals' winnings go to the bank."""
    numbers = g.table(Poker)
    g.add(places.gold(seat), -numbers.stake, "OW-POKER-22")
    wins = yield from contest(g, seat, right_hand(g, seat), LOCALS)  # OW-POKER-23 OW-POKER-25
    if wins:
        g.add(places.gold(seat), numbers.stake + numbers.locals_bank, "OW-POKER-24")  # OW-POKER-24


# Rolling


def contest(g: Game, seat: Seat, decider: Seat, other: str) -> Flow[bool]:
    """Roll both hands, let both sides roll again, and tell whether the active side wins.

    `decider` rolls and chooses for the `other` side.
    """
    for side in (seat, other):
        yield from roll_all(g, side)  # OW-POKER-08
    yield from roll_again(g, decider, other, "OW-DEC-14", "OW-POKER-09")  # OW-POKER-09
    yield from roll_again(g, seat, seat, "OW-DEC-15", "OW-POKER-10")  # OW-POKER-10
    dice = g.part(DicePoker).dice
    wins = active_wins(g, dice[seat], dice[other])
    g.note(DicePoker, dice={})
    g.notify(POKER_ENDED, seat, other=other, winner=seat if wins else other)
    yield from g.settle()
    return wins


def roll_all(g: Game, side: str) -> Flow[None]:
    """Roll all dice of a side."""
    numbers = g.table(Poker)
    rolled = yield from g.roll(  # OW-HID-24
        f"poker.{side}", numbers.sides, numbers.dice, bind=die(side), rule="OW-POKER-08"
    )
    show(g, side, rolled, "OW-POKER-08")


def roll_again(g: Game, decider: Seat, side: str, why: str, rule: str) -> Flow[None]:
    """Let a side roll any of its dice once more; the new values stay."""
    numbers = g.table(Poker)
    again = yield from g.ask(
        decider,
        "roll-again",
        lambda: Subset(range(1, numbers.dice + 1)),
        why=why,
        bind=lambda number: Roll(f"poker.{side}.{number}"),
    )
    if not again:
        return
    rolled = yield from g.roll(  # OW-HID-25
        f"poker.{side}", numbers.sides, len(again), bind=die(side), rule=rule
    )
    new = dict(zip(again, rolled, strict=True))
    old = g.part(DicePoker).dice[side]
    show(g, side, tuple(new.get(n, value) for n, value in enumerate(old, 1)), rule)


def die(side: str) -> Bind:
    """Say that the dice of a side are rolled by hand where nobody else rolls them."""
    return lambda _values: Roll(f"poker.{side}")


def show(g: Game, side: str, dice: tuple[int, ...], rule: str) -> None:
    """Lay the dice of a side out for all to see."""
    g.note(DicePoker, rule, dice={**g.part(DicePoker).dice, side: dice})
