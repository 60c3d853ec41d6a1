"""Our figures for one game beside those of Catanatron and python-chess, in one run.

A round is a process of its own, ours and theirs in turns, so that a busy moment of the machine
hits all.  Told are the medians of the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import peers

HERE = Path(__file__).parent
ROUNDS, QUICK_ROUNDS = 7, 2
CATANATRON, CHESS = "catanatron_round.py", "chess_round.py"
QUICK_GAMES = {CATANATRON: 4, CHESS: 10}

Figures = dict[str, float]

PEERS_TABLE = (
    ("catanatron.actions_per_s", "Catanatron: actions / s, forced ones included"),
    ("catanatron.decisions_per_s", "Catanatron: actions / s where there was a choice"),
    ("chess.is_legal_per_s", "python-chess: is_legal / s"),
    ("chess.push_pop_per_s", "python-chess: push and pop / s"),
    ("chess.moves_per_s", "python-chess: is_legal and push / s"),
)
RATIOS = (
    ("our decisions : Catanatron's actions", "decisions_per_s", "catanatron.actions_per_s"),
    ("our decisions : Catanatron's choices", "decisions_per_s", "catanatron.decisions_per_s"),
    ("our answers : python-chess's moves", "answers_per_s", "chess.moves_per_s"),
)


class Bench(NamedTuple):
    """What is measured of a game of ours, and how it is told."""

    game: str
    script: str
    """What measures it once."""
    quick_games: int
    columns: dict[str, str]
    """How the figures of one way to play it begin -> what that way is called."""
    rows: tuple[tuple[str, str, str], ...]
    """Each figure, what it says, and the aim for it."""


def one_round(interpreter: Path, script: str, *games: str) -> dict[str, Any]:
    """Measure once, in a process of its own."""
    command = [str(interpreter), str(HERE / script), *games]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def measured(scripts: dict[str, Path], rounds: int, games: dict[str, int]) -> dict[str, Any]:
    """Measure all scripts in turns; give the medians of their rounds."""
    versions: dict[str, str] = {}
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for script, interpreter in scripts.items():
            told = one_round(interpreter, script, *([str(games[script])] if games else []))
            versions[script.removesuffix("_round.py")] = told["version"]
            for name, value in told["figures"].items():
                found.setdefault(name, []).append(value)
    medians = {name: statistics.median(values) for name, values in found.items()}
    return {"versions": versions, "figures": medians}


def ratios(bench: Bench, figures: Figures) -> Figures:
    """Compare with the peers that were measured, by the medians."""
    return {
        f"{column}: {says}": figures[f"{column}.{ours}"] / figures[theirs]
        for says, ours, theirs in RATIOS
        for column in bench.columns
        if theirs in figures
    }


def machine() -> dict[str, Any]:
    """Say what it was measured on."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def table(bench: Bench, report: dict[str, Any]) -> str:
    """Write everything down for people."""
    figures: Figures = report["figures"]
    on = report["machine"]
    lines = [
        f"{on['cores']} cores, Python {on['python']}, {on['system']}",
        f"medians of {report['rounds']} rounds",
        ", ".join(f"{name} {version}" for name, version in report["versions"].items()),
        "",
        f"{bench.game:34}{''.join(f'{says:>11}' for says in bench.columns.values())}   aim",
    ]
    for name, says, aim in bench.rows:
        told = (_number(figures[f"{column}.{name}"]) for column in bench.columns)
        lines.append(f"{says:34}{''.join(f'{value:>11}' for value in told)}   {aim}".rstrip())
    lines.append("")
    lines += [
        f"{says:52}{_number(figures[name]):>11}" for name, says in PEERS_TABLE if name in figures
    ]
    lines += [f"{says:52}{value:>11.2f}" for says, value in report["ratios"].items()]
    lines += [f"not measured: {reason}" for reason in report["not_measured"]]
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.3f}"


def run(bench: Bench) -> None:
    """Measure ourselves and whoever of the peers can be had, and print it."""
    parser = argparse.ArgumentParser(description=f"{bench.game}: how fast it is beside others")
    parser.add_argument("--rounds", type=int, help=f"how often each is measured ({ROUNDS})")
    parser.add_argument("--quick", action="store_true", help="few rounds of few games")
    parser.add_argument("--json", action="store_true", help="print what a program can read")
    kept = "where the environment of the others is kept (in the user's cache)"
    usual = peers.usual_folder()
    parser.add_argument("--peers", type=Path, default=usual, metavar="DIR", help=kept)
    asked = parser.parse_args()
    rounds = asked.rounds or (QUICK_ROUNDS if asked.quick else ROUNDS)
    scripts, not_measured = {bench.script: Path(sys.executable)}, []
    try:
        theirs = peers.python(asked.peers)
        scripts |= {CATANATRON: theirs, CHESS: theirs}
    except peers.NoPeers as reason:
        not_measured.append(f"the peers: {reason}")
    quick = {**QUICK_GAMES, bench.script: bench.quick_games}
    report = measured(scripts, rounds, quick if asked.quick else {})
    report["machine"], report["rounds"] = machine(), rounds
    report["ratios"] = ratios(bench, report["figures"])
    report["not_measured"] = not_measured
    print(json.dumps(report, indent=2) if asked.json else table(bench, report))
