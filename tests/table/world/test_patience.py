"""A table that takes too long, or is kept full, is ended with a word about what is on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count

import pytest

from tests.table.world.furniture import table, thing
from tts_tool.errors import Refused
from tts_tool.table.limits import MOST_THINGS
from tts_tool.table.world import loading, spawning, time
from tts_tool.table.world.events import Occurred, Update
from tts_tool.table.world.patience import Overgrown, Patience
from tts_tool.table.world.world import Silence, World

SECONDS = 20.0


class Slow(Silence):
    """A script that takes so long in each frame, on a clock of its own."""

    def __init__(self, frames: Iterable[float]) -> None:
        self.now = 0.0
        self._frames = iter(frames)

    def tell(self, event: Occurred) -> None:
        if isinstance(event, Update):
            self.now += next(self._frames)

    def waiting(self) -> int:
        return 4321

    def clock(self) -> float:
        """Tell the time."""
        return self.now


def survived(*lengths: float) -> int:
    """Let frames pass that take so long, and count those before the end."""
    script = Slow(lengths)
    world = loading.load(loading.EMPTY, sink=script)
    world.patience = Patience(SECONDS, script.clock, script.clock)
    for passed in range(len(lengths)):
        try:
            time.step(world)
        except Overgrown:
            return passed
    return len(lengths)


@pytest.mark.parametrize(
    ("lengths", "frames"),
    [
        ((0.016,) * 900, 900),
        ((0.1,) * 900, 900),
        ((0.7,) * 900, 33),
        ((1.1,) * 900, 20),
        ((20.2,), 0),
        ((19.0, *(0.0,) * 100, 10.0), 102),
        ((19.0, *(0.09,) * 100, 10.0), 101),
        ((19.0, 1.0, 0.5), 2),
    ],
)
def test_what_takes_too_long_is_owed(lengths: tuple[float, ...], frames: int) -> None:
    """One frame alone, or each of many a little; fast frames pay back what slow ones owe."""
    assert survived(*lengths) == frames


def test_what_waits_is_counted() -> None:
    """What takes so long may be nothing that is seen on the table."""
    script = Slow((SECONDS + 1,))
    world = loading.load(loading.EMPTY, sink=script)
    world.patience = Patience(SECONDS, script.clock, script.clock)
    with pytest.raises(Overgrown, match="0 move, 4,321 functions wait, 0 events"):
        time.step(world)


def ticking() -> Iterator[float]:
    """Count seconds, one at each look."""
    return map(float, count())


def test_a_frame_is_ended_in_its_middle() -> None:
    """Nothing waits for the end of a frame that has too much to do."""
    world = table(*(thing("BlockSquare", 3 * number, y=5) for number in range(100)))
    for each in world:
        world.loosen(each)
    tick = partial(next, ticking())
    world.patience = Patience(SECONDS, tick, tick)
    with pytest.raises(Overgrown, match="a frame took too long, by 20 s in all; 100 things"):
        time.step(world)
    assert len(world.motions) < 100


def test_a_frame_that_has_to_wait_for_the_machine_is_not_ended() -> None:
    """Time passes, ten seconds at each look, in which next to nothing is done."""
    world = table(*(thing("BlockSquare", 3 * number, y=5) for number in range(100)))
    for each in world:
        world.loosen(each)
    passed = (10.0 * each for each in ticking())
    world.patience = Patience(SECONDS, lambda: next(ticks) / 1_000, partial(next, passed))
    ticks = ticking()
    time.step(world)
    assert len(world.motions) == 100


def fill(world: World) -> None:
    """Put as many things there as there may be."""
    for number in range(MOST_THINGS - len(world.things)):
        world.add({"Name": "3DText", "GUID": f"{number:06x}"})


def test_a_full_table_is_borne_for_a_moment() -> None:
    """A script may make room again; one that does not is ended with its table."""
    world = table()
    fill(world)
    with pytest.raises(Refused, match="10,000 things on the table already"):
        spawning.spawn(world, thing("BlockSquare"))
    time.run(world, 60)
    world.remove(next(iter(world)))
    time.run(world, 2)
    fill(world)
    with pytest.raises(Overgrown, match="it has been full for 120 frames; 10,000 things are on it"):
        time.run(world, 130)
