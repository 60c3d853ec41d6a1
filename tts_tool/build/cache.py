"""What was made before, by what it was made from: in the user's cache folder, never in a project.

A trace says which files a node read and what it gave; contents lie under their digest. Both are
written beside and renamed, so builds that run at the same time, or are killed, do no harm.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec

from tts_tool.build.graph import Damaged, Made, Output
from tts_tool.build.stamps import Stamps, digest_of
from tts_tool.cached import FIX, write_beside
from tts_tool.errors import Unavailable

__all__ = [
    "PARTS",
    "TOUCHED_AFTER",
    "Cache",
    "Trace",
    "at_work",
    "forget_all",
]

PARTS: Final = ("contents", "traces", "compiled", "builds")
"""The folders of a cache."""
TOUCHED_AFTER: Final = 3_600.0
"""Seconds after which a file that is used is dated anew, so that its date says when it was used."""
_LOOKED_AFTER: Final = 300.0
"""Seconds after which a process that lives on looks again whether a content is here.

It builds after each edit, and hundreds of contents are not read for it. One that is read and has
gone meanwhile is noticed: see `mended`.
"""
_MOST_TRACES: Final = 8
"""So many states of its files at most are compared in vain before a node is made anew."""

T = TypeVar("T")

at_work: Final[ContextVar[Path | None]] = ContextVar("cache", default=None)
"""The folder of the cache for which a node is made, for what its function keeps there itself."""


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """What a node gave once: the content's digest and size, the files it read, its notes."""

    digest: str
    suffix: str
    size: int
    files: dict[str, str] = {}
    notes: tuple[str, ...] = ()


_TRACES: Final = msgspec.msgpack.Decoder(list[Trace])

Roots: TypeAlias = Sequence[str]
"""Folders that may lie anywhere, as they are written in the names of files."""


class Cache:
    """The nodes that were made before. Holds only a path, so that any process can open it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._contents = str(folder / "contents")
        self._whole: dict[str, float] = {}
        """When contents were found to be here."""

    def find(self, key: str, stamps: Stamps, roots: Roots = ()) -> Trace | None:
        """Give what this key led to when all the files that were read were as they are now.

        Files below a root are known by their names there: what one checkout has drawn another one
        finds.
        """
        known = (_renamed(each, lambda file: _at_home(file, roots)) for each in self._traces(key))
        return next((each for each in known if self.holds(each, stamps)), None)

    def holds(self, trace: Trace, stamps: Stamps) -> bool:
        """Tell whether the files that were read are as they were, and the content is here."""
        return stamps.are(trace.files) and self._is_whole(trace)

    def output(self, trace: Trace) -> Output:
        """Say where the content lies."""
        return Output(trace.digest, trace.suffix, self._content_name(trace.digest, trace.suffix))

    def keep(self, made: Made, suffix: str) -> Trace:
        """Keep a content under its digest; which files it depends on is for `record` to say."""
        digest = digest_of(made.data)
        trace = Trace(digest=digest, suffix=suffix, size=len(made.data), notes=made.notes)
        path = self._content(digest, suffix)
        if not (self._is_whole(trace) and _holds(path, made.data)):
            write_beside(path, made.data)
        return trace

    def record(self, key: str, trace: Trace, roots: Roots = ()) -> None:
        """Remember what a key led to; older answers stay, as somebody may switch to and fro."""
        new = _renamed(trace, lambda file: _anywhere(file, roots))
        older = [each for each in self._traces(key) if each.files != new.files]
        write_beside(self._trace(key), msgspec.msgpack.encode([new, *older][:_MOST_TRACES]))

    def mended(self, act: Callable[[], T]) -> T:
        """Do something that reads contents; if one is damaged, drop all that are, and do it anew.

        Where one is, others may be. What was made meanwhile is found again, not made again.
        """
        try:
            return act()
        except Damaged:
            self._drop_damaged()
        try:
            return act()
        except Damaged as again:
            what = "the cache does not give back what is written there"
            raise Unavailable(what, where=str(again), fix=FIX) from None

    def _drop_damaged(self) -> None:
        self._whole.clear()
        for path in Path(self._contents).glob("*/[!.]*"):
            with suppress(OSError):
                if digest_of(path.read_bytes()) != f"{path.parent.name}{path.stem}":
                    path.unlink()

    def _traces(self, key: str) -> Iterable[Trace]:
        try:
            return _TRACES.decode(self._trace(key).read_bytes())
        except (OSError, msgspec.DecodeError):
            return []

    def _is_whole(self, trace: Trace) -> bool:
        # For each node of a build in which little happens: no Path is made for it.
        name = self._content_name(trace.digest, trace.suffix)
        now = time.monotonic()
        if now - self._whole.get(name, -_LOOKED_AFTER) < _LOOKED_AFTER:
            return True
        try:
            seen = os.stat(name)  # noqa: PTH116
        except OSError:
            return False
        if seen.st_size != trace.size:
            return False
        self._whole[name] = now
        if abs(time.time() - seen.st_mtime) > TOUCHED_AFTER:
            with suppress(OSError):
                os.utime(name)
        return True

    def _trace(self, key: str) -> Path:
        return self.folder / "traces" / key[:2] / key[2:]

    def _content(self, digest: str, suffix: str) -> Path:
        return Path(self._content_name(digest, suffix))

    def _content_name(self, digest: str, suffix: str) -> str:
        return f"{self._contents}/{digest[:2]}/{digest[2:]}{suffix}"


def _renamed(trace: Trace, name: Callable[[str], str]) -> Trace:
    files = {name(file): digest for file, digest in trace.files.items()}
    return msgspec.structs.replace(trace, files=files)


_MARK: Final = "<"
"""So begins no name of a file: `<0>/faces/potion.svg` lies below the first root."""


def _anywhere(file: str, roots: Roots) -> str:
    """Name a file so that it does not matter where its root lies, the innermost that it has."""
    above = [root for root in roots if file.startswith(f"{root}/")]
    if not above:
        return file
    root = max(above, key=len)
    return f"{_MARK}{roots.index(root)}>{file[len(root) :]}"


def _at_home(file: str, roots: Roots) -> str:
    """Name a file where its root lies now; what no root has is found nowhere."""
    number, _, name = file.removeprefix(_MARK).partition(">")
    is_marked = file.startswith(_MARK) and number.isdecimal() and int(number) < len(roots)
    return f"{roots[int(number)]}{name}" if is_marked else file


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def forget_all(folder: Path) -> int:
    """Empty a cache of builds; give the number of files that went."""
    gone = 0
    for part in PARTS:
        inside = folder / part
        gone += sum(1 for path in inside.rglob("*") if path.is_file())
        shutil.rmtree(inside, ignore_errors=True)
    return gone
