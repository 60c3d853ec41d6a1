"""Unpacking, packing and verifying a large save, beside `tabletop-tools`, in one run.

Run it: `python tests/bench/bench_saves.py [SAVE]`. Without SAVE it is the largest of the real saves
that `tests/wants.py` tells of or, where there are none, one of our own making. Each round measures
everything once, in processes of their own and in turns, so that a busy moment of the machine hits
all. The other program is kept in the user's cache.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tests.bench import peers  # noqa: E402 - found by the line above
from tests.corpus import CORPUS  # noqa: E402
from tests.wants import reason  # noqa: E402
from tts_tool.saves.objects import Bag, Save, Token, Vector  # noqa: E402
from tts_tool.saves.tree import written  # noqa: E402
from tts_tool.saves.verifying import verify  # noqa: E402

ROUNDS = 7
BAGS, TOKENS = 60, 20
PEER = "tabletop-tools"
PINNED = {"tts": "tabletop-tools==0.7.1"}
OURS, THEIRS = "saves_round.py", "tabletop_tools_round.py"
DEEDS = {OURS: ("verify", "unpack", "pack"), THEIRS: ("unpack", "pack")}
FIGURES = ("seconds", "memory")
Told = dict[str, Any]


def once(interpreter: Path, script: str, deed: str, save: Path, folder: Path) -> Told:
    """Measure one deed in a process of its own."""
    command = [str(each) for each in (interpreter, HERE / script, deed, save, folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
    told: Told = json.loads(ran.stdout)
    return told


def one_round(who: dict[str, Path], save: Path) -> dict[tuple[str, str], Told]:
    """Measure every deed of everybody once, from nothing."""
    told = {}
    for script, interpreter in who.items():
        folder = Path(tempfile.mkdtemp())
        for deed in DEEDS[script]:
            told[script, deed] = once(interpreter, script, deed, save, folder)
        told[script, "both"] = _both(told[script, "unpack"], told[script, "pack"])
        told[script, "result"] = {"same": same(folder / "packed.json", save)}
        shutil.rmtree(folder)
    return told


def _both(one: Told, other: Told) -> Told:
    seconds = one["seconds"] + other["seconds"]
    return {"seconds": seconds, "memory": max(one["memory"], other["memory"])}


def same(one: Path, other: Path) -> bool:
    """Tell whether two files hold the same bytes."""
    return one.read_bytes() == other.read_bytes()


def medians(rounds: list[dict[tuple[str, str], Told]]) -> dict[tuple[str, str], Told]:
    """Give the middle of the figures of all rounds."""
    return {
        key: {name: statistics.median(each[key][name] for each in rounds) for name in FIGURES}
        for key, told in rounds[0].items()
        if "seconds" in told
    }


def line(says: str, told: Told, size: int) -> str:
    """Write down one deed."""
    seconds, memory = told["seconds"], told["memory"]
    rate = f"{size / 1e6 / seconds:7.1f} MB/s"
    return f"{says:34}{seconds * 1000:9.1f} ms {rate}   memory {memory / size:5.2f} x the file"


def main() -> None:
    """Choose a save, measure, and print ours beside theirs."""
    with tempfile.TemporaryDirectory() as folder:
        measure(chosen(sys.argv[1:], CORPUS, Path(folder)))
    if CORPUS:
        print(all_together({save: quickest(save.read_bytes()) for save in CORPUS}))


def quickest(data: bytes) -> float:
    """Verify a save several times; give the seconds of the processor that the best needed."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        assert verify(data, "save").differs_at is None
        seconds.append(time.process_time() - start)
    return min(seconds)


def all_together(seconds: Mapping[Path, float]) -> str:
    """Word how quickly all saves are verified, and which of them is the slowest for its size."""
    rates = {save: save.stat().st_size / 1e6 / each for save, each in seconds.items()}
    size = sum(save.stat().st_size for save in seconds) / 1e6
    slowest = min(rates, key=lambda save: rates[save])
    rate = size / sum(seconds.values())
    together = f"{len(seconds)} real saves of {size:.1f} MB together: {rate:.1f} MB/s"
    slow = f"the slowest, {slowest.name}: {rates[slowest]:.1f} MB/s"
    return f"verify, {together}   (aim: 60); {slow}"


def chosen(named: Sequence[str], corpus: Sequence[Path], folder: Path) -> Path:
    """Choose the save that was named, the largest real one, or write one of our own making."""
    if named:
        return Path(named[0])
    if corpus:
        return max(corpus, key=lambda file: file.stat().st_size)
    print(f"real saves are not measured: {reason('corpus')}")
    save = folder / "of our own making.json"
    save.write_bytes(written(Save(name="Bench", objects=(*map(_bag, range(BAGS)),)).tree()))
    return save


def _bag(bag: int) -> Bag:
    """Fill a bag with tokens, each with a short script."""
    tokens = tuple(
        Token(
            id=f"token.{bag}.{each}",
            image=f"https://x.example/{bag}/{each}.png",
            position=Vector(bag / 7, 1, each / 3),
            script="".join(f"local step{line} = {line} + {each}\n" for line in range(40)),
        )
        for each in range(TOKENS)
    )
    return Bag(id=f"bag.{bag}", nickname=f"Bag {bag}", inside=tokens)


def measure(save: Path) -> None:
    """Measure one save, ours beside theirs."""
    who = {OURS: Path(sys.executable)}
    try:
        who[THEIRS] = peers.python(peers.cache() / "bench-saves", PINNED)
    except peers.NoPeers as reason:
        print(f"not measured: {PEER}: {reason}")
    rounds = [one_round(who, save) for _ in range(ROUNDS)]
    middle, size = medians(rounds), save.stat().st_size
    print(f"{save.name}, {size} bytes, medians of {ROUNDS} rounds")
    for (script, deed), told in middle.items():
        name = "tts-tool" if script == OURS else PEER
        print(line(f"{name} {'unpack + pack' if deed == 'both' else deed}", told, size))
    for script in who:
        name = "tts-tool" if script == OURS else PEER
        print(f"{name} gives back the same bytes: {rounds[0][script, 'result']['same']}")
    if THEIRS in who:
        pairs = [(each[OURS, "both"], each[THEIRS, "both"]) for each in rounds]
        ratio = statistics.median(ours["seconds"] / theirs["seconds"] for ours, theirs in pairs)
        print(f"unpack + pack, ours : theirs {ratio:.2f}   (aim: at most 1)")
    print("aims: verify above 60 MB/s; memory below 6 x the file")


if __name__ == "__main__":
    main()
