"""What a table tells whoever listens: its editor, its tests, the person who started it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

__all__ = [
    "GLOBAL",
    "Created",
    "ExternalNotice",
    "Failed",
    "Loaded",
    "Notice",
    "Printed",
    "Pushed",
    "Saved",
    "Wanted",
]

GLOBAL: Final = "-1"


@dataclass(frozen=True)
class Printed:
    """A script printed something."""

    text: str


@dataclass(frozen=True)
class Failed:
    """A script failed; `error` begins with its place as the game writes it."""

    error: str
    guid: str = GLOBAL
    prefix: str = ""

    def __str__(self) -> str:
        """Give prefix and error as one text: either may hold the whole sentence."""
        return self.prefix if self.error in self.prefix else self.prefix + self.error


@dataclass(frozen=True)
class ExternalNotice:
    """A script sent a message to the outside."""

    message: dict[str, Any]


@dataclass(frozen=True)
class Created:
    """An object came into being."""

    guid: str


@dataclass(frozen=True)
class Saved:
    """The game was saved."""

    path: str


@dataclass(frozen=True)
class Loaded:
    """A game was loaded."""


@dataclass(frozen=True)
class Pushed:
    """Somebody wants to write the script of an object that has none."""

    guid: str
    name: str = ""


@dataclass(frozen=True)
class Wanted:
    """A script wants something from the web; the answer comes back under the same number.

    It is no news for an editor: whoever owns the table fetches it, for scripts cannot.
    """

    number: int
    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


Notice = Printed | Failed | ExternalNotice | Created | Saved | Loaded | Pushed
