"""The market, a row of Action cards and those of boxes; Phase III: discard, draw, gain one card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from tts_tool.kernel.decisions import Gesture, Move, Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Place, Seat
from tts_tool.kernel.module import OpenPoint, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Record, Space, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import SLOTS, card
from tts_tool.rulesets.old_world.base.box.records import Market
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    DISPLAY_CARD_GAINED,
    GAIN_ACTION_CARD,
    MARKET_ROW,
    MARKET_ROWS,
    PHASE3_DRAW,
    PHASE3_DRAW_TARGET,
    PURCHASE_COST,
)
from tts_tool.rulesets.old_world.base.turn.turn import memory

base.settles(
    OpenPoint(
        "OW-OPEN-03",
        "data",
        "market.slots",
        "The two left slots cost one more, the right-most one less, never below nothing.",
    ),
    OpenPoint(
        "OW-OPEN-13",
        "settled",
        "",
        "An empty deck is made anew of the common discard; with both empty slots stay empty and "
        "a search that finds nothing gives nothing.",
    ),
    OpenPoint(
        "OW-OPEN-22",
        "data",
        "market.target_after_loss",
        "After a lost fight the hand is filled to two cards instead of three.",
    ),
    OpenPoint(
        "OW-OPEN-23",
        "settled",
        "",
        "Where no display card can be paid for, none is gained and nothing is discarded.",
    ),
)


NOTHING = "nothing"
DUTY = Rejection("gaining-is-a-duty", rule="OW-MARKET-06")  # OW-MARKET-06


@base.part
class PhaseThree(msgspec.Struct, frozen=True, gc=False):
    """How far Phase III has come, for every seat that is in it."""

    steps: dict[Seat, str] = {}


class Row(NamedTuple):
    """A row of the market: its slots from left to right, what fills them, where its cards go."""

    slots: tuple[str, ...]
    deck: str
    discard: str

    def cards(self, g: Game) -> tuple[str, ...]:
        """List what lies in the row, from left to right."""
        return tuple(c for slot in self.slots for c in g.cards(slot))


DISPLAY = Row(SLOTS, places.ACTION_DECK, places.ACTION_DISCARD)


def rows(g: Game) -> tuple[Row, ...]:
    """List the rows of the market: the display, and those of boxes."""
    return (DISPLAY, *g.provide(MARKET_ROWS))


def own_row(g: Game, seat: Seat) -> Row:
    """Say from which row a seat gains cards."""
    row: Row = g.replaced(MARKET_ROW, common_row, seat=seat)
    return row


def common_row(_g: Game, seat: Seat) -> Row:  # noqa: ARG001  # a hook's
    """Let everybody gain from the display."""
    return DISPLAY


@base.content
def revealed(_setup: Setup) -> Iterator[Place]:
    """Keep a place for cards that are turned up in a search."""
    yield Place(places.REVEALED)


# The display


def supply(g: Game, row: Row) -> Flow[bool]:
    """See that the deck of a row has a card, made anew of the discard if need be."""
    if not g.cards(row.deck) and g.cards(row.discard):
        g.move(g.cards(row.discard), row.discard, row.deck, rule="OW-MARKET-15")
        yield from g.shuffle(row.deck, "OW-MARKET-15")  # OW-MARKET-15
    return bool(g.cards(row.deck))


def refill(g: Game) -> Flow[None]:
    """Slide every row right without changing its order, and fill it up from its deck."""
    for row in rows(g):
        slide(g, row)
        for slot in reversed(row.slots):
            if not g.cards(slot) and (yield from supply(g, row)):
                g.draw(row.deck, slot, rule="OW-MARKET-12")  # OW-MARKET-12


def slide(g: Game, row: Row) -> None:
    """Close the gaps: every card goes as far right as the others leave room."""
    lying = [(slot, c) for slot in row.slots for c in g.cards(slot)]
    for (slot, c), free in zip(reversed(lying), reversed(row.slots), strict=False):
        if slot != free:
            g.move(c, slot, free, rule="OW-MARKET-13")  # OW-MARKET-13


def take(g: Game, component: str, target: str, rule: str = "") -> Flow[None]:
    """Take a card of the market; the others slide and a new one comes.

    What boxes offer beside it is taken from wherever it lies.
    """
    g.move(component, g.state.place_of(component), target, rule=rule)
    yield from refill(g)


# Gains by printed cost


def gain_of_cost(  # noqa: PLR0913  # to whom, of what cost, where to, why, and where from
    g: Game,
    seat: Seat,
    cost: int,
    to: str = "discard",
    why: str = "OW-DEC-21",
    *,
    source: str = "",
) -> Flow[None]:
    """Gain a card of a printed cost, from the own row or else from its deck."""
    if barred(g, seat, cost, None, source) is not None:
        return
    target, shown = f"{to}.{seat}", own_row(g, seat).cards(g)
    offered = (*shown, *g.provide(GAIN_ACTION_CARD, seat=seat, cost=cost, source=source))
    why_not = partial(gain_why_not, g, seat, cost, source)
    if all(map(why_not, offered)):
        yield from search(g, seat, cost, target, source)
        return
    gained = yield from g.ask(
        seat,
        "gain",
        lambda: Choice(offered, why_not),
        why=why,
        bind=lambda c: Move(c, target),
        label=card_label(g),
    )
    yield from take(g, gained, target, "OW-EXPLORE-07")  # OW-EXPLORE-07 OW-MONSTER-36


def gain_why_not(g: Game, seat: Seat, cost: int, source: str, component: str) -> Rejection | None:
    """Say why a card can't be gained for a printed cost; where it lies doesn't matter."""
    if card(g, component).cost != cost:  # OW-MARKET-16
        return Rejection("other-cost", {"cost": cost}, "OW-EXPLORE-07")
    return barred(g, seat, cost, component, source)


def barred(g: Game, seat: Seat, cost: int, component: str | None, source: str) -> Rejection | None:
    """Say why boxes let a seat gain no card of a printed cost, or not this one."""
    return g.veto(GAIN_ACTION_CARD, seat=seat, cost=cost, component=component, source=source)


def search(g: Game, seat: Seat, cost: int, target: str, source: str) -> Flow[None]:
    """Turn up cards of the own deck until one has the cost; the row stays as it is."""
    found, row = False, own_row(g, seat)
    while not found and (yield from supply(g, row)):
        (top,) = g.draw(row.deck, places.REVEALED, rule="OW-EXPLORE-08")  # OW-EXPLORE-08
        found = gain_why_not(g, seat, cost, source, top) is None
        if found:
            g.move(top, places.REVEALED, target, rule="OW-EXPLORE-08")  # OW-MONSTER-37
    rest = g.cards(places.REVEALED)
    g.move(rest, places.REVEALED, row.discard, rule="OW-MARKET-14")  # OW-MARKET-14


# Phase III


def phase_three(g: Game, seat: Seat) -> Flow[None]:
    """Discard, draw, gain: begin, or go on with the step that the state says."""
    names = tuple(STEPS)  # OW-MARKET-01
    begun = g.part(PhaseThree).steps.get(seat, names[0])
    for name in names[names.index(begun) :]:
        if name != begun:
            stand_at(g, seat, name)
        g.restart()
        yield from STEPS[name](g, seat)
        yield from g.settle()
    stand_at(g, seat, "")


def stand_at(g: Game, seat: Seat, step: str) -> None:
    """Note how far a seat has come in its Phase III, with no step that it is over."""
    others = {other: at for other, at in g.part(PhaseThree).steps.items() if other != seat}
    g.note(PhaseThree, "OW-MARKET-01", steps=others | ({seat: step} if step else {}))


def discard_step(g: Game, seat: Seat) -> Flow[None]:
    """Discard any cards, and at least what is more than the hand may keep."""
    hand = places.hand(seat)
    surplus = max(0, len(g.cards(hand)) - g.table(Market).hand_target)  # OW-MARKET-02
    chosen = yield from g.ask(
        seat,
        "discard",
        lambda: Subset(g.cards(hand), surplus, rule="OW-MARKET-02"),
        why="OW-DEC-22",
        bind=lambda c: Move(c, places.discard(seat)),
        label=card_label(g),
    )
    deck.discard(g, seat, chosen, hand, "OW-MARKET-02")  # OW-MARKET-17


def draw_step(g: Game, seat: Seat) -> Flow[None]:
    """Draw until the hand is as large as it may become this turn."""
    yield from g.consult(PHASE3_DRAW, seat=seat)
    missing = draw_target(g, seat) - len(g.cards(places.hand(seat)))  # OW-MARKET-03
    yield from deck.draw(g, seat, missing, "OW-MARKET-03")


def draw_target(g: Game, seat: Seat) -> int:
    """Say up to how many cards are drawn."""
    done, market = memory(g, seat), g.table(Market)
    target = market.target_after_loss if done.lost else market.hand_target  # OW-MARKET-04
    target += done.draws  # OW-MARKET-18
    if done.draw_target is not None:
        target = done.draw_target
    return max(0, g.modify(PHASE3_DRAW_TARGET, target, seat=seat))


def slot_cost(g: Game, seat: Seat, component: str) -> int:
    """Say how many cards a card of the market costs in Phase III."""
    return g.replaced(PURCHASE_COST, printed_and_slot, seat=seat, component=component)


def price(g: Game, seat: Seat, component: str) -> int | None:
    """Say what a card costs a seat that hasn't got it already."""
    return None if component in g.cards(places.hand(seat)) else slot_cost(g, seat, component)


@base.reading("prices")
def prices(g: Game, seat: Seat) -> dict[str, int]:
    """Say what each card of its row costs a seat in Phase III."""
    return {component: slot_cost(g, seat, component) for component in own_row(g, seat).cards(g)}


def printed_and_slot(g: Game, seat: Seat, component: str) -> int:  # noqa: ARG001  # a hook's
    """Change the printed cost by what its slot says, never below nothing."""
    place, modifiers = g.state.place_of(component), g.table(Market).slots
    row = DISPLAY if place in SLOTS else next((r for r in rows(g) if place in r.slots), None)
    modifier = 0 if row is None else modifiers[row.slots.index(place)]
    return max(0, card(g, component).cost + modifier)  # OW-MARKET-07 OW-MARKET-08 OW-MARKET-09


def purchase_why_not(g: Game, seat: Seat, component: str) -> Rejection | None:
    """Say why a display card can't be gained now."""
    return unaffordable(g, seat, component, slot_cost(g, seat, component))


def unaffordable(g: Game, seat: Seat, component: str, cost: int) -> Rejection | None:
    """Say why a display card can't be paid for: only cards in hand pay."""
    if cost <= len(g.cards(places.hand(seat))):
        printed = card(g, component).cost
        return g.veto(
            GAIN_ACTION_CARD, seat=seat, cost=printed, component=component, source="market"
        )
    return Rejection("purchase-too-dear", {"cost": cost}, "OW-MARKET-10")  # OW-MARKET-10


def gain_step(g: Game, seat: Seat) -> Flow[None]:
    """Gain one card of the own row for cards from the hand, if any can be paid for."""
    shown = own_row(g, seat).cards(g)
    offered = (*shown, *g.provide(GAIN_ACTION_CARD, seat=seat, cost=None, source="market"))
    if all(purchase_why_not(g, seat, c) for c in offered):  # OW-MARKET-06
        return
    bought = yield from g.ask(
        seat,
        "purchase",
        lambda: Record(purchase(g, seat, offered)),
        why="OW-DEC-23",
        bind=partial(purchasing, seat),
        label=card_label(g, partial(price, g, seat)),
    )
    hand, slot = places.hand(seat), g.state.place_of(bought["card"])
    deck.discard(g, seat, bought["pay"], hand, "OW-MARKET-05")  # OW-MARKET-05
    yield from take(g, bought["card"], hand, "OW-MARKET-11")  # OW-MARKET-11
    g.notify(DISPLAY_CARD_GAINED, seat, slot=slot)


def purchase(
    g: Game, seat: Seat, offered: tuple[str, ...]
) -> dict[str, Callable[[Mapping[str, Any]], Space[Any]]]:
    """Offer a card and what pays for it, whichever is named first."""
    hand = g.cards(places.hand(seat))
    costs = {c: slot_cost(g, seat, c) for c in offered}
    reasons = {c: unaffordable(g, seat, c, costs[c]) for c in offered}

    def which(given: Mapping[str, Any]) -> Space[str]:
        paid = len(given["pay"]) if "pay" in given else None
        return Choice((*offered, NOTHING), lambda c: why_not(c, paid))

    def why_not(component: str, paid: int | None) -> Rejection | None:
        if component == NOTHING:
            return DUTY  # OW-MARKET-06
        return reasons[component] or wrong_price(costs[component], paid)

    def pay(given: Mapping[str, Any]) -> Space[tuple[str, ...]]:
        if "card" in given:
            return Subset(hand, costs[given["card"]], costs[given["card"]])
        return Subset(hand, min(costs.values()), max(costs.values()))

    return {"card": which, "pay": pay}


def wrong_price(cost: int, paid: int | None) -> Rejection | None:
    """Say why a payment that is already named doesn't fit a card."""
    if paid is None or paid == cost:
        return None
    return Rejection("wrong-price", {"cost": cost}, "OW-MARKET-05")


def purchasing(seat: Seat, choice: tuple[str, str]) -> Gesture:
    """Say what a purchase looks like: the card into the hand, payment onto the discard."""
    field, component = choice
    if component == NOTHING:
        return Press(NOTHING)
    return Move(component, places.hand(seat) if field == "card" else places.discard(seat))


STEPS: dict[str, Callable[[Game, Seat], Flow[None]]] = {
    "discard": discard_step,
    "draw": draw_step,
    "gain": gain_step,
}
