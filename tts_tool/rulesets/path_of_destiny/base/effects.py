"""The effects of action cards: one condition, one result, once the card lies in the timeline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from tts_tool.catalog.records import Effect
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.path_of_destiny.base import vocabulary as v
from tts_tool.rulesets.path_of_destiny.base.box import card
from tts_tool.rulesets.path_of_destiny.base.course import active, course, inactive
from tts_tool.rulesets.path_of_destiny.base.experience import gain_vp, gain_xp, lose_xp
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.records import Deal
from tts_tool.rulesets.path_of_destiny.base.symbols import (
    Cards,
    count,
    gain,
    lose,
    of_colour,
    timeline,
)


def reach(g: Game, seat: Seat, component: str) -> Cards:
    """Give what an effect sees of its timeline: its own card and all to the left of it."""
    lying = timeline(g, seat)
    return lying[: lying.index(component) + 1]  # PD-PLAY-05 PD-PLAY-07


def met(g: Game, seat: Seat, component: str) -> int:
    """Say at which step the condition of a card is met; 0 if it is not, or if there is none."""
    deal = card(g, component).effect
    if deal is None:
        return 0
    return step(g, seat, cast("v.Condition", deal.when), reach(g, seat, component))


def step(g: Game, seat: Seat, when: v.Condition, seen: Cards) -> int:  # noqa: PLR0911  # each its own
    """Say at which step a condition is met: 1 for what has no steps, 0 if it is not met."""
    if isinstance(when, v.HaveSymbol | v.LoseSymbol):
        return min(1, count(g, seat, when.symbol, seen))  # PD-EFFECT-02 PD-EFFECT-11
    if isinstance(when, v.LoseSymbolScaled):
        return highest(count(g, seat, when.symbol, seen))  # PD-EFFECT-03
    if isinstance(when, v.LoseInactiveScaled | v.InactiveScaled):
        several = sum(count(g, seat, symbol, seen) for symbol in inactive(g))
        return highest(several)  # PD-EFFECT-04 PD-EFFECT-10
    cards = of_colour(g, seen, when.colour)  # type: ignore[attr-defined]  # all others have one
    if isinstance(when, v.ColourAtLeast):
        return int(cards >= when.count)  # PD-EFFECT-05 PD-EFFECT-06
    if isinstance(when, v.ColourExactly):
        return int(cards == when.count)  # PD-EFFECT-07 PD-EFFECT-08 PD-EFFECT-12
    if isinstance(when, v.ColourScaled):
        return highest(cards)  # PD-EFFECT-09
    return int(cards > 0)  # PD-EFFECT-11


def highest(many: int) -> int:
    """Take the highest step that is reached, and none beyond the third."""
    return min(v.HIGHEST_STEP, many)  # PD-PLAY-10


def resolve(g: Game, seat: Seat, component: str) -> Flow[None]:
    """Carry out what stands on a card if its condition is met: pay, then get."""
    deal, reached = card(g, component).effect, met(g, seat, component)
    if deal is None or not reached:  # PD-PLAY-09
        return
    seen = reach(g, seat, component)
    yield from pay(g, seat, cast("v.Condition", deal.when), reached, seen)  # PD-PLAY-08
    yield from give(g, seat, deal, reached, component)  # PD-EFFECT-22


def pay(g: Game, seat: Seat, when: v.Condition, reached: int, seen: Cards) -> Flow[None]:
    """Lose what a condition takes, of what its effect sees."""
    if isinstance(when, v.LoseSymbol | v.LoseSymbolScaled):
        yield from lose(g, seat, (when.symbol,), reached, seen)  # PD-EFFECT-24
    elif isinstance(when, v.LoseInactiveScaled):
        yield from lose(g, seat, inactive(g), reached, seen)  # PD-EFFECT-04


def give(g: Game, seat: Seat, deal: Deal, reached: int, source: str) -> Flow[None]:
    """Carry out the result of a card at a step."""
    yield from perform(g, seat, (at_step(deal.then, reached),), source)


def at_step(then: Effect, reached: int) -> Effect:
    """Say what a result by steps is at one of them."""
    if isinstance(then, v.GainXpScaled):
        return v.GainXp(amount=reached)  # PD-EFFECT-14
    if isinstance(then, v.GainSymbolScaled):
        return v.GainSymbol(symbol=then.symbol, amount=reached)  # PD-EFFECT-15 PD-EFFECT-21
    return then


def perform(g: Game, seat: Seat, effects: Iterable[Effect], source: str) -> Flow[None]:
    """Do what stands somewhere, one thing after the other."""
    for effect in effects:
        yield from g.perform(effect, seat, source)


# Results


@base.operation(v.GainVp)
def points(g: Game, operation: v.GainVp, seat: Seat, _source: str) -> Flow[None]:
    """Gain victory points."""
    gain_vp(g, seat, operation.amount)
    yield from ()


@base.operation(v.GainXp)
def experience(g: Game, operation: v.GainXp, seat: Seat, _source: str) -> Flow[None]:
    """Gain experience."""
    gain_xp(g, seat, operation.amount, "PD-EFFECT-13")  # PD-EFFECT-13
    yield from ()


@base.operation(v.LoseXp)
def forget(g: Game, operation: v.LoseXp, seat: Seat, _source: str) -> Flow[None]:
    """Lose experience."""
    lose_xp(g, seat, operation.amount)
    yield from ()


@base.operation(v.GainSymbol)
def symbols(g: Game, operation: v.GainSymbol, seat: Seat, _source: str) -> Flow[None]:
    """Gain so many of a symbol: of a path, of the owner's choice, or as it is shown."""
    named: str = operation.symbol
    if named in v.SIDES:
        named = active(g, named)  # PD-EFFECT-16 PD-EFFECT-17 PD-EFFECT-18
    elif named not in v.SYMBOLS:
        several = course(g).active if named == "any-active" else inactive(g)
        named = yield from g.ask(
            seat,
            "which-symbol",
            lambda: Choice(several),
            why="PD-SYM-03",
            bind=lambda symbol: Press(f"{symbol}.{seat}"),
        )
    gain(g, seat, named, operation.amount)


@base.operation(v.GainEachActive)
def each_active(g: Game, operation: v.GainEachActive, seat: Seat, _source: str) -> Flow[None]:
    """Gain so many of both active symbols."""
    for symbol in course(g).active:
        gain(g, seat, symbol, operation.amount, "PD-EFFECT-19")  # PD-EFFECT-19
    yield from ()


@base.operation(v.GainShown)
def shown(g: Game, operation: v.GainShown, seat: Seat, _source: str) -> Flow[None]:
    """Gain the two symbols shown, whatever is active."""
    for symbol in operation.symbols:
        gain(g, seat, symbol, 1, "PD-EFFECT-20")  # PD-EFFECT-20
    yield from ()
