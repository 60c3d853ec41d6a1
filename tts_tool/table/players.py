"""Whoever plays at a table: each gesture by its name, done inside the cage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

__all__ = ["Host", "Player"]

Gesture = Callable[[str, str, Sequence[Any], Mapping[str, Any]], Any]


class Player:
    """Somebody at a colour.

    What they can do is what `tts_tool.table.hands` says: `pick_up(x)`, `drop_on(x, zone)`,
    `draw(deck, 2)`, `flip(x)`, `shuffle(deck)`, `roll(dice)`, `click("ui-id")`, `say("hello")`,
    `number(x, 3)`, `menu(x, "Search")` … A gesture returns False if a script forbade it.
    """

    COLOURS: ClassVar[frozenset[str]] = frozenset(
        "White Brown Red Orange Yellow Green Teal Blue Purple Pink Grey Black".split()
    )

    def __init__(self, gesture: Gesture, colour: str) -> None:
        self._gesture = gesture
        self.colour = colour

    def __repr__(self) -> str:
        return f"<player {self.colour}>"

    def change_colour(self, colour: str) -> None:
        """Sit down elsewhere; this is that seat from now on."""
        self._gesture(self.colour, "change_colour", [colour], {})
        self.colour = colour

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def do(*arguments: object, **named: object) -> Any:  # noqa: ANN401 - as the gesture says
            return self._gesture(self.colour, name, arguments, named)

        return do


class _Kept(Protocol):
    """A table, as far as its host has it in hand."""

    def write_save(self) -> Path:
        """Save the game."""

    def rewind(self, steps: int = 1) -> None:
        """Go back."""


class Host:
    """Whoever runs the game."""

    def __init__(self, table: _Kept) -> None:
        self._table = table

    def save(self) -> Path:
        """Save the game."""
        return self._table.write_save()

    def rewind(self, steps: int = 1) -> None:
        """Go back to the checkpoint so many steps ago."""
        self._table.rewind(steps)
