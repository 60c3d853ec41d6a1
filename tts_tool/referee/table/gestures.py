"""What hands do at a table, and which answer it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tts_tool.kernel.decisions import Decision, Gesture, Move
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.state import State
from tts_tool.referee.session import Session

__all__ = ["Meaning", "answered_since", "at_hand", "meanings"]

_TOP = "/top"


class Meaning(NamedTuple):
    """An answer, or a part of one, that a gesture means."""

    decision: Decision[Any]
    value: Any
    gesture: Gesture


def at_hand(session: Session, seat: Seat) -> Iterator[Meaning]:
    """List every gesture that means something now if a seat makes it, allowed or not."""
    for decision in (*session.open(seat), *session.beside(seat)):
        if decision.seat == seat:
            for value, gesture in decision.bindings():
                yield Meaning(decision, value, _real(session.state, gesture))


def meanings(session: Session, seat: Seat, gesture: Gesture) -> list[Meaning]:
    """Find out what a gesture of a seat means; two meanings are a question to it."""
    return [meaning for meaning in at_hand(session, seat) if meaning.gesture == gesture]


def answered_since(state: State, decision: str) -> bool:
    """Tell whether the question of this id has been answered or closed since it was open.

    Whoever sends a gesture again because no verdict came learns by this that it was done.
    """
    key, _, asked = decision.rpartition("/")[0].rpartition("/")
    return asked.isdigit() and int(asked) < state.asked.get(key, 0)


def _real(state: State, gesture: Gesture) -> Gesture:
    """Name what lies on top of a place, where a gesture only says that it is that."""
    if isinstance(gesture, Move) and gesture.component.endswith(_TOP):
        lying = state.places.get(gesture.component.removesuffix(_TOP), ())
        return Move(lying[0], gesture.target) if lying else gesture
    return gesture
