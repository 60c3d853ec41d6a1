"""The mount stands at a location until somebody reaches it, who rolls for cards and places it anew.

It has no part in anything else: no deck, no pile of tokens and no Location Action changes by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from tts_tool.catalog.records import Table
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Seat
from tts_tool.kernel.module import Module, OpenPoint, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.tokens import printed_on
from tts_tool.rulesets.old_world.base.box.records import TERRAINS, Count
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.points import (
    MOVE_ARRIVED,
    PHASE1_ENDED,
    SETUP_AFTER_PLAYERS,
    TURN_ENDED,
)
from tts_tool.rulesets.old_world.base.turn.turn import Turn, memory, right_hand

MOUNT = "mount"


APART = {"wild-hunt": "LM-24"}  # LM-24

lost_mount = Module(
    "lost-mount",
    needs=("base",),
    behaviour=3,
    excludes=APART,
)

lost_mount.settles(
    OpenPoint("LM-OPEN-01", "settled", "", "Both tokens are drawn from one pile, which is named."),
    OpenPoint(
        "LM-OPEN-02",
        "settled",
        "",
        "A single token is taken, an empty pile can't be named; without any token the mount waits "
        "for the end of the next Phase I.",
    ),
    OpenPoint(
        "LM-OPEN-03",
        "settled",
        "",
        "Where it is put beside somebody nothing happens until they come anew.",
    ),
    OpenPoint(
        "LM-OPEN-04",
        "settled",
        "",
        "Any arrival in the own turn reaches it; after Phase I it is placed as the turn ends.",
    ),
)


@lost_mount.table("mount")
class Help(Table):
    """What the mount is worth: cards drawn by the face of the die, from 1 on; tokens drawn."""

    cards: tuple[Count, ...]
    tokens: Count


@lost_mount.part
class Mount(msgspec.Struct, frozen=True):
    """Who reached the mount after Phase I, and has to place it as the turn ends."""

    late: Seat = ""


@lost_mount.content
def box(_setup: Setup) -> Iterator[Component]:
    """Add one miniature."""
    yield Component(MOUNT, "lost-mount", places.BOX)  # LM-01


# Coming to a location


@lost_mount.hook(SETUP_AFTER_PLAYERS, "ask")
def first_place(g: Game) -> Flow[None]:
    """Let the last player place it when all else is set up."""
    yield from place(g, right_hand(g, g.part(Turn).first))  # LM-02 LM-03


def place(g: Game, seat: Seat) -> Flow[None]:
    """Draw tokens from a pile, choose one for the mount, and shuffle them back."""
    if all(empty(g, terrain) for terrain in TERRAINS):
        return  # LM-23
    mine = places.draft(seat)  # LM-22
    terrain = yield from g.ask(  # LM-03 LM-16
        seat,
        "mount-pile",
        lambda: Choice(TERRAINS, partial(empty, g)),
        why="LM-03",
        bind=lambda each: Move(f"{places.tokens(each)}/top", mine),
    )
    pile = places.tokens(terrain)
    g.draw(pile, mine, g.table(Help).tokens, "LM-03")
    token = yield from g.ask(  # LM-04 LM-17 LM-19
        seat,
        "mount",
        lambda: Choice(g.cards(mine)),
        why="LM-04",
        bind=lambda each: Move(MOUNT, spot(g, each)),
    )
    g.reveal((token,), mine, "LM-22")  # where it then stands tells all of a token that lay hidden
    g.move(MOUNT, places.BOX, spot(g, token), rule="LM-04")  # LM-18
    g.move(g.cards(mine), mine, pile, rule="LM-05")
    yield from g.shuffle(pile, "LM-05")  # LM-05


def spot(g: Game, token: str) -> str:
    """Name the location that a token names, wherever that is."""
    return places.at(printed_on(g, token).number)  # LM-20


def empty(g: Game, terrain: str) -> Rejection | None:
    """Say why no token can be drawn from a pile."""
    if g.cards(places.tokens(terrain)):
        return None
    return Rejection("no-token-for-the-mount", {"terrain": terrain}, "LM-23")  # LM-23


# Being reached


@lost_mount.hook(MOVE_ARRIVED, "notify")
def reached(g: Game, seat: Seat, location: int, **_: object) -> Flow[None]:
    """Let the seat whose turn it is roll for cards where the mount stands."""
    here = places.at(location)
    if MOUNT not in g.cards(here) or seat != g.acting:  # LM-06 LM-07 LM-15 LM-21
        return
    numbers = g.table(Help)
    (face,) = yield from g.roll(MOUNT, len(numbers.cards), rule="LM-08")  # LM-08
    cards = numbers.cards[face - 1]  # LM-09 LM-10 LM-11
    yield from deck.draw(g, seat, cards, "LM-12")  # LM-12 LM-13
    g.move(MOUNT, here, places.BOX, rule="LM-14")  # LM-14
    if memory(g, seat).stopped:
        g.note(Mount, "LM-16", late=seat)


@lost_mount.hook(PHASE1_ENDED, "ask")
def placed_again(g: Game, seat: Seat) -> Flow[None]:
    """Place it again after Phase I, if it is off the map."""
    if MOUNT in g.cards(places.BOX):
        yield from place(g, seat)  # LM-16
    if g.part(Mount).late:
        g.note(Mount, "LM-16", late="")


@lost_mount.hook(TURN_ENDED, "ask")
def placed_late(g: Game, seat: Seat) -> Flow[None]:
    """Place it again as the turn ends in which it was reached after Phase I."""
    if g.part(Mount).late == seat:
        g.note(Mount, "LM-16", late="")
        yield from place(g, seat)  # LM-16
