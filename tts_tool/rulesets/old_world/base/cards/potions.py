"""Potions: gained from the top of their deck, kept in the open, four at most."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Place, Seat
from tts_tool.kernel.module import OpenPoint, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import Limits
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import GAIN_POTION, GAIN_POTION_LIMIT

base.settles(
    OpenPoint(
        "OW-OPEN-12",
        "settled",
        "",
        "An empty Potion deck is made anew of the Potion discard; of nothing nothing is drawn.",
    ),
)


@base.part
class Shelves(msgspec.Struct, frozen=True):
    """Who is gaining Potions: as long as that lasts there may be more than can be held."""

    filling: Seat = ""


@base.content
def shelves(setup: Setup) -> Iterator[Place]:
    """Say where Potions can lie; unused ones and used ones are known to everyone."""
    yield Place(places.POTION_DECK, "nobody")
    yield Place(places.POTION_DISCARD)
    for seat in setup.seats:
        yield Place(places.potions(seat), "everyone", seat)  # OW-POTION-01
        yield Place(places.spent_potions(seat), "everyone", seat)  # OW-HID-08


def gain_potion(g: Game, seat: Seat, count: int = 1, *, source: str = "") -> Flow[None]:
    """Draw Potions one by one, then bring their number down to what may be held."""
    g.note(Shelves, filling=seat)
    for _ in range(count):
        yield from g.consult(GAIN_POTION, seat=seat, source=source)
        yield from g.replaced(GAIN_POTION, draw_potion, seat=seat, source=source)
    surplus = len(g.cards(places.potions(seat))) - limit(g, seat)
    if surplus > 0:
        yield from discard_potions(g, seat, surplus, "OW-POTION-03", "OW-DEC-12")  # OW-POTION-03
    g.note(Shelves, filling="")


def limit(g: Game, seat: Seat) -> int:
    """Say how many Potions a seat may hold."""
    return g.modify(GAIN_POTION_LIMIT, g.table(Limits).potions, seat=seat)  # OW-POTION-02


def draw_potion(g: Game, seat: Seat, **_: object) -> Flow[None]:
    """Take the top Potion; an empty deck is made anew of the discard."""
    if not g.cards(places.POTION_DECK):
        used = places.POTION_DISCARD
        g.move(g.cards(used), used, places.POTION_DECK, rule="OW-POTION-07")
        yield from g.shuffle(places.POTION_DECK, "OW-POTION-07")  # OW-POTION-07 OW-OPEN-12
    g.draw(places.POTION_DECK, places.potions(seat), rule="OW-ACT-07")


def discard_potions(
    g: Game, seat: Seat, count: int, rule: str = "OW-EXPLORE-12", why: str = "OW-DEC-39"
) -> Flow[None]:
    """Let a seat choose which Potions it discards: so many, or all it has."""
    shelf = places.potions(seat)
    exactly = min(count, len(g.cards(shelf)))
    chosen = yield from g.ask(
        seat,
        "discard-potions",
        lambda: Subset(g.cards(shelf), exactly, exactly),
        why=why,
        bind=lambda potion: Move(potion, places.POTION_DISCARD),
    )
    g.move(chosen, shelf, places.POTION_DISCARD, rule=rule)


@base.invariant
def shelves_hold(g: Game) -> Rejection | None:
    """Nobody holds more Potions than can be held, but while gaining some."""
    for seat in g.seats:
        most = limit(g, seat)
        if len(g.cards(places.potions(seat))) > most and g.part(Shelves).filling != seat:
            return Rejection("too-many-potions", {"seat": seat, "most": most}, "OW-POTION-02")
    return None
