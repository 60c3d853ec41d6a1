"""Card files in which nothing was wrong: what says the same is not searched for faults again.

Known of a file is that nothing in it is wrong by itself, and what it refers to. Whether that is
there is asked each time, since another file may have lost it; records are made of what is written
each time, too, but in a process that has made them already, and as long as the schema is the same.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from tts_tool.catalog.agreement import Names
from tts_tool.catalog.anatomy import parts
from tts_tool.catalog.languages import read_as
from tts_tool.catalog.reading import ReadDraft
from tts_tool.catalog.schema import Schema
from tts_tool.catalog.sources import Parse, Source
from tts_tool.kernel import rejection

__all__ = ["Checked", "Referred", "judged_by"]

L = TypeVar("L")
Referred = dict[str, tuple[str, ...]]
"""What a file refers to: ids, by the kinds among which each may be, as in "ware guest"."""

_JUDGES: Final = (Path(__file__).parent, Path(rejection.__file__))
"""All code that finds faults in a file: this room, and how a wording is filled in."""


class Checked:
    """The files without a fault, by digests of their texts, as one schema and one tool saw them.

    `found` is what was kept of another process that judged by the same; `parse` may know what a
    text says, too.
    """

    def __init__(
        self,
        schema: Schema,
        by: str,
        found: Mapping[str, Referred],
        parse: Parse = tomllib.loads,
    ) -> None:
        self.schema = schema
        self.by = by
        self.parse = parse
        self._found = found
        self._used: dict[str, Referred] = {}
        self._read: dict[str, tuple[Source, tuple[ReadDraft, ...]]] = {}
        self._looks: dict[str, tuple[Source, Any]] = {}

    def looked(self, written: Source, look: Callable[[Source], L]) -> L:
        """Give what this process saw in the same text of the same file, or look now."""
        known = self._looks.get(written.name)
        if known is None or known[0] != written:
            known = self._looks[written.name] = written, look(written)
        seen: L = known[1]
        return seen

    def agrees(self, source: Source, there: Names) -> bool:
        """Tell whether a file is known to be right, and all that it refers to is there."""
        referred = self._used.get(source.digest, self._found.get(source.digest))
        if referred is None:
            return False
        for kinds, ids in referred.items():
            known = [there.get(kind, ()) for kind in kinds.split()]
            if not all(any(one in each for each in known) for one in ids):
                return False
        self._used[source.digest] = referred
        return True

    def keep(self, source: Source, references: Iterable[tuple[Iterable[str], str]]) -> None:
        """Remember a file in which nothing was wrong, and to what it refers among which kinds."""
        referred: dict[str, dict[str, None]] = {}
        for kinds, one in references:
            referred.setdefault(" ".join(kinds), {})[one] = None
        if source.text:
            self._used[source.digest] = {kinds: tuple(ids) for kinds, ids in referred.items()}

    def entries(self, source: Source) -> tuple[ReadDraft, ...]:
        """Give what this process has read of the same text in the same file."""
        before, entries = self._read.get(source.name, (None, ()))
        return entries if before == source else ()

    def read(self, source: Source, entries: Iterable[ReadDraft]) -> None:
        """Remember what was read of a file, in place of what it said before."""
        self._read[source.name] = source, tuple(entries)

    def settled(self) -> Mapping[str, Referred] | None:
        """Give what to keep of the files that were met, if it is not what was found."""
        used, self._used = self._used, {}
        if used.keys() == self._found.keys():
            return None
        self._found = used
        return used


def judged_by(schema: Schema, told: Collection[str], language: str) -> str:
    """Digest all but its text that decides what is wrong with a file, or what it refers to."""
    shapes = repr((schema.kinds, schema.tables, schema.by_op, schema.types))
    # Of an enumeration only the name is in it.
    members = sorted(f"{each} {[*each]}" for each in _enums(schema)) if _ENUM in shapes else []
    return _fingerprint(_tool(), shapes, *members, *read_as(told, language))


_ENUM: Final = "EnumType("


@cache
def _tool() -> str:
    """Name the tool that checks: the code of this process, and the libraries that it checks by."""
    files = [
        file
        for judge in _JUDGES
        for file in (sorted(judge.glob("*.py")) if judge.is_dir() else [judge])
    ]
    code = [f"{file.name} {blake2b(file.read_bytes()).hexdigest()}" for file in files]
    return _fingerprint(*code, msgspec.__version__, sys.version)


def _enums(schema: Schema) -> set[type[Enum]]:
    """List the enumerations of a schema."""
    found: set[type[Enum]] = set()
    seen: set[int] = set()
    waiting: list[inspect.Type] = list(schema.types.values())
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, inspect.EnumType):
            found.add(node.cls)
        waiting += parts(node)
    return found


def _fingerprint(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
