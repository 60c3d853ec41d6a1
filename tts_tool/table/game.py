"""What the editor's messages act on: a table, or whatever else can do what they ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["ChunkOutcome", "LiveGame", "Scripts"]


@dataclass(frozen=True)
class Scripts:
    """The script and the interface of Global or an object."""

    guid: str
    name: str
    script: str
    ui: str


@dataclass(frozen=True)
class ChunkOutcome:
    """What a chunk returned. Of a table nothing is told; a chunk that failed has no value."""

    value: str | bool | float | None = None
    told: bool = True


class LiveGame(Protocol):
    """A game that can be edited while it runs. Its methods may be called from any thread."""

    @property
    def save_path(self) -> str:
        """The save file that belongs to the table."""

    def scripts(self) -> Sequence[Scripts]:
        """Give Global, and every object on the table that has a script or an interface."""

    def save_and_play(self, changes: Mapping[str, tuple[str, str]]) -> None:
        """Set script and interface of what is named, and load the save again."""

    def execute_chunk(self, guid: str, script: str) -> ChunkOutcome:
        """Run a chunk in the script of Global or an object; its error is told as a notice."""

    def external_message(self, message: dict[str, Any]) -> None:
        """Call `onExternalMessage` in every script."""
