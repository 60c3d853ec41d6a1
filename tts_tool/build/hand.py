"""A process that makes nodes for another one, within limits.

It has so much processor time for each node and so much memory; what is on the error stream of a
library that fails is not for people. If it ends over a node, that node has failed, and no other.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final

from tts_tool.build.cache import Cache
from tts_tool.build.crew import Outcome, Task, perform
from tts_tool.build.graph import elsewhere, nowhere
from tts_tool.errors import BadInput, Unavailable, UserError

__all__ = ["Hand", "finished"]

_SECONDS: Final = 9
"""Processor time for a node; the slowest of ours takes a quarter of a second."""
_PATIENCE: Final = 60.0
"""Seconds after which a node is given up where a system does not count processor time."""
_MEMORY: Final = 450_000_000
"""Bytes beside what a process has at its start: twice what the largest sheet takes."""
_AHEAD: Final = 3
"""So many tasks one has at hand, that nobody waits for the next one to come."""
_LOOK: Final = 0.02
"""Seconds after which it is looked whether anybody still wants it."""
_SIMPLER: Final = "draw it with fewer and simpler shapes"


class Hand:
    """The other process, as the one sees it that gives it work; `tasks` are what it has at hand.

    It gets `ready` before its limits hold.
    """

    def __init__(self, cache: Cache, method: str, ready: Callable[[], None] | None = None) -> None:
        context: Any = get_context(method)
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, cache, ready), daemon=True)
        self._process.start()
        theirs.close()
        self.tasks: deque[Task] = deque()
        self.since = time.monotonic()
        self.is_gone = False

    def take(self, task: Task) -> bool:
        """Take a task, unless there is enough to do."""
        if len(self.tasks) >= _AHEAD:
            return False
        if not self.tasks:
            self.since = time.monotonic()
        with suppress(OSError):  # who has ended is noticed when its answer does not come
            # Where a record stands is asked here, and only if something is wrong with it.
            self.connection.send(task._replace(node=task.node._replace(where=nowhere)))
        self.tasks.append(task)
        return True

    def answer(self) -> Outcome:
        """Give what has become of the first task."""
        try:
            outcome = self.connection.recv()
        except (EOFError, OSError):
            return self._lost()
        self.since = time.monotonic()
        if isinstance(outcome, Exception) and not isinstance(outcome, UserError):
            raise outcome
        return outcome  # type: ignore[no-any-return]  # out of a pipe

    def come_back(self) -> None:
        """Be done with what was overtaken: nobody looks at what comes of it."""
        while self.tasks and not self.is_gone:
            try:
                self.answer()
            except Exception:  # noqa: BLE001 - whoever wants the same again hears of it
                self.dismiss()
            self.tasks.popleft()

    def release(self) -> None:
        """End it, whatever it does, without waiting until it has ended."""
        self.is_gone = True
        self.connection.close()
        self._process.kill()

    def dismiss(self) -> None:
        """End it, and wait until it has ended."""
        self.release()
        self._process.join()

    def give_up(self) -> None:
        """End it, as it does not come back; this is noticed as any end is."""
        self._process.kill()

    def _lost(self) -> UserError:
        """Say why it has ended over its first task."""
        self._process.join()
        code = self._process.exitcode or 0
        late = time.monotonic() - self.since > _PATIENCE
        self.is_gone = True
        if code == -_named("SIGPROF") or late:
            return BadInput(f"this takes more than {_SECONDS} seconds", fix=_SIMPLER)
        if code == -_named("SIGKILL"):
            what = "the process that made this was ended from outside, perhaps for lack of memory"
            return Unavailable(what, where=self.tasks[0].node.name, fix="--jobs 1 needs less")
        return BadInput(f"what draws has ended over this, with code {code}", fix=_SIMPLER)


def finished(
    hands: Iterable[Hand], overtaken: Callable[[], bool]
) -> Iterator[tuple[Hand, Outcome]]:
    """Wait until something is done, and give what is; or until it is wanted no more."""
    busy = {hand.connection: hand for hand in hands}
    while True:
        ready = wait(list(busy), _LOOK)
        if ready:
            break
        if overtaken():
            return
        if _counts_time():
            continue
        for hand in busy.values():
            if time.monotonic() - hand.since > _PATIENCE:
                hand.give_up()
    for connection in ready:
        hand = busy[connection]
        yield hand, hand.answer()


def _counts_time() -> bool:
    return hasattr(signal, "setitimer")


def _named(name: str) -> int:
    return int(getattr(signal, name, 0))


def _work(connection: Connection, cache: Cache, ready: Callable[[], None] | None) -> None:
    """Do what comes, until nothing more can."""
    _follow_the_chief()
    if ready is not None:
        ready()
    _limit_memory()
    elsewhere.set(True)
    while True:
        try:
            task: Task = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        connection.send(_in_time(task, cache))


def _in_time(task: Task, cache: Cache) -> Outcome | Exception:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        return perform(task, cache)
    except MemoryError:
        return BadInput("this takes too much memory", fix=_SIMPLER)
    except Exception as error:  # noqa: BLE001 - whoever gave the task has to hear of it
        error.add_note(traceback.format_exc())
        return error
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)


def _limit_memory() -> None:
    """Let the system refuse what is far too much, where it does so."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - only there

        pages = [int(each) for each in Path("/proc/self/statm").read_text(encoding="ascii").split()]
        used = {resource.RLIMIT_DATA: pages[5], resource.RLIMIT_AS: pages[0] + pages[5]}
        for limit, size in used.items():
            most = size * resource.getpagesize() + _MEMORY
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (most, most))


def _follow_the_chief() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the first; but end when it does.

    Whoever waits for work would otherwise wait for ever when the first process is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    os.close(nothing)
    threading.Thread(target=_end_with_the_chief, daemon=True).start()


def _end_with_the_chief() -> None:
    chief = parent_process()
    if chief is not None:
        chief.join()
        os._exit(1)
