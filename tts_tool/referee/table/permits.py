"""What each seat may do at this moment, so that a table can answer at once and without asking.

A table must let or forbid a deed in the instant in which it is tried. So after every change
it is told what would be allowed, and for what is not, the sentence that says why.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision, Move, Press, Roll, Turn
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table.gestures import at_hand
from tts_tool.referee.wording import Reader

__all__ = ["Permits", "not_now", "permits"]


class Permits(msgspec.Struct, frozen=True):
    """What one seat may do: for each deed the question that it answers."""

    moves: dict[str, dict[str, str]] = {}
    """Component -> place to which it may be moved -> question."""
    turns: dict[str, str] = {}
    presses: dict[str, str] = {}
    rolls: dict[str, str] = {}
    own: tuple[str, ...] = ()
    """Places in which it may arrange things as it likes."""
    why_not: dict[str, str] = {}
    """What can't be done, written as `gesture component place` -> the sentence that says why."""
    otherwise: str = ""
    """What to say to everything else."""


def permits(session: Session, seat: Seat, reader: Reader) -> Permits:
    """Say what a seat may do now."""
    found = Permits(
        moves={},
        turns={},
        presses={},
        rolls={},
        own=tuple(p.name for p in session.state.inventory.places.values() if p.owner == seat),
        why_not={},
        otherwise=reader.say(not_now(session)),
    )
    refused: dict[str, dict[str, Rejection]] = {}
    for decision, value, gesture in at_hand(session, seat):
        if decision.id not in refused:
            refused[decision.id] = _refused(decision)
        judged = refused[decision.id].get(repr(value))
        match gesture:
            case Move(component, place):
                name, spot = f"move {component} {place}", found.moves.setdefault(component, {})
                key = place
            case Turn(key):
                name, spot = f"turn {key}", found.turns
            case Press(key):
                name, spot = f"press {key}", found.presses
            case Roll(key):
                name, spot = f"roll {key}", found.rolls
            case _:
                continue
        if judged is None:
            spot[key] = decision.id
        else:
            found.why_not[name] = reader.say(judged)
    return found


def not_now(session: Session) -> Rejection:
    """Say whose decision is open, to whoever does something that answers none of theirs."""
    deciding = dict.fromkeys(each.seat for each in session.open("*") if each.seat)
    if session.over:
        return Rejection("game-over")
    return Rejection("nothing-meant", {"seats": ", ".join(deciding)})


def _refused(decision: Decision[Any]) -> dict[str, Rejection]:
    """Say which options of a question can't be taken now, and why."""
    options = decision.space().options()
    return {repr(each.value): each.rejection for each in options if each.rejection is not None}
