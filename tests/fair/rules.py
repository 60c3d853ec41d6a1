"""The Fair: each turn a seat does one thing, and there is one thing to do with each kind of piece.

Decks, hands, a market that slides, drafts that nobody else sees, rows, cards that are tokens,
tiles, standees, boards with two states; markers in rows, counters, heaps of coins; ten dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated

import msgspec

from tts_tool.catalog import Record, Schema
from tts_tool.kernel.decisions import Gesture, Move, Press, Roll, Turn
from tts_tool.kernel.events import Ended, TurnBegan, Turned
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Module, Ruleset, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice

BOOTHS = ("booth.1", "booth.2", "booth.3", "booth.4")
YARDS = ("yard.1", "yard.2", "yard.3")
DAYS = 6
SHOWN = 3
DICE = 5
SIDES = 6
MOST_FAME = 8
COINS = 3

Count = Annotated[int, msgspec.Meta(ge=1, le=12)]


base = Module("base")


@base.record("prize")
class Prize(Record):
    """A kind of prize."""

    worth: Count
    copies: Count


@base.record("word")
class Word(Record):
    """What players read that is on no card."""


@base.part
class Fairground(msgspec.Struct, frozen=True):
    """What the game remembers beside its pieces."""

    begun: bool = False


@base.content
def box(setup: Setup) -> Iterator[Component | Place | Track]:
    """Say what is in the box, and where it can lie."""
    yield from map(Place, (*BOOTHS, "gone", *YARDS, "stamps"))
    yield Place("prizes", "nobody")
    yield Place("tickets", "nobody")
    yield Track("day", high=DAYS, shown="counter")
    for seat in setup.seats:
        yield Place(f"hand.{seat}", "owner", seat)
        yield Place(f"tent.{seat}", "owner", seat)
        for name in ("show", "purse", "lodge", "stamped"):
            yield Place(f"{name}.{seat}", "everyone", seat)
        yield Track(f"fame.{seat}", high=MOST_FAME, owner=seat, shown="marker")
        yield Track(f"luck.{seat}", high=SIDES, owner=seat, shown="marker")
        yield Track(f"coins.{seat}", high=99, start=COINS, owner=seat, shown="pile")
        yield Component(f"visitor.{seat}", "visitor", "yard.1", {"seat": seat})
        yield Component(f"stall.{seat}", "stall", f"lodge.{seat}", {"seat": seat})
    for prize in setup.cards.of(Prize).values():
        for copy in range(1, prize.copies + 1):
            name = f"prize.{prize.id}.{copy}"
            yield Component(name, prize.id, "prizes", back={"back": "prize"}, card=prize)
    for number in range(1, 7):
        yield Component(f"ticket.{number}", "ticket", "tickets", back={"back": "ticket"})
        yield Component(f"stamp.{number}", "stamp", "stamps")


def play(g: Game) -> Flow[None]:
    """Play a game from wherever it stands."""
    if not g.part(Fairground).begun:
        yield from g.shuffle("prizes")
        yield from g.shuffle("tickets")
        slide(g)
        for seat in g.seats:
            g.draw("prizes", f"hand.{seat}", 2, "FAIR-01")
        g.emit(TurnBegan(g.seats[0]))
        g.note(Fairground, begun=True)
    while g.track("day") < DAYS:
        g.restart()
        seat = g.acting
        yield from deed(g, seat)
        following = g.clockwise(seat)[1 % len(g.seats)]
        if following == g.seats[0]:
            g.add("day", 1, "FAIR-01")
        g.emit(TurnBegan(following))
    ranks = sorted({g.track(f"fame.{seat}") for seat in g.seats}, reverse=True)
    g.emit(
        Ended(tuple(tuple(s for s in g.seats if g.track(f"fame.{s}") == rank) for rank in ranks)),
        "FAIR-01",
    )


def slide(g: Game) -> None:
    """Let what is left of the market move to the end, and fill it up from the deck."""
    left = [card for booth in BOOTHS for card in g.cards(booth)]
    for booth, card in zip(BOOTHS[len(BOOTHS) - len(left) :], left, strict=True):
        here = next(name for name in BOOTHS if card in g.cards(name))
        if here != booth:
            g.move([card], here, booth, rule="FAIR-04")
    for booth in reversed(BOOTHS):
        if not g.cards(booth) and g.cards("prizes"):
            g.draw("prizes", booth, 1, "FAIR-04")


Deed = tuple[Gesture, Callable[[], Rejection | None], Callable[[], Flow[None]]]


def deeds(g: Game, seat: Seat) -> dict[str, Deed]:
    """List all that can be done in a turn: by which gesture, why not, and what it does."""
    return {
        "throw": (Press("throw"), fine, lambda: throw(g, seat)),
        "draft": (Press("draft"), lambda: lacking(g, "prizes"), lambda: draft(g, seat)),
        "turn": (Turn(f"stall.{seat}"), fine, lambda: turn(g, seat)),
        **dict(with_cards(g, seat)),
        **dict(with_tokens(g, seat)),
    }


def with_cards(g: Game, seat: Seat) -> Iterator[tuple[str, Deed]]:
    """List what can be done with cards."""
    hand = f"hand.{seat}"
    for card in g.cards("prizes")[:1]:
        yield "draw", (Move("prizes/top", hand), fine, partial(move, g, card, "prizes", hand))
    for card in g.cards(hand):
        shown = Move(card, f"show.{seat}")
        yield f"show {card}", (shown, partial(full, g, seat), partial(show, g, seat, card))
        yield f"drop {card}", (Move(card, "gone"), fine, partial(move, g, card, hand, "gone"))
    for booth in BOOTHS:
        for card in g.cards(booth):
            bought = partial(buy, g, seat, card, booth)
            yield f"buy {card}", (Move(card, hand), partial(poor, g, seat), bought)


def with_tokens(g: Game, seat: Seat) -> Iterator[tuple[str, Deed]]:
    """List what can be done with tokens and standees."""
    visitor, purse, stamped = f"visitor.{seat}", f"purse.{seat}", f"stamped.{seat}"
    here = g.state.place_of(visitor)
    for yard in YARDS:
        if yard != here:
            yield (
                f"visit {yard}",
                (Move(visitor, yard), fine, partial(move, g, visitor, here, yard)),
            )
    for each in g.cards("tickets")[:1]:
        yield "ticket", (Move("tickets/top", purse), fine, partial(move, g, each, "tickets", purse))
    for each in g.cards("stamps"):
        yield (
            f"stamp {each}",
            (Move(each, stamped), fine, partial(move, g, each, "stamps", stamped)),
        )


def move(g: Game, component: str, source: str, target: str) -> Flow[None]:
    """Bring something from one place to another."""
    g.move([component], source, target, rule="FAIR-02")
    yield from g.settle()


def deed(g: Game, seat: Seat) -> Flow[None]:
    """Do one thing."""
    done = yield from g.ask(
        seat,
        "deed",
        lambda: Choice(tuple(deeds(g, seat)), lambda name: deeds(g, seat)[name][1]()),
        why="FAIR-02",
        bind=lambda name: deeds(g, seat)[name][0],
    )
    yield from deeds(g, seat)[done][2]()


def fine() -> None:
    """Have nothing against it."""


def lacking(g: Game, place: str) -> Rejection | None:
    """Say that there is nothing left."""
    return None if len(g.cards(place)) > 1 else Rejection("nothing-left", rule="FAIR-02")


def full(g: Game, seat: Seat) -> Rejection | None:
    """Say that no more can be shown."""
    return Rejection("show-full", {"most": SHOWN}, "FAIR-03") if is_full(g, seat) else None


def is_full(g: Game, seat: Seat) -> bool:
    """Tell whether a seat shows as much as it may."""
    return len(g.cards(f"show.{seat}")) >= SHOWN


def poor(g: Game, seat: Seat) -> Rejection | None:
    """Say that a seat has no coin left."""
    return None if g.track(f"coins.{seat}") else Rejection("no-coin", rule="FAIR-04")


def show(g: Game, seat: Seat, card: str) -> Flow[None]:
    """Show a prize, and be famous for it."""
    g.move([card], f"hand.{seat}", f"show.{seat}", rule="FAIR-03")
    g.set(f"fame.{seat}", min(g.track(f"fame.{seat}") + g.card(card).worth, MOST_FAME), "FAIR-03")
    yield from g.settle()


def buy(g: Game, seat: Seat, card: str, booth: str) -> Flow[None]:
    """Buy a prize for a coin; the market slides."""
    g.add(f"coins.{seat}", -1, "FAIR-04")
    g.move([card], booth, f"hand.{seat}", rule="FAIR-04")
    slide(g)
    yield from g.settle()


def turn(g: Game, seat: Seat) -> Flow[None]:
    """Open the own stall, or close it."""
    stall = f"stall.{seat}"
    g.emit(Turned(stall, f"lodge.{seat}", stall not in g.state.down), "FAIR-05")
    yield from g.settle()


def throw(g: Game, seat: Seat) -> Flow[None]:
    """Throw five dice: luck is the best of them, and every six is a coin."""
    shown = yield from g.roll(
        f"throw.{seat}", SIDES, DICE, bind=lambda _: Roll(f"throw.{seat}"), rule="FAIR-06"
    )
    g.set(f"luck.{seat}", max(shown), "FAIR-06")
    g.add(f"coins.{seat}", shown.count(SIDES), "FAIR-06")


def draft(g: Game, seat: Seat) -> Flow[None]:
    """Look at two prizes in the own tent, and keep one."""
    tent = f"tent.{seat}"
    g.draw("prizes", tent, 2, "FAIR-07")
    kept = yield from g.ask(
        seat,
        "keep",
        lambda: Choice(g.cards(tent)),
        why="FAIR-07",
        bind=lambda card: Move(card, f"hand.{seat}"),
    )
    g.move([kept], tent, f"hand.{seat}", rule="FAIR-07")
    g.move(list(g.cards(tent)), tent, "gone", rule="FAIR-07")


RULESET = Ruleset(
    "fair",
    modules=(base,),
    play=play,
    seats=("red", "blue"),
    fewest=2,
    schema=Schema.of(base),
)
