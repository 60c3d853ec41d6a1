"""Checks that what is taken back leaves nothing behind: undo, redo, branches, faults."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import msgspec

from tts_tool.kernel.entries import Accepted, Fault, Mark
from tts_tool.kernel.events import Happened, Moved, Rolled, Showed, Shuffled
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.play import (
    Broken,
    Deed,
    Play,
    Snapshot,
    agree,
    do,
    questions,
    same,
    snapshot,
)
from tts_tool.proof.refusals import refused
from tts_tool.proof.secrecy import asks_nothing_hidden

FURTHEST = 9
"""So many answers are taken back at most."""
BRANCHES = 1_000
"""A die of six of which one side never falls is noticed from 155 on; more find less unfair ones."""
EVERY = 10
"""The rules fail at every tenth thing that happens."""


def undone_and_redone(play: Play) -> None:
    """Before a wall, taking back leads to just the same moment, and doing again back here."""
    passed: list[Timeline] = []
    for game in play:
        passed.append(game.fork())
        back = play.random.randint(1, FURTHEST)
        to = len(game.entries) - back
        if to >= 0 and not game.wall(to):
            there, seat = game.fork(), play.match.seats[0]
            accepted("undo with everyone's consent", there.undo(seat, to, play.match.seats))
            agree("after undo", passed[to], there)
            for _ in range(back):
                accepted("redo", there.redo())
            agree("after undo and redo", game, there)
        refused("redo of nothing", game.fork().redo())


def undone_across_walls(play: Play) -> None:
    """Behind a wall it takes everyone, and all but what is drawn anew is as it was.

    What somebody is looking at stays where it is in a pile that is drawn anew.
    """
    passed: list[Timeline] = []
    for game in play:
        passed.append(game.fork())
        to = len(game.entries) - play.random.randint(1, FURTHEST)
        if to < 0 or not game.wall(to):
            continue
        before, there, seat = snapshot(game), game.fork(), play.match.seats[0]
        if len(play.match.seats) > 1:  # alone at the table nobody else is to be asked
            refused("undo without consent", game.undo(seat, to))
            same("a game after a refused undo", before, snapshot(game))
        accepted("undo with consent", there.undo(seat, to, play.match.seats[1:]))
        mark = there.entries[-1]
        piles = mark.piles if isinstance(mark, Mark) else ()
        known = apart(passed[to], piles)
        same("what a new branch doesn't draw anew", known, apart(there, piles))
        refused("redo across a wall", there.redo())
        asks_nothing_hidden(there)


def apart(game: Timeline, piles: tuple[str, ...]) -> dict[str, Any]:
    """Write a game down apart from chance and from the order in which piles lie unseen."""
    document = encode(game.state)
    document.pop("chance", None)
    shown, places = document.get("shown", {}), document["places"]
    for pile in piles:
        unseen = iter(sorted(c for c in places[pile] if c not in shown))
        places[pile] = [c if c in shown else next(unseen) for c in places[pile]]
    return {**document, "questions": questions(game)}


def chance_falls_anew(play: Play) -> None:
    """In a thousand branches over one roll the die shows its faces evenly."""
    for game in play:
        rolled = first_roll(game, game.starts[-1]) if game.starts else None
        if rolled is not None and not game.header.luck.observed:
            evenly(play, game.fork(), rolled)
            return


def first_roll(game: Timeline, since: int) -> Rolled | None:
    """Find the first die that fell before a card was drawn, which might have been another."""
    for happened in game.happened[since:]:
        match happened.event:
            case Rolled() as rolled:
                return rolled
            case Moved() | Showed() | Shuffled():
                return None
    return None


def evenly(play: Play, game: Timeline, rolled: Rolled) -> None:
    """Take one roll back again and again, and count what falls."""
    deed, to = play.steps[-1].deed, len(game.entries) - 1
    fallen: Counter[int] = Counter()
    for _ in range(BRANCHES):
        accepted("undo across a roll", game.undo(play.match.seats[0], to, play.match.seats))
        since = len(game.happened)
        accepted("the same answer in a new branch", do(game, deed))
        again = first_roll(game, since)
        if again is None or again.stream != rolled.stream:
            raise Broken(f"in a new branch {rolled.stream} is not rolled any more")
        fallen[again.values[0]] += 1
    if unlikely(fallen, rolled.sides):
        raise Broken(f"{rolled.stream} falls unevenly in {BRANCHES} branches: {dict(fallen)}")


def unlikely(fallen: Counter[int], sides: int) -> bool:
    """Tell whether a fair die does this less than once in a hundred thousand times."""
    fair = fallen.total() / sides
    distance = sum((fallen[face] - fair) ** 2 / fair for face in range(1, sides + 1))
    free = sides - 1
    return distance > free + 5 * sqrt(2 * free) + 10


def faults_taken_back(play: Play) -> None:
    """Wherever the rules fail, the answer is taken back, and the report shows it again."""
    passed = play.game.fork()
    for game in play:
        for at in range(game.starts[-1], len(game.happened)) if game.starts else ():
            if at % EVERY == 0:
                _failing(passed, play.steps[-1].deed, at - game.starts[-1])
        passed = game.fork()


def _failing(game: Timeline, deed: Deed, nth: int) -> None:
    there = game.fork()
    before: Snapshot = snapshot(there)
    fault = failed(there, deed, nth)
    same("a game after a fault", before, snapshot(there))
    report = msgspec.json.decode(msgspec.json.encode(fault), type=Fault)
    again = Timeline.replay(there.composition, report.header, report.entries)
    agree("replayed from the report of a fault", there, again)
    if isinstance(report.failed, Deed):
        found = failed(again, report.failed, nth)
        same("the fault, replayed", what_and_where(fault), what_and_where(found))
    accepted("the answer, once the rules don't fail", do(there, deed))


def what_and_where(fault: Fault) -> tuple[str, str]:
    """Say what went wrong in which line; how flows came there depends on where they began."""
    what, *_, where = fault.trace.splitlines()
    return what, where


def failed(game: Timeline, deed: Deed, nth: int) -> Fault:
    """Do something while the rules fail at the nth thing that happens."""
    game.game.happened = Brittle(game.happened, len(game.happened) + nth)
    reply = do(game, deed)
    if not isinstance(reply, Fault):
        raise Broken(f"rules that fail give {reply!r}, not a fault")
    return reply


class Sabotage(Exception):
    """Thrown in the middle of the rules."""


class Brittle(list[Happened]):
    """What has happened, up to an event that throws once."""

    def __init__(self, happened: list[Happened], holds: int) -> None:
        super().__init__(happened)
        self._holds = holds

    def append(self, happened: Happened) -> None:
        """Note what happens, as long as it holds."""
        if len(self) == self._holds:
            self._holds = -1
            raise Sabotage(type(happened.event).__name__)
        super().append(happened)


def accepted(what: str, reply: object) -> None:
    """Demand that something is done."""
    if not isinstance(reply, Accepted):
        raise Broken(f"{what} should be done, but gives {reply!r:.300}")
