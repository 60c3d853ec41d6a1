"""A seat's own Action cards: drawing, discarding, trashing, looking through the deck."""

from __future__ import annotations

from collections.abc import Iterable

from tts_tool.kernel.decisions import BUTTON, Move
from tts_tool.kernel.events import Showed
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import Limits
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.fight.arena import in_fight
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import DECK_RESHUFFLE, DISCARD_OTHER

base.settles(
    OpenPoint(
        "OW-OPEN-48",
        "settled",
        "",
        "Hands are hidden, deck orders from their owners as well; how many cards is public.",
    ),
)


def room(g: Game, seat: Seat) -> int:
    """Say how many more cards the hand may take by drawing."""
    return max(0, g.table(Limits).hand - len(g.cards(places.hand(seat))))  # OW-CARD-14 OW-GEN-10


def draw(g: Game, seat: Seat, count: int, rule: str = "") -> Flow[int]:
    """Draw from the own deck as far as the hand limit lets; give how many cards came."""
    deck, hand = places.deck(seat), places.hand(seat)
    wanted = max(0, min(count, room(g, seat)))
    drawn = len(g.draw(deck, hand, wanted, rule))
    if drawn < wanted and may_reshuffle(g, seat):
        g.move(g.cards(places.discard(seat)), places.discard(seat), deck, rule="OW-CARD-12")
        yield from g.shuffle(deck, "OW-CARD-12")  # OW-CARD-12
        drawn += len(g.draw(deck, hand, wanted - drawn, rule))
    return drawn


def may_reshuffle(g: Game, seat: Seat) -> bool:
    """Tell whether a deck that runs out is made anew of the discard: never in a fight."""
    return not in_fight(g, seat) and g.veto(DECK_RESHUFFLE, seat=seat) is None  # OW-CARD-13


def discard(g: Game, seat: Seat, cards: Iterable[str], source: str, rule: str = "") -> None:
    """Discard cards that no damage takes, one by one: the last named ends up on top."""
    discarded = tuple(cards)
    g.move(discarded[::-1], source, places.discard(seat), rule=rule)  # OW-CARD-08
    if discarded:
        g.notify(DISCARD_OTHER, seat, cards=discarded, source=source)


def trash(g: Game, cards: Iterable[str], source: str, rule: str = "OW-CARD-09") -> None:
    """Remove cards from the game for good."""
    g.move(tuple(cards), source, places.TRASH, rule=rule)  # OW-CARD-09


def trash_chosen(
    g: Game, seat: Seat, count: int, sources: Iterable[str] = (), why: str = "OW-CARD-10"
) -> Flow[None]:
    """Let a seat trash exactly so many cards, or all it has, in any mixture of places.

    Without `sources` they come from hand, deck and discard.  A deck that was looked through
    is shuffled; the other places stay as they are.
    """
    piles = tuple(sources) or own_places(seat)  # OW-CARD-11
    deck = places.deck(seat)
    looks = deck in piles and bool(g.cards(deck))
    if looks:
        g.emit(Showed(g.cards(deck), deck, (seat,)), why)  # OW-TROPHY-08
    chosen = yield from g.ask(
        seat,
        "trash",
        lambda: exactly(g, piles, count),
        why=why,
        bind=lambda card: Move(card, places.TRASH),
        label=card_label(g),
    )
    for place in piles:
        trash(g, (card for card in g.cards(place) if card in chosen), place, why)
    if looks:
        yield from g.shuffle(deck, "OW-CARD-07")  # OW-CARD-07 OW-CARD-11


def exactly(g: Game, piles: Iterable[str], count: int) -> Subset[str]:
    """Offer what lies in some places: so many cards, or all there are."""
    cards = tuple(card for place in piles for card in g.cards(place))
    number = min(count, len(cards))
    return Subset(cards, number, number, rule="OW-CARD-10")  # OW-CARD-10


def own_places(seat: Seat) -> tuple[str, ...]:
    """Name the places of a seat's own cards outside of a combo."""
    return (places.hand(seat), places.discard(seat), places.deck(seat))  # OW-TROPHY-11


def gather(g: Game, seat: Seat, rule: str = "") -> Flow[None]:
    """Shuffle hand, discard and deck of a seat into one deck."""
    deck = places.deck(seat)
    for place in (places.hand(seat), places.discard(seat)):
        g.move(g.cards(place), place, deck, rule=rule)
    yield from g.shuffle(deck, rule)


def look_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why a seat may not look through its own deck now."""
    if g.acting == seat:
        return Rejection("look-own-turn", rule="OW-CARD-06")
    if in_fight(g, seat):
        return Rejection("look-in-fight", rule="OW-CARD-06")
    return None


def look(g: Game, seat: Seat, _answer: str) -> Flow[None]:
    """Look through the own deck, which is shuffled afterwards."""
    deck = places.deck(seat)
    g.emit(Showed(g.cards(deck), deck, (seat,)), "OW-CARD-06")  # OW-CARD-06 OW-HID-03
    yield from g.ask(
        seat, "look", lambda: Choice(("done",)), why="OW-DEC-05", bind=BUTTON, always=True
    )
    yield from g.shuffle(deck, "OW-CARD-07")  # OW-CARD-07


base.offer(
    name="look-through",
    seats=lambda g: [seat for seat in g.seats if g.acting and g.cards(places.deck(seat))],
    space=lambda g, seat: Choice(("look",), lambda _: look_why_not(g, seat)),
    run=look,
    why="OW-DEC-05",
    bind=lambda _g, _seat: BUTTON,
)
