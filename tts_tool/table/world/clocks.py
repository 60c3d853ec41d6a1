"""Digital clocks: stopwatch, countdown, or the time of day, which this table does not know."""

from __future__ import annotations

from typing import Any

from tts_tool.saves.tree import Number, number
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import World

__all__ = [
    "COUNTDOWN",
    "OF_DAY",
    "STOPWATCH",
    "clock_value",
    "pause",
    "set_countdown",
    "set_mode",
    "tick",
]

OF_DAY, COUNTDOWN, STOPWATCH = 0, 1, 2


def tick(world: World) -> None:
    """Let every running clock go on by a second, once a second."""
    if world.frame % world.pace:
        return
    for thing in world.clocks():
        state = _state(thing)
        if not state.get("Paused") and state.get("ClockState", OF_DAY) != OF_DAY:
            _go_on(state)


def clock_value(thing: Thing) -> int:
    """Read a clock, in seconds."""
    state = thing.raw.get("Clock")
    passed = state.get("SecondsPassed") if isinstance(state, dict) else None
    return int(number(passed)) if isinstance(passed, Number | int) else 0


def set_countdown(thing: Thing, seconds: int) -> None:
    """Make a clock count down; it waits to be started."""
    _state(thing).update(ClockState=COUNTDOWN, SecondsPassed=seconds, Paused=True)


def set_mode(thing: Thing, mode: int) -> None:
    """Start a stopwatch at nothing, or show the time of day."""
    _state(thing).update(ClockState=mode, SecondsPassed=0, Paused=False)


def pause(thing: Thing) -> None:
    """Stop a clock, or let it go on."""
    state = _state(thing)
    state["Paused"] = not state.get("Paused", False)


def _state(thing: Thing) -> dict[str, Any]:
    if not isinstance(thing.raw.get("Clock"), dict):
        thing.raw["Clock"] = {"ClockState": OF_DAY, "SecondsPassed": 0, "Paused": False}
    found: dict[str, Any] = thing.raw["Clock"]
    return found


def _go_on(state: dict[str, Any]) -> None:
    step = -1 if state["ClockState"] == COUNTDOWN else 1
    state["SecondsPassed"] = max(0, int(state.get("SecondsPassed", 0)) + step)
