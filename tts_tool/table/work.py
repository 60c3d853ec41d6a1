"""How much a process has worked: what is bounded by that is not ended because a machine is busy."""

from __future__ import annotations

import sys
import time
from typing import Protocol

__all__ = ["Deadline", "Worker", "own", "worked"]


class Worker(Protocol):
    """A process that was started, as `subprocess.Popen` gives it."""

    pid: int


if sys.platform == "linux":
    own = time.process_time
    """Seconds that this process has worked."""

    _CLOCK_OF_ALL_THREADS = 2

    def worked(process: Worker) -> float:
        """Say how many seconds another process has worked; of one that is gone, none."""
        try:
            return time.clock_gettime(~process.pid << 3 | _CLOCK_OF_ALL_THREADS)
        except OSError:
            return 0.0

elif sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    own = time.process_time
    """Seconds that this process has worked."""

    _TICKS = 10_000_000

    def worked(process: Worker) -> float:
        """Say how many seconds another process has worked; of one that is gone, none."""
        times = [wintypes.FILETIME() for _ in range(4)]
        handle = wintypes.HANDLE(int(getattr(process, "_handle", 0)))
        if not ctypes.windll.kernel32.GetProcessTimes(handle, *map(ctypes.byref, times)):
            return 0.0
        return sum(each.dwHighDateTime << 32 | each.dwLowDateTime for each in times[2:]) / _TICKS

else:  # nobody is told how much another process works: what passes has to do
    own = time.monotonic
    """Seconds that this process may have worked."""

    def worked(process: Worker) -> float:
        """Say how many seconds another process may have worked."""
        del process
        return time.monotonic()


class Deadline:
    """How long somebody waits for a process: so many seconds of its work, or of standing still."""

    def __init__(self, seconds: float, process: Worker) -> None:
        self.seconds = seconds
        self._process = process
        self._begun = self._last = worked(process)
        self._moved = time.monotonic()

    def is_over(self) -> bool:
        """Tell whether it has worked for so long, or not at all for so long."""
        last, now = worked(self._process), time.monotonic()
        if last != self._last:
            self._last, self._moved = last, now
        return max(last - self._begun, now - self._moved) > self.seconds
