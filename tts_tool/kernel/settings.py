"""What can be chosen when a game starts: readings of open points, house rules, options."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["ALWAYS_ASK", "GENERAL", "Setting"]


class Setting(msgspec.Struct, frozen=True):
    """Something to choose when a game starts: a reading of an open point, a house rule."""

    name: str
    values: tuple[str, ...]
    doc: str
    rule: str = ""

    @property
    def default(self) -> str:
        """The reading that is played when nobody says otherwise."""
        return self.values[0]


ALWAYS_ASK: Final = Setting(
    "always-ask", ("no", "yes"), "Ask also where only one answer is allowed."
)
GENERAL: Final = (ALWAYS_ASK,)
"""What can be chosen in every game."""
