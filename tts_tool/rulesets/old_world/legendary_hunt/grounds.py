"""Where what belongs to the hunt lies, by name: ``grounds.razed(7)``, ``grounds.SUPPLY``."""

from __future__ import annotations

from functools import cache

from tts_tool.kernel.inventory import Seat

LEGEND = "legend"
"""The large card of the legend that is hunted."""
LEGENDS = "legends"
"""The large cards of those that are not."""
MINIATURES = "legend-miniatures"
SUPPLY = "destruction-supply"
FOUND = "destruction-found"
"""Where a Destruction Token lies open as long as it is resolved."""
FIGHT_DECK = "legend-deck"
MOVEMENT_DECK = "movement-deck"
MOVEMENT_DISCARD = "movement-discard"
MOVEMENT_AWAY = "movement-away"
"""Movement cards that take no part in this game, which nobody has seen."""


@cache
def razed(number: int) -> str:
    """Name the place of the Destruction Token at a location."""
    return f"razed.{number}"


@cache
def held(seat: Seat) -> str:
    """Name the place of the Destruction Tokens before a seat."""
    return f"destruction.{seat}"
