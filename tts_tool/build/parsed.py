"""Card files that were parsed and found right before: both takes longer than all else about cards.

What is kept is known by texts, and by all that judged them, so it cannot be stale. It is kept with
a digest of its own: what is damaged is as good as none. What a folder no longer has is forgotten.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from tts_tool.build.stamps import digest_of, fingerprint
from tts_tool.cached import cache_folder, read_whole, write_whole
from tts_tool.catalog import Checked, Schema, judged_by
from tts_tool.catalog.checked import Referred

__all__ = ["Parsed", "parsed_in", "remembered"]

Document = dict[str, Any]


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What one build leaves to the next: documents, and the right files, by digests of texts."""

    documents: dict[str, Document] = {}
    by: str = ""
    right: dict[str, Referred] = {}


class Parsed:
    """The documents of a folder by the digests of their texts, kept in a cache."""

    def __init__(self, cache: Path, folder: Path) -> None:
        name = fingerprint(str(folder.absolute()).encode(errors="replace"))
        self._file = cache / "builds" / f"{name}.parsed"
        self._known = self._read()
        self._used: dict[str, Document] = {}
        self._checked: Checked | None = None

    def parse(self, text: str) -> Document:
        """Give what a text says, as `tomllib.loads` does."""
        digest = digest_of(text.encode())
        document = self._known.documents.get(digest)
        if document is None:
            document = tomllib.loads(text)
            if not _survives(document):
                return document
        self._used[digest] = document
        return document

    def checked(self, schema: Schema, told: Collection[str], language: str) -> Checked:
        """Give the files that were found right by the same schema, tool and languages."""
        by = judged_by(schema, told, language)
        if self._checked is None or (self._checked.schema, self._checked.by) != (schema, by):
            right = self._known.right if self._known.by == by else {}
            self._checked = Checked(schema, by, right, self.parse)
        return self._checked

    def keep(self) -> None:
        """Keep for the next time what was parsed and checked this time."""
        used, self._used = self._used, {}
        right = self._checked.settled() if self._checked else None
        if right is None and used.keys() == self._known.documents.keys():
            return
        known = self._known.right if right is None else dict(right)
        by = self._checked.by if self._checked else ""
        self._known = _Kept(documents=used, by=by, right=known)
        write_whole(self._file, msgspec.msgpack.encode(self._known))

    def _read(self) -> _Kept:
        try:
            return msgspec.msgpack.decode(read_whole(self._file), type=_Kept)
        except msgspec.DecodeError:
            return _Kept()


# A process builds one game, or two when it tries an edit.
@lru_cache(maxsize=4)
def parsed_in(cache: Path, folder: Path) -> Parsed:
    """Give the cards of a folder as this process knows them already, if it does."""
    return Parsed(cache, folder)


def _survives(document: Document) -> bool:
    """Tell whether a document comes back as it is: a date, which no card has, would be a text."""
    try:
        return bool(msgspec.msgpack.decode(msgspec.msgpack.encode(document)) == document)
    except (OverflowError, RecursionError):
        return False


def remembered(text: str) -> Document:
    """Give what a text says that is no card, as `tomllib.loads` does; all builds parse it once."""
    digest = digest_of(text.encode())
    file = cache_folder() / "compiled" / digest[:2] / f"{digest[2:]}.toml"
    try:
        return msgspec.msgpack.decode(read_whole(file), type=Document)
    except msgspec.DecodeError:
        document = tomllib.loads(text)
    if _survives(document):
        write_whole(file, msgspec.msgpack.encode(document))
    return document
