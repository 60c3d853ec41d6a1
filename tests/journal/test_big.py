"""What an answer costs in a game of many components: as many steps as in the same game with few.

Counted are the steps of Python's interpreter, which are the same on every machine, and the letters
that are fingerprinted; `tests/bench/bench_big.py` measures the time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.bench.bench_big import table
from tts_tool.journal import Journal, Keeper, writing
from tts_tool.journal.deltas import difference
from tts_tool.kernel.entries import Accepted, Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.timeline import Timeline

FEW, MANY = 80, 20_000
"""Two in each of forty piles, and five hundred."""


def steps(do: Callable[[], object]) -> int:
    """Count the steps of the interpreter that something takes."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - itself
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(before)
    return count


def begun(cards: int) -> Timeline:
    """Begin a game with so many cards, and look once where they lie."""
    game = Timeline(table(cards), Header(game="big", seats=("red",), luck=Luck("1")))
    game.state.place_of("card.0")
    return game


def answer(playing: Timeline | Keeper) -> object:
    """Draw a card, or put it back."""
    game = playing if isinstance(playing, Timeline) else playing.timeline
    (decision,) = game.decisions()
    reply = playing.choose(decision, 1 if decision.name == "pile" else "yes")
    assert isinstance(reply, Accepted), reply
    return reply


def ten(playing: Timeline | Keeper) -> Callable[[], object]:
    """Answer ten times."""
    return lambda: [answer(playing) for _ in range(10)]


def test_an_answer_walks_over_nothing() -> None:
    """To answer takes as many steps with many components as with few; so does a second game."""
    few, many = begun(FEW), begun(MANY)
    for game in (few, many):
        game.fork()  # what follows from the rules alone is found by the first
    assert steps(ten(few)) == steps(ten(many))
    assert steps(few.fork) == steps(many.fork)


def test_what_has_moved_is_found_at_once() -> None:
    """Where a component lies is known from its moves, without a look into the piles."""
    few, many = begun(FEW), begun(MANY)
    for game in (few, many):
        ten(game)()
        answer(game)
    (drawn,) = many.state.places["hand"]
    found = [steps(lambda: few.state.place_of("card.0")), steps(lambda: many.state.place_of(drawn))]
    assert found[0] == found[1]
    assert many.state.place_of(drawn) == "hand"


def test_a_draw_from_a_long_pile_is_told_at_once() -> None:
    """What a restart point says of a pile takes as many steps as of a short one."""
    counted = []
    for cards in (FEW, MANY):
        deck = [f"card.{n}" for n in range(cards)]
        was, now = {"deck": deck, "hand": []}, {"deck": deck[1:], "hand": deck[:1]}
        counted.append(steps(partial(difference, was, now)))
    assert counted[0] == counted[1]


@contextmanager
def fingerprinted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Note how much is fingerprinted meanwhile."""
    sizes: list[int] = []

    def counted(data: bytes, **how: Any) -> Any:  # noqa: ANN401 - as hashlib has it
        sizes.append(len(data))
        return blake2b(data, **how)

    with monkeypatch.context() as patched:
        patched.setattr(writing, "blake2b", counted)
        yield sizes


def test_a_kept_answer_walks_over_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an answer the pile and the hand are written that have changed, not the whole table."""
    counted = []
    for cards in (FEW, MANY):
        with (
            Journal(tmp_path / str(cards), "NORMAL") as journal,
            Keeper.begin(journal, begun(cards)) as keeper,
        ):
            for _ in range(2):  # up to the first restart point, which is compared as a whole
                answer(keeper)
            with fingerprinted(monkeypatch) as sizes:
                counted.append((steps(ten(keeper)), len(sizes)))
        # Of each answer the whole, and a pile and the hand as they are and were at a restart.
        assert 10 < len(sizes) <= 10 * (1 + 4)
        assert sum(sizes) < 20 * len('"card.20000",') * cards // 40 + 10 * 1_000
    assert counted[0] == counted[1]
