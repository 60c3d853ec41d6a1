"""Who does the work: this process, and others as soon as there is enough for them to do.

The library that draws holds Python's one lock while it does, so threads would draw one picture
after the other; processes use all cores. On Linux they begin as copies of this one, which costs
next to nothing, unless other threads are at work here, whose locks nobody would open in a copy.
Else they are started anew, which takes a moment: what is little is done here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from tts_tool.build.cache import Cache, Trace, at_work
from tts_tool.build.graph import Given, Make, Node
from tts_tool.errors import Unavailable, UserError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

__all__ = ["Crew", "Result", "Task", "cores"]

_WORTH_COPIES: Final = 4
_WORTH_STARTS: Final = 32
"""So much must be ready to be done before others are called."""
_MOST_CORES: Final = 8


class Task(NamedTuple):
    """A node to be made, with what it needs."""

    node: Node
    key: str
    needed: Given


class Result(NamedTuple):
    """What came of it: what is now in the cache, the files it read, since when, how long."""

    trace: Trace
    files: tuple[str, ...]
    began: int
    seconds: float


Outcome = Result | UserError


def cores() -> int:
    """Say how many processes may work side by side; each needs memory for a whole sheet."""
    return min(os.cpu_count() or 1, _MOST_CORES)


class Crew:
    """Takes tasks, gives results, in any order."""

    def __init__(self, cache: Cache, size: int) -> None:
        self._cache = cache
        self._size = size
        self._pool: ProcessPoolExecutor | None = None
        self._own: list[Task] = []
        self._others: dict[Future[Outcome], Task] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    @property
    def busy(self) -> bool:
        """Tell whether something is still to be done."""
        return bool(self._own or self._others)

    def take(self, tasks: Iterable[Task]) -> None:
        """Hand out work: to others if they have started, or if it pays to start them."""
        for task in tasks:
            if self._pool is None or task.node.here:
                self._own.append(task)
            else:
                self._hand_on(self._pool, task)
        for_others = [task for task in self._own if not task.node.here]
        worth = _WORTH_COPIES if _may_copy() else _WORTH_STARTS
        if self._pool is None and self._size > 1 and len(for_others) >= worth:
            self._pool = _others(self._size)
            self._own = [task for task in self._own if task.node.here]
            for task in for_others:
                self._hand_on(self._pool, task)

    def results(self) -> Iterator[tuple[Task, Outcome]]:
        """Give what is finished first: one task of our own, or what others have done by now."""
        if self._own:
            task = self._own.pop(0)
            yield task, perform(task.node.make, task.node.given, task.needed, *self._place(task))
            return
        # Imported here, as a build that calls nobody needs none of it.
        from concurrent.futures import FIRST_COMPLETED, wait  # noqa: PLC0415
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        done, _ = wait(self._others, return_when=FIRST_COMPLETED)
        for each in done:
            task = self._others.pop(each)
            try:
                yield task, each.result()
            except BrokenProcessPool:
                what = "a process that draws was ended from outside, perhaps for lack of memory"
                raise Unavailable(what, where=task.node.name, fix="--jobs 1 needs less") from None

    def _hand_on(self, pool: ProcessPoolExecutor, task: Task) -> None:
        node = task.node
        done = pool.submit(perform, node.make, node.given, task.needed, *self._place(task))
        self._others[done] = task

    def _place(self, task: Task) -> tuple[Cache, str]:
        return self._cache, task.node.suffix


def perform(make: Make, given: Any, needed: Given, cache: Cache, suffix: str) -> Outcome:  # noqa: ANN401
    """Make one node and keep what it gave; a mistake of a person's is a result like another."""
    began, clock = time.time_ns(), time.perf_counter()
    at_work.set(cache.folder)
    try:
        made = make(given, needed)
        trace = cache.keep(made, suffix)
    except UserError as error:
        return error
    return Result(trace, made.files, began, time.perf_counter() - clock)


def _may_copy() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1


def _others(size: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - as above
    from multiprocessing import get_context  # noqa: PLC0415

    context = get_context("fork" if _may_copy() else "spawn")
    return ProcessPoolExecutor(size, context, initializer=_follow_the_chief)


def _follow_the_chief() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the first; but end when it does.

    Whoever waits for work would otherwise wait for ever when the first process is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_chief, daemon=True).start()


def _end_with_the_chief() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415 - as above

    chief = parent_process()
    if chief is not None:
        chief.join()
        os._exit(1)
