"""Moments of a game, each with a name by which a table can say later how far it had come."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import msgspec

from tts_tool.kernel.entries import AnyEntry
from tts_tool.referee.session import Session

__all__ = ["Moments"]

_BYTES: Final = 12
"""So many that no two moments have the same name by chance."""


class Moments:
    """Names the moment after each entry by all that led there: no other game has it."""

    def __init__(self, session: Session) -> None:
        """Name the moments of a session."""
        self._session = session
        self._entries: list[AnyEntry] = []
        self._marks = [_digest(msgspec.json.encode(session.timeline.header, order="deterministic"))]

    def now(self) -> str:
        """Name this moment."""
        marks = self._all()
        return f"{len(marks) - 1}.{marks[-1]}"

    def entries(self, moment: str) -> int | None:
        """Say after how many entries this game was at a moment; of another one it never was."""
        number, _, mark = moment.partition(".")
        entries, marks = int(number) if number.isdecimal() else -1, self._all()
        return entries if 0 <= entries < len(marks) and marks[entries] == mark else None

    def _all(self) -> list[str]:
        """Bring the names up to date: what was taken back is a moment of this game no more."""
        entries = self._session.timeline.entries
        # An entry is the same one in the same place only where all before it are, too.
        while self._entries and not self._stands(entries):
            self._entries.pop()
            self._marks.pop()
        for entry in entries[len(self._entries) :]:
            self._marks.append(_digest(self._marks[-1].encode() + msgspec.json.encode(entry)))
            self._entries.append(entry)
        return self._marks

    def _stands(self, entries: list[AnyEntry]) -> bool:
        known = len(self._entries)
        return known <= len(entries) and entries[known - 1] is self._entries[-1]


def _digest(what: bytes) -> str:
    return blake2b(what, digest_size=_BYTES).hexdigest()
