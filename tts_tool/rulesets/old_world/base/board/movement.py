"""Phase I, step 1: moving from location to location, and paying for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tts_tool.kernel.decisions import Gesture, Move, Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.trails import arrive
from tts_tool.rulesets.old_world.base.box.box import atlas, card, location, name, where
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    MOVE_DESTINATIONS,
    MOVE_IN_TRANSIT,
    MOVE_PAYMENT,
)
from tts_tool.rulesets.old_world.base.turn.prices import Prices
from tts_tool.rulesets.old_world.base.turn.turn import Deed, Deeds, by_name, remember
from tts_tool.rulesets.old_world.base.words import Words, phrase

base.settles(
    OpenPoint("OW-OPEN-17", "data", "location.terrain", "Any single card pays a move to 0."),
    OpenPoint("OW-OPEN-18", "data", "location.roads", "42 roads, on which two lists agree."),
)

GOLD = "gold"
"""What is named among the cards of a payment when gold is paid with a card."""


def destinations(g: Game, seat: Seat) -> tuple[int, ...]:
    """List where a road leads from a seat's location, and what else can be reached."""
    here = where(g, seat)
    return (*location(g, here).roads, *g.provide(MOVE_DESTINATIONS, seat=seat))  # OW-MOVE-13


def moves(g: Game, seat: Seat) -> Deeds:
    """Offer a move to every other location, with the reason where it can't be made."""
    return g.kept(moves_from, seat, where(g, seat), destinations(g, seat))


def moves_from(g: Game, seat: Seat, here: int, near: tuple[int, ...]) -> Deeds:
    """Give the moves from a location to all others, of which some are near."""
    others = sorted({*g.once(atlas), *near} - {here})
    return by_name(  # OW-MOVE-01 OW-MOVE-08
        g.kept(near_move if number in near else far_move, seat, number) for number in others
    )


def near_move(g: Game, seat: Seat, number: int) -> Deed:
    """Make the deed of moving to a location that can be reached."""
    return move_to(g, seat, number, partial(move_why_not, g, seat, number))


def far_move(g: Game, seat: Seat, number: int) -> Deed:
    """Make the deed of moving to a location to which no road leads from here."""
    return move_to(g, seat, number, partial(g.once(too_far).__getitem__, number))


def move_to(g: Game, seat: Seat, number: int, why_not: Callable[[], Rejection | None]) -> Deed:
    """Make the deed of a move: the miniature is put down at the location."""
    step = Move(f"miniature.{seat}", places.at(number))
    return Deed(step.target, why_not, partial(move, g, seat, number), step, partial(destination, g))


def destination(g: Game, deed: str) -> Words:
    """Say where a move leads."""
    known = location(g, int(deed.partition(".")[2]))
    if known.terrain is None:
        return phrase(g, "label-move-anywhere", location=known.id)
    return phrase(g, "label-move", location=known.id, terrain=known.terrain)


def move_why_not(g: Game, seat: Seat, number: int) -> Rejection | None:
    """Say why a seat can't move to a near location; others who stand there are no reason."""
    if not g.cards(places.hand(seat)):  # OW-MOVE-12
        return Rejection("no-card-to-move", rule="OW-MOVE-12")
    barred = g.veto(MOVE_DESTINATIONS, seat=seat, location=number)
    return barred or unpayable(g, seat, number)


def too_far(setup: Setup) -> dict[int, Rejection]:
    """Say of every location why it can't be reached from where no road leads to it."""
    return {
        number: Rejection("not-connected", {"location": known.id}, "OW-MOVE-01")
        for number, known in atlas(setup).items()
    }


def move(g: Game, seat: Seat, number: int) -> Flow[None]:
    """Pay for a location and go there."""
    yield from pay(g, seat, number)
    remember(g, seat, "OW-ACT-01", moved=True)  # OW-MOVE-11
    yield from g.replaced(MOVE_IN_TRANSIT, go, seat=seat, location=number)


def go(g: Game, seat: Seat, location: int) -> Flow[None]:
    """Put the miniature down without further ado."""
    yield from arrive(g, seat, location, "OW-MOVE-01")


# Payment


def pay(g: Game, seat: Seat, number: int) -> Flow[None]:
    """Choose cards, or a card and gold, and hand them over."""
    hand = places.hand(seat)
    paid = yield from g.ask(
        seat,
        "pay-move",
        lambda: payments(g, seat, number),  # OW-MOVE-06
        why="OW-DEC-06",
        bind=lambda what: paying(seat, what),
        label=card_label(g),
        always=len(g.cards(hand)) > 1,  # what can't pay would tell what the hand holds
    )
    cards = tuple(what for what in paid if what != GOLD)
    deck.discard(g, seat, cards, hand, "OW-MOVE-07")  # OW-MOVE-07 OW-CARD-03
    if GOLD in paid:
        g.add(places.gold(seat), -g.table(Prices).move_gold, "OW-MOVE-04")
    yield from g.settle()


def paying(seat: Seat, what: str) -> Gesture:
    """Say what paying looks like: a card laid on the discard pile, gold put into the bank."""
    return Press(places.gold(seat)) if what == GOLD else Move(what, places.discard(seat))


def payments(g: Game, seat: Seat, number: int) -> Subset[str]:
    """Offer every way to pay for a location."""
    matching = pays_alone(g, seat, number)
    return Subset(
        (*g.cards(places.hand(seat)), GOLD),
        1,
        max(g.table(Prices).move_cards, len(("card", GOLD))),
        why_not=lambda what: too_poor(g, seat) if what == GOLD else None,
        judge=lambda paid: payment_why_not(g, number, paid, matching),
    )


def payment_why_not(
    g: Game, number: int, paid: tuple[str, ...], matching: frozenset[str]
) -> Rejection | None:
    """Say why something is no payment for a location."""
    cards = len(paid) - (GOLD in paid)
    if not cards:
        return Rejection("gold-alone", rule="OW-MOVE-06")  # OW-MOVE-06
    if cards == 1 and (GOLD in paid or paid[0] in matching):  # OW-MOVE-02 OW-MOVE-04
        return None
    several = g.table(Prices).move_cards
    if cards == several and GOLD not in paid:  # OW-MOVE-03
        return None
    params: dict[str, str | int] = {"location": name(g, number), "cards": several}
    return Rejection("no-such-payment", params, "OW-MOVE-02")


def pays_alone(g: Game, seat: Seat, number: int) -> frozenset[str]:
    """Find the cards of a hand that pay for a location by themselves."""
    terrain = location(g, number).terrain
    wanted = {terrain, "wild"} if terrain else {*TERRAINS, "wild"}  # OW-MOVE-14
    accepted = g.modify(MOVE_PAYMENT, frozenset(wanted), seat=seat, location=number)
    hand = g.cards(places.hand(seat))
    return frozenset(
        c for c in hand if card(g, c).face.terrain in accepted
    )  # OW-MOVE-02 OW-MOVE-05


def unpayable(g: Game, seat: Seat, number: int) -> Rejection | None:
    """Say why a seat can't pay for a location in any way."""
    several = len(g.cards(places.hand(seat))) >= g.table(Prices).move_cards
    if several or too_poor(g, seat) is None or pays_alone(g, seat, number):
        return None
    return Rejection("cannot-pay-move", {"location": name(g, number)}, "OW-MOVE-02")


def too_poor(g: Game, seat: Seat) -> Rejection | None:
    """Say why a seat can't pay the gold of a move."""
    cost = g.table(Prices).move_gold
    if g.track(places.gold(seat)) >= cost:  # OW-GEN-07
        return None
    return Rejection("move-too-dear", {"cost": cost}, "OW-MOVE-04")
