"""The Trophy Track: steps, Fatigue, and who has won."""

from __future__ import annotations

import msgspec

from tts_tool.kernel.events import Ended, Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import Limits, Progress, at_position
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    FATIGUE_CARDS,
    GAME_LOSS_CHECK,
    GAME_WIN_CHECK,
    TRACK_STEP,
    TROPHY_GAINED,
)

base.settles(
    OpenPoint(
        "OW-OPEN-01",
        "data",
        "progress.fatigue",
        "As many cards are trashed as the new position on the Trophy Track says.",
    ),
    OpenPoint(
        "OW-OPEN-45",
        "settled",
        "",
        "Who has fewer cards than Fatigue demands trashes all of them and plays on.",
    ),
    OpenPoint(
        "OW-OPEN-56",
        "settled",
        "",
        "What a trophy does, and when, is on its card; no trophy works back in time.",
    ),
)


class Won(Exception):  # no error: it ends all that is going on
    """Somebody has won, or all have lost: nothing that would have come is carried out."""


class Gained(msgspec.Struct, frozen=True):
    """What a trophy brings beside its card."""

    steps: int = 1
    fatigues: int = 1


def reward(g: Game, seat: Seat, trophy: str, steps: int = 1, rule: str = "") -> Flow[None]:
    """Let a trophy move its owner up the track, and tire it after each step."""
    gained = g.modify(  # OW-TROPHY-01 OW-TROPHY-10
        TROPHY_GAINED, Gained(steps, steps), seat=seat, trophy=trophy
    )
    for number in range(max(gained.steps, gained.fatigues)):
        if number < gained.steps:
            yield from advance(g, seat, rule)
        if number < gained.fatigues:
            yield from fatigue(g, seat)


def advance(g: Game, seat: Seat, rule: str = "") -> Flow[None]:
    """Move one spot up the Trophy Track; at the top the game ends at once."""
    g.add(places.track(seat), 1, rule or "OW-TROPHY-02")  # OW-TROPHY-02
    win_check(g, seat)
    loss_check(g, seat)
    g.notify(TRACK_STEP, seat, position=g.track(places.track(seat)))
    yield from g.settle()


def win_check(g: Game, seat: Seat) -> None:
    """End the game if a seat has won."""
    ranking = g.replaced(GAME_WIN_CHECK, top_of_the_track, seat=seat)
    if ranking:
        g.emit(Ended(ranking), "OW-TROPHY-03")  # OW-TROPHY-03 OW-QUEST-13
        raise Won


def loss_check(g: Game, seat: Seat) -> None:
    """Let everybody lose if a box gives a reason: the code of what is said then."""
    for reason in g.provide(GAME_LOSS_CHECK, seat=seat)[:1]:
        g.emit(Said(reason, {"seat": seat}))
        g.emit(Ended((), lost=g.seats))
        raise Won


def top_of_the_track(g: Game, seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Rank the seats if one is at the top: the winner alone, then by position."""
    if g.track(places.track(seat)) < g.table(Limits).track:  # OW-TROPHY-05
        return ()
    others = [other for other in g.seats if other != seat]
    positions = sorted({g.track(places.track(other)) for other in others}, reverse=True)
    ranks = [tuple(o for o in others if g.track(places.track(o)) == at) for at in positions]
    return ((seat,), *ranks)


def fatigue(g: Game, seat: Seat) -> Flow[None]:
    """Trash as many own cards as the new position says, then shuffle all that is left."""
    printed = at_position(g.table(Progress).fatigue, g.track(places.track(seat)))
    count = g.modify(FATIGUE_CARDS, printed, seat=seat)
    yield from deck.trash_chosen(g, seat, count, why="OW-DEC-32")  # OW-TROPHY-06 OW-CARD-05
    yield from deck.gather(g, seat, "OW-TROPHY-07")  # OW-TROPHY-07
