"""The buttons of a seat: what it is asked, and what it can press to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafting import DONE, Asking, Key, drafted
from tts_tool.referee.wording import Reader

__all__ = ["Button", "Question", "panel"]


class Button(msgspec.Struct, frozen=True):
    """One thing to press; greyed with the reason where it can't be."""

    press: str
    label: str
    why_not: str = ""
    chosen: bool = False


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked."""

    decision: str
    title: str
    buttons: tuple[Button, ...]


Drafts = Mapping[str, Sequence[Any]]
"""Question -> what has been pressed for it."""


def panel(session: Session, seat: Seat, reader: Reader, drafts: Drafts) -> list[Question]:
    """Say what a seat is asked and may press."""
    questions = []
    for decision in (*session.open(seat), *session.beside(seat)):
        if decision.seat == seat:
            asking = drafted(decision.space(), drafts.get(decision.id, ()))
            if isinstance(asking, Asking):
                questions.append(_question(decision, asking, reader))
    return questions


def _question(decision: Decision[Any], asking: Asking, reader: Reader) -> Question:
    rule = decision.why.partition(" ")[0]
    title = " · ".join(part for part in (decision.name, asking.part, rule) if part)
    buttons = tuple(
        _button(decision, number, key, reader) for number, key in enumerate(asking.keys)
    )
    return Question(decision.id, title, buttons)


def _button(decision: Decision[Any], number: int, key: Key, reader: Reader) -> Button:
    return Button(
        f"{decision.id}#{number}",
        _label(decision, key.value, reader),
        "" if key.rejection is None else reader.say(key.rejection),
        key.chosen,
    )


def _label(decision: Decision[Any], value: object, reader: Reader) -> str:
    words = None if value == DONE else decision.label(value)
    if words is not None:
        return words[reader.language]
    return (reader.name(value) if isinstance(value, str) else None) or str(value)
