"""Playing cards: all choose two in secret, all lay them out, then effects one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

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

Two = dict[str, str]
"""Two cards of which one comes first."""


def choose(g: Game) -> Flow[str]:
    """Let all choose two cards and their order in secret, then add them to the timelines."""
    secret = {seat: partial(plan, g, seat) for seat in g.seats}
    chosen = yield from g.together("play", secret)  # PD-PLAY-01 PD-ROUND-02
    played: list[str] = []
    for seat in order(g):  # PD-PLAY-02
        two = (chosen[seat]["first"], chosen[seat]["second"])
        g.move(two, f"hand.{seat}", f"timeline.{seat}", at=BOTTOM, rule="PD-PLAY-03")  # PD-PLAY-03
        played += two
    g.note(Course, "PD-PLAY-04", played=tuple(played), pending=tuple(played))  # PD-PLAY-04
    return "effects"


def plan(g: Game, seat: Seat) -> Flow[Two]:
    """Choose two cards of the hand, the left one first."""
    two = yield from g.ask(
        seat,
        "cards-to-play",
        lambda: pair_of(g.cards(f"hand.{seat}")),
        why="PD-PLAY-01",
        label=cards_told(g),
        always=True,
    )
    return two


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
