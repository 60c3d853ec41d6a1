"""Digests of files, read again only when a file looks different.

As git does: a file that has the size, time and number that it had is not read again, unless it
was written so shortly before it was read that a second change could hide behind the same time.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

__all__ = ["Stamps", "digest_of", "files_below", "fingerprint"]

_SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a file's time is believed: the coarsest clock of a disk, FAT's."""


class _Stamp(msgspec.Struct, frozen=True, array_like=True):
    size: int
    written: int
    number: int
    read: int
    digest: str


_STAMPS: Final = msgspec.msgpack.Decoder(dict[str, _Stamp])

_here: Final[dict[str, _Stamp]] = {}
"""What this process has read, for whatever it builds next: all of tts-tool is read for each mod."""


class Stamps:
    """The digests of files by path. `known` is what an earlier run left.

    It has `learned` something as soon as a file was read because no earlier look was good enough.
    """

    def __init__(self, known: bytes = b"") -> None:
        self._known = _decoded(known)
        self._now: dict[str, _Stamp | None] = {}
        self.learned = False

    def digest(self, path: Path | str) -> str | None:
        """Give the digest of a file's content, looked at once per run; None if there is none."""
        name = str(path)
        found = self._now[name] if name in self._now else self._seen(name)
        return None if found is None else found.digest

    def are(self, digests: Mapping[str, str]) -> bool:
        """Tell whether files are as they were, with nothing for one that was not there."""
        now = self._now
        for name, digest in digests.items():
            stamp = now[name] if name in now else self._seen(name)
            if (stamp.digest if stamp else "") != digest:
                return False
        return True

    def look_again(self, paths: Iterable[str]) -> None:
        """Forget what was seen in this run of files that may have changed since."""
        for path in paths:
            self._now.pop(path, None)

    @property
    def seen(self) -> tuple[str, ...]:
        """Name the files that were looked at in this run."""
        return tuple(self._now)

    def encoded(self) -> bytes:
        """Give what the next run may start from."""
        seen = {name: stamp for name, stamp in self._now.items() if stamp is not None}
        return msgspec.msgpack.encode({**self._known, **seen})

    def _seen(self, name: str) -> _Stamp | None:
        found = self._now[name] = self._stamp(name)
        return found

    def _stamp(self, name: str) -> _Stamp | None:
        try:
            now = os.stat(name)  # noqa: PTH116 - of thousands of files in a build of one card
        except OSError:
            return None
        if not stat.S_ISREG(now.st_mode):
            return None
        size, written, number = now.st_size, now.st_mtime_ns, now.st_ino
        for before in (self._known, _here):
            known = before.get(name)
            if (
                known is not None
                and known.written == written
                and written + _SETTLED < known.read
                and (known.size, known.number) == (size, number)
            ):
                self.learned |= before is _here
                return known
        read = time.time_ns()
        try:
            data = Path(name).read_bytes()
        except OSError:
            return None
        self.learned = True
        found = _here[name] = _Stamp(size, written, number, read, digest_of(data))
        return found


def digest_of(data: bytes) -> str:
    """Digest a content; 128 bits, as nobody here has an enemy inside his own cache."""
    return blake2b(data, digest_size=16).hexdigest()


def fingerprint(*parts: bytes) -> str:
    """Digest several parts; where one ends and the next begins matters."""
    state = blake2b(digest_size=16)
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.hexdigest()


def files_below(folder: Path) -> list[str]:
    """Name the files in a folder in an order that every system agrees on.

    Hidden ones are not among them, nor what Python makes beside its sources. These are no paths:
    to make a thousand of them takes longer than to look at the files.
    """
    found: list[str] = []
    for top, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        wanted = (name for name in names if not name.startswith(".") and name[-4:] != ".pyc")
        found += (
            os.path.join(top, name)  # noqa: PTH118 - hundreds of times in a build of nothing
            for name in wanted
        )
    return sorted(found)


def _decoded(known: bytes) -> dict[str, _Stamp]:
    try:
        return _STAMPS.decode(known) if known else {}
    except msgspec.DecodeError:
        return {}
