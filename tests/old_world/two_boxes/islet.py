"""The islet: a location off the map, where shells are found that nobody else sees.

It brings a deck to explore, whose quests lead to the harbour of departure and to Event cards that
are numbered anew; and one card for the events of the base.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from tts_tool.game import Component, Flow, Game, Module, Operation, Place, Seat, Setup
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.abilities.held import moment
from tts_tool.rulesets.old_world.base.abilities.lasting import changed

__all__ = ["HARBOUR", "ISLET", "islet"]

HARBOUR, ISLET = 9, 19
BEACH, SHELLS = "beach", 12


class Comb(Operation):
    """Take shells off the beach, which nobody else sees; the tide changes how many."""

    count: Annotated[int, Meta(ge=1)] = 1


islet = Module("islet", needs=("base",))
islet.words("story-deck", {"islet": "what happens on the islet"})
islet.words("event-deck", {"islet-events": "what comes of it, numbered from 1"})
islet.words("goal", {"harbour": "where one sets out for the islet"})
islet.words("moment", {"ashore": "the miniature was put down on the islet"})
islet.words("number", {"tide": "the shells that are found at once"})
islet.words("duration", {"ebb": "until the seat leaves the islet"})
islet.words("count", {"shells": "the shells of a seat"})


@islet.content
def shells(_setup: Setup) -> Iterator[Component | Place]:
    """Lay shells on the beach, face down."""
    yield Place(BEACH, "nobody")
    for number in range(1, SHELLS + 1):
        face = {"worth": number % 3}
        yield Component(
            f"shell.{number}", "shell", BEACH, face=face, back={"back": "shell"}, pool="shells"
        )


@islet.hook(points.MOVE_DESTINATIONS, "provide")
def ferry(g: Game, seat: Seat) -> list[int]:
    """Let boats go from the harbour to the islet; back there is a road."""
    return [ISLET] if f"miniature.{seat}" in g.cards(f"at.{HARBOUR}") else []


@islet.hook(points.MOVE_ARRIVED, "notify")
def ashore(g: Game, seat: Seat, location: int, **_: object) -> Flow[None]:
    """Let gear do what it does on the islet; elsewhere the ebb is over."""
    if location == ISLET:
        yield from moment(g, seat, "ashore")
    else:
        g.end_effects(f"ebb.{seat}")


@islet.operation(Comb)
def comb(g: Game, operation: Comb, seat: Seat, _source: str) -> Flow[None]:
    """Take shells into the tray of a seat."""
    g.draw(BEACH, f"private.{seat}", changed(g, seat, "tide", operation.count), "ISL-02")
    yield from ()


@islet.hook(points.ABILITY_COUNT, "replace", when=lambda _g, counted, **_: counted == "shells")
def how_many(g: Game, _usual: object, seat: Seat, **_: object) -> int:
    """Count the shells of a seat."""
    return sum(each.startswith("shell.") for each in g.cards(f"private.{seat}"))


@islet.hook(points.EXPLORE_DECK, "provide")
def wrack(g: Game, seat: Seat) -> list[str]:
    """Let the islet be explored by whoever stands on it."""
    return ["islet"] if f"miniature.{seat}" in g.cards(f"at.{ISLET}") else []


@islet.hook(points.QUEST_GOAL, "replace", when=lambda _g, goal, **_: goal == "harbour")
def back_home(_g: Game, _usual: object, **_: object) -> int:
    """Let a quest lead to the harbour."""
    return HARBOUR
