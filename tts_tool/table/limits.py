"""What a cage may use, and how each system is told so.

Three fences, one inside the other: the system's own limits (on Windows: see `job`), an audit
hook that refuses files, sockets and processes to Python itself, and the interpreters, which have
no such functions in the first place.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any

from tts_tool.errors import Refused

__all__ = [
    "FRAMES_MAY_OWE",
    "MOST_FAULTS",
    "MOST_SCRIPTS",
    "MOST_THINGS",
    "MOST_WAITING",
    "Allowance",
    "Limits",
    "confine",
    "make_room",
]

# What scripts may bring into being, several times of what any mod was seen to need.
MOST_THINGS = 10_000
MOST_WAITING = 5_000
MOST_SCRIPTS = 2_000
# How many faults are kept whole, and how many different ones are counted.
MOST_FAULTS = 1_000
# What frames may take too long in all, as a multiple of what one run of a script may take.
FRAMES_MAY_OWE = 4

# What is used in so many seconds, by one thread, is no more than they are.
_A_MOMENT = 1

_FORBIDDEN = (
    "open",
    "socket.",
    "subprocess.",
    "os.",
    "shutil.",
    "ctypes.",
    "pty.",
    "webbrowser.",
    "urllib.",
    "ftplib.",
    "tempfile.",
    "glob.",
    "mmap.",
    "winreg.",
    "_winapi.",
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Memory of the whole process, and the processor time that one request may use."""

    memory: int = 2 * 1024**3
    cpu_seconds: int = 120


def confine(limits: Limits) -> list[str]:
    """Limit this process for good; return which limits the system took."""
    taken = _limit_resources(limits)
    sys.addaudithook(_refuse)
    return [*taken, "audit"]


class Allowance:
    """What processor time this process may still use; also ends it should its owner die."""

    def __init__(self) -> None:
        self._seconds = 0
        self._lasts = 0.0

    def renew(self, seconds: int) -> None:
        """Allow at least so much, unless that was done a moment ago: it asks the system a lot."""
        now = time.monotonic()
        if seconds != self._seconds or now > self._lasts:
            _allow_cpu(seconds + _A_MOMENT)
            self._seconds, self._lasts = seconds, now + _A_MOMENT


def _allow_cpu(seconds: int) -> None:
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        used = resource.getrusage(resource.RUSAGE_SELF)
        allowed = int(used.ru_utime + used.ru_stime) + seconds + 1
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, hard))


def make_room(count: int, most: int, what: str) -> None:
    """Refuse one more of what there are `count` of already; to a script that is its error."""
    if count >= most:
        raise Refused(f"there are {count:,} {what} already, and no more are allowed")


def _limit_resources(limits: Limits) -> list[str]:
    taken: list[str] = []
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        wanted = {"AS": limits.memory, "CORE": 0, "NPROC": 0, "NOFILE": 0}
        for name, most in wanted.items():
            try:
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
            except (AttributeError, ValueError, OSError):
                continue  # macOS does not limit memory this way
            taken.append(name)
    return taken


def _refuse(event: str, _arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"a cage has no {event}")
