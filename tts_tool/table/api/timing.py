"""`Wait` and the older `Timer`: functions that run later."""

from __future__ import annotations

import math
from typing import Any

from tts_tool.table.api.caller import Caller
from tts_tool.table.api.failing import TIMER
from tts_tool.table.api.registry import function, prop
from tts_tool.table.api.values import flag, items, key_of, real, text, whole
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function

__all__: list[str] = []

_FOR_EVER = -1
# As many as `world.time` lets pass.
_TICKS_PER_SECOND = 90


def _frames(caller: Caller, seconds: float) -> int:
    if not math.isfinite(seconds):
        raise RaisedInLua("a finite number of seconds is expected")
    return math.ceil(seconds * caller.switches.count("frames-per-second") - 1e-9)


def _runs(caller: Caller, run: Function, *arguments: object) -> Any:
    caller.desk.waiting.make_room()
    return lambda: caller.scripts.run_function(run, *arguments, name="Wait")


def _own(caller: Caller) -> set[int]:
    kept: dict[int, set[int]] = caller.desk.memory.setdefault("wait of", {})
    return kept.setdefault(caller.script, set())


def _noted(caller: Caller, number: int) -> int:
    _own(caller).add(number)
    return number


# ---- Wait


@function("wait", "frames")
def _wait_frames(caller: Caller, toRunFunc: Function, numberFrames: int = 1) -> int:
    return _noted(caller, caller.desk.waiting.after(numberFrames, _runs(caller, toRunFunc)))


@function("wait", "time")
def _wait_time(
    caller: Caller,
    toRunFunc: Function,
    seconds: float,
    repetitions: int = 1,
) -> int:
    times = _FOR_EVER if repetitions < 0 else max(repetitions, 1)
    pause = _frames(caller, seconds)
    return _noted(caller, caller.desk.waiting.after(pause, _runs(caller, toRunFunc), times))


@function("wait", "condition")
def _wait_condition(
    caller: Caller,
    toRunFunc: Function,
    conditionFunc: Function,
    timeout: float = math.inf,
    timeoutFunc: Function | None = None,
) -> int:
    holds, run = _runs(caller, conditionFunc), _runs(caller, toRunFunc)
    frames = None if math.isinf(timeout) else _frames(caller, timeout)
    otherwise = _runs(caller, timeoutFunc) if timeoutFunc else None
    return _noted(caller, caller.desk.waiting.when(lambda: flag(holds()), run, frames, otherwise))


@function("wait", "stop")
def _wait_stop(caller: Caller, id: int) -> bool:
    return caller.desk.waiting.stop(id)


@function("wait", "stopAll")
def _wait_stop_all(caller: Caller) -> None:
    """Stop what scripts wait for; what the game itself has put off goes on."""
    everybody: dict[int, set[int]] = caller.desk.memory.get("wait of", {})
    all_of_them = caller.switches.text("wait-stop-all") == "all"
    for numbers in list(everybody.values()) if all_of_them else [_own(caller)]:
        for number in numbers:
            caller.desk.waiting.stop(number)
        numbers.clear()


@function("wait", "collector")
def _wait_collector(caller: Caller, expected_ids: list[Any]) -> list[Any]:
    """Check what `Wait.collect` waits for; the collecting is done in the prelude."""
    return items(expected_ids)


# ---- Time, by the clock of the table


@prop("time", "time")
def _time(caller: Caller) -> float:
    return caller.world.frame / caller.switches.count("frames-per-second")


@prop("time", "delta_time")
def _delta_time(caller: Caller) -> float:
    return 1 / caller.switches.count("frames-per-second")


@prop("time", "fixed_delta_time")
def _fixed_delta_time(caller: Caller) -> float:
    del caller
    return 1 / _TICKS_PER_SECOND


# ---- Timer


def _timers(caller: Caller) -> dict[str, int]:
    kept: dict[str, int] = caller.desk.memory.setdefault("timers", {})
    return kept


@function("timer", "create")
def _timer_create(caller: Caller, parameters: dict[str, Any]) -> bool:
    identifier = text(parameters.get("identifier"))
    timers = _timers(caller)
    if identifier in timers:
        if caller.switches.text("timer-same-name") == "refused":
            return False
        _timer_destroy(caller, identifier)
    owner = parameters.get("function_owner")
    handle = key_of(owner)
    handle = caller.script if handle is None else handle
    name, given = text(parameters.get("function_name")), parameters.get("parameters")
    repetitions = whole(parameters.get("repetitions", 1))
    times = repetitions if repetitions > 0 else _FOR_EVER
    left = [times]
    caller.desk.waiting.make_room()

    def run() -> None:
        left[0] -= 1
        if left[0] == 0:
            timers.pop(identifier, None)
        caller.scripts.call(handle, name, given, label=f"{TIMER}{name}")

    pause = _frames(caller, real(parameters.get("delay", 0)))
    timers[identifier] = caller.desk.waiting.after(pause, run, times)
    return True


@function("timer", "destroy")
def _timer_destroy(caller: Caller, identifier: str) -> bool:
    number = _timers(caller).pop(identifier, None)
    return number is not None and caller.desk.waiting.stop(number)
