"""What an answer costs in a game of many components, beside the same game with few.

A table with 20,000 cards must not pay for all of them at every answer.  Told are medians, and
how many times as long each takes as in the small game.
Run it: `python tests/bench/bench_big.py [--quick]`
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tts_tool.catalog import Catalogue
from tts_tool.catalog.schema import Schema
from tts_tool.journal import Journal, Keeper
from tts_tool.kernel.entries import Accepted, Header
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import Composition, Module, Ruleset, Setup
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.timeline import Timeline

SIZES = (200, 2_000, 20_000)
PILES = 40


def table(cards: int) -> Composition:
    """Lay so many cards into forty piles; an answer draws one, and puts one back."""
    module = Module("core")

    @module.content
    def box(_: Setup) -> Iterator[Component | Place]:
        for pile in range(PILES):
            yield Place(f"pile.{pile}", "nobody")
        yield Place("hand", "owner", "red")
        for n in range(cards):
            yield Component(f"card.{n}", "card", f"pile.{n % PILES}")

    def play(g: Game) -> Flow[None]:
        while True:
            g.restart()
            pile = yield from g.ask("red", "pile", lambda: Choice((0, 1, 2)))
            g.draw(f"pile.{pile}", "hand")
            yield from g.ask("red", "keep", lambda: Choice(("yes", "no")))
            g.discard(g.cards("hand"), "hand", f"pile.{pile}")

    rules = Ruleset("big", modules=(module,), play=play, seats=("red",))
    return Composition(rules, Setup(("red",), ("core",), {}, Catalogue((), Schema())))


def timed(do: Callable[[], object], times: int) -> float:
    """Give the microseconds that something takes, the median of several."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        do()
        took.append((time.perf_counter() - start) * 1e6)
    return median(took)


def measured(cards: int, folder: Path, times: int) -> dict[str, float]:
    """Measure a game with so many cards, a hundred answers old."""
    timeline = Timeline(table(cards), Header(game="big", seats=("red",), luck=Luck("1")))

    def answer(playing: Any) -> Callable[[], object]:  # noqa: ANN401  # a timeline or a keeper
        def choose() -> object:
            game = playing if isinstance(playing, Timeline) else playing.timeline
            (decision,) = game.decisions()
            reply = playing.choose(decision, 1 if decision.name == "pile" else "yes")
            assert isinstance(reply, Accepted), reply
            return reply

        return choose

    for _ in range(100):
        answer(timeline)()
    numbers = iter(range(10_000_000))
    found = {
        "answer": timed(answer(timeline), times),
        "fork": timed(timeline.fork, times),
        "place of": timed(lambda: timeline.state.place_of(f"card.{next(numbers) % cards}"), times),
    }
    with (
        Journal(folder / str(cards), "NORMAL") as journal,
        Keeper.begin(journal, timeline) as keeper,
    ):
        found["kept answer"] = timed(answer(keeper), times)
    for _ in range(5_000):
        answer(timeline)()
    found["fork, later"] = timed(timeline.fork, times)
    return found


def main() -> None:
    """Measure all sizes in turns and print a table."""
    times = 40 if "--quick" in sys.argv else 400
    with tempfile.TemporaryDirectory() as folder:
        sizes = {cards: measured(cards, Path(folder), times) for cards in SIZES}
    small = sizes[SIZES[0]]
    print(f"{'µs':<14}" + "".join(f"{cards:>16,}" for cards in SIZES))
    for what in small:
        cells = (f"{sizes[c][what]:9.1f} ({sizes[c][what] / small[what]:5.1f})" for c in SIZES)
        print(f"{what:<14}" + "".join(f"{cell:>16}" for cell in cells))


if __name__ == "__main__":
    main()
