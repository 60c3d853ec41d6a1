"""Who does the work: this process, and others as soon as there is enough for them to do.

The library that draws holds Python's one lock while it does, so threads would draw one picture
after the other; processes use all cores. On Linux they begin as copies of this one, which costs
next to nothing, unless other threads are at work here, whose locks nobody would open in a copy.
Else they are started anew, which takes a moment: what is little is done here.

Some of them may be called ahead, as soon as it is known that there is something to do: while this
process reads cards and plans, they import what draws, and they draw while the table is laid out.

What may never end, or end its process, is done by others in any case: they have limits, and who
comes up against one is replaced. See `hand`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from tts_tool.build.cache import Cache, Trace, at_work
from tts_tool.build.graph import Given, Hazardous, Made, Node, Output
from tts_tool.errors import UserError

if TYPE_CHECKING:
    from tts_tool.build.hand import Hand

__all__ = [
    "Amended",
    "Crew",
    "Outcome",
    "Result",
    "Task",
    "call_ahead",
    "called_ahead",
    "cores",
    "perform",
]

# Fewer where a process can be copied: one that starts has to import all first.
_WORTH_COPIES: Final = 4
_WORTH_STARTS: Final = 32
"""So much must be ready to be done before others are called."""
_MOST_CORES: Final = 8
"""Each may take the 450 MB of `hand._MEMORY`: eight of them 3.6 GB."""


class Amended(NamedTuple):
    """What a node gave when some of its needs were otherwise, and which."""

    output: Output
    differing: frozenset[str]


class Task(NamedTuple):
    """A node to be made, with what it needs; or to be put right, if it can be."""

    node: Node
    key: str
    needed: Given
    before: Amended | None = None

    @property
    def is_ours(self) -> bool:
        """Tell whether it is done here in any case: what is only put right takes a moment."""
        return self.node.here or self.before is not None


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


@contextmanager
def called_ahead(
    cache: Cache, ready: Callable[[], None], jobs: int | None = None
) -> Iterator[Sequence[Hand]]:
    """Call a hand for as long as this is entered, if one can be called."""
    hands = call_ahead(cache, ready, jobs)
    try:
        yield hands
    finally:
        for hand in hands:
            hand.dismiss()


def call_ahead(
    cache: Cache, ready: Callable[[], None], jobs: int | None = None, most: int = 1
) -> Sequence[Hand]:
    """Call hands that get `ready` while this process finds out what there is to do.

    Nobody is called where there is no core for it, or where it would have to be started anew:
    that takes as long as what it would save.
    """
    there = jobs or cores()
    if there == 1 or not _may_copy():
        return ()
    from tts_tool.build.hand import Hand  # noqa: PLC0415 - a build that calls nobody needs none

    return [Hand(cache, "fork", ready) for _ in range(min(there, most))]


class Crew:
    """Takes tasks, gives results, in any order. Those called `ahead` are there already."""

    def __init__(self, cache: Cache, size: int, ahead: Sequence[Hand] = ()) -> None:
        self._cache = cache
        self._size = size
        self._called = False
        self._own: deque[Task] = deque()
        self._waiting: deque[Task] = deque()
        self._ahead = [hand for hand in ahead if not hand.is_gone]
        self._hands = list(self._ahead)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for hand in self._hands:
            if hand not in self._ahead:  # whoever has called that one may need it again
                hand.dismiss()

    @property
    def busy(self) -> bool:
        """Tell whether something is still to be done."""
        return bool(self._own or self._waiting or any(hand.tasks for hand in self._hands))

    def take(self, task: Task) -> None:
        """Hand out work: to others if they are there, or if it pays to call them."""
        there = self._called or bool(self._hands)
        (self._waiting if there and not task.is_ours else self._own).append(task)
        if not self._called:
            self._call_if_it_pays()
        self._hand_out()

    def _call_if_it_pays(self) -> None:
        for_others = [task for task in (*self._own, *self._waiting) if not task.is_ours]
        worth = _WORTH_COPIES if _may_copy() else _WORTH_STARTS
        if self._size > 1 and len(for_others) >= worth:
            self._called = True
            self._own = deque(task for task in self._own if task.is_ours)
            self._waiting = deque(for_others)

    def results(self, overtaken: Callable[[], bool]) -> Iterator[tuple[Task, Outcome]]:
        """Give what is finished first: one task of our own, or what others have done by now."""
        if self._own:
            task = self._own.popleft()
            try:
                outcome = perform(task, self._cache)
            except Hazardous:
                self._waiting.append(task)
            else:
                yield task, outcome
                return
        self._hand_out()
        from tts_tool.build.hand import finished  # noqa: PLC0415 - as above

        for hand, outcome in finished([it for it in self._hands if it.tasks], overtaken):
            yield hand.tasks.popleft(), outcome
            if hand.is_gone:
                self._hands.remove(hand)
                self._waiting.extendleft(reversed(hand.tasks))
        self._hand_out()

    def _hand_out(self) -> None:
        """Give everybody enough to do, and call as many as there is work for."""
        while self._waiting:
            hand = min(self._hands, key=lambda each: len(each.tasks), default=None)
            more = self._called and len(self._hands) < self._size
            if hand is None or (hand.tasks and more):
                hand = self._call()
            if not hand.take(self._waiting[0]):
                return
            self._waiting.popleft()

    def _call(self) -> Hand:
        from tts_tool.build.hand import Hand  # noqa: PLC0415 - as above

        hand = Hand(self._cache, "fork" if _may_copy() else "spawn")
        self._hands.append(hand)
        return hand


def perform(task: Task, cache: Cache) -> Outcome:
    """Make one node and keep what it gave; a mistake of a person's is a result like another.

    What is `Hazardous` is not made here.
    """
    began, clock = time.time_ns(), time.perf_counter()
    at_work.set(cache.folder)
    node = task.node
    try:
        made = _made(task)
        trace = cache.keep(made, node.suffix)
    except UserError as error:
        return error
    return Result(trace, made.files, began, time.perf_counter() - clock)


def _made(task: Task) -> Made:
    node, before = task.node, task.before
    if before is None or node.amend is None:
        return node.make(node.given, task.needed)
    changed = {name: task.needed[name] for name in before.differing}
    return Made(node.amend(node.given, changed, before.output.data()))


def _may_copy() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1
