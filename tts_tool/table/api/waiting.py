"""What scripts have put off: functions that run in some frames, or as soon as something is so."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from tts_tool.table.limits import MOST_WAITING, make_room

__all__ = ["PutOff"]

Action = Callable[[], object]


@dataclass(slots=True)
class _Later:
    """Something to do at a frame, and perhaps again."""

    run: Action
    pause: int
    times: int  # -1: for ever


@dataclass(slots=True)
class _Condition:
    """Something to do as soon as it may be, or to give up."""

    run: Action
    holds: Action
    gives_up: int | None
    otherwise: Action | None


class PutOff:
    """Keeps what is put off, by numbers that no two share; `pass_frame` does what is due."""

    def __init__(self) -> None:
        self.frame = 0
        self._last = 0
        self._later: dict[int, _Later] = {}
        self._due: list[tuple[int, int]] = []
        self._conditions: dict[int, _Condition] = {}

    def __len__(self) -> int:
        return len(self._later) + len(self._conditions)

    @property
    def busy(self) -> bool:
        """Tell whether something waits that will not go on waiting for ever."""
        return bool(self._conditions) or any(later.times > 0 for later in self._later.values())

    def make_room(self) -> None:
        """Refuse what a script wants to put off, if too much is put off already."""
        make_room(len(self), MOST_WAITING, "functions waiting")

    def after(self, frames: int, run: Action, times: int = 1) -> int:
        """Run something in some frames, at the earliest in the next one, `times` times."""
        number = self._number()
        self._later[number] = _Later(run, max(1, frames), times)
        self._plan(number)
        return number

    def when(
        self,
        holds: Action,
        run: Action,
        frames: int | None = None,
        otherwise: Action | None = None,
    ) -> int:
        """Run something in the first frame in which `holds` is true, or give up after `frames`."""
        number = self._number()
        gives_up = None if frames is None else self.frame + max(1, frames)
        self._conditions[number] = _Condition(run, holds, gives_up, otherwise)
        return number

    def stop(self, number: int) -> bool:
        """Forget something; False if it is over or never was."""
        return (self._later.pop(number, None) or self._conditions.pop(number, None)) is not None

    def pass_frame(self) -> None:
        """Let a frame pass, and run what is due."""
        self.frame += 1
        while self._due and self._due[0][0] <= self.frame:
            self._run_due(heapq.heappop(self._due)[1])
        for number, condition in tuple(self._conditions.items()):
            if number in self._conditions:
                self._look(number, condition)

    def _run_due(self, number: int) -> None:
        later = self._later.get(number)
        if later is None:
            return
        if later.times > 0:
            later.times -= 1
        if later.times == 0:
            del self._later[number]
        else:
            self._plan(number)
        later.run()

    def _look(self, number: int, condition: _Condition) -> None:
        if condition.holds() is True:
            self._conditions.pop(number, None)
            condition.run()
        elif condition.gives_up is not None and self.frame >= condition.gives_up:
            self._conditions.pop(number, None)
            if condition.otherwise:
                condition.otherwise()

    def _plan(self, number: int) -> None:
        heapq.heappush(self._due, (self.frame + self._later[number].pause, number))

    def _number(self) -> int:
        self._last += 1
        return self._last
