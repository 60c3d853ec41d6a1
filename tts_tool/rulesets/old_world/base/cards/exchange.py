"""The two Location Actions that touch the display: exchanging a card, clearing the market."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tts_tool.kernel.decisions import Gesture, Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Record, Space, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import card
from tts_tool.rulesets.old_world.base.cards import deck, market
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import DISPLAY_REMOVE, GAIN_ACTION_CARD
from tts_tool.rulesets.old_world.base.turn.prices import Prices

base.settles(
    OpenPoint(
        "OW-OPEN-46",
        "data",
        "action.cost",
        "Starting cards cost 0; only a hand card for which a display card can be gained may go.",
    ),
    OpenPoint(
        "OW-OPEN-47",
        "settled",
        "",
        "At the market gold comes first, then up to two display cards may be trashed for good.",
    ),
)


# Exchange


def gainable(g: Game, seat: Seat) -> tuple[str, ...]:
    """List what may be gained for a trashed card: the own row, and what boxes offer."""
    more = g.provide(GAIN_ACTION_CARD, seat=seat, cost=None, source="exchange")
    return (*market.own_row(g, seat).cards(g), *more)


def dearest(g: Game, given: str) -> int:
    """Say what may be gained at most for a trashed card, by printed cost."""
    return card(g, given).cost + g.table(Prices).exchange  # OW-ACT-10 OW-CARD-15


def exchange_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why no card can be exchanged."""
    if not g.cards(places.hand(seat)):
        return Rejection("nothing-to-exchange", rule="OW-ACT-11")  # OW-ACT-11
    if all(trash_why_not(g, seat, given) for given in g.cards(places.hand(seat))):
        return Rejection("nothing-to-gain", rule="OW-ACT-11")  # OW-ACT-11
    return None


def trash_why_not(g: Game, seat: Seat, given: str) -> Rejection | None:
    """Say why a hand card can't be exchanged for anything."""
    most = dearest(g, given)
    if any(gain_why_not(g, seat, gained, most) is None for gained in gainable(g, seat)):
        return None
    return Rejection("nothing-to-gain", rule="OW-ACT-11")


def gain_why_not(g: Game, seat: Seat, gained: str, most: int) -> Rejection | None:
    """Say why a display card can't be gained: it costs too much, or a box forbids it."""
    cost = card(g, gained).cost
    if cost <= most:
        return market.barred(g, seat, cost, gained, "exchange")
    return Rejection("exchange-too-dear", {"most": most}, "OW-ACT-10")  # OW-ACT-10


def exchange(g: Game, seat: Seat) -> Flow[None]:
    """Trash a hand card and gain a display card into the hand."""
    hand = places.hand(seat)

    def trashed(_given: Mapping[str, Any]) -> Space[str]:
        return Choice(g.cards(hand), lambda given: trash_why_not(g, seat, given))

    def gained(given: Mapping[str, Any]) -> Space[str]:
        costs = [
            dearest(g, one) for one in ([given["trash"]] if "trash" in given else g.cards(hand))
        ]
        return Choice(gainable(g, seat), lambda c: gain_why_not(g, seat, c, max(costs)))

    deal = yield from g.ask(
        seat,
        "exchange",
        lambda: Record({"trash": trashed, "gain": gained}),
        why="OW-DEC-09",
        bind=lambda choice: exchanging(seat, *choice),
        label=card_label(g),
        always=len(g.cards(hand)) > 1,  # what can't be exchanged would tell what the hand holds
    )
    deck.trash(g, (deal["trash"],), hand, "OW-ACT-09")  # OW-ACT-09
    yield from market.take(g, deal["gain"], hand)


def exchanging(seat: Seat, field: str, chosen: str) -> Gesture:
    """Say what an exchange looks like: one card to the trash, another into the hand."""
    return Move(chosen, places.TRASH if field == "trash" else places.hand(seat))


# Market


def clear_market(g: Game, seat: Seat) -> Flow[None]:
    """A seat without gold gains some; then display cards may be trashed."""
    prices = g.table(Prices)
    if not g.track(places.gold(seat)):
        g.add(places.gold(seat), prices.market_gold, "OW-ACT-19")  # OW-ACT-19
    offered = (*market.own_row(g, seat).cards(g), *g.provide(DISPLAY_REMOVE, seat=seat))
    trashed = yield from g.ask(
        seat,
        "clear-market",
        lambda: Subset(offered, 0, prices.market_trash),  # OW-ACT-20
        why="OW-DEC-10",
        bind=lambda chosen: Move(chosen, places.TRASH),
        label=card_label(g),
    )
    for chosen in trashed:
        deck.trash(g, (chosen,), g.state.place_of(chosen), "OW-ACT-20")
    yield from market.refill(g)
