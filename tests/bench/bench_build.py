"""How long a build takes: from nothing, with nothing to do, after editing one card.

Each figure is a process of its own, as a person types it, with a checkout, a cache and an output
folder of its own. Told are the medians of the rounds.

Run it as `python tests/bench/bench_build.py [GAME]`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))  # behind the copy that is measured

from tests.bench.memory import peak  # noqa: E402 - found by the line above

ROUNDS = int(os.environ.get("ROUNDS", "3"))
RECORD = re.compile(r'(\[\[action\]\]\n(?:.*\n)*?name = \{ en = ")([^"]+)')
MODES = ("serve", "file")


def once(game: str, mode: str) -> dict[str, Any]:
    """Do everything once with a cache and cards of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        home = folder / "checkout"
        for part in ("tts_tool", "cards", "mod_json", "lua_templates"):
            shutil.copytree(ROOT / part, home / part)
        told: dict[str, Any] = {"cold": _typed(home, game, mode)}
        time.sleep(3)  # a file is trusted by its time only when that is some seconds old
        _typed(home, game, mode)
        told["no-op"] = _typed(home, game, mode)
        told["edited"] = _edit(home, game)
        told["one card"] = _typed(home, game, mode)
        out = home / "out" / mode
        sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
        told["bytes"], told["files"] = sum(sizes), len(sizes)
        return told


def _edit(home: Path, game: str) -> str:
    """Change the name of the first card."""
    cards = home / "cards" / game.replace("-", "_")
    for file in sorted(cards.rglob("*.toml")):
        text = file.read_text(encoding="utf-8")
        found = RECORD.search(text)
        if found:
            file.write_text(RECORD.sub(r"\g<1>A \g<2>", text, count=1), encoding="utf-8")
            return found[2]
    raise SystemExit(f"{cards} has no card to edit")


def _typed(home: Path, game: str, mode: str) -> dict[str, Any]:
    """Type the command, and measure it with all the processes that it starts."""
    words = [sys.executable, "-X", "utf8", __file__, "--inside", game, "--assets", mode]
    words += ["--out", str(home / "out" / mode)]
    environment = {**os.environ, "TTS_TOOL_CACHE": str(home / "cache"), "PYTHONPATH": str(home)}
    begun = time.perf_counter()
    done = subprocess.run(
        words, cwd=home, env=environment, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    )
    seconds = time.perf_counter() - begun
    told: dict[str, Any] = json.loads(done.stdout)
    return {"seconds": seconds, **told}


def inside(words: list[str]) -> None:
    """Be the command, and add to what it says how much memory it has needed."""
    import contextlib  # noqa: PLC0415 - the command is measured as it starts
    import io  # noqa: PLC0415

    from tts_tool.cli.main import cli  # noqa: PLC0415 - that of the copy

    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        cli.main(["build", *words, "--json"], standalone_mode=False)
    told = json.loads(said.getvalue())
    ran = [each["node"] for each in told["ran"]]
    print(json.dumps({"nodes": told["nodes"], "ran": len(ran), "memory": peak(), "names": ran[:8]}))


def main() -> None:
    """Measure and print."""
    if "--inside" in sys.argv:
        inside(sys.argv[sys.argv.index("--inside") + 1 :])
        return
    game = sys.argv[1] if len(sys.argv) > 1 else "old-world"
    for mode in MODES:
        rounds = [once(game, mode) for _ in range(ROUNDS)]
        first = rounds[0]
        print(f"{game}, --assets {mode}: {first['files']} files, {first['bytes']:,} bytes")
        for deed in ("cold", "no-op", "one card"):
            seconds = statistics.median(each[deed]["seconds"] for each in rounds)
            memory = max(each[deed]["memory"] for each in rounds) / 2**20
            one = first[deed]
            ran = f"{one['ran']:>5} of {one['nodes']} nodes"
            print(f"  {deed:<9}{seconds:7.2f} s {ran}, {memory:4.0f} MB in the first process")
        print(f"  after editing {first['edited']!r}: {', '.join(first['one card']['names'])}")


if __name__ == "__main__":
    main()
