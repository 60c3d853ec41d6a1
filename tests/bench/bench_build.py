"""How long a build takes: from nothing, with nothing to do, after editing one card.

Each figure of a command is a process of its own, as a person types it, with a checkout, a cache and
an output folder of its own; Python keeps what it compiles, as it does for people, also where the
environment tells it not to. An edit is measured twice more in a process that lives on: by whole
builds, and as `dev` does it for a table that lies open. There nothing is imported or compiled anew.
A record is edited that is printed on one card, one that is on a card, a token and a standee, and
one that is printed on several cards. Told are the medians of the rounds, with the time that all
processes together have calculated: on a machine that has other things to do, that is the figure to
compare.

Run it as `python tests/bench/bench_build.py [GAME] [--beside CHECKOUT]`. With another checkout (a
`git worktree` of an older commit), both are measured in turns, so that a busy moment of the machine
hits both, and the ratios are told: what this one takes of what that one took.

A machine is seldom quiet for long. `--cold` only builds from nothing, once in each of `ROUNDS`;
`--edits N` only edits one card, N times in turns, and tells the least and the median.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))  # behind the copy that is measured

from tests.bench.memory import Family  # noqa: E402 - found by the line above

ROUNDS = int(os.environ.get("ROUNDS", "3"))
MODES = tuple(os.environ.get("MODES", "serve file").split())
EDITS: Final = {"one card": "potion", "with its token": "monster", "several": "action"}
"""What is measured -> the kind of record of which the first is edited."""
LIVING: Final = {f"{name}, living": kind for name, kind in EDITS.items()}
OPEN: Final = {f"{name}, dev": kind for name, kind in EDITS.items()}
DEEDS: Final = ("cold", "no-op", *EDITS, *LIVING, *OPEN)

Told = dict[str, Any]


def copied(root: Path, home: Path, game: str, mode: str) -> Path:
    """Copy a checkout, and let Python compile the copy."""
    for part in ("tts_tool", "cards", "mod_json", "lua_templates"):
        shutil.copytree(root / part, home / part)
    _typed(home, game, mode, "--help")
    return home


def once(root: Path, game: str, mode: str, *, cold: bool = False) -> Told:
    """Do everything once with a cache and cards of its own, or build from nothing alone."""
    with tempfile.TemporaryDirectory() as name:
        home = copied(root, Path(name) / "checkout", game, mode)
        told: Told = {"cold": _typed(home, game, mode)}
        if not cold:
            time.sleep(3)  # a file is trusted by its time only when that is some seconds old
            _typed(home, game, mode)
            told["no-op"] = _typed(home, game, mode)
            for deed, kind in EDITS.items():
                edit(home, game, kind)
                told[deed] = _typed(home, game, mode)
            told |= _living(home, game, mode)
        sizes = [path.stat().st_size for path in (home / "out").rglob("*") if path.is_file()]
        told["bytes"], told["files"] = sum(sizes), len(sizes)
        return told


def edits(roots: list[Path], game: str, mode: str, count: int) -> None:
    """Edit one card again and again, in one checkout after the other, and tell how long it took."""
    with tempfile.TemporaryDirectory() as name:
        homes = [copied(root, Path(name) / str(n), game, mode) for n, root in enumerate(roots)]
        for home in homes:
            _typed(home, game, mode)
        took: list[list[float]] = [[] for _ in homes]
        for number in range(-1, count):
            for home, seconds in zip(homes, took, strict=True):
                edit(home, game, EDITS["one card"], f"{number + 2} ")
                seconds.append(_typed(home, game, mode, weighed=False)["seconds"])
    for root, (_, *seconds) in zip(roots, took, strict=True):  # the first learns what files say
        least, median = min(seconds), statistics.median(seconds)
        print(f"{root.name}: one card, {count} times: least {least:.3f} s, median {median:.3f} s")


def edit(home: Path, game: str, kind: str, more: str = "A ") -> Path:
    """Put more before the name of the first card of a kind; give the file in which it stands."""
    record = re.compile(rf'(\[\[{kind}\]\]\n(?:.*\n)*?name = \{{ en = ")(?:\d+ )?')
    for file in sorted((home / "cards" / game.replace("-", "_")).rglob("*.toml")):
        text = file.read_text(encoding="utf-8")
        if record.search(text):
            file.write_text(record.sub(rf"\g<1>{more}", text, count=1), encoding="utf-8")
            return file
    raise SystemExit(f"{game} has no {kind} to edit")


def _typed(home: Path, game: str, mode: str, *more: str, weighed: bool = True) -> Told:
    """Type the command, and measure it with all the processes that it starts."""
    out = str(home / "out")
    words = ["-m", "tts_tool", "build", game, "--assets", mode, "--out", out, "--json", *more]
    said, whole = _measured(home, words, weighed=weighed)
    if "--help" in more:
        return whole
    told = json.loads(said)
    ran = [each["node"] for each in told["ran"]]
    return {**whole, "nodes": told["nodes"], "ran": len(ran), "names": ran}


def _living(home: Path, game: str, mode: str) -> Told:
    """Edit in a process that lives on; what it says of each edit stands before what it needed."""
    words = [__file__, "--living", game, mode, str(home / "out")]
    said, whole = _measured(home, words, weighed=True)
    return {deed: {**whole, **one} for deed, one in json.loads(said).items()}


def _measured(home: Path, words: list[str], *, weighed: bool) -> tuple[str, Told]:
    """Run Python, and say how long it took; looking at its memory meanwhile takes time itself."""
    # What is said to be on the path, too, is what an older commit needs and this one does not.
    path = os.pathsep.join([str(home), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "TTS_TOOL_CACHE": str(home / "cache"), "PYTHONPATH": path}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-X", "utf8", *words]
    before, begun = os.times(), time.perf_counter()
    with subprocess.Popen(
        command, cwd=home, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        with Family(process.pid) if weighed else nullcontext() as family:
            said, _ = process.communicate()
        seconds = time.perf_counter() - begun
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    after = os.times()
    used = sum(after[at] - before[at] for at in (2, 3))
    told: Told = {"seconds": seconds, "used": used}
    if family is not None:
        told |= {"memory": family.peak, "processes": family.most}
    return said, told


def _cache_folder() -> Path:
    """Say where caches lie, as the copy has it: older ones say so elsewhere."""
    home = "cached" if find_spec("tts_tool.cached") else "build.cache"
    found: Path = import_module(f"tts_tool.{home}").cache_folder()
    return found


def living(game: str, mode: str, out: str) -> None:
    """Edit and build in a process that has built before."""
    from tts_tool.build.building import build  # noqa: PLC0415 - that of the copy
    from tts_tool.build.cache import Cache  # noqa: PLC0415
    from tts_tool.build.freshness import Past  # noqa: PLC0415
    from tts_tool.cli.mods import choose, job  # noqa: PLC0415

    def built() -> Told:
        before, begun = time.process_time(), time.perf_counter()
        cache, choice = _cache_folder(), choose(game, assets=mode, out=Path(out))
        report = build(job(choice), Past(cache, choice.out), Cache(cache)).report
        told = {"seconds": time.perf_counter() - begun, "used": time.process_time() - before}
        names = [run.node for run in report.ran]
        return {**told, "nodes": len(report.outputs), "ran": len(names), "names": names}

    told: Told = {}
    for deed, kind in LIVING.items():
        for _ in range(2):  # at first its templates are read
            edit(Path.cwd(), game, kind)
            told[deed] = built()
    has_open = find_spec("tts_tool.build.warm") is not None
    print(json.dumps({**told, **(opened(game, mode, out) if has_open else {})}))


def opened(game: str, mode: str, out: str) -> Told:
    """Edit while a table lies open, as `dev` does it: the save as it is to be is made anew."""
    from tts_tool.build.cache import Cache  # noqa: PLC0415 - that of the copy
    from tts_tool.build.freshness import Past  # noqa: PLC0415
    from tts_tool.build.warm import Warm  # noqa: PLC0415
    from tts_tool.cli.mods import choose, job  # noqa: PLC0415

    cache, choice = _cache_folder(), choose(game, assets=mode, out=Path(out))
    warm = Warm(lambda: job(choice), Past(cache, choice.out), Cache(cache))
    gc.freeze()  # as `dev` does
    told: Told = {}
    for deed, kind in OPEN.items():
        for _ in range(2):
            file = edit(Path.cwd(), game, kind)
            before, begun = time.process_time(), time.perf_counter()
            warm.save([file])
            used, seconds = time.process_time() - before, time.perf_counter() - begun
            told[deed] = {"seconds": seconds, "used": used, "nodes": 0, "ran": 0, "names": []}
    return told


def main() -> None:
    """Measure and print."""
    if "--living" in sys.argv:
        living(*sys.argv[sys.argv.index("--living") + 1 :])
        return
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game", nargs="?", default="old-world")
    words.add_argument("--beside", type=Path, metavar="CHECKOUT")
    words.add_argument("--cold", action="store_true")
    words.add_argument("--edits", type=int, metavar="N")
    said = words.parse_args()
    roots = [ROOT, *([said.beside.resolve()] if said.beside else [])]
    for mode in MODES:
        if said.edits:
            edits(roots, said.game, mode, said.edits)
            continue
        rounds = [
            [once(root, said.game, mode, cold=said.cold) for root in roots] for _ in range(ROUNDS)
        ]
        for root, mine in zip(roots, zip(*rounds, strict=True), strict=True):
            first = mine[0]
            title = f"{said.game}, --assets {mode}, {root.name}"
            print(f"{title}: {first['files']} files, {first['bytes']:,} bytes")
            for deed in filter(first.__contains__, DEEDS):
                print(f"  {deed:<23}{_line([each[deed] for each in mine])}")
            if "one card" in first:
                print(f"  for one card: {', '.join(first['one card']['names'])}")
        if said.beside:
            print(f"--assets {mode}: {ROOT.name} of {said.beside.name}")
            for deed in filter(rounds[0][1].__contains__, DEEDS):
                print(f"  {deed:<23}{_ratios([(one[deed], other[deed]) for one, other in rounds])}")


def _ratios(pairs: list[tuple[Told, Told]]) -> str:
    """Compare round by round, and tell the median."""
    told = (
        statistics.median(one[key] / other[key] for one, other in pairs)
        for key in ("seconds", "used")
    )
    seconds, used = told
    return f"{seconds:5.2f} of the seconds, {used:5.2f} of the calculating"


def _line(told: list[Told]) -> str:
    seconds, used = (statistics.median(each[key] for each in told) for key in ("seconds", "used"))
    memory = max(each["memory"] for each in told) / 2**20
    one = told[0]
    ran = f"{one['ran']:>5} of {one['nodes']} nodes"
    processes = max(each["processes"] for each in told)
    return f"{seconds:6.2f} s, calculating {used:5.2f} s,{ran}, {memory:4.0f} MB in {processes}"


if __name__ == "__main__":
    main()
