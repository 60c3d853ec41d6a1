"""The owner's side of a cage: starts it, asks it, and ends it when it does not come back."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Self, cast

import msgspec

from tts_tool.errors import BadInput, NotFound, Refused, Unavailable
from tts_tool.table.cage import NO_MEMORY, Settings
from tts_tool.table.job import Job
from tts_tool.table.limits import Limits
from tts_tool.table.scripts.faults import ScriptFault
from tts_tool.table.scripts.watch import Running
from tts_tool.table.window import Window
from tts_tool.table.wire import Plain, read_message, write_message
from tts_tool.table.work import Deadline, worked

__all__ = ["Broken", "Cage", "Ended"]

# How much too late a script is ended at most, and how long a cage has to end by itself.
_GLANCE = 0.05
# For tables whose scripts may run for tenths of a second only: a machine may stand still as long.
_GRACE = 0.5
# Messages; then the cage waits in front of a full pipe, so that no flood of it piles up here.
_MOST_WAITING = 64
_KINDS = {each.__name__: each for each in (BadInput, NotFound, Refused, Unavailable)}
# Only for what hangs: a process that ends instead is noticed at once, and a busy machine is slow.
_START = 30.0
# How long its code is waited for: it has closed the pipe, so its end is near.
_PATIENCE = 5.0
_ROOT = Path(__file__).resolve().parents[2]


class Ended(Unavailable):
    """The cage is gone, and with it the table in it; `running` is what it was doing."""

    def __init__(self, reason: str, running: Running | None) -> None:
        doing = f", while it ran {running}" if running else ""
        super().__init__(
            f"the scripts were ended: {reason}{doing}",
            where=f"{running.chunk}:{running.line}" if running and running.line else None,
            fix="look for a loop without end there; or give scripts more time or memory"
            if running
            else "open the table again; or give it more memory",
        )
        self.reason = reason
        self.running = running


class Broken(RuntimeError):
    """A fault of ours inside the cage; its table goes on."""

    def __init__(self, what: str, trace: str) -> None:
        super().__init__(f"{what}\n{trace}")
        self.what = what
        self.trace = trace


class Cage:
    """A process with a room in it (see `tts_tool.table.cage`), and the way to ask it things.

    `seconds` is what one run of a script may work before it is made to fail; it is ended with
    its process if it has not come back in twice that time and a `grace`. What a busy machine keeps
    from it is not counted, where the system tells (see `work`).
    """

    def __init__(
        self,
        room: str,
        *,
        seconds: float = 5.0,
        limits: Limits | None = None,
        notice: Callable[[str, Plain], None] | None = None,
        grace: float = _GRACE,
    ) -> None:
        self._room = room
        self._grace = grace
        self._settings = Settings(seconds, limits or Limits())
        self._notice = notice or (lambda _kind, _value: None)
        self._number = 0
        self._one_at_a_time = threading.RLock()
        self.limits: list[str] = []
        self._start()

    def __enter__(self) -> Self:
        """Nothing to do: it runs."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    @property
    def alive(self) -> bool:
        """Whether there is somebody to ask."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process."""
        return int(self._process.pid)

    def request(self, verb: str, *arguments: Plain, seconds: float = 120.0) -> Plain:
        """Ask, and wait for the answer.

        Raises `ScriptFault` when a script failed, what the room raised for a person to read,
        `Broken` for faults of ours, and `Ended` when the process is gone, or had to be ended.
        """
        with self._one_at_a_time:
            self._number += 1
            self._send((self._number, verb, arguments, seconds))
            return self._answer(self._await(self._number, seconds))

    def restart(self) -> None:
        """End it if it still runs, and begin again with an empty room."""
        with self._one_at_a_time:
            self.close()
            self._start()

    def close(self) -> None:
        """End it, quietly if it listens."""
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(_GLANCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._drain()
        self._process.stdout.close()
        self._job.close()
        self._window.close()

    def _drain(self) -> None:
        """Let the reader come to its end; it waits while nobody takes what it has read."""
        while self._reader.is_alive():
            with suppress(queue.Empty):
                self._messages.get(timeout=_GLANCE)
        self._reader.join()

    def _start(self) -> None:
        self._is_over = False
        self._window = Window()
        settings = msgspec.json.encode(self._settings).decode()
        command = ["-m", "tts_tool.table.cage", self._room, str(self._window.path), settings]
        self._process = cast(
            "Plain",
            subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, "-s", *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(),
            ),
        )
        self._job = Job(int(getattr(self._process, "_handle", 0)), self._settings.limits)
        self._messages: queue.Queue[Plain] = queue.Queue(_MOST_WAITING)
        self._reader = threading.Thread(
            target=self._read, args=(self._process.stdout,), daemon=True
        )
        self._reader.start()
        self._number = 0
        try:
            _, self.limits = self._await("ready", _START)
            self._window.hide()
        except Ended:
            self.close()
            raise

    def _read(self, stream: BinaryIO) -> None:
        """Collect messages; the last is the reason why there are no more."""
        while True:
            try:
                message = read_message(stream)
            except (EOFError, OSError, ValueError):
                self._messages.put(EOFError())
                return
            except BadInput as error:
                self._messages.put(error)
                return
            self._messages.put(message)

    def _send(self, message: Plain) -> None:
        if not self.alive:
            raise self._ended("its process had ended before") if self._is_over else self._gone()
        try:
            write_message(self._process.stdin, message)
        except OSError as error:
            raise self._gone() from error

    def _await(self, number: int | str, seconds: float) -> Plain:
        """Wait for the answer with this number, and watch the clock meanwhile."""
        patience = Deadline(seconds, self._process)
        while True:
            try:
                message = self._messages.get(timeout=_GLANCE)
            except queue.Empty:
                self._check(patience)
                continue
            if isinstance(message, EOFError):
                raise self._gone()
            if isinstance(message, BadInput):
                raise self._ended(message.what)
            if message[0] == "notice":
                self._check(patience)
                self._notice(message[1], message[2])
            elif number in message[:2]:
                return message

    def _check(self, patience: Deadline) -> None:
        running = self._window.look()
        most = 2 * self._settings.seconds + self._grace
        if running and worked(self._process) - running.since > most:
            raise self._ended(f"a script did not come back in {most:g} s")
        if patience.is_over():
            raise self._ended(f"no answer within {patience.seconds:g} s")

    def _gone(self) -> Ended:
        """Say how the process ended by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        return self._ended(_how(self._process.returncode))

    def _ended(self, reason: str) -> Ended:
        self._is_over = True
        running = self._window.look()
        self._process.kill()
        self._process.wait()
        return Ended(reason, running)

    def _answer(self, message: Plain) -> Plain:
        match message:
            case ["done", _, value]:
                return value
            case ["fault", _, text, script, guid, function, trace]:
                raise ScriptFault(
                    text, script=script, guid=guid, function=function, traceback=trace
                )
            case ["refused", _, str(kind), what, where, fix]:
                raise _KINDS.get(kind, Refused)(what, where=where, fix=fix)
            case ["broken", _, what, trace]:
                raise Broken(what, trace)
        raise self._ended(f"it sent something that is no answer: {str(message)[:80]}")


def _environment() -> dict[str, str]:
    """Give the cage the same hash seed on every machine, and a way to find this package."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYTHONHASHSEED": "0",
    }


def _how(code: int | None) -> str:
    if code is None:
        return "its process closed the pipe"
    if code < 0:
        return _SIGNALS.get(-code, f"the system ended its process (signal {-code})")
    if code == NO_MEMORY:
        return "there was no memory left"
    return f"its process ended with code {code}"


_SIGNALS = {
    6: "its process gave up, most likely for want of memory",
    9: "its process was killed",
    11: "its process crashed",
    24: "its process had used up its processor time",
}
