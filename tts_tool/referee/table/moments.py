"""Moments of a game, each with a name by which a table can say later how far it had come."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

import msgspec

from tts_tool.kernel.entries import AnyEntry, Header
from tts_tool.referee.session import Session

__all__ = ["Moments"]

_BYTES: Final = 12
"""So many that no two moments have the same name by chance."""


class Moments:
    """Names the moment after each entry by all that led there: no other game has it.

    Rules and cards that have changed since make no other game of it: where they still lead to the
    same, a table of last week shows a moment of this week's game.
    """

    def __init__(self, session: Session) -> None:
        """Name the moments of a session."""
        self._session = session
        self._entries: list[AnyEntry] = []
        begun = session.begun_with or session.timeline.header
        self._marks = _marks(_identity(begun), session.before)
        self._earlier = len(session.before)

    def now(self) -> str:
        """Name this moment."""
        marks = self._all()
        return f"{len(marks) - 1}.{marks[-1]}"

    def entries(self, moment: str) -> int | None:
        """Say after how many entries this game was at a moment; of another one it never was."""
        number, _, mark = moment.partition(".")
        at, marks = int(number) if number.isdecimal() else -1, self._all()
        if self._earlier <= at < len(marks) and marks[at] == mark:
            return at - self._earlier
        return self._as_named_before(at, mark)

    def _as_named_before(self, at: int, mark: str) -> int | None:
        """Know a moment also by the name that builds gave it that took all of the header."""
        header, entries = self._session.timeline.header, self._session.timeline.entries
        marks = _marks(msgspec.json.encode(header, order="deterministic"), entries)
        return at if 0 <= at < len(marks) and marks[at] == mark else None

    def _all(self) -> list[str]:
        """Bring the names up to date: what was taken back is a moment of this game no more."""
        entries = self._session.timeline.entries
        # An entry is the same one in the same place only where all before it are, too.
        while self._entries and not self._stands(entries):
            self._entries.pop()
            self._marks.pop()
        for entry in entries[len(self._entries) :]:
            self._marks.append(_after(self._marks[-1], entry))
            self._entries.append(entry)
        return self._marks

    def _stands(self, entries: list[AnyEntry]) -> bool:
        known = len(self._entries)
        return known <= len(entries) and entries[known - 1] is self._entries[-1]


def _identity(header: Header) -> bytes:
    """Say which game it is, by what rules and cards of any build it is played."""
    names = dict.fromkeys(header.modules, 0)
    same = msgspec.structs.replace(header, modules=names, cards_digest="", cards={})
    return msgspec.json.encode(same, order="deterministic")


def _marks(first: bytes, entries: Iterable[AnyEntry]) -> list[str]:
    marks = [_digest(first)]
    for entry in entries:
        marks.append(_after(marks[-1], entry))
    return marks


def _after(mark: str, entry: AnyEntry) -> str:
    return _digest(mark.encode() + msgspec.json.encode(entry))


def _digest(what: bytes) -> str:
    return blake2b(what, digest_size=_BYTES).hexdigest()
