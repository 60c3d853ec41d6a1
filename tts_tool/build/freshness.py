"""Tells at once that there is nothing to do: before a game is loaded or a graph is planned.

After a build, the digests of all files that could have mattered are kept: cards, templates,
fragments, a person's pictures, all of tts-tool. As long as they are the same, and what was built
lies where it was put, a build can only give what is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from tts_tool.build.facts import Facts
from tts_tool.build.stamps import Stamps, files_below, fingerprint
from tts_tool.build.tool import code_files, libraries
from tts_tool.build.writing import names_in, read_manifest
from tts_tool.cached import write_beside

__all__ = ["LastBuild", "Past"]

_ENVIRONMENT: Final = ("SOURCE_DATE_EPOCH",)


class LastBuild(msgspec.Struct, frozen=True, kw_only=True):
    """What the last build into a folder was made from, and what it knew."""

    asked: str
    roots: tuple[str, ...]
    inputs: str
    nodes: int
    facts: dict[str, Facts]
    notes: tuple[str, ...] = ()


class Past:
    """What is remembered of builds into one folder, and the stamps of the files it has seen."""

    def __init__(self, cache: Path, out: Path) -> None:
        name = fingerprint(str(out.absolute()).encode())
        self._file = cache / "builds" / name
        self._stamps_file = cache / "builds" / f"{name}.stamps"
        self.out = out
        self.stamps = Stamps(_read(self._stamps_file))
        self.last = self._last()
        self._seen: tuple[tuple[str, ...], str] = ((), "")
        """Of which folders what was seen when it was decided that there is something to do."""

    def is_fresh(self, asked: str) -> bool:
        """Tell whether a build that is asked for like this would change nothing."""
        last = self.last
        if last is None or last.asked != asked:
            return False
        inputs = self._inputs(last.roots)
        fresh = inputs == last.inputs and self._is_in_place()
        self._seen = last.roots, inputs
        if fresh and self.stamps.learned:
            write_beside(self._stamps_file, self.stamps.encoded())
        return fresh

    def remember(
        self,
        asked: str,
        roots: Iterable[Path],
        facts: dict[str, Facts],
        notes: tuple[str, ...],
        inputs: str,
    ) -> None:
        """Keep what this build was made from."""
        names = tuple(map(str, roots))
        self.last = LastBuild(
            asked=asked, roots=names, inputs=inputs, nodes=len(facts), facts=facts, notes=notes
        )
        write_beside(self._file, msgspec.msgpack.encode(self.last))
        write_beside(self._stamps_file, self.stamps.encoded())

    def inputs(self, roots: Iterable[Path]) -> str:
        """Digest all that may matter, before anything is read: what changes later is seen next."""
        names = tuple(map(str, roots))
        seen, self._seen = self._seen, ((), "")
        return seen[1] if names == seen[0] else self._inputs(names)

    def _inputs(self, roots: tuple[str, ...]) -> str:
        files = [*code_files(), *_files(roots)]
        seen = [f"{file} {self.stamps.digest(file)}".encode(errors="replace") for file in files]
        said = [f"{name}={os.environ.get(name, '')}".encode() for name in _ENVIRONMENT]
        return fingerprint(libraries().encode(), *said, *seen)

    def _is_in_place(self) -> bool:
        manifest = read_manifest(self.out)
        if manifest is None:
            return False
        names = names_in(self.out, manifest.files)
        return all(self.stamps.digest(names[path]) == manifest.files[path] for path in names)

    def _last(self) -> LastBuild | None:
        try:
            return msgspec.msgpack.decode(_read(self._file), type=LastBuild)
        except msgspec.DecodeError:
            return None


def _files(roots: tuple[str, ...]) -> Iterator[str]:
    """List the files of folders, and those that are named one by one."""
    for root in map(Path, roots):
        yield from files_below(root) if root.is_dir() else [str(root)]


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
