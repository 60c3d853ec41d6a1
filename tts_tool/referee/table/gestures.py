"""What hands do at a table, and which answer it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tts_tool.kernel.decisions import Decision, Gesture, Move
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafting import DONE, Key
from tts_tool.referee.table.drafts import Drafts

__all__ = ["Meaning", "asked", "at_hand", "meanings", "real_move"]

_TOP = "/top"


class Meaning(NamedTuple):
    """An answer, or a part of one, that a gesture means."""

    decision: Decision[Any]
    key: Key
    gesture: Gesture

    @property
    def rejection(self) -> Rejection | None:
        """Say why it can't be done now."""
        return self.key.rejection


def asked(session: Session, seat: Seat) -> list[Decision[Any]]:
    """List what a seat is asked, and what it may do beside; not what it has answered already."""
    waiting = {one.to for one in session.timeline.waiting if one.seat == seat}
    found = [each for each in (*session.open(seat), *session.beside(seat)) if each.seat == seat]
    return [each for each in found if each.id not in waiting]


def at_hand(session: Session, seat: Seat, drafts: Drafts) -> Iterator[Meaning]:
    """List every gesture that means something now if a seat makes it, allowed or not."""
    for decision in asked(session, seat):
        if isinstance(decision.bind, str):
            continue
        for key in drafts.asking(decision).keys:
            gesture = None if key.choice == DONE else decision.bind(key.value)
            real = None if gesture is None else _real(session.state, gesture, key)
            if real is not None:
                yield Meaning(decision, key, real)


def meanings(session: Session, seat: Seat, gesture: Gesture, drafts: Drafts) -> list[Meaning]:
    """Find out what a gesture of a seat means; two meanings are a question to it."""
    return [meaning for meaning in at_hand(session, seat, drafts) if meaning.gesture == gesture]


def real_move(state: State, move: Move) -> Move | None:
    """Name what lies on top of a place, where a move only says that it is that; None if nothing."""
    if not move.component.endswith(_TOP):
        return move
    lying = state.places.get(move.component.removesuffix(_TOP), ())
    return Move(lying[0], move.target) if lying else None


def _real(state: State, gesture: Gesture, key: Key) -> Gesture | None:
    """Name the piece that is moved; what was chosen is taken back by laying it where it was."""
    real = real_move(state, gesture) if isinstance(gesture, Move) else gesture
    if not isinstance(real, Move) or not key.chosen:
        return real
    known = real.component in state.inventory.components
    return Move(real.component, state.place_of(real.component)) if known else real
