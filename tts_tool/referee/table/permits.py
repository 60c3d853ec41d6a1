"""What each seat may do at this moment, so that a table can answer at once and without asking.

A table must let or forbid a deed in the instant in which it is tried. So after every change
it is told what would be allowed, and for what is not, the sentence that says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision, Gesture, Move, Press, Roll, Turn
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Dice
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.gestures import at_hand
from tts_tool.referee.table.throws import die_of, stream_of
from tts_tool.referee.table.told import Permits, WhyNot
from tts_tool.referee.wording import Reader

__all__ = ["both", "changes", "not_now", "permits"]

_MERGED = ("moves", "turns", "rolls", "presses")


def permits(
    session: Session,
    seat: Seat,
    reader: Reader,
    drafts: Drafts,
    chances: Iterable[Decision[Any]],
) -> Permits:
    """Say what a seat may do now; what means several things may be done if one of them may."""
    places = session.state.inventory.places.values()
    found = Permits(
        moves={},
        turns={},
        rolls={},
        presses={},
        own=tuple(place.name for place in places if place.owner == seat),
        why_not=WhyNot(moves={}, turns={}, rolls={}, presses={}),
        otherwise=reader.say(not_now(session)),
    )
    for meaning in at_hand(session, seat, drafts):
        if meaning.rejection is None:
            _note(found, meaning.gesture, True)  # noqa: FBT003  # as the table reads it
        else:
            _note(found.why_not, meaning.gesture, reader.say(meaning.rejection))
    for decision in chances:
        if isinstance(decision.space(), Dice):
            found.rolls[stream_of(decision)] = True
    return found


def both(one: Permits, other: Permits) -> Permits:
    """Let somebody who plays two seats do what either may; why not, where neither may."""
    merged = {kind: _together(getattr(one, kind), getattr(other, kind)) for kind in _MERGED}
    why_not = {
        kind: _without(
            _together(getattr(one.why_not, kind), getattr(other.why_not, kind)), merged[kind]
        )
        for kind in _MERGED
    }
    return msgspec.structs.replace(
        one, own=(*one.own, *other.own), why_not=WhyNot(**why_not), **merged
    )


def _together(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    found = {**other, **one}
    for key in one.keys() & other.keys():
        if isinstance(one[key], dict) and isinstance(other[key], dict):
            found[key] = {**other[key], **one[key]}
    return found


def _without(why_not: dict[str, Any], may: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what may be done by another seat."""
    left: dict[str, Any] = {}
    for key, why in why_not.items():
        if isinstance(why, dict):
            left[key] = {
                place: said for place, said in why.items() if place not in may.get(key, {})
            }
        elif key not in may:
            left[key] = why
    return left


def _note(marks: Permits | WhyNot, gesture: Gesture, mark: Any) -> None:  # noqa: ANN401  # of either
    match gesture:
        case Move(component, place):
            marks.moves.setdefault(component, {})[place] = mark  # type: ignore[index]  # see above
        case Turn(component):
            marks.turns[component] = mark
        case Press(button):
            marks.presses[button] = mark
        case Roll():
            die = die_of(gesture)
            marks.rolls[die.stream if die else ""] = mark


def not_now(session: Session) -> Rejection:
    """Say whose decision is open, to whoever does something that answers none of theirs."""
    deciding = dict.fromkeys(each.seat for each in session.open("*") if each.seat)
    if session.over:
        return Rejection("game-over")
    if not deciding:
        return Rejection("just-a-moment")
    return Rejection("nothing-meant", {"seats": ", ".join(deciding)})


def changes(before: Permits, now: Permits) -> Permits:
    """Say what has changed between two versions."""
    was, is_ = msgspec.structs.asdict(before), msgspec.structs.asdict(now)
    why_not = _changed(msgspec.to_builtins(before.why_not), msgspec.to_builtins(now.why_not))
    return msgspec.structs.replace(
        now,
        base=before.version,
        why_not=WhyNot(**why_not),
        **{kind: _changed(was[kind], is_[kind]) for kind in _MERGED},
    )


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Give what makes the one dictionary of the other: what is new, and ``False`` for the rest."""
    changes: dict[str, Any] = {key: False for key in before if key not in now}
    for key, value in now.items():
        if isinstance(value, dict) and isinstance(before.get(key), dict):
            inner = _changed(before[key], value)
            changes |= {key: inner} if inner else {}
        elif before.get(key) != value:
            changes[key] = value
    return changes
