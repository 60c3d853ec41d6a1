"""A storm of made-up attacks on one surface, in a process that is watched for time and memory.

A surface is a module with `attack(pick, folder)`, which harms whatever it can in a folder of its
own and gives None, or says what went wrong. The process, `python -m tests.attacks.storm MODULE
FIRST LAST`, tells of each attack before the next, so a hang has a number. Whatever it leaves lies
in a folder that goes with it.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NamedTuple

from tests.attacks.weapons import PRIVATE, somebody_elses
from tests.bench.memory import children, peak

__all__ = ["GROWTH", "LATEST", "Storm", "storm"]

LATEST = 10.0
"""Seconds of the processor that one attack may take; who waits for ever hangs."""

GROWTH = 500 * 10**6
"""Bytes by which the process may grow in all."""

ROOT = Path(__file__).parents[2]
_START = 600.0
_PATIENCE = 30


class Storm(NamedTuple):
    """What came of it: how many attacks there were, the worst of them, and what went wrong."""

    attacks: int
    slowest: float
    growth: int
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        grown = f"{self.growth / 1e6:.0f} MB of growth"
        return f"{self.attacks} attacks, the slowest {self.slowest:.2f} s, {grown}, wrong: " + (
            "; ".join(self.wrong) or "nothing"
        )


def storm(surface: str, count: int, begin: int = 0) -> Storm:
    """Attack so many times; an attack that hangs is ended and told, and the next ones go on."""
    told: list[dict[str, Any]] = []
    wrong: list[str] = []
    first, last = begin, begin + count
    while first < last:
        with tempfile.TemporaryDirectory(prefix="storm-", ignore_cleanup_errors=True) as folder:
            rows, hung = _some(surface, first, last, folder)
        told += rows
        first += len(rows)
        if hung is not None:
            wrong.append(f"{surface} {first}: {hung}")
            first += 1
    wrong += [f"{surface} {row['seed']}: {row['wrong']}" for row in told if row["wrong"]]
    slowest = max((row["seconds"] for row in told), default=0.0)
    growth = max((row["growth"] for row in told), default=0)
    return Storm(first - begin, slowest, growth, tuple(wrong))


def _some(
    surface: str, first: int, last: int, folder: str
) -> tuple[list[dict[str, Any]], str | None]:
    """Let one process attack until it is done, hangs or ends; say which."""
    command = [sys.executable, "-m", "tests.attacks.storm", surface, str(first), str(last)]
    rows: list[dict[str, Any]] = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONUTF8": "1", **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)},
    ) as process:
        lines: queue.Queue[bytes] = queue.Queue()
        assert process.stdout is not None
        reader = threading.Thread(target=_read, args=(process.stdout, lines), daemon=True)
        reader.start()
        try:
            while line := lines.get(timeout=_START if not rows else _PATIENCE * LATEST):
                rows.append(json.loads(line))
        except queue.Empty:
            process.kill()
            return rows, f"no end in {_PATIENCE * LATEST:.0f} s"
    if first + len(rows) < last:
        return rows, f"its process ended with code {process.returncode}"
    return rows, None


def _read(stream: Any, lines: queue.Queue[bytes]) -> None:  # noqa: ANN401 - a pipe
    for line in stream:
        lines.put(line)
    lines.put(b"")


def _attack_all(surface: str, first: int, last: int) -> None:
    """Attack with each seed in turn; be told apart from what attacks print."""
    telling = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    module = importlib.import_module(surface)
    home = Path(tempfile.mkdtemp(prefix="seeds-"))
    idle = peak()
    try:
        for seed in range(first, last):
            folder = home / str(seed)
            folder.mkdir()
            os.chdir(folder)
            start = _used()
            wrong = _problem(module, seed, folder)
            row = {"seed": seed, "seconds": _used() - start, "wrong": wrong}
            telling.write(json.dumps({**row, "growth": max(peak(), children()) - idle}) + "\n")
            telling.flush()
            os.chdir(home)
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.chdir(ROOT)


def _used() -> float:
    """Say for how long the processor has worked for us and for whom we have started."""
    return sum(os.times()[:4])


def _problem(module: Any, seed: int, folder: Path) -> str | None:  # noqa: ANN401 - a surface
    try:
        found: str | None = module.attack(random.Random(seed), folder)
        if somebody_elses().read_bytes() != PRIVATE:
            found = "it has written into a file that lies elsewhere"
            somebody_elses().write_bytes(PRIVATE)
    except Exception as error:  # noqa: BLE001 - an attack that succeeds is what we look for
        return f"{type(error).__name__}: {error}"[:500]
    return found


if __name__ == "__main__":
    _attack_all(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
