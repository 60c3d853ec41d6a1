"""Card files that were parsed before: reading TOML takes longer than anything else about cards.

A document is known by its text, so it cannot be stale; what a folder no longer has is forgotten.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.build.cache import write_beside
from tts_tool.build.stamps import digest_of, fingerprint

__all__ = ["Parsed"]

Document = dict[str, Any]

_DOCUMENTS: Final = msgspec.msgpack.Decoder(dict[str, Document])


class Parsed:
    """The documents of a folder by the digests of their texts, kept in a cache."""

    def __init__(self, cache: Path, folder: Path) -> None:
        name = fingerprint(str(folder.absolute()).encode(errors="replace"))
        self._file = cache / "builds" / f"{name}.parsed"
        self._known = self._read()
        self._used: dict[str, Document] = {}

    def parse(self, text: str) -> Document:
        """Give what a text says, as `tomllib.loads` does."""
        digest = digest_of(text.encode())
        document = self._known.get(digest)
        if document is None:
            document = tomllib.loads(text)
            if not _survives(document):
                return document
        self._used[digest] = document
        return document

    def keep(self) -> None:
        """Keep for the next time what was parsed this time."""
        if self._used.keys() != self._known.keys():
            write_beside(self._file, msgspec.msgpack.encode(self._used))

    def _read(self) -> dict[str, Document]:
        try:
            return _DOCUMENTS.decode(self._file.read_bytes())
        except (OSError, msgspec.DecodeError):
            return {}


def _survives(document: Document) -> bool:
    """Tell whether a document comes back as it is: a date, which no card has, would be a text."""
    try:
        return bool(msgspec.msgpack.decode(msgspec.msgpack.encode(document)) == document)
    except (OverflowError, RecursionError):
        return False
