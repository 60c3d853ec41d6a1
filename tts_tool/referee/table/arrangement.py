"""What lies where, as a table has to show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tts_tool.kernel.state import State

__all__ = ["Arrangement", "Lying", "laid", "lies_down", "shown_tracks"]


class Lying(NamedTuple):
    """A component in a place, and whether it shows its back."""

    component: str
    down: bool


Arrangement = Mapping[str, Sequence[Lying]]
"""Everything on a table, by place, what lies on top first."""


def laid(state: State) -> dict[str, list[Lying]]:
    """Say how everything lies according to the rules."""
    places, down = state.inventory.places, state.down
    found = {}
    for place, components in state.places.items():
        hidden = places[place].seen == "nobody"
        found[place] = [Lying(component, hidden or component in down) for component in components]
    return found


def lies_down(state: State, place: str, component: str) -> bool:
    """Tell whether a component shows its back; in a hand its owner holds it face up."""
    return component in state.down or state.inventory.places[place].seen == "nobody"


def shown_tracks(state: State) -> dict[str, int]:
    """Give the counted things that stand on the table."""
    tracks = state.inventory.tracks
    return {name: value for name, value in state.tracks.items() if tracks[name].shown != "none"}
