"""One round of the kernel's own figures on the sample game, printed as JSON.

`bench_kernel.py` runs it in a process of its own, in turns with the rounds of the others.  What
it measures can be measured of any game.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench import peers
from tts_tool import __version__
from tts_tool.catalog import load
from tts_tool.garbage import seldom_swept
from tts_tool.journal import Journal, Keeper
from tts_tool.kernel.decisions import Decision, several
from tts_tool.kernel.entries import Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.timeline import Timeline
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

SEATS = RULESET.seats[:3]
BOXES = {"core": ("core",), "all": ("core", "storm", "guild")}
WARM_UP = 5
ANSWERS = 1_000
FEWER = 6
"""Only one of so many games is written to the disk, which is slow."""

Pick = Callable[[int], int]


def composed(
    ruleset: Ruleset, seats: tuple[Seat, ...], modules: tuple[str, ...] = ()
) -> Composition:
    """Put the boxes of a game together, once for all games that are played with them."""
    settings = {setting.name: setting.default for setting in ruleset.settings(modules)}
    cards = load(cards_dir() / ruleset.folder, ruleset.schema)
    return Composition(ruleset, Setup(seats, modules, settings, cards))


def begun(composition: Composition, seed: int) -> Timeline:
    """Begin a game of which the dice and decks follow from a number."""
    seats = composition.setup.seats
    header = Header(game=composition.ruleset.name, seats=seats, luck=Luck(str(seed)))
    return Timeline(composition, header)


def chooser(seed: int) -> Pick:
    """Give a random number from 0 to n - 1 whenever there is something to choose."""
    chance = random.Random(seed)
    return lambda n: int(chance.random() * n)


def asked(game: Timeline, pick: Pick) -> Decision[Any]:
    """Give the question that is answered next: any one, where several seats are asked."""
    while True:
        decisions = game.decisions()
        decision = decisions[pick(len(decisions))] if len(decisions) > 1 else decisions[0]
        if not game.driver.held(decision):
            return decision


def played(composition: Composition, seed: int) -> Timeline:
    """Let random bots play a game to its end."""
    game, pick = begun(composition, seed), chooser(seed)
    while not game.over:
        decision = asked(game, pick)
        game.choose(decision, decision.space().sample(pick))
    return game


def choices(composition: Composition, seed: int) -> int:
    """Count in the same game how often there were two or more ways to go on."""
    game, pick, counted = begun(composition, seed), chooser(seed), 0
    while not game.over:
        decision = asked(game, pick)
        counted += several(decision)
        game.choose(decision, decision.space().sample(pick))
    return counted


def speed(composition: Composition, games: int) -> dict[str, float]:
    """Measure games, decisions, answers and events per second of whole games."""
    answers = events = 0
    started = time.process_time()
    with seldom_swept():
        for seed in range(games):
            game = played(composition, seed)
            answers += len(game.entries)
            events += len(game.happened)
    seconds = time.process_time() - started
    decisions = sum(choices(composition, seed) for seed in range(games))
    return {
        "games_per_s": games / seconds,
        "decisions_per_s": decisions / seconds,
        "answers_per_s": answers / seconds,
        "events_per_s": events / seconds,
    }


def judging(composition: Composition, games: int) -> dict[str, float]:
    """Measure showing a question with reasons and gestures, then taking an answer by its id."""
    took = []
    for seed in range(games):
        game, pick = begun(composition, seed), chooser(seed)
        while not game.over:
            decision = asked(game, pick)
            value = decision.space().sample(pick)
            started = time.process_time()
            shown = decision.describe()
            game.answer(decision.seat, shown["id"], value)
            took.append(time.process_time() - started)
    return {"judged_per_s": len(took) / sum(took), **spread("judge", took)}


def restoring(composition: Composition, games: int) -> dict[str, float]:
    """Measure standing up a second game in the middle of an effect, from the checkpoint before."""
    took = []
    for seed in range(games):
        game, pick = begun(composition, seed), chooser(seed)
        while not game.over:
            if not game.at_restart:
                started = time.process_time()
                game.fork()
                took.append(time.process_time() - started)
            decision = asked(game, pick)
            game.choose(decision, decision.space().sample(pick))
    return spread("restore", took)


def replaying(composition: Composition, games: int) -> dict[str, float]:
    """Measure playing games again from their entries, in milliseconds for 1,000 answers."""
    answers, seconds = 0, 0.0
    for seed in range(games):
        game = played(composition, seed)
        started = time.process_time()
        Timeline.replay(composition, game.header, game.entries)
        seconds += time.process_time() - started
        answers += len(game.entries)
    return {"replay_1000_ms": seconds / answers * ANSWERS * 1e3}


def writing(composition: Composition, games: int) -> dict[str, float]:
    """Measure answers that are on the disk before the reply comes back, by the clock on the wall.

    The file lies in the user's cache: the folder for temporary files may be memory.
    """
    answers, seconds = 0, 0.0
    peers.cache().mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(dir=peers.cache()) as folder,
        Journal(Path(folder) / "games") as journal,
    ):
        for seed in range(-(-games // FEWER)):
            with Keeper.begin(journal, begun(composition, seed)) as keeper:
                seconds += written(keeper, chooser(seed))
                answers += len(keeper.timeline.entries)
    return {"durable_per_s": answers / seconds}


def written(keeper: Keeper, pick: Pick) -> float:
    """Play a game that is written down; give the seconds that its answers took."""
    seconds = 0.0
    while not keeper.timeline.over:
        decision = asked(keeper.timeline, pick)
        value = decision.space().sample(pick)
        started = time.perf_counter()
        keeper.choose(decision, value)
        seconds += time.perf_counter() - started
    return seconds


def spread(name: str, took: list[float]) -> dict[str, float]:
    """Give the middle and the slow end of many times, in milliseconds."""
    percent = statistics.quantiles(took, n=100)
    return {f"{name}_p50_ms": percent[49] * 1e3, f"{name}_p99_ms": percent[98] * 1e3}


def main() -> None:
    """Measure everything once for each set of boxes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=60)
    games = parser.parse_args().games
    figures = {}
    for boxes, modules in BOXES.items():
        composition = composed(RULESET, SEATS, modules)
        speed(composition, WARM_UP)
        for measure in (speed, judging, restoring, replaying, writing):
            for name, value in measure(composition, games).items():
                figures[f"{boxes}.{name}"] = value
    print(json.dumps({"version": __version__, "figures": figures}))


if __name__ == "__main__":
    main()
