"""Ends rules that go on for ever: a fault like any other, not a referee that hangs.

The kernel counts events and questions and ends what makes too many.  Rules that loop and do
neither can't be counted without slowing all others down, so here a thread looks at what the process
has worked. Time that passes while the machine sleeps, or does something else, ends nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread, get_ident
from time import process_time
from types import TracebackType
from typing import Any, Final, Self

from tts_tool.kernel.state import FlowError

__all__ = ["LONGEST", "Patience", "patiently"]

LONGEST: Final = 10.0
"""So many seconds rules may work for what follows from one answer; a thousandth is usual."""


class _Endless(BaseException):
    """It is none of the exceptions that rules may catch."""


class Patience:
    """Waits so long for what runs inside it, and ends it then with a `FlowError`."""

    def __init__(self, seconds: float = LONGEST) -> None:
        """Have patience for so many seconds."""
        self.seconds = seconds
        self.thread = 0
        self.until: float | None = None
        self.ended = False

    def __enter__(self) -> Self:
        self.thread = get_ident()
        _WATCH.begin(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        while True:
            with suppress(_Endless):  # it has come to its end by itself after all
                _WATCH.end(self)
                break
        if isinstance(problem, _Endless):
            msg = f"the rules went on for {self.seconds:g} seconds without coming to an end"
            raise FlowError(msg).with_traceback(place) from None


def patiently(rules: Callable[[], Any], seconds: float = LONGEST) -> Any:  # noqa: ANN401
    """Run rules, but no longer than so many seconds."""
    with Patience(seconds):
        return rules()


class _Watch:
    """The one thread that looks at the clock, as long as there is something to wait for."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._running: list[Patience] = []
        self._asleep = False
        self._thread: Thread | None = None

    def begin(self, one: Patience) -> None:
        self._running.append(one)
        if self._asleep or self._thread is None:
            with self._changed:
                if self._thread is None:
                    self._thread = Thread(target=self._look, name="watchdog", daemon=True)
                    self._thread.start()
                self._changed.notify()

    def end(self, one: Patience) -> None:
        """Wait no longer; an exception that is on its way does not arrive any more."""
        with self._changed:
            if one in self._running:
                self._running.remove(one)
            if one.ended:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(one.thread), None)

    def _look(self) -> None:
        with self._changed:
            while True:
                self._asleep = not self._running
                self._changed.wait(None if self._asleep else 0.2)
                worked = process_time()
                for one in self._running:
                    if one.until is None:  # most are over before anybody looks at the clock
                        one.until = worked + one.seconds
                    elif one.until < worked:
                        one.ended = True  # and again at the next look, where it was swallowed
                        thread, what = ctypes.c_ulong(one.thread), ctypes.py_object(_Endless)
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, what)


_WATCH: Final = _Watch()
