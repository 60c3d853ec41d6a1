"""Notices that somebody has edited files: a burst of saves is one edit, what is not theirs none.

Editors save in their own ways. Some write a file anew, for a moment it is empty; some write beside
it and rename; some leave swap files and copies. What comes out here is the files that are there in
the end, once all is quiet.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from tts_tool.errors import NotFound

if TYPE_CHECKING:
    from threading import Thread

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

__all__ = ["Watching", "is_passed_by"]

_LOG: Final = logging.getLogger(__name__)
_QUIET: Final = 0.03
"""Seconds without a change after which a save is over, if nobody says that it is."""
_CLOSED: Final = 0.012
"""The same where the system has told that all files are closed: others of a burst may follow."""
_LOOK: Final = 0.004
"""Seconds between looks."""
_LONGEST: Final = 0.5
"""Seconds after which an edit is told, though events still come: something writes all the time."""
_FILLS: Final = 0.15
"""Seconds in which a file that is empty may be filled: some editors empty it first."""
_Look = tuple[int, int, int]
_NEVER: Final = (-1, -1, -1)
_CARE: Final = 1.0
"""Seconds for which it may be deaf; nothing is lost by that, as then all is looked at anew."""
_POLL: Final = 0.5
"""Half of what watchdog itself waits, with which an edit was heard after 0.9 s."""
_CHANGES: Final = frozenset({"created", "modified", "moved", "deleted", "closed"})
_ENDS: Final = frozenset({"moved", "deleted", "closed"})
"""After these nobody writes a file any more."""
_NOT_THEIRS: Final = re.compile(
    r"""^( \. .*             # hidden: .file.swp, .#file, .git
         | .* ~              # the copy that an editor leaves
         | \# .* \#          # what Emacs has not saved yet
         | 4913              # with which Vim tries whether it may write
         | .* \. (swp|swx|swo|tmp|temp|bak|part|crswap|pyc)
         | .* ___jb_(tmp|old)___
         | __pycache__ | node_modules
        )$""",
    re.VERBOSE,
)


def is_passed_by(path: Path, root: Path) -> bool:
    """Tell whether a file is none that somebody edits: hidden, or an editor's own."""
    try:
        parts = path.relative_to(root).parts
    except ValueError:
        return True
    return any(_NOT_THEIRS.match(part) for part in parts)


class Watching(AbstractAsyncContextManager["Watching"]):
    """Watches folders and single files as long as it is open.

    What lies in `outside` is what we write ourselves.
    """

    def __init__(
        self, folders: Iterable[Path], files: Iterable[Path] = (), outside: Iterable[Path] = ()
    ) -> None:
        self._folders = _outermost(folder.resolve() for folder in folders)
        self._files = frozenset(file.resolve() for file in files)
        self._outside = tuple(folder.resolve() for folder in outside)
        self._edited: set[Path] = set()
        self._heard_at = 0.0
        self._open: set[Path] = set()
        """What somebody may still be writing."""
        self._again: set[Path] = set()
        """What is told in any case: it is to be looked at as if it were new."""
        self._told: dict[Path, _Look | None] = {}
        self._event = asyncio.Event()
        self._observer: BaseObserver | None = None
        self._threads: frozenset[Thread] = frozenset()
        self._folders_changed = False
        self._hook = threading.excepthook
        self._roots: Mapping[Path, int | None] = {}
        """Which folders are watched, as the system knows them: of one name there may be another."""
        self._caring: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if missing := next((each for each in self._folders if not each.is_dir()), None):
            raise NotFound("there is no such folder", where=str(missing))
        self._hook, threading.excepthook = threading.excepthook, self._fell
        await self._observe()
        self._caring = asyncio.create_task(self._care())
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._caring is not None:
            self._caring.cancel()
            await asyncio.gather(self._caring, return_exceptions=True)
        await self._stop()
        threading.excepthook = self._hook

    def _fell(self, what: threading.ExceptHookArgs) -> None:
        """Let what listens to the system fall in silence: it is noticed, and goes on (`_care`)."""
        if type(what.thread).__module__.startswith("watchdog."):
            _LOG.debug("what listens has fallen", exc_info=what.exc_value)
        else:
            self._hook(what)

    async def edits(self) -> AsyncIterator[frozenset[Path]]:
        """Give what was edited, as soon as it is quiet, for ever."""
        while True:
            await self._event.wait()
            await self._quiet()
            if self._folders_changed:
                # What listens loses its way where folders are swapped, as by `unpack`: begin anew.
                await self._stop()
                await self._observe()
                self._again.update(self._folders)
            noted, self._edited = self._edited, set()
            self._open.clear()
            self._event.clear()
            if edited := self._told_not_yet(noted):
                yield edited

    def _told_not_yet(self, noted: Iterable[Path]) -> frozenset[Path]:
        """Leave out files that are as they were told last: of one save some events come late."""
        again, self._again = self._again, set()
        found = set[Path]()
        for path in {*noted, *again}:
            look = _look(path)
            if path in again or self._told.get(path, _NEVER) != look:
                found.add(path)
            self._told[path] = look
        return frozenset(found)

    def look_again(self) -> None:
        """Let it be as if everything had been edited."""
        self._again.update(self._folders, self._files)
        self._event.set()

    def has_heard(self) -> bool:
        """Tell whether something was edited that is not told yet."""
        return self._event.is_set()

    def is_all(self, edited: Iterable[Path]) -> bool:
        """Tell whether more than some files may have changed: whole folders have."""
        return not {*self._folders, *self._files}.isdisjoint(edited)

    async def _observe(self, *, polls: bool = False) -> None:
        loop = asyncio.get_running_loop()
        self._folders_changed = False

        def hear(event: FileSystemEvent) -> None:
            if event.event_type not in _CHANGES:
                return
            if event.is_directory and event.event_type not in {"created", "moved", "deleted"}:
                return
            paths = [Path(str(each)) for each in (event.src_path, event.dest_path) if each]
            if theirs := [path for path in paths if self._is_theirs(path)]:
                self._folders_changed = self._folders_changed or event.is_directory
                is_over = event.is_directory or event.event_type in _ENDS
                loop.call_soon_threadsafe(self._note, theirs, is_over)

        singly = {file.parent for file in self._files}
        singly = {each for each in singly if not any(map(each.is_relative_to, self._folders))}
        self._roots = {each: _which(each) for each in (*self._folders, *singly)}
        before = frozenset(threading.enumerate())
        roots = {**dict.fromkeys(self._folders, True), **dict.fromkeys(singly, False)}
        self._observer = await asyncio.to_thread(_observing, roots, hear, polls=polls)
        after = frozenset(each for each in threading.enumerate() if each.daemon)
        self._threads = after - before

    async def _stop(self) -> None:
        observer, self._observer, self._threads = self._observer, None, frozenset()
        if observer is not None:
            with suppress(Exception):  # of folders that have changed places it may know nothing
                observer.stop()
            await asyncio.to_thread(observer.join, _CARE)

    async def _care(self) -> None:
        """Go on by looking again and again where what the system tells was lost.

        Whoever listens to the system may fall over folders that are swapped, and is deaf then; and
        of a folder that was thrown away and is there again it hears nothing.
        """
        while True:
            threads = self._threads
            await asyncio.sleep(_CARE)
            if threads is not self._threads:
                continue
            is_deaf = not all(each.is_alive() for each in threads)
            if is_deaf or any(_which(each) != number for each, number in self._roots.items()):
                await self._stop()
                await self._observe(polls=is_deaf)
                self.look_again()

    async def _quiet(self) -> None:
        loop = asyncio.get_running_loop()
        since = self._heard_at  # whoever was busy meanwhile need not wait once more
        latest = loop.time() + _LONGEST
        seen = self._looks()
        while (now := loop.time()) < latest:
            if (looks := self._looks()) != seen:
                seen, since = looks, now
            elif now - since >= self._patience(seen):
                return
            await asyncio.sleep(_LOOK)

    def _patience(self, looks: Mapping[Path, _Look | None]) -> float:
        if _is_emptied(looks):
            return _FILLS
        return _QUIET if self._open else _CLOSED

    def _looks(self) -> dict[Path, _Look | None]:
        return {path: _look(path) for path in self._edited}

    def _note(self, paths: Iterable[Path], is_over: bool) -> None:  # noqa: FBT001 - handed on by a loop
        self._heard_at = asyncio.get_running_loop().time()
        self._edited.update(paths)
        (self._open.difference_update if is_over else self._open.update)(paths)
        self._event.set()

    def _is_theirs(self, path: Path) -> bool:
        if any(path.is_relative_to(folder) for folder in self._outside):
            return False
        return path in self._files or any(
            path.is_relative_to(folder) and not is_passed_by(path, folder)
            for folder in self._folders
        )


def _observing(
    roots: Mapping[Path, bool], hear: Callable[[FileSystemEvent], None], *, polls: bool
) -> BaseObserver:
    """Begin to watch folders, with all that is below where it says so."""
    from watchdog.events import FileSystemEventHandler  # noqa: PLC0415 - only who watches needs it
    from watchdog.observers import Observer  # noqa: PLC0415 - the same
    from watchdog.observers.polling import PollingObserver  # noqa: PLC0415 - the same

    class Handler(FileSystemEventHandler):
        """Hands all on."""

        def on_any_event(self, event: FileSystemEvent) -> None:
            """Hand it on."""
            hear(event)

    def begun(observer: BaseObserver) -> BaseObserver:
        for root, whole in roots.items():
            if not root.is_dir():  # it went away since; whoever reads it says so
                continue
            observer.schedule(Handler(), str(root), recursive=whole)
        observer.start()
        return observer

    if not polls:
        # Linux lets a person watch only so many folders. Looking at them is slower, and works.
        with suppress(OSError):
            return begun(Observer())
    return begun(PollingObserver(timeout=_POLL))


def _outermost(roots: Iterable[Path]) -> tuple[Path, ...]:
    """Leave out folders that lie in others."""
    found = sorted(set(roots))
    return tuple(
        each for each in found if not any(each != top and each.is_relative_to(top) for top in found)
    )


def _is_emptied(looks: Mapping[Path, _Look | None]) -> bool:
    return any(look is not None and look[0] == 0 for look in looks.values())


def _which(folder: Path) -> int | None:
    """Say which folder this is; none, if there is none."""
    try:
        return folder.stat().st_ino
    except OSError:
        return None


def _look(path: Path) -> _Look | None:
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns, seen.st_ino
