"""Playing cards: all lay two in secret, all are shown, then effects one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.events import BOTTOM
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Choice, Record, Space
from tts_tool.rulesets.path_of_destiny.base.abilities import moment
from tts_tool.rulesets.path_of_destiny.base.box import card
from tts_tool.rulesets.path_of_destiny.base.course import Course, course, order
from tts_tool.rulesets.path_of_destiny.base.effects import give, met, resolve
from tts_tool.rulesets.path_of_destiny.base.module import ROUND_PLAYED
from tts_tool.rulesets.path_of_destiny.base.symbols import timeline
from tts_tool.rulesets.path_of_destiny.base.words import cards_told

FIELDS = ("first", "second")
"""Of two cards the left one and the right one."""


def choose(g: Game) -> Flow[str]:
    """Let all lay two cards where only they see them, then add them to the timelines."""
    missing = [seat for seat in g.seats if not chosen(g, seat)]
    yield from g.interleave({seat: partial(lay, g, seat) for seat in missing})  # PD-ROUND-02
    played: list[str] = []
    for seat in order(g):  # PD-PLAY-02
        played += chosen(g, seat)
        for field in FIELDS:
            tray = f"chosen.{field}.{seat}"
            g.move(
                g.cards(tray), tray, f"timeline.{seat}", at=BOTTOM, rule="PD-PLAY-03"
            )  # PD-PLAY-03
    g.note(Course, "PD-PLAY-04", played=tuple(played), pending=tuple(played))  # PD-PLAY-04
    return "effects"


def chosen(g: Game, seat: Seat) -> tuple[str, ...]:
    """Give the cards that a seat has laid in secret, the left one first."""
    return tuple(each for field in FIELDS for each in g.cards(f"chosen.{field}.{seat}"))


def lay(g: Game, seat: Seat) -> Flow[None]:
    """Lay two cards of the hand, a left one and a right one; the others see that they lie there."""
    g.restart()
    hand = f"hand.{seat}"
    two = yield from g.ask(
        seat,
        "cards-to-play",
        lambda: pair_of(g.cards(hand)),
        why="PD-PLAY-01",
        bind=lambda choice: Move(choice[-1], f"chosen.{choice[0]}.{seat}"),
        label=cards_told(g),
        always=True,
    )
    for field in FIELDS:
        g.move(two[field], hand, f"chosen.{field}.{seat}", rule="PD-PLAY-01")  # PD-PLAY-01


def pair_of(cards: tuple[str, ...]) -> Record:
    """Offer every two of some cards in either order."""

    def but(other: str) -> Callable[[Mapping[str, Any]], Space[str]]:
        return lambda given: Choice(
            [each for each in cards if each != given.get(other)]
        )  # PD-PLAY-11

    return Record({"first": but("second"), "second": but("first")})


def effects(g: Game) -> Flow[str]:
    """Resolve what was played: by initiative, and of each seat the left card first."""
    while pending := course(g).pending:  # PD-PLAY-12
        g.restart()
        seat = owner(g, pending[0])
        mine = [each for each in pending if seat and each in timeline(g, seat)]
        if len(mine) > 1:
            yield from moment(g, seat, "at-play")
        if seat:
            yield from one_effect(g, seat, pending[0])  # PD-PLAY-06
        g.note(Course, "PD-PLAY-04", pending=pending[1:])
        if len(mine) == 1:
            yield from moment(g, seat, "after-effects")
    return "story"  # PD-PLAY-14


def owner(g: Game, component: str) -> Seat:
    """Say in whose timeline a card lies; nobody: ""."""
    return next((seat for seat in g.seats if component in timeline(g, seat)), "")


def one_effect(g: Game, seat: Seat, component: str) -> Flow[None]:
    """Resolve the effect of a card that was played; an ability may help where it would not."""
    deal = card(g, component).effect
    if deal is not None and component in timeline(g, seat) and not met(g, seat, component):
        step = yield from moment(g, seat, "at-play", component)
        if step:
            yield from give(g, seat, deal, step, component)
        return
    if component in timeline(g, seat):
        yield from resolve(g, seat, component)


def story(g: Game) -> Flow[str]:
    """All effects are done: what the story adds to a round."""
    yield from g.consult(ROUND_PLAYED)  # PD-ROUND-06
    return "fate"
