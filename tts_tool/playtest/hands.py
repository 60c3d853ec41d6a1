"""Hands of players that are programs: what a bot answers, done at the table as a person would.

An answer is a row of choices. Each is made by moving, turning or rolling what the rules bind to it,
or by the button of the panel where nothing on the table means it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any, Final

from tts_tool.errors import NotFound, Refused
from tts_tool.kernel.decisions import Decision, Gesture, Move, Roll
from tts_tool.kernel.spaces import Assignment, Ordering, Record, Space, Subset
from tts_tool.playtest.refereed import Refereed
from tts_tool.referee.table.drafting import DONE
from tts_tool.referee.table.panel import press_for

__all__ = ["Hands", "choices"]

_TOP: Final = "/top"
_ABOVE: Final = 1.5
_MOMENT: Final = 10
_MOMENTS: Final = 6
"""So often, and so many frames apart, somebody presses a button that does nothing yet."""


@singledispatch
def choices(_space: Space[Any], answer: Any) -> Iterator[Any]:  # noqa: ANN401  # of that space
    """Take an answer apart into what is chosen for it, one after the other."""
    yield answer


@choices.register
def _subset(_space: Subset, answer: tuple[Any, ...]) -> Iterator[Any]:  # type: ignore[type-arg]
    yield from answer
    yield DONE


@choices.register
def _ordering(_space: Ordering, answer: tuple[Any, ...]) -> Iterator[Any]:  # type: ignore[type-arg]
    yield from answer


@choices.register
def _assignment(space: Assignment, answer: dict[str, Any]) -> Iterator[Any]:  # type: ignore[type-arg]
    for item, value in answer.items():
        for one in choices(space.choice(item), value):
            yield [item, one]


@choices.register
def _record(space: Record, answer: dict[str, Any]) -> Iterator[Any]:
    given: dict[str, Any] = {}
    for field, value in answer.items():
        for one in choices(space.left(field, given), value):
            yield [field, one]
        given[field] = value


def _ends_part(choice: object) -> bool:
    """Tell whether a choice says of a part of an answer that it is complete."""
    return isinstance(choice, list) and choice[-1] == DONE


class Hands:
    """The hands of one seat at a refereed table."""

    def __init__(self, top: Refereed, seat: str) -> None:
        """Sit down at the colour of a seat."""
        self.top = top
        self.seat = seat
        self.player = top.table.player(top.host.seating.colours[seat])
        self.presses = self.drags = 0

    async def roll(self, throw: Decision[Any]) -> None:
        """Have the dice rolled for which the rules wait."""
        panel = self.top.host.panels[self.player.colour]
        (question,) = (each for each in panel if each.decision == throw.id)
        self._click(question.buttons[0].press)
        await self.top.settle()

    async def answer(self, decision: Decision[Any], value: Any) -> None:  # noqa: ANN401  # of it
        """Give an answer, choice by choice; what the table has filled in by itself is left out."""
        name = decision.id.rpartition("/")[0]
        for choice in choices(decision.space(), value):
            asked = [each for each in self.top.host.session.open(self.seat) if each.seat]
            now = next((each for each in asked if each.id.rpartition("/")[0] == name), None)
            if now is None:
                return
            self._choose(now, choice)
            await self.top.settle()

    def _choose(self, decision: Decision[Any], choice: object) -> None:
        bound = None
        if not isinstance(decision.bind, str) and choice != DONE and not _ends_part(choice):
            bound = decision.bind(choice)
        if bound is None or isinstance(bound, Roll) or not self.do(bound):
            self._press(decision, choice)

    def _press(self, decision: Decision[Any], choice: object) -> None:
        panel = self.top.host.panels[self.player.colour]
        wanted = press_for(decision, choice)
        if any(wanted == button.press for question in panel for button in question.buttons):
            self._click(wanted)

    def _click(self, button: str) -> None:
        """Press a button; an interface that was set anew can't be used for a moment."""
        self.presses += 1
        for _ in range(_MOMENTS):
            try:
                self.player.click(button)
            except Refused:
                self.top.table.run(_MOMENT)
            else:
                return
        self.player.click(button)

    def do(self, gesture: Gesture) -> bool:
        """Do with hands what a gesture says; tell whether the table lets it be done at all."""
        if not isinstance(gesture, Move):
            return False
        component = self._real(gesture.component)
        return component is not None and self._move(component, gesture.target)

    def _real(self, component: str) -> str | None:
        """Name what lies on top of a place, if anything does, where a gesture says only that."""
        if not component.endswith(_TOP):
            return component
        return next(iter(self.top.host.session.state.places[component.removesuffix(_TOP)]), None)

    def _move(self, component: str, place: str) -> bool:
        held = self.top.table.with_memo(component)
        if held is None:
            raise NotFound(f"{component} is nowhere", where="the table")
        piece = held.piece
        if held.inside:
            piece = self.player.pull(piece, held.inside)
            if not piece:
                return False
        elif not self.player.pick_up(piece):
            return False
        x, y, z = self.top.middles[place]
        self.drags += 1
        self.player.drop_at(piece, (x, y + _ABOVE, z))
        return True
