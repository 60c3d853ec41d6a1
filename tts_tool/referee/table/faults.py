"""What the referee itself stumbles over: it is told, written down, and play goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

import tts_tool
from tts_tool.kernel.entries import AnyEntry, Fault, Header
from tts_tool.kernel.timeline import trace
from tts_tool.referee.session import Session

__all__ = ["Faults", "Stumble", "written"]

T = TypeVar("T")

MOST: Final = 50
"""So many reports are written in one session; each holds a whole game."""

_LOG: Final = logging.getLogger(__name__)


class Stumble(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong, and all that it takes to see it again."""

    tool: str
    where: str
    """What the referee was about: report, chance, permits, panel …"""
    trace: str
    report: Any = None
    """What the table had reported."""
    header: Header | None = None
    entries: tuple[AnyEntry, ...] = ()
    failed: AnyEntry | None = None
    """The entry at which the rules failed, if it was the rules."""


Note = Callable[[Stumble], None]


def written(folder: Path, tell: Callable[[Path], None] = lambda _: None) -> Note:
    """Write reports into a folder; a disk that takes none stops nobody.

    `tell` is told the file of each.
    """

    def write(stumble: Stumble) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            number = 1 + sum(1 for _ in folder.glob("fault-*.json"))
            path = folder / f"fault-{number:04}.json"
            path.write_bytes(msgspec.json.encode(stumble))
        except OSError as error:
            _LOG.warning("a report could not be written: %s", error)
        else:
            _LOG.warning("the referee stumbled over %s; the report is %s", stumble.where, path)
            tell(path)

    return write


class Faults:
    """Does what may fail; the same failure is noted once."""

    def __init__(self, session: Session, note: Note | None = None) -> None:
        """Note the stumbles of the referee of a session; without a `note` they are logged."""
        self._session = session
        self._note = note or _logged
        self._known: set[str] = set()
        self.fresh = False
        """Whether something new has been noted since somebody asked."""
        self.latest: Exception | None = None
        """What failed last."""
        self.many = 0
        """How often something has failed, also what was noted before."""

    def guard(self, where: str, do: Callable[[], T], otherwise: T, report: object = None) -> T:
        """Do something; if that fails, note it and give something else."""
        try:
            return do()
        except Exception as problem:  # noqa: BLE001  # whatever it is, play goes on
            self.latest = problem
            self.many += 1
            told = report if report is None else msgspec.to_builtins(report)
            self._noted(
                Stumble(tool=tts_tool.__version__, where=where, trace=trace(problem), report=told)
            )
            return otherwise

    def fault(self, fault: Fault) -> None:
        """Note that the rules have failed."""
        self._noted(
            Stumble(
                tool=tts_tool.__version__,
                where="rules",
                trace=fault.trace,
                header=fault.header,
                entries=fault.entries,
                failed=fault.failed,
            )
        )

    def of_the_table(self, report: object) -> None:
        """Note that the script of the table has failed at something, as it says."""
        told = msgspec.to_builtins(report)
        trace = f"{told.get('about')}: {told.get('why')}"
        self._noted(Stumble(tool=tts_tool.__version__, where="the table", trace=trace, report=told))

    def _noted(self, stumble: Stumble) -> None:
        if stumble.trace in self._known or len(self._known) >= MOST:
            return
        self._known.add(stumble.trace)
        self.fresh = True
        try:
            timeline = self._session.timeline
            if stumble.header is None:
                played = {"header": timeline.header, "entries": tuple(timeline.entries)}
                stumble = msgspec.structs.replace(stumble, **played)
        except Exception:  # noqa: BLE001  # of a game that nobody may look at any more
            _LOG.debug("the game can't be looked at", exc_info=True)
        self._note(stumble)


def _logged(stumble: Stumble) -> None:
    _LOG.warning("the referee stumbled over %s: %s", stumble.where, stumble.trace)
