"""How long the table takes for what the referee does by itself, counted in frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

import pytest

from tests.build.set_up import made
from tests.old_world.table import catalogue
from tests.web.refereed import Refereed, TableOf, drift
from tts_tool.kernel.entries import Accepted, Held
from tts_tool.rulesets.old_world import RULESET
from tts_tool.table import Table

SET_UP = 600
"""So many frames the referee takes to set up for five; how long people think is not in it."""
UNDO = 120
BACK = (1, 1, 8, 8, 150)
"""So many answers are taken back at once."""
SHOWN = 10
"""After so many answers the table shows what was played, or when it is to shuffle or to roll."""
DURING_SET_UP = {"board", "slot", "free-attribute"}


@contextmanager
def begun(seats: int, seed: str) -> Iterator[Refereed]:
    """Open the box and let a referee begin a game of some seats."""
    save = made().save
    with Table.open(save, seed=int(seed), seats=("Red", "Blue"), seconds=20) as table:
        table.settle()
        game = TableOf(RULESET, catalogue(), save, made().values)
        peer = Refereed.new(table, game, RULESET.seats[:seats], seed)
        peer.meet()
        yield peer
        assert table.errors == []


@pytest.mark.soak(sample=1, full=20)
def test_the_referee_sets_up_for_five(rounds: int) -> None:
    """Everything is dealt, shuffled and laid out as the rules say, in six hundred frames."""
    for seed in range(rounds):
        with begun(5, str(seed)) as peer:
            frames = peer.rest()
            while peer.asked()[0].name in DURING_SET_UP:
                asked = peer.asked()[0]
                peer.session.choose(asked, asked.space().sole()[0])
                peer.look()
                frames += peer.rest()
            assert drift(peer) == {}
            assert frames <= SET_UP, seed


def games(*, soak: bool) -> Sequence[int]:
    """Give the games, each by its seed: of all seats, or one."""
    return range(10 if soak else 1)


@pytest.mark.cases("seed", games)
@pytest.mark.soak(sample=24, full=5_000)
def test_no_undo_takes_long(seed: int, rounds: int) -> None:
    """Whatever is taken back, a step or a whole game, the table shows it in time, and truly.

    A sample plays the beginning of a game for two; else whole games of all seats are played.
    """
    chance = Random(seed)
    with begun(1 + (seed + 1) % 5, str(seed)) as peer:
        peer.rest()
        marks = [peer.session.step]
        while len(marks) <= rounds and not peer.session.over:
            asked = peer.asked()[0]
            answer = asked.space().sample(chance.randrange)
            reply = peer.session.choose(asked, answer)
            assert isinstance(reply, Accepted | Held), (asked, answer, reply)
            if peer.host.chance.open() or len(marks) % SHOWN == 0:
                peer.look()
                peer.rest()
                rolled(peer)
            marks.append(peer.session.step)
        peer.look()
        peer.rest()
        assert drift(peer) == {}
        while marks:
            to = marks.pop(-min(chance.choice(BACK), len(marks)))
            del marks[[*marks, to].index(to) :]
            if to >= peer.session.step:
                continue
            take_back(peer, to)
            peer.look()
            frames = peer.rest()
            assert frames <= UNDO, (to, frames)
            assert drift(peer) == {}


def rolled(peer: Refereed) -> None:
    """Let the table roll what waits for hands."""
    while decision := next(peer.host.chance.for_hands(), None):
        space = decision.space()
        values = space.sample(Random(peer.session.step).randrange)
        peer.session.observe(decision.name.removeprefix("chance."), list(values))
        peer.look()
        peer.rest()


def take_back(peer: Refereed, to: int) -> None:
    """Let all agree to go back."""
    first, *others = peer.session.seats
    peer.session.undo(first, to)
    for each in others:
        if peer.session.proposal is not None:
            peer.session.agree(each)
    assert peer.session.proposal is None
