"""The sides of a die with a picture of one's own: where each is on the picture, and how it lies.

The picture of a die with six sides is a square of three by three cells of which the two lower rows
are used; two cells are upside down. Read off the pictures and saves of published mods: the game's
own template is not public. `switches.toml` has the question as `die-picture`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ACROSS", "SIX", "Side", "upper_side"]

ACROSS: Final = 3
"""How many cells the picture of a die has across, and down."""


class Side(NamedTuple):
    """A side: its cell on the picture, how it is turned there, how the die lies if it is up."""

    column: int
    row: int
    turned: int
    rotation: tuple[float, float, float]


SIX: Final = (
    Side(0, 2, 180, (-90.0, 0.0, 0.0)),
    Side(0, 1, 0, (0.0, 0.0, 0.0)),
    Side(1, 2, 0, (0.0, 0.0, -90.0)),
    Side(1, 1, 0, (0.0, 0.0, 90.0)),
    Side(2, 1, 0, (0.0, 0.0, -180.0)),
    Side(2, 2, 180, (90.0, 0.0, 0.0)),
)
"""The sides of a die with six, from the one that is usually worth 1 to the one worth 6."""


def upper_side(x: float, z: float) -> Side:
    """Give the side that is up if a die with six is turned so far about its axes.

    >>> SIX.index(upper_side(0, 90)) + 1
    4
    """
    return min(SIX, key=lambda side: _between(side.rotation[0], x) + _between(side.rotation[2], z))


def _between(one: float, other: float) -> float:
    """Measure the angle between two directions."""
    apart = abs(one - other) % 360
    return min(apart, 360 - apart)
