"""How fast the headless table is as a whole, scripts and cage included.

The scene: 2,000 objects, 50 of them always on their way, 20 scripts with `onUpdate`, 100 timers.
Beside it the same scene with one part left out, which shows what that part costs; then real saves,
calls of scripts over the border, and memory.

Run it as `python tests/bench/bench_table.py`; `--profile` shows where the time of the scene goes.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.corpus import CORPUS
from tests.table.small_saves import save, thing
from tts_tool.table import Table
from tts_tool.table.scripts.watch import Watch
from tts_tool.table.service import Service

THINGS, MOVING, SCRIPTS, TIMERS = 2_000, 50, 20, 100
FRAMES = 600
CALLS = 20_000
ROUNDS = 3
EDGE = 60.0

UPDATES = """
function onUpdate()
    frames = (frames or 0) + 1
    local at = self.getPosition()
    if at.y < 0 then print('below the table') end
end
"""
TIMED = """
ticks = 0
function onLoad()
    for n = 1, %d do Wait.time(function() ticks = ticks + 1 end, 0.2 + n / 100, -1) end
end
"""
MOVES = """
moved, movers, frame = 0, %s, 0
function onUpdate()
    if frame %% 45 == 0 then
        for _, guid in ipairs(movers) do
            getObjectFromGUID(guid).setPositionSmooth(
                { math.random(-60, 60), 3, math.random(-60, 60) })
            moved = moved + 1
        end
    end
    frame = frame + 1
end
"""


def scene(*, moving: int = MOVING, scripts: int = SCRIPTS, timers: int = TIMERS) -> dict[str, Any]:
    """Lay out blocks at random; some have scripts, Global keeps some on their way."""
    chance = random.Random(1)
    things = []
    for number in range(THINGS):
        at = (chance.uniform(-EDGE, EDGE), chance.uniform(-EDGE, EDGE))
        script = UPDATES if number < scripts else ""
        things.append(thing(f"{number:06x}", at=at, LuaScript=script))
    movers = ", ".join(f"'{each['GUID']}'" for each in things[-moving:]) if moving else ""
    return save(*things, script=TIMED % timers + MOVES % f"{{{movers}}}")


def frames_a_second(state: dict[str, Any]) -> float:
    """Let ten seconds of the table pass, and measure ours."""
    with Table.open(state) as table:
        table.run(60)
        start = time.perf_counter()
        table.run(FRAMES)
        taken = time.perf_counter() - start
        if table.errors:
            raise SystemExit(f"the scene is wrong: {table.errors[0]}")
        return FRAMES / taken


def show_scenes() -> None:
    """Print the whole scene beside the same without its parts; the best of some rounds each."""
    scenes = {
        "the whole scene": scene(),
        "nothing moves": scene(moving=0),
        "no onUpdate of objects": scene(scripts=0),
        "no timers": scene(timers=0),
    }
    best = dict.fromkeys(scenes, 0.0)
    for _ in range(ROUNDS):
        for name, state in scenes.items():
            best[name] = max(best[name], frames_a_second(state))
    whole = best["the whole scene"]
    print(f"{THINGS} objects                     frames/s  beside the whole scene")
    for name, speed in best.items():
        print(f"{name:28} {speed:10.0f}  {speed / whole:.2f}")


def show_saves() -> None:
    """Print how long real saves take, from the file to the first frame."""
    for path in sorted(CORPUS, key=lambda each: -each.stat().st_size)[:4]:
        start = time.perf_counter()
        with Table.open(path) as table:
            loaded = time.perf_counter() - start
            start = time.perf_counter()
            table.run(FRAMES)
            ran = time.perf_counter() - start
            start = time.perf_counter()
            table.save()
            saved = time.perf_counter() - start
            print(
                f"{path.stem:32} {path.stat().st_size / 1e6:4.1f} MB: open {loaded:.2f} s, "
                f"{FRAMES} frames {ran:.2f} s, save {saved:.2f} s, {memory(table)}"
            )


def show_calls() -> None:
    """Print calls a second of scripts, and of whoever holds the table."""
    with Table.open(scene(moving=0, scripts=0, timers=0), seconds=60) as table:
        table.execute("thing = getObjectFromGUID('000001')")
        for call in (
            "thing.getName()",
            "thing.getPosition()",
            "thing.setPosition({1, 2, 3})",
            "getObjectFromGUID('000002')",
            "thing.locked = true",
            "Wait.stop(Wait.frames(function() end, 9))",
        ):
            start = time.perf_counter()
            table.execute(f"for i = 1, {CALLS} do local value; {_statement(call)} end")
            taken = time.perf_counter() - start
            print(f"{call:40} {CALLS / taken:10.0f} calls/s")
        start = time.perf_counter()
        for _ in range(500):
            table.execute("return 1")
        print(f"{'execute from outside':40} {500 / (time.perf_counter() - start):10.0f} calls/s")
        start = time.perf_counter()
        for _ in range(20):
            len(table.objects)
        print(f"{'all objects from outside':40} {20 / (time.perf_counter() - start):10.1f} calls/s")
        print(f"{THINGS} objects: {memory(table)}")


def _statement(call: str) -> str:
    return call if "=" in call or call.startswith("Wait") else f"value = {call}"


def memory(table: Table) -> str:
    """Say what the cage has needed at most, where the system tells."""
    status = Path(f"/proc/{table._cage.pid}/status")
    if not status.exists():
        return "memory unknown"
    lines = status.read_text(encoding="ascii").splitlines()
    peak = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    return f"{int(peak) / 1024:.0f} MB at most"


def profile() -> None:
    """Run the scene in this process, and list where its time goes."""
    service = Service(Watch(), lambda _kind, _value: None)
    raw = json.dumps(scene()).encode()
    options = {"where": "scene", "seed": 0, "switches": {}, "people": []}
    service.answer("load", [raw, options])
    service.answer("open", [])
    service.answer("run", [60])
    profiler = cProfile.Profile()
    profiler.runcall(service.answer, "run", [FRAMES])
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def main() -> None:
    """Measure all."""
    if "--profile" in sys.argv:
        profile()
        return
    show_scenes()
    show_saves()
    show_calls()


if __name__ == "__main__":
    main()
