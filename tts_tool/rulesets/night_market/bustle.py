"""Everyone keeps their own stall, each in their own time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from tts_tool.kernel.decisions import Gesture, Move
from tts_tool.kernel.events import Showed, TrackSet
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Ordering, Record, Space
from tts_tool.kernel.state import Effect
from tts_tool.rulesets.night_market.core import Night, core
from tts_tool.rulesets.night_market.wares import (
    Earn,
    Glow,
    Shine,
    Sift,
    Squeeze,
    market,
    ware,
)
from tts_tool.rulesets.night_market.words import wares_told


def bustle(g: Game) -> Flow[None]:
    """Let all keep their stalls side by side until everyone has closed."""
    yield from g.interleave({seat: partial(keep_stall, g, seat) for seat in g.seats})  # NM-05


def keep_stall(g: Game, seat: Seat) -> Flow[None]:
    """Hawk, fetch, barter, in any order, until the stall is closed."""
    while seat not in g.part(Night).closed:
        g.restart()
        deed = yield from g.ask(
            seat,
            "bustle",
            partial(deeds, g, seat),
            why="NM-05",
            bind=lambda deed: gesture(g, seat, deed),
            label=wares_told(g),
            always=True,  # which deeds are possible depends on a hidden hand
        )
        if deed == "close":
            closed = {*g.part(Night).closed, seat}
            g.note(Night, closed=tuple(s for s in g.seats if s in closed), rule="NM-05")
        elif deed == "fetch":
            fetch(g, seat)
        elif deed == "barter":
            yield from barter(g, seat)
        else:
            yield from hawk(g, seat, deed)


def gesture(g: Game, seat: Seat, deed: str) -> Gesture | None:
    """Say what a deed looks like: a ware laid into the stall, or the attic's top taken."""
    if deed.startswith("ware."):
        return Move(deed, f"stall.{seat}")
    attic = g.cards(f"attic.{seat}")
    return Move(f"attic.{seat}/top", f"hand.{seat}") if deed == "fetch" and attic else None


def deeds(g: Game, seat: Seat) -> Choice[str]:
    """Offer everything that a stallkeeper may do, with the reason where it is not possible."""
    hawking = dict.fromkeys(g.cards(f"hand.{seat}"), no_hawking(g, seat))
    why_not = {**hawking, "fetch": no_fetching(g, seat), "barter": no_bartering(g, seat)}
    return Choice((*why_not, "close"), why_not.get)


def no_hawking(g: Game, seat: Seat) -> Rejection | None:
    """Say why no ware can be laid into the stall."""
    if len(g.cards(f"stall.{seat}")) >= market(g).stall:
        return Rejection("stall-full", {"most": market(g).stall}, "NM-06")
    return None


def no_fetching(g: Game, seat: Seat) -> Rejection | None:
    """Say why nothing can be fetched from the attic."""
    if not g.cards(f"attic.{seat}"):
        return Rejection("attic-empty", rule="NM-07")
    if g.track(f"coins.{seat}") < market(g).fetch:
        return Rejection("too-dear", {"cost": market(g).fetch}, "NM-07")
    return None


def no_bartering(g: Game, seat: Seat) -> Rejection | None:
    """Say why no ware of the hand can be bartered."""
    hand = g.cards(f"hand.{seat}")
    most = ware(g, dearest(g, hand)).worth if hand else -1
    if any(ware(g, component).worth <= most for component in g.cards("discard")):
        return None
    return Rejection("nothing-to-barter", rule="NM-08")


def dearest(g: Game, wares: tuple[str, ...]) -> str:
    """Find the ware that is worth most by itself."""
    return max(wares, key=lambda component: ware(g, component).worth)


def fetch(g: Game, seat: Seat) -> None:
    """Pay and take the top ware of the attic."""
    g.add(f"coins.{seat}", -market(g).fetch, "NM-07")
    g.draw(f"attic.{seat}", f"hand.{seat}", rule="NM-07")


def takes(g: Game, given: str) -> list[str]:
    """List the discarded wares that a ware can be bartered for."""
    most = ware(g, given).worth
    return [c for c in g.cards("discard") if ware(g, c).worth <= most]  # NM-08


def barter(g: Game, seat: Seat) -> Flow[None]:
    """Give a ware from the hand and take a discarded one that is worth no more."""
    hand = g.cards(f"hand.{seat}")

    def give(given: Mapping[str, Any]) -> Space[str]:
        least = ware(g, given["take"]).worth if "take" in given else 0
        return Choice([c for c in hand if ware(g, c).worth >= least])

    def take(given: Mapping[str, Any]) -> Space[str]:
        return Choice(takes(g, given.get("give") or dearest(g, hand)))

    deal = yield from g.ask(
        seat,
        "barter",
        lambda: Record({"give": give, "take": take}),
        why="NM-08",
        label=wares_told(g),
    )
    g.move(deal["take"], "discard", f"hand.{seat}", rule="NM-08")
    g.move(deal["give"], f"hand.{seat}", "discard", rule="NM-08")


def hawk(g: Game, seat: Seat, component: str) -> Flow[None]:
    """Lay a ware into the stall and do what it says, part by part."""
    g.move(component, f"hand.{seat}", f"stall.{seat}", rule="NM-09")
    yield from g.settle()
    for operation in ware(g, component).effects:
        yield from g.perform(operation, seat, component)  # NM-09
        yield from g.settle()


@core.operation(Earn)
def earn(g: Game, operation: Earn, seat: Seat, _source: str) -> Flow[None]:
    """Take coins from the bank."""
    g.add(f"coins.{seat}", operation.coins)
    yield from ()


@core.operation(Shine)
def shine(g: Game, operation: Shine, seat: Seat, _source: str) -> Flow[None]:
    """Rise in fame."""
    g.add(f"fame.{seat}", operation.fame)
    yield from ()


@core.operation(Squeeze)
def squeeze(g: Game, operation: Squeeze, seat: Seat, _source: str) -> Flow[None]:
    """Make the neighbour choose: pay, or give up a ware."""
    other = g.clockwise(seat)[1]
    if other == seat:
        return
    hand, coins = f"hand.{other}", f"coins.{other}"

    def unpayable(payment: str) -> Rejection | None:
        if payment == "coins" and g.track(coins) < operation.coins:
            return Rejection("too-dear", {"cost": operation.coins}, "NM-09")
        return None

    payment = yield from g.ask(
        other,
        "squeezed",
        lambda: Choice(("coins", *g.cards(hand), "nothing"), unpayable),
        why="NM-09",
        label=wares_told(g),
    )
    if payment == "coins":
        g.add(coins, -operation.coins)
        g.add(f"coins.{seat}", operation.coins)
    elif payment == "nothing":
        g.add(f"fame.{other}", -1)
    else:
        g.discard(payment, hand, "discard")


@core.operation(Sift)
def sift(g: Game, operation: Sift, seat: Seat, _source: str) -> Flow[None]:
    """Look at the top of the deck and put it back in any order."""
    top = g.cards("deck")[: operation.wares]
    if top:
        g.emit(Showed(top, "deck", (seat,)))
        order = yield from g.ask(
            seat, "sift", lambda: Ordering(top), why="NM-09", label=wares_told(g)
        )
        g.move(order, "deck", "deck")


@core.operation(Glow)
def glow(g: Game, operation: Glow, seat: Seat, source: str) -> Flow[None]:
    """Shine on the rest of the stall for as long as it lies there."""
    more: dict[str, str | int] = {"more": operation.more}
    g.begin(Effect(f"glow.{source}", "glow", source, seat, more, place=f"stall.{seat}"), "NM-10")
    yield from ()


def rivals(g: Game, event: TrackSet) -> Iterator[tuple[Seat, dict[str, Any]]]:
    """Find who envies a rise in fame: other seats with a rival's ware in their stall."""
    if event.value <= event.was or not event.track.startswith("fame."):
        return
    risen = event.track.removeprefix("fame.")
    for seat in g.clockwise(risen)[1:]:
        envious = any(ware(g, c).rival for c in g.cards(f"stall.{seat}"))
        if envious and g.track(f"coins.{seat}") > 0 and g.track(f"fame.{seat}") < event.value:
            yield seat, {"risen": risen}


@core.reaction("rival", TrackSet, rivals)
def rival(g: Game, seat: Seat, risen: Seat) -> Flow[None]:
    """Pay a coin to rise as well."""
    answer = yield from g.ask(
        seat,
        "rival",
        lambda: Choice(("rise", "shrug"), lambda a: unable(g, seat) if a == "rise" else None),
        why=f"NM-11 {risen}",
    )
    if answer == "rise":
        g.add(f"coins.{seat}", -1, "NM-11")
        g.add(f"fame.{seat}", 1, "NM-11")


def unable(g: Game, seat: Seat) -> Rejection | None:
    """Say why a rival can't rise."""
    return None if g.track(f"coins.{seat}") else Rejection("too-dear", {"cost": 1}, "NM-11")


def look(g: Game, seat: Seat, _answer: str) -> Flow[None]:
    """Look through the own attic, which is shuffled afterwards."""
    attic = f"attic.{seat}"
    g.emit(Showed(g.cards(attic), attic, (seat,)), "NM-20")
    yield from g.ask(seat, "look", lambda: Choice(("done",)), why="NM-20", always=True)
    yield from g.shuffle(attic, "NM-20")


core.offer(
    name="attic",
    seats=lambda g: [s for s in g.seats if len(g.cards(f"attic.{s}")) > 1 and g.state.phase],
    space=lambda _g, _seat: Choice(("look",)),
    run=look,
    why="NM-20",
)
