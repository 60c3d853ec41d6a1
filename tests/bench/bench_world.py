"""How fast the world of the headless table is: it shall cost what moves, not what lies.

Run it as `python tests/bench/bench_world.py`.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.corpus import CORPUS
from tts_tool.table.world import loading, motion
from tts_tool.table.world.time import run, step
from tts_tool.table.world.world import World

MOVING = 50
FRAMES = 300
EDGE = 60.0


def scene(things: int, chance: random.Random) -> World:
    """Lay out tokens at random, under sixty zones."""

    def raw(name: str, height: float, size: float) -> dict[str, object]:
        x, z = (chance.uniform(-EDGE, EDGE) for _ in range(2))
        place = {"posX": x, "posY": height, "posZ": z}
        return {"Name": name, "Transform": {**place, "scaleX": size, "scaleY": 5, "scaleZ": size}}

    tokens = [raw("Custom_Token", 1.46, 0.3) for _ in range(things)]
    zones = [raw("ScriptingTrigger", 3, 6) for _ in range(60)]
    save = {**loading.EMPTY, "Table": "Table_RPG", "ObjectStates": [*tokens, *zones]}
    return loading.load(save)


def moving(things: int) -> float:
    """Measure frames a second while fifty things are always on their way."""
    chance = random.Random(1)
    world = scene(things, chance)
    run(world, 5)
    movers = list(world)[:MOVING]
    start = time.process_time()
    for frame in range(FRAMES):
        if frame % 45 == 0:
            for mover in movers:
                x, z = (chance.uniform(-EDGE, EDGE) for _ in range(2))
                motion.glide_to(world, mover, (x, 3, z))
        step(world)
    return FRAMES / (time.process_time() - start)


def main() -> None:
    """Measure scenes of several sizes, and loading and saving of real saves where they are."""
    few = moving(200)
    print("things  frames/s  beside 200 things")
    for things in (200, 2000, 8000):
        speed = few if things == 200 else moving(things)
        print(f"{things:6}  {speed:8.0f}  {speed / few:.2f}")
    for path in sorted(CORPUS, key=lambda each: -each.stat().st_size)[:3]:
        data = path.read_bytes()
        start = time.process_time()
        world = loading.load(data)
        loaded = time.process_time()
        loading.save(world)
        saved = time.process_time()
        print(
            f"{path.name}: {len(data) / 1e6:.1f} MB, load {loaded - start:.2f} s, "
            f"save {saved - loaded:.2f} s"
        )


if __name__ == "__main__":
    main()
