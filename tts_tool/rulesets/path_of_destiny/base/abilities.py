"""Abilities: what a character can do once, at the moment that is written on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tts_tool.catalog.records import Effect
from tts_tool.kernel.decisions import BUTTON, Gesture, Move, Press
from tts_tool.kernel.events import BOTTOM, EffectEnded
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Record, Space, Subset
from tts_tool.rulesets.path_of_destiny.base import vocabulary as v
from tts_tool.rulesets.path_of_destiny.base.box import abilities_of, card, rows
from tts_tool.rulesets.path_of_destiny.base.course import Course, course, figure_of
from tts_tool.rulesets.path_of_destiny.base.deck import draw
from tts_tool.rulesets.path_of_destiny.base.effects import met, resolve
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.records import Ability
from tts_tool.rulesets.path_of_destiny.base.symbols import covers, over, timeline
from tts_tool.rulesets.path_of_destiny.base.words import cards_told

PASS = "pass"  # noqa: S105  # no secret


def moment(g: Game, seat: Seat, time: str, unmet: str = "") -> Flow[int]:
    """Let a seat use abilities, as long as it can and wants to; that is never a must.

    `unmet` is a card whose condition is not met; given is the step at which an ability has it
    carried out all the same, or 0.
    """
    why_not = partial(unusable, g, seat, time, unmet)
    while any(why_not(ability) is None for ability in g.cards(f"abilities.{seat}")):
        chosen = yield from g.ask(
            seat,
            "ability",
            lambda: Choice((*abilities_of(g, seat), PASS), why_not),
            why="PD-ABIL-04",
            bind=partial(turned_over, seat),
            label=cards_told(g),
        )
        if chosen == PASS:  # PD-ABIL-04
            return 0
        known: Ability = g.card(chosen)
        yield from use(g, seat, chosen)
        if unmet:
            return max(each.step for each in known.does if isinstance(each, v.IgnoreCondition))
    return 0


def turned_over(seat: Seat, ability: str) -> Gesture:
    """Lay the token of an ability among those that were used."""
    return Press(PASS) if ability == PASS else Move(ability, f"spent.{seat}")


def use(g: Game, seat: Seat, ability: str) -> Flow[None]:
    """Turn the token over, and do what the ability says."""
    known: Ability = g.card(ability)
    g.move(ability, f"abilities.{seat}", f"spent.{seat}", at=BOTTOM, rule="PD-ABIL-01")
    for effect in known.does:
        yield from g.perform(effect, seat, ability)


def unusable(g: Game, seat: Seat, time: str, unmet: str, ability: str) -> Rejection | None:
    """Say why an ability can't be used now."""
    if ability == PASS:
        return None
    known: Ability = g.card(ability)
    if ability in g.cards(f"locked.{seat}"):  # PD-ABIL-06
        missing = known.xp - g.track(f"xp.{seat}")
        return Rejection("ability-locked", {"xp": missing}, "PD-ABIL-06")
    if ability in g.cards(f"spent.{seat}"):
        return Rejection("ability-spent", rule="PD-ABIL-01")  # PD-ABIL-01
    if known.at not in (time, "any-own-moment"):
        return Rejection("ability-not-now", {"moment": known.at}, "PD-ABIL-02")  # PD-ABIL-02
    if not all(possible(g, seat, effect, unmet) for effect in known.does):
        return Rejection("ability-idle", rule="PD-ABIL-02")
    return None


def possible(g: Game, seat: Seat, effect: Effect, unmet: str) -> bool:
    """Tell whether something that an ability does would do anything now."""
    if isinstance(effect, v.IgnoreCondition):
        return bool(unmet)
    wanted = POSSIBLE.get(type(effect))
    return not unmet and (wanted is None or wanted(g, seat))


def repeatable(g: Game, seat: Seat) -> list[str]:
    """List the own cards of which the condition is met."""
    return [component for component in timeline(g, seat) if met(g, seat, component)]


POSSIBLE: Mapping[type[Any], Callable[[Game, Seat], bool]] = {
    v.RemoveCover: lambda g, seat: bool(covers(g, seat)),
    v.SwapRows: lambda g, _seat: len(filled_rows(g)) > 1,
    v.ReturnCard: lambda g, seat: bool(timeline(g, seat)),
    v.RepeatEffect: lambda g, seat: bool(repeatable(g, seat)),
    v.ChangeOrder: lambda g, seat: figure_of(g, seat) in g.cards("initiative")[1:],
}


def filled_rows(g: Game) -> list[str]:
    """List the rows of the display in which a pair lies."""
    return [row for row in rows(g.setup) if g.cards(row)]


# What abilities do


@base.operation(v.IgnoreCondition)
def ignore(_g: Game, _operation: v.IgnoreCondition, _seat: Seat, _source: str) -> Flow[None]:
    """Nothing more: whoever has asked goes on at the step."""
    yield from ()


@base.operation(v.RemoveCover)
def uncover(g: Game, operation: v.RemoveCover, seat: Seat, _source: str) -> Flow[None]:
    """Take covers off own symbols."""
    lost = covers(g, seat)
    most = min(operation.count, len(lost))
    chosen = yield from g.ask(
        seat,
        "uncover",
        lambda: Subset(lost, most, most),
        why="PD-SYM-05",
        bind=lambda component: Press(over(g, seat, component)),
        label=cards_told(g),
    )
    for component in chosen:
        g.set(over(g, seat, component), 0, "PD-SYM-05")


@base.operation(v.SwapRows)
def swap(g: Game, _operation: v.SwapRows, seat: Seat, _source: str) -> Flow[None]:
    """Let two pairs change places."""
    full = filled_rows(g)
    one, other = yield from g.ask(
        seat,
        "swap-rows",
        lambda: Subset(full, 2, 2, rule="PD-DRAFT-05"),
        why="PD-DRAFT-05",
        bind=BUTTON,
    )
    upper, lower = g.cards(one), g.cards(other)
    g.move(upper, one, other, rule="PD-DRAFT-05")
    g.move(lower, other, one, rule="PD-DRAFT-05")


@base.operation(v.DrawCards)
def exchange(g: Game, operation: v.DrawCards, seat: Seat, _source: str) -> Flow[None]:
    """Draw, then discard as many."""
    hand, many = f"hand.{seat}", operation.count
    yield from draw(g, hand, many, rule="PD-ROUND-03")
    given = yield from g.ask(
        seat,
        "discard-cards",
        lambda: Subset(g.cards(hand), many, many, rule="PD-ROUND-03"),
        why="PD-ROUND-03",
        bind=lambda card: Move(card, "discard"),
        label=cards_told(g),
    )
    g.discard(given, hand, "discard")


@base.operation(v.ReturnCard)
def take_back(g: Game, _operation: v.ReturnCard, seat: Seat, _source: str) -> Flow[None]:
    """Exchange a card of the timeline for one of the hand; the place stays, no effect follows."""
    lying, hand = f"timeline.{seat}", f"hand.{seat}"

    def of(place: str) -> Callable[[Mapping[str, Any]], Space[str]]:
        return lambda _given: Choice(g.cards(place))

    deal = yield from g.ask(
        seat,
        "return-card",
        lambda: Record({"back": of(lying), "instead": of(hand)}),
        why="PD-PLAY-15",
        bind=lambda choice: Move(choice[-1], hand if choice[0] == "back" else lying),
        label=cards_told(g),
    )
    at = g.cards(lying).index(deal["back"])
    g.set(over(g, seat, deal["back"]), 0, "PD-PLAY-15")
    for effect in g.state.effects:  # while everybody still sees on what it lies
        if effect.source == deal["back"]:
            g.emit(EffectEnded(effect.id), "PD-PLAY-15")
    g.move(deal["back"], lying, hand, rule="PD-PLAY-15")
    g.move(deal["instead"], hand, lying, at=at, rule="PD-PLAY-15")
    now = course(g)  # what lies in a hand is nobody else's to know, and has no effect
    left = {name: but(getattr(now, name), deal["back"]) for name in ("played", "pending")}
    g.note(Course, "PD-PLAY-15", **left)


def but(several: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Give several without one of them."""
    return tuple(each for each in several if each != one)


@base.operation(v.RepeatEffect)
def repeat(g: Game, _operation: v.RepeatEffect, seat: Seat, _source: str) -> Flow[None]:
    """Resolve the effect of an own card once more."""
    component = yield from g.ask(
        seat,
        "repeat-effect",
        lambda: Choice(repeatable(g, seat)),
        why="PD-PLAY-04",
        bind=BUTTON,
        label=cards_told(g),
    )
    yield from resolve(g, seat, component)


@base.operation(v.ChangeOrder)
def overtake(g: Game, operation: v.ChangeOrder, seat: Seat, _source: str) -> Flow[None]:
    """Go up on the initiative track."""
    figure = figure_of(g, seat)
    at = max(0, g.cards("initiative").index(figure) - operation.places)
    g.move(figure, "initiative", "initiative", at=at, rule="PD-SETUP-07")
    yield from ()


@base.operation(v.ExtraCard)
def extra(g: Game, _operation: v.ExtraCard, seat: Seat, _source: str) -> Flow[None]:
    """Add the top card of the main deck to the timeline, with its effect."""
    place = f"timeline.{seat}"
    (component,) = yield from draw(g, place, 1, at=len(g.cards(place)), rule="PD-CHAPTER-24")
    now = course(g)
    added = {**now.extra, seat: now.extra.get(seat, 0) + 1}
    g.note(Course, "PD-CHAPTER-24", extra=added, played=(*now.played, component))
    if card(g, component).effect is not None:
        yield from resolve(g, seat, component)
