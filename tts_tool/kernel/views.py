"""What each seat sees: faces where it may look, backs where not, never an id behind a back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tts_tool.kernel.inventory import Component, Seat, part_name
from tts_tool.kernel.state import State

EVERYTHING = "*"
"""The view of the log: nothing hidden."""


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Show the state to a seat, to a spectator (``None``), or whole (``"*"``)."""
    return {
        "acting": state.acting,
        "phase": state.phase,
        "places": {place: _place(state, place, seat) for place in state.places},
        "tracks": dict(state.tracks),
        "flags": dict(state.flags),
        "parts": {part_name(k): msgspec.to_builtins(value) for k, value in state.parts.items()},
        "effects": msgspec.to_builtins(state.effects),
        "sealed": {
            owner: msgspec.to_builtins(answers) if seat in (owner, EVERYTHING) else "hidden"
            for owner, answers in state.sealed.items()
        },
        "result": msgspec.to_builtins(state.result),
        "lost": list(state.lost),
    }


def _place(state: State, place: str, seat: Seat | None) -> list[dict[str, Any]]:
    components = state.inventory.components
    return [
        _face(state, components[c]) if sees(state, place, c, seat) else {"back": components[c].back}
        for c in state.places[place]
    ]


def _face(state: State, component: Component) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": component.id, "kind": component.kind, **component.face}
    return {**shown, "down": True} if component.id in state.down else shown


def sees(state: State, place: str, component: str, seat: Seat | None) -> bool:
    """Tell whether a seat sees the face of a component that lies in a place."""
    if seat == EVERYTHING:
        return True
    seers = state.seers(place, component)
    return seers is None or seat in seers


def redrawn(state: State, seat: Seat | None, order: Callable[[int], list[int]]) -> State:
    """Deal anew what a seat can't see: another state that looks the same to it.

    `order` gives a permutation of so many; what can't be told apart from behind and is
    mixed together changes places.
    """
    twin = state.copy()
    instead: dict[str, str] = {}
    hidden: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for place, ids in state.places.items():
        for at, c in enumerate(ids):
            if not sees(state, place, c, seat):
                component = state.inventory.components[c]
                group = (component.pool, repr(sorted(component.back.items())))
                hidden.setdefault(group, []).append((place, at))
    for spots in hidden.values():
        found = [state.places[place][at] for place, at in spots]
        for (place, at), new in zip(spots, order(len(spots)), strict=True):
            ids = twin.places[place]
            twin.places[place] = (*ids[:at], found[new], *ids[at + 1 :])
            instead[ids[at]] = found[new]
    # Whoever looked at a spot knows what now lies there; what lay face down still does.
    twin.down = frozenset(instead.get(c, c) for c in state.down)
    twin.shown = {instead.get(c, c): seats for c, seats in state.shown.items()}
    return twin
