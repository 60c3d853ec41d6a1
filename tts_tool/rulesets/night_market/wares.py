"""What lies on the stalls, and what a ware does when it is hawked."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tts_tool.catalog.records import Effect, Operation, Record, Table
from tts_tool.kernel.game import Game
from tts_tool.kernel.hooks import Point
from tts_tool.kernel.inventory import Seat

Count = Annotated[int, msgspec.Meta(ge=0, le=20)]


class Ware(Record):
    """A kind of ware: what it is worth, how many there are, what hawking it does."""

    worth: Count
    copies: Count
    cloth: bool = False
    rival: bool = False
    effects: tuple[Effect, ...] = ()


class Market(Table):
    """The numbers of the game."""

    nights: Annotated[int, msgspec.Meta(ge=1, le=12)]
    hand: Count
    attic: Count
    coins: Count
    stall: Count
    fetch: Count
    dues: Count


class Earn(Operation):
    """Take coins from the bank."""

    coins: Count


class Shine(Operation):
    """Rise in fame."""

    fame: Count


class Squeeze(Operation):
    """Make the next seat clockwise pay, in coins or with a ware of its choice."""

    coins: Count


class Sift(Operation):
    """Look at the top wares of the deck and put them back in any order."""

    wares: Count


class Glow(Operation):
    """While it lies in the stall, the other wares there are worth more."""

    more: Count


def ware(g: Game, component: str) -> Ware:
    """Read the card record of a ware."""
    card: Ware = g.card(component)
    return card


def market(g: Game) -> Market:
    """Read the numbers of the game."""
    return g.table(Market)


WORTH = Point("worth", ("modify",), "what a ware is worth to a seat, where it lies")


def worth(g: Game, seat: Seat, component: str, place: str) -> int:
    """Say what a ware is worth to a seat in a place: its own worth and what changes it."""
    value = ware(g, component).worth
    if place == f"stall.{seat}":
        glowing = (e for e in g.effects("glow") if e.seat == seat and e.source != component)
        value += sum(int(effect.params["more"]) for effect in glowing)  # NM-10
    return g.modify(WORTH, value, seat=seat, component=component, place=place)
