"""How many answers a second are safe on the disk, and how long it takes to resume a game.

FULL forces each answer to the disk itself, `16 each` so many that wait together at once; NORMAL
leaves that to the system, which survives a killed process but not a power cut.  FULL can be no
faster than the disk: `disk` says how many bare forced writes of one page it took in between.
Run it: `python tests/bench/bench_journal.py`
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Literal

from tests.journal import playing
from tts_tool.journal import Journal, Keeper, Present, resume
from tts_tool.kernel.timeline import Timeline

GAMES = 20
TOGETHER = 16
ROUNDS = 5
FORCED = 300
AIM = 1_000


def finished(
    playing_it: Keeper | Timeline,
    pick: random.Random,
    together: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> int:
    """Play a game to its end at random, sixteen answers together; count the answers."""
    game = playing_it if isinstance(playing_it, Timeline) else playing_it.timeline
    while not game.over:
        with together():
            for _ in range(TOGETHER):
                free = [each for each in game.decisions() if not game.driver.held(each)]
                if free:
                    decision = free[pick.randrange(len(free))]
                    playing_it.choose(decision, decision.space().sample(pick.randrange))
    return len(game.entries)


def in_memory() -> float:
    """Give answers a second without a journal."""
    begun = [playing.begin(str(seed)) for seed in range(GAMES)]
    start = time.perf_counter()
    answers = sum(finished(game, random.Random(n)) for n, game in enumerate(begun))
    return answers / (time.perf_counter() - start)


def on_disk(path: Path, durability: Literal["FULL", "NORMAL"]) -> float:
    """Give answers a second that were on the disk before they were acknowledged."""
    with Journal(path, durability) as journal:
        begun = [Keeper.begin(journal, playing.begin(str(seed))) for seed in range(GAMES)]
        start = time.perf_counter()
        answers = sum(finished(keeper, random.Random(n)) for n, keeper in enumerate(begun))
        return answers / (time.perf_counter() - start)


def together(path: Path) -> float:
    """Give answers a second of which sixteen at a time were forced to the disk."""
    with Journal(path) as journal:
        begun = [Keeper.begin(journal, playing.begin(str(seed))) for seed in range(GAMES)]
        start = time.perf_counter()
        answers = sum(
            finished(keeper, random.Random(n), journal.together) for n, keeper in enumerate(begun)
        )
        return answers / (time.perf_counter() - start)


def bare(path: Path) -> float:
    """Give how often a second the disk itself takes a little and says that it has it."""
    with path.open("wb", buffering=0) as file:
        start = time.perf_counter()
        for _ in range(FORCED):
            file.write(bytes(4096))
            os.fsync(file.fileno())
        return FORCED / (time.perf_counter() - start)


def resuming(path: Path) -> float:
    """Give the milliseconds it takes to resume a finished game, cards and rules loaded."""
    composition = playing.compose(playing.cards())
    with Journal(path) as journal:
        game = journal.games()[0].id
        header = playing.header(composition, journal.show(game).legs[0].header.luck.seed)
        start = time.perf_counter()
        resume(journal, game, lambda _: Present(composition, header))
        return (time.perf_counter() - start) * 1000


def main() -> None:
    """Measure each in turn, several times, and print the median."""
    with tempfile.TemporaryDirectory() as folder:
        rates: dict[str, list[float]] = {
            "memory": [],
            "disk": [],
            "FULL": [],
            "16 each": [],
            "NORMAL": [],
        }
        times = []
        for number in range(ROUNDS):
            rates["memory"].append(in_memory())
            rates["disk"].append(bare(Path(folder) / "bare"))
            rates["FULL"].append(on_disk(Path(folder) / f"full{number}", "FULL"))
            rates["16 each"].append(together(Path(folder) / f"together{number}"))
            rates["NORMAL"].append(on_disk(Path(folder) / f"normal{number}", "NORMAL"))
            times.append(resuming(Path(folder) / f"full{number}"))
    for name, several in rates.items():
        low, median, high = (sorted(several)[at] for at in (0, ROUNDS // 2, -1))
        print(f"{name:<8}{median:>8,.0f} a second   ({low:,.0f} to {high:,.0f})")
    print(f"aim     {AIM:>8,} durable answers a second")
    print(f"resume a finished game: {sorted(times)[ROUNDS // 2]:.1f} ms")


if __name__ == "__main__":
    main()
