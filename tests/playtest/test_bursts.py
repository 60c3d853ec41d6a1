"""Hands are quicker than messages: what was legal when it was done is done, and in that order."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.old_world.moments import played
from tests.old_world.real_table import COLOURS, Sat
from tests.old_world.table import catalogue
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import TABLE, Decision, Gesture, Move, Press, Turn
from tts_tool.kernel.entries import Accepted, Answer
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.hands import gesture_for
from tts_tool.playtest.stage import old_world
from tts_tool.playtest.stormy import Stormy, StormyWay
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.choosing import choices
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.meeting import VETOES
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.told import Told, Verdict
from tts_tool.rulesets.old_world import RULESET

MANY = 3
WITHIN = 3
"""Frames, 50 ms: so long three gestures take."""
LATE = 12
"""Frames, 200 ms: so long each message takes."""
GAMES = ((2, "b1"), (3, "c1"))
PLANS = 6
"""So many answers are thought of at each moment."""


class Burst(NamedTuple):
    """A moment, and what one seat does in it, one after the other."""

    game: Timeline
    seat: str
    deeds: tuple[Gesture, ...]
    together: int
    """So many of them are one answer."""
    answers: tuple[str, ...]
    """What is answered by them."""


def burst(game: Timeline, bot: RandomBot) -> Burst | None:
    """Find three things that somebody may do with hands now, each legal after the one before."""
    fork = game.fork()
    deeds: list[Gesture] = []
    answers: list[str] = []
    seat, together = "", 0
    while len(deeds) < MANY:
        asked = [d for d in fork.decisions() if not fork.driver.held(d)]
        if not asked or asked[0].seat == TABLE or (seat and asked[0].seat != seat):
            return None
        decision, seat = asked[0], asked[0].seat
        answer = bot.answer(decision)
        tops: Counter[str] = Counter()
        for gesture in by_hand(decision, answer):
            done = real(gesture, fork, tops)
            if done is None:
                return None
            deeds.append(done)
        if not isinstance(fork.choose(decision, answer), Accepted):
            return None
        together = together or len(deeds)
        answers += [decision.key] if len(deeds) <= MANY else []
    if len({each.component for each in deeds[:MANY] if isinstance(each, Move | Turn)}) < MANY:
        return None  # what is laid and taken up again within 50 ms was never seen to lie there
    return Burst(game.fork(), seat, tuple(deeds[:MANY]), together, tuple(answers))


def by_hand(decision: Decision[Any], answer: object) -> Iterator[Gesture | None]:
    """Say what hands do for an answer, choice by choice."""
    if isinstance(decision.bind, str):
        yield None
        return
    for choice in choices(decision.space(), answer):
        yield gesture_for(decision, choice)


def real(gesture: Gesture | None, game: Timeline, tops: Counter[str]) -> Gesture | None:
    """Name what lies on top of a place, where only that is said; None if hands can't do it."""
    if not isinstance(gesture, Move | Turn):
        return None
    if not gesture.component.endswith("/top"):
        return gesture
    place = gesture.component.removesuffix("/top")
    left = game.state.places[place][tops[place] :]
    tops[place] += 1
    return msgspec.structs.replace(gesture, component=left[0]) if left else None


def bursts() -> Iterator[Burst]:
    """Give one of each kind in the order in which they are met, then more of each in turn."""
    known: dict[tuple[str, ...], list[Burst]] = {}
    for seats, seed in GAMES:
        for game in played(seats, seed):
            for kind, found in bursts_now(game).items():
                if kind in known:
                    known[kind].append(found)
                else:
                    known[kind] = []
                    yield found
    for several in zip_longest(*known.values()):
        yield from filter(None, several)


def bursts_now(game: Timeline) -> dict[tuple[str, ...], Burst]:
    """Find by their kinds what may be done at a moment."""
    plans = (burst(game, RandomBot(f"{len(game.entries)} {number}")) for number in range(PLANS))
    return {tuple(map(kind_of, found.deeds)): found for found in plans if found is not None}


def kind_of(gesture: Gesture) -> str:
    """Say what kind of gesture something is."""
    return gesture.target.partition(".")[0] if isinstance(gesture, Move) else "turn"


@contextmanager
def late_table(folder: Path) -> Iterator[Sat]:
    """Open a table to and from which each message takes two tenths of a second."""
    with Journal(folder, durability="NORMAL") as journal, asyncio.Runner() as runner:
        kept = old_world().begin(journal, 5, "late")
        top = Stormy(old_world(), journal, kept, StormyWay(latest=LATE, earliest=LATE), seed=0)
        runner.run(top.__aenter__())
        try:
            runner.run(top.settle())
            yield Sat(top, runner, COLOURS)
            assert [str(each) for each in top.table.errors] == []
        finally:
            runner.run(top.__aexit__(None, None, None))


@pytest.mark.soak(sample=3, full=60)
@pytest.mark.timeout(900)
def test_three_in_a_row(rounds: int, tmp_path: Path) -> None:
    """Of three gestures in 50 ms none is refused, though nobody has heard of the first yet."""
    with late_table(tmp_path / "games") as sat:
        done = 0
        for number, found in enumerate(islice(bursts(), rounds)):
            sat.lay(found.game.fork(), proven=VETOES if number % 2 else ())
            done_in_a_row(sat, found)
            done += 1
        assert done == rounds


def done_in_a_row(sat: Sat, found: Burst) -> None:
    """Do it; all is done, in that order, and the table shows it."""
    said, verdicts = overheard(sat)
    hands, begun = sat.hands(found.seat), sat.top.table.frame
    for deed in found.deeds:
        assert hands.do(deed), (found.deeds, deed, sat.heard(found.seat)[-2:])
    assert sat.top.table.frame - begun <= WITHIN
    sat.settle()
    assert [each.gesture for each in said] == list(found.deeds)
    assert [(each.done, each.say) for each in verdicts] == [(True, "")] * MANY
    assert sat.top.drift() == {}, found.deeds


@pytest.mark.long
def test_two_at_once(tmp_path: Path) -> None:
    """While one seat gives an answer another wants to look through its deck: nothing is refused.

    Hardly any answer takes more than one gesture, so in these games it is always the same.
    """
    found = next(each for each in bursts() if each.together > 1)
    with late_table(tmp_path / "games") as sat:
        for proven in ((), VETOES):
            sat.lay(found.game.fork(), proven=proven)
            other = next(seat for seat in sat.session.seats if seat != found.seat)
            (look,) = [d for d in sat.session.beside(other) if d.name == "look-through"]
            said, verdicts = overheard(sat)
            hands = sat.hands(found.seat)
            assert hands.do(found.deeds[0])
            sat.player(other).click(press_for(look, "look"))
            assert hands.do(found.deeds[1])
            sat.settle()
            ours = [each.gesture for each in said if each.colour == COLOURS[found.seat]]
            assert ours == list(found.deeds[:2])
            assert len(said) == MANY
            assert [each.done for each in verdicts] == [True] * MANY
            taken = {d.name for d in sat.session.open(other)} | {d.to for d in waiting(sat)}
            assert [name for name in taken if name.startswith("look")]
            assert sat.top.drift() == {}


@pytest.mark.soak(sample=3, full=60)
@pytest.mark.timeout(900)
@pytest.mark.long
def test_a_look_in_between(rounds: int, tmp_path: Path) -> None:
    """Whenever another seat begins to look through its deck, three gestures in a row are done."""
    with late_table(tmp_path / "games") as sat:
        begun = (e for e in bursts() if e.game.state.acting == e.seat and looker(e))
        done = 0
        for number, found in enumerate(islice(begun, rounds)):
            sat.lay(found.game.fork(), proven=VETOES if number % 2 else ())
            looked_in_between(sat, found, when=number % MANY)
            done += 1
        assert done == rounds


def looker(found: Burst) -> str:
    """Name another seat that may look through its deck: who is in a fight, too, may not."""
    may = (
        each.seat
        for each in found.game.beside()
        if each.name == "look-through" and each.space().check("look") == "look"
    )
    return next((seat for seat in may if seat != found.seat), "")


def looked_in_between(sat: Sat, found: Burst, *, when: int) -> None:
    """Do it while another seat looks, for which all wait; then it is done, in that order."""
    other = looker(found)
    (look,) = [d for d in sat.session.beside(other) if d.name == "look-through"]
    said, verdicts = overheard(sat)
    hands = sat.hands(found.seat)
    for number, deed in enumerate(found.deeds):
        if number == when:
            sat.player(other).click(press_for(look, "look"))
        assert hands.do(deed), (found.deeds, deed, sat.heard(found.seat)[-2:])
    sat.settle()
    ours = [each.gesture for each in said if each.colour == COLOURS[found.seat]]
    assert ours == list(found.deeds)
    assert [each.done for each in verdicts] == [True] * (MANY + 1), (verdicts, found.deeds)
    while any(d.name == "look" for d in sat.session.open(other)):
        sat.press(other, "look", "done")
    assert answered(sat.session, found.seat, since=len(found.game.entries)) == found.answers
    assert sat.top.drift() == {}


def answered(session: Session, seat: str, *, since: int) -> tuple[str, ...]:
    """List the questions that a seat has answered."""
    fresh = session.timeline.entries[since:]
    return tuple(each.decision for each in fresh if isinstance(each, Answer) and each.seat == seat)


def test_what_waits_outlives_its_referee(tmp_path: Path) -> None:
    """What hands did while their seat had to wait is done by the next referee, in that order."""
    with Journal(tmp_path / "games", durability="NORMAL") as journal:
        with Session.new(RULESET, catalogue(), seats=2, seed="waits", journal=journal) as session:
            kept, found = str(session.kept_as), three_answers(session)
            other = next(seat for seat in session.seats if seat != found.seat)
            (look,) = [d for d in session.beside(other) if d.name == "look-through"]
            deeds = [
                (other, Press(press_for(look, "look"))),
                *((found.seat, d) for d in found.deeds),
            ]
            done = reported(Host(session, COLOURS), deeds, first=1)
            assert done == [True] * len(deeds)
        with Session.resume(journal, kept, RULESET, catalogue()) as session:
            (asked,) = [d for d in session.open(other) if d.name == "look"]
            assert reported(
                Host(session, COLOURS), [(other, Press(press_for(asked, "done")))], first=9
            )
            assert answered(session, found.seat, since=len(found.game.entries)) == found.answers


@pytest.mark.parametrize("lent", ["looks", "answers"])
def test_what_waits_of_who_plays_two_seats(lent: str, tmp_path: Path) -> None:
    """Of both seats of one person one looks and the other goes on: that waits, and is done then."""
    with (
        Journal(tmp_path / "games", durability="NORMAL") as journal,
        Session.new(RULESET, catalogue(), seats=3, seed="waits", journal=journal) as session,
    ):
        found = three_answers(session)
        other = next(seat for seat in session.seats if seat != found.seat)
        own, also = (found.seat, other) if lent == "looks" else (other, found.seat)
        (look,) = [d for d in session.beside(other) if d.name == "look-through"]
        host = Host(session, COLOURS)
        host.seating.lend(also, COLOURS[own])
        deeds = [(own, Press(press_for(look, "look"))), *((own, d) for d in found.deeds)]
        assert reported(host, deeds, first=1) == [True] * len(deeds)
        assert answered(session, found.seat, since=len(found.game.entries)) == ()
        (asked,) = [d for d in session.open(other) if d.name == "look"]
        assert reported(host, [(own, Press(press_for(asked, "done")))], first=9) == [True]
        assert answered(session, found.seat, since=len(found.game.entries)) == found.answers


def three_answers(session: Session) -> Burst:
    """Play until somebody can give three answers by hand, one after the other."""
    bot = RandomBot("waits")
    while not session.over:
        for number in range(PLANS):
            found = burst(session.timeline, RandomBot(f"{session.step} {number}"))
            if found and session.state.acting == found.seat and len(found.answers) == MANY:
                return found
        asked = next(d for d in session.open("*") if not session.waits_for(d))
        assert isinstance(session.choose(asked, bot.answer(asked)), Accepted)
    raise AssertionError


def reported(host: Host, deeds: Sequence[tuple[str, Gesture]], *, first: int) -> list[bool]:
    """Report what hands did; tell of each whether it was taken."""
    host.received(reports.Hello())
    for n, (seat, gesture) in enumerate(deeds, first):
        done = {"n": n, "colour": COLOURS[seat], "gesture": msgspec.to_builtins(gesture)}
        host.received(reports.read({"kind": "gestured", "ahead": n > first + 1, **done}))
    return [host.verdict(n).done for n, _ in enumerate(deeds, first)]


def waiting(sat: Sat) -> tuple[Any, ...]:
    """List what was answered and waits until others are done."""
    return tuple(sat.session.timeline.waiting)


def overheard(sat: Sat) -> tuple[list[reports.Gestured], list[Verdict]]:
    """Listen to what hands are said to have done, and what became of it."""
    said: list[reports.Gestured] = []
    verdicts: list[Verdict] = []
    received = sat.host.received

    def listening(report: reports.Report) -> Told:
        told = received(report)
        said.extend([report] if isinstance(report, reports.Gestured) else [])
        verdicts.extend(told.verdicts)
        return told

    sat.host.received = listening  # type: ignore[method-assign]
    return said, verdicts
