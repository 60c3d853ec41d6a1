"""Votes at a table: what more than half of the seats want is done."""

from __future__ import annotations

from collections.abc import Collection

from tts_tool.kernel.inventory import Seat

__all__ = ["Votes"]


class Votes:
    """By what is voted on, what each seat has said last."""

    def __init__(self, seats: Collection[Seat]) -> None:
        """Let these seats vote."""
        self._needed = len(seats) // 2 + 1
        self._said: dict[str, dict[Seat, str]] = {}

    def carries(self, seat: Seat, about: str, wanted: str) -> bool:
        """Take a vote; tell whether more than half want the same."""
        said = self._said.setdefault(about, {})
        said[seat] = wanted
        return sum(each == wanted for each in said.values()) >= self._needed

    def over(self, about: str) -> None:
        """Forget what was said: it is decided."""
        self._said.pop(about, None)
