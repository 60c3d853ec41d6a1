"""Who meets at a spot haggles: louder and louder, until a voice breaks or all hold."""

from __future__ import annotations

from functools import partial

import msgspec

from tts_tool.kernel.decisions import Roll
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat, Track
from tts_tool.kernel.module import Setup
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.night_market.core import SPOTS, Night, core
from tts_tool.rulesets.night_market.wares import worth

HAGGLE = core.point("haggle", "around", doc="everything that happens while a spot haggles")
VOICE = core.point("voice", "modify", doc="how loud a haggler is before the first word")
SOLD = core.point("sold", "notify", doc="a seat has sold its ware at a spot")

SIDES = 6  # a die that everybody has


@core.part
class Haggle(msgspec.Struct, frozen=True):
    """The haggling that is going on: where, who is still in it, whose word it is."""

    spot: str = ""
    brought: dict[Seat, str] = {}
    loud: tuple[Seat, ...] = ()
    turn: Seat = ""


@core.content
def voices(setup: Setup) -> list[Track]:
    """Give every seat a voice."""
    return [Track(f"voice.{seat}", high=99, owner=seat, shown="none") for seat in setup.seats]


def haggles(g: Game) -> Flow[None]:
    """Haggle at one spot after the other, first going on where one is under way."""
    for spot in SPOTS:
        if spot in g.part(Night).haggled:
            continue
        if g.cards(spot):
            yield from g.around(HAGGLE, partial(haggle, g, spot), spot=spot)
        g.note(Night, haggled=(*g.part(Night).haggled, spot))
        g.restart()


def haggle(g: Game, spot: str) -> Flow[None]:
    """Begin to haggle at a spot, or go on: who is in it and whose word it is are the state's."""
    if g.part(Haggle).spot != spot:
        begin(g, spot)
    while g.part(Haggle).turn:
        g.restart()
        yield from one_word(g)
    yield from sell(g)


def begin(g: Game, spot: str) -> None:
    """Everyone with a ware here speaks up, the acting seat first."""
    owners = brought(g, spot)
    order = tuple(owners)
    for seat in order:
        value = worth(g, seat, owners[seat], spot)
        g.set(f"voice.{seat}", max(0, g.modify(VOICE, value, seat=seat, spot=spot)))
    alone = len(order) < 2  # noqa: PLR2004  # NM-15: it takes two to haggle
    g.note(Haggle, spot=spot, brought=owners, loud=order, turn="" if alone else order[0])


def brought(g: Game, spot: str) -> dict[Seat, str]:
    """Say whose ware is whose, the acting seat first."""
    sellers = {str(g.state.flags[f"seller.{ware}"]): ware for ware in g.cards(spot)}
    return {seat: sellers[seat] for seat in g.clockwise(g.acting) if seat in sellers}


def one_word(g: Game) -> Flow[None]:
    """Raise the voice or hold; a voice that breaks is out."""
    now = g.part(Haggle)
    seat = now.turn
    answer = yield from g.ask(
        seat,
        "haggle",
        lambda: Choice(("raise", "hold")),
        why="NM-13",
        bind=lambda answer: Roll("voice") if answer == "raise" else None,
    )
    order = tuple(now.brought)
    following = order[order.index(seat) + 1 :]
    if answer == "raise":
        (value,) = yield from g.roll("voice", SIDES, rule="NM-13")
        if value == 1:
            loud = tuple(s for s in now.loud if s != seat)
            g.set(f"voice.{seat}", 0, "NM-13")
            g.note(Haggle, loud=loud, turn=next(iter(following), ""))
            return
        g.add(f"voice.{seat}", value, "NM-13")
        if value < SIDES:
            g.note(Haggle, turn=seat)
            return
    g.note(Haggle, turn=next(iter(following), ""))


def sell(g: Game) -> Flow[None]:
    """The loudest sells for what all wares here are worth; a tie goes to who spoke first."""
    now = g.part(Haggle)
    if now.loud:
        winner = max(now.loud, key=lambda seat: g.track(f"voice.{seat}"))  # NM-14
        own = worth(g, winner, now.brought[winner], now.spot)
        g.add(f"coins.{winner}", max(0, own) + len(now.brought) - 1, "NM-14")
        g.notify(SOLD, winner, spot=now.spot)
    g.discard(g.cards(now.spot), now.spot, "discard")  # NM-16
    for seat in now.brought:
        g.set(f"voice.{seat}", 0)
        g.flag(f"seller.{now.brought[seat]}", None)
    g.note(Haggle, spot="", brought={}, loud=(), turn="")
    yield from g.settle()
