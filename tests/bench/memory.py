"""How much memory this process has needed at most, those it has started, or all together."""

from __future__ import annotations

import platform
import re
import sys
import threading
from pathlib import Path
from typing import Self

__all__ = ["Family", "children", "peak", "resident"]

_OFTEN = 0.02


def peak() -> int:
    """Give bytes; 0 on Windows, which does not say without help.

    Linux counts in `ru_maxrss` what the process needed that started this one, so it is not asked.
    """
    if platform.system() == "Linux":
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024
    return 0 if sys.platform == "win32" else _on_unix()


def resident(process: int) -> tuple[int, int]:
    """Give bytes that a process holds now, and those it has started; 0 elsewhere than on Linux."""
    if platform.system() != "Linux":
        return 0, 0
    own, *others = (_resident(each) for each in _members(process))
    return own, sum(others)


def _resident(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1024


def children() -> int:
    """Give bytes that the greediest process needed that this one has started; 0 on Windows."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415 - Windows has none

    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most * 1024 if platform.system() == "Linux" else most


def _on_unix() -> int:
    import resource  # noqa: PLC0415 - Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Family:
    """Watches a process and its children; what several share counts once. Linux only, else 0."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._look)
        self.peak = self.most = 0

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watch.join()

    def _look(self) -> None:
        while platform.system() == "Linux" and not self._over.wait(_OFTEN):
            members = _members(self._process)
            self.most = max(self.most, len(members))
            self.peak = max(self.peak, sum(map(_share, members)))


def _members(process: int) -> list[int]:
    found = [process]
    for each in found:
        try:
            tasks = list(Path(f"/proc/{each}/task").iterdir())
            lists = [(task / "children").read_text("ascii") for task in tasks]
        except OSError:
            continue
        found += [int(child) for children in lists for child in children.split()]
    return found


def _share(process: int) -> int:
    """Give what a process needs, its part of what it shares with others included."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(re.findall(r"\nPss:\s+(\d+) kB", rollup)[0]) * 1024
