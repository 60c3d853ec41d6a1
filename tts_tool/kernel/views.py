"""What each seat sees: faces where it may look, backs where not, never an id behind a back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tts_tool.kernel.inventory import Seat, part_name
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
    ids, box = state.places[place], state.inventory
    hidden = _hidden(state, place, seat)
    if len(hidden) == len(ids):
        return [box.backs[c] for c in ids]
    shown = [_face(state, c) for c in ids]
    for at in hidden:
        shown[at] = box.backs[ids[at]]
    return shown


def _face(state: State, component: str) -> dict[str, Any]:
    shown = state.inventory.faces[component]
    return {**shown, "down": True} if component in state.down else shown


def sees(state: State, place: str, component: str, seat: Seat | None) -> bool:
    """Tell whether a seat sees the face of a component that lies in a place."""
    if seat == EVERYTHING:
        return True
    seers = state.seers(place, component)
    return seers is None or seat in seers


def _hidden(state: State, place: str, seat: Seat | None) -> Sequence[int]:
    """Tell at which spots of a place a seat sees backs only: mostly at all or at none."""
    ids = state.places[place]
    if seat == EVERYTHING or not ids:
        return ()
    if not state.lie_open(ids):
        return [at for at, c in enumerate(ids) if not sees(state, place, c, seat)]
    seers = state.inventory.seers(place)
    return () if seers is None or seat in seers else range(len(ids))


def redrawn(state: State, seat: Seat | None, order: Callable[[int], list[int]]) -> State:
    """Deal anew what a seat can't see: another state that looks the same to it.

    `order` gives a permutation of so many; what can't be told apart from behind and is
    mixed together changes places.
    """
    twin = state.copy()
    instead: dict[str, str] = {}
    hidden: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for place, ids in state.places.items():
        for at in _hidden(state, place, seat):
            hidden.setdefault(state.inventory.behind[ids[at]], []).append((place, at))
    dealt: dict[str, list[str]] = {}
    for spots in hidden.values():
        found = [state.places[place][at] for place, at in spots]
        for (place, at), new in zip(spots, order(len(spots)), strict=True):
            lie = dealt.setdefault(place, list(state.places[place]))
            instead[lie[at]] = found[new]
            lie[at] = found[new]
    twin.places.update((place, tuple(ids)) for place, ids in dealt.items())
    # Whoever looked at a spot knows what now lies there; what lay face down still does.
    twin.down = frozenset(instead.get(c, c) for c in state.down)
    twin.shown = {instead.get(c, c): seats for c, seats in state.shown.items()}
    return twin
