"""What has only one answer is not asked; that it was not leaves a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.kernel.tiny import Rules, begun, do, keys, told
from tts_tool.kernel.entries import Header
from tts_tool.kernel.events import Event, Forced
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import ALWAYS_ASK
from tts_tool.kernel.spaces import Choice, Space, Subset
from tts_tool.kernel.timeline import Timeline

WHY_NOT = Rejection("too-dear", {"cost": 3}, "T-1")


def refused(value: str) -> Rejection | None:
    """Let only the first be chosen."""
    return None if value == "walk" else WHY_NOT


def words(value: object) -> dict[str, str]:
    """Call an option something."""
    return {"en": f"to {value}", "de": f"{value}en"}


def asking(space: Callable[[], Space[Any]], *, read: bool = False) -> Rules:
    """Ask one question, and then one that has several answers."""

    def play(g: Game) -> Flow[None]:
        g.restart()
        yield from g.ask("ann", "way", space, why="T-1", label=words, read=read)
        yield from g.ask("ann", "then", lambda: Choice(("on", "off")))

    return play


def forced(timeline: Timeline) -> list[Event]:
    """List the traces."""
    found = (happened.event for happened in timeline.happened)
    return [event for event in found if isinstance(event, Forced)]


def test_a_trace() -> None:
    """Who was not asked, for what, what was taken, and in which words."""
    timeline = begun(asking(lambda: Choice(("walk", "ride"), refused)))
    assert keys(timeline) == ["then/ann"]
    assert [event.told() for event in forced(timeline)] == [
        {
            "event": "forced",
            "decision": "way/ann",
            "seat": "ann",
            "value": "walk",
            "why": "T-1",
            "words": {"en": "to walk", "de": "walken"},
        }
    ]


def test_what_was_to_be_read() -> None:
    """A choice that shows something to read leaves all that it offered, with the reasons."""
    timeline = begun(asking(lambda: Choice(("walk", "ride"), refused), read=True))
    (event,) = forced(timeline)
    walk, ride = event.told()["read"]
    assert walk == {"value": "walk", "words": {"en": "to walk", "de": "walken"}}
    assert (ride["value"], ride["rejection"]["code"]) == ("ride", "too-dear")


@pytest.mark.parametrize("space", [Subset(()), Subset(("a", "b"), 0, 0)])
def test_no_trace_of_nothing(space: Space[Any]) -> None:
    """Where there is nothing to take nothing is told."""
    assert forced(begun(asking(lambda: space))) == []


def test_no_trace_of_a_real_choice() -> None:
    """What was asked leaves its answer and nothing else."""
    timeline = begun(asking(lambda: Choice(("walk", "ride"))))
    do(timeline, "way/ann", "ride")
    assert forced(timeline) == []


def test_no_trace_inside_a_secret() -> None:
    """How far a secret choice has come is nobody's business."""

    def secret(g: Game, seat: str) -> Flow[str]:
        yield from g.ask(seat, "way", lambda: Choice(("walk",)))
        return (yield from g.ask(seat, "spot", lambda: Choice(("north", "south"))))

    def play(g: Game) -> Flow[None]:
        g.restart()
        yield from g.together("scheme", {seat: lambda s=seat: secret(g, s) for seat in g.seats})  # type: ignore[misc]

    timeline = begun(play)
    assert set(keys(timeline)) == {f"spot/{seat}" for seat in timeline.composition.setup.seats}
    assert forced(timeline) == []


def test_no_trace_where_flows_side_by_side_are_entered() -> None:
    """Who skips a first question leaves none: going back to it would tell it once more."""

    def stall(g: Game, seat: str) -> Flow[None]:
        g.restart()
        yield from g.ask(seat, "way", lambda: Choice(("walk",)))
        yield from g.ask(seat, "then", lambda: Choice(("on", "off")), always=True)

    def play(g: Game) -> Flow[None]:
        g.restart()
        yield from g.interleave({seat: lambda s=seat: stall(g, s) for seat in g.seats})  # type: ignore[misc]

    timeline = begun(play)
    before = told(timeline)
    assert forced(timeline) == []
    do(timeline, "then/bob", "on")
    timeline.undo("bob")
    assert told(timeline) == before


@pytest.mark.parametrize(("value", "first"), [("no", "then/ann"), ("yes", "way/ann")])
def test_always_ask(value: str, first: str) -> None:
    """A game may be set to ask all the same; then the answer is given, and there is no trace."""
    rules = asking(lambda: Choice(("walk", "ride"), refused))
    there = begun(rules).composition
    settings = {ALWAYS_ASK.name: value}
    setup = Setup(there.setup.seats, there.setup.modules, settings, there.setup.cards)
    header = Header(game="tiny", seats=setup.seats, settings=settings, luck=Luck(seed="tiny"))
    timeline = Timeline(Composition(there.ruleset, setup), header)
    assert keys(timeline) == [first]
    assert len(forced(timeline)) == (value == "no")


def test_every_game_can_be_set_to_always_ask() -> None:
    """No ruleset needs to declare it."""
    ruleset: Ruleset = begun(asking(lambda: Choice(("walk",)))).composition.ruleset
    assert ALWAYS_ASK in tuple(ruleset.settings(()))
