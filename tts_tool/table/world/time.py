"""Lets time pass, frame by frame; a frame costs what moves in it."""

from __future__ import annotations

from collections.abc import Callable

from tts_tool.table.world import clocks, layout
from tts_tool.table.world.events import FixedUpdate, Update
from tts_tool.table.world.falling import fall
from tts_tool.table.world.fog import reveal
from tts_tool.table.world.handzones import arrange
from tts_tool.table.world.motion import advance
from tts_tool.table.world.randomizing import enter_randomizer, finish_rolls
from tts_tool.table.world.spawning import wake
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.touching import tell_of_staying
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import notice

__all__ = ["run", "settle", "step"]

_TICKS = 90  # physics ticks a second


def step(world: World) -> None:
    """Let one frame pass, and hand out what happened in it."""
    world.frame += 1
    world.patience.begin()
    world.bury()
    wake(world)
    world.deliver()
    _fixed_updates(world)
    advance(world)
    finish_rolls(world)
    fall(world)
    _zones(world)
    clocks.tick(world)
    tell_of_staying(world)
    world.tell(Update())
    world.deliver()
    world.patience.end(world)


def run(world: World, frames: int) -> None:
    """Let so many frames pass."""
    for _ in range(frames):
        step(world)


def settle(world: World, at_most: int = 600, stops: Callable[[], bool] = bool) -> int:
    """Let frames pass until nothing happens by itself any more, or until something stops them.

    Says how many it took.
    """
    world.deliver()
    for passed in range(at_most):
        if stops() or world.idle:
            return passed
        step(world)
    return at_most


def _fixed_updates(world: World) -> None:
    ticks = world.frame * _TICKS // world.pace - (world.frame - 1) * _TICKS // world.pace
    for _ in range(ticks):
        world.tell(FixedUpdate())


def _zones(world: World) -> None:
    """Let zones notice what came, then do what each kind of zone does with it."""
    reveal(world)
    for handle, new in notice(world).items():
        zone = world.zones.get(handle)
        if zone is not None:
            _changed(world, zone, new)
    layout.tend(world)


def _changed(world: World, zone: Thing, new: list[Thing]) -> None:
    if zone.type == "Hand":
        arrange(world, zone, new)
    elif zone.type == "Randomize":
        for thing in new:
            enter_randomizer(world, thing)
