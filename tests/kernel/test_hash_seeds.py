"""The same header and answers give the same states and events in every process."""

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tts_tool.catalog import load
from tts_tool.kernel.entries import Accepted, AnyEntry, Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.module import Composition, Setup
from tts_tool.kernel.position import canonical
from tts_tool.kernel.timeline import Timeline
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

ROOT = Path(__file__).parents[2]
MODULES = tuple(module.name for module in RULESET.modules)
HEADER = Header(game="night-market", seats=RULESET.seats[:3], luck=Luck(seed="hash"))


def composition() -> Composition:
    """Put the whole night market together."""
    cards = load(cards_dir() / "night_market", RULESET.schema)
    settings = {setting.name: setting.default for setting in RULESET.settings(MODULES)}
    return Composition(RULESET, Setup(HEADER.seats, MODULES, settings, cards))


def played(seed: int) -> Timeline:
    """Play a game to the end at random, now and then taking offers and second thoughts."""
    chance, timeline = random.Random(seed), Timeline(composition(), HEADER)
    while not timeline.over:
        beside = timeline.beside() if chance.random() < 0.2 else []
        free = [d for d in beside or timeline.decisions() if not timeline.driver.held(d)]
        if free:
            decision = chance.choice(free)
            answer = decision.space().sample(chance.randrange)
            assert isinstance(timeline.choose(decision, answer), Accepted)
    return timeline


def digests(entries: list[AnyEntry]) -> Iterator[str]:
    """Play a game again and digest, entry by entry, its state, its events and what is open."""
    timeline, told = Timeline(composition(), HEADER), 0
    for entry in entries:
        timeline.again(entry)
        events = [
            (one.event.told(), one.rule, one.audience, one.wall) for one in timeline.happened[told:]
        ]
        open_now = [d.describe() for d in (*timeline.decisions(), *timeline.beside())]
        told = len(timeline.happened)
        # In the order in which they stand: sorting here would hide an order that varies.
        shown = msgspec.json.encode((events, open_now)) + canonical(timeline.state)
        yield hashlib.sha256(shown).hexdigest()


def report() -> None:
    """Print the digests of the game whose entries come in; runs in a process of its own."""
    entries = msgspec.json.decode(sys.stdin.buffer.read(), type=list[AnyEntry])
    sys.stdout.write("\n".join(digests(entries)))


def reported(entries: bytes, hash_seed: str) -> list[str]:
    """Let another process, with a hash seed of its own, play the game again."""
    code = "from tests.kernel.test_hash_seeds import report; report()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=entries,
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout.decode().split("\n")


@pytest.mark.soak(sample=2, full=20)
def test_two_processes_play_the_same_game(rounds: int) -> None:
    """Processes with different hash seeds agree after each entry on all there is to see."""
    for seed in range(rounds):
        timeline = played(seed)
        entries = msgspec.json.encode(timeline.entries)
        first, second = (reported(entries, hash_seed) for hash_seed in ("1", "4242"))
        assert len(first) == len(timeline.entries) > 50
        assert first == second == list(digests(timeline.entries))
