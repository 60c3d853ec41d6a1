"""What the cage costs: calls over the border, interpreters, requests between the processes.

Beside each figure stands what lupa does by itself, without copies, prelude or budget.
Run it: `python tests/bench/bench_cage.py`
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from lupa import lua52  # type: ignore[import-untyped]

from tests.table.troupe import ROOM, bare_script
from tts_tool.table.process import Cage
from tts_tool.table.scripts import Script

CALLS = 100_000
SCRIPTS = 200
REQUESTS = 3_000
ROUNDS = 5

BORDER = {
    "number": "1",
    "text": "'a position'",
    "position": "{x = 1, y = 2, z = 3}",
    "three arguments": "1, 'x', true",
}


def per_second(run: Callable[[], object], times: int) -> float:
    """Give the median of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        rounds.append(times / (time.perf_counter() - start))
    return statistics.median(rounds)


def border(argument: str) -> tuple[float, float]:
    """Give calls a second from Lua to Python: ours, and those of bare lupa."""
    loop = f"for i = 1, {CALLS} do ask('echo', {argument}) end"
    script = bare_script()
    bare = lua52.LuaRuntime(encoding=None, unpack_returned_tuples=True)
    bare.globals().ask = lambda _, *rest: rest
    loaded = bare.compile(loop.replace("'echo'", "1").encode())
    return (
        per_second(lambda: script.execute(loop), CALLS),
        per_second(loaded, CALLS),
    )


def calls() -> float:
    """Give calls a second from Python to a function of a script."""
    script = bare_script("function f(x) return x end")

    def run() -> None:
        for _ in range(CALLS):
            script.call("f", 1)

    return per_second(run, CALLS)


def interpreters() -> tuple[float, float, int, int]:
    """Give scripts begun a second, bare ones too; bytes inside Lua, and of the process."""
    bare_script()
    kept: list[Script] = []
    before = resident()
    started = per_second(lambda: kept.extend(bare_script() for _ in range(SCRIPTS)), SCRIPTS)
    whole = (resident() - before) // len(kept)
    bare = per_second(lambda: [lua52.LuaRuntime() for _ in range(SCRIPTS)], SCRIPTS)
    return started, bare, kept[0].memory, whole


def resident() -> int:
    """Give the most memory that this process has held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def requests() -> tuple[float, float]:
    """Give requests a second that a cage answers, and seconds until it is ready."""
    begun = time.perf_counter()
    with Cage(ROOM) as cage:
        ready = time.perf_counter() - begun
        cage.request("script", "Echo", "function f(x) return x end")

        def run() -> None:
            for _ in range(REQUESTS):
                cage.request("call", "Echo", "f", 1)

        return per_second(run, REQUESTS), ready


def main() -> None:
    """Measure and tell."""
    for name, argument in BORDER.items():
        ours, bare = border(argument)
        print(f"border, {name:16} {ours:12,.0f} calls/s    lupa alone {bare:12,.0f}")
    print(f"into a script            {calls():12,.0f} calls/s")
    started, bare, inside, whole = interpreters()
    print(f"interpreters             {started:12,.0f} a second   lupa alone {bare:12,.0f}")
    print(f"memory of one            {inside:12,} bytes in Lua, {whole:,} of the process")
    answered, ready = requests()
    print(f"requests to a cage       {answered:12,.0f} a second   ready in {ready:.3f} s")


if __name__ == "__main__":
    main()
