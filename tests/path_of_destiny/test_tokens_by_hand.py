"""Losing and gaining symbols by hand: a token is taken, or a cover is laid on a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.path_of_destiny.real_table import Sat, begun, open_table, played
from tests.path_of_destiny.test_bindings import GAMES
from tts_tool.kernel.decisions import Decision, Press
from tts_tool.kernel.entries import Answer
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.hands import gesture_for

NOTICED = 150
"""So many frames pass until a table has noticed that a heap is another one."""
ABOVE = 1.5
ASIDE = (20.0, 3.0, -9.0)


class Loss(NamedTuple):
    """A moment at which a seat may lose a symbol in a way, and the heap that shows it."""

    game: Timeline
    seat: str
    way: str
    heap: str


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(begun(5, "first")) as sat:
        yield sat


def losses(prefix: str) -> Iterator[Loss]:
    """Find moments at which a symbol may be lost as a token, or under a cover."""
    for seats, seed in GAMES:
        for game in played(seats, seed):
            for decision in game.decisions():
                if decision.name == "lose":
                    yield from ways(game, decision, prefix)


def ways(game: Timeline, decision: Decision[str], prefix: str) -> Iterator[Loss]:
    """Give the ways to lose one that begin so."""
    for option in decision.space().options():
        gesture = gesture_for(decision, option.value)
        if option.value.startswith(prefix) and option.rejection is None:
            assert isinstance(gesture, Press)
            yield Loss(game.fork(), decision.seat, option.value, gesture.button)


def middle(sat: Sat, track: str) -> tuple[float, float, float]:
    """Say where tokens are laid for a track."""
    spot = sat.top.built.tracks[track]["values"]["0"]
    return (spot["x"], spot["y"] + ABOVE, spot["z"])


def came_of_it(sat: Sat, loss: Loss, before: int) -> None:
    """Wait until the table has noticed; then it is the answer, and table and rules agree."""
    sat.top.table.run(NOTICED)
    sat.settle()
    taken = sat.session.timeline.entries[before:]
    assert taken, sat.heard(loss.seat)[-2:]
    assert isinstance(taken[0], Answer)
    assert taken[0].value == loss.way
    assert sat.top.drift() == {}


@pytest.mark.rule("PD-SYM-04")
def test_a_cover_is_laid_on_a_card(table: Sat) -> None:
    """Out of the bag, onto the card's symbol; that card is what was meant."""
    loss = next(each for each in losses("action."))
    table.lay(loss.game)
    before = len(table.session.timeline.entries)
    bag = next(each for each in table.top.table.objects if each.nickname == "Covers")
    player = table.player(loss.seat)
    token = player.pull(bag)
    player.drop_at(token, middle(table, loss.heap))
    came_of_it(table, loss, before)
    assert table.session.state.tracks[loss.heap] == 1


@pytest.mark.rule("PD-SYM-04")
def test_a_token_is_taken_from_the_pool(table: Sat) -> None:
    """Whichever lies there, it is one of that symbol."""
    loss = next(each for each in losses("token."))
    table.lay(loss.game)
    before, held = len(table.session.timeline.entries), loss.game.state.tracks[loss.heap]
    x, _, z = middle(table, loss.heap)
    near = [
        each
        for each in table.top.table.objects
        if each.kind == "Tile" and max(abs(each.position[0] - x), abs(each.position[2] - z)) < 1.5
    ]
    assert len(near) == held
    player = table.player(loss.seat)
    assert player.pick_up(near[0])
    player.drop_at(near[0], ASIDE)
    came_of_it(table, loss, before)
