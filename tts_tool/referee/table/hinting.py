"""Hints: what somebody who knows the game would answer, then what else, each as it is typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Option, Space
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.stand_ins import StandIn
from tts_tool.referee.table.told import Question

__all__ = ["hints", "ranked"]

NAMED: Final = 3
"""So many answers are named by a hint."""


class Without(Space[Any]):
    """What can be answered, but for some answers that have been named already."""

    __slots__ = ("_named", "_space")

    def __init__(self, space: Space[Any], named: Sequence[Any]) -> None:
        """Leave out what was named."""
        self._space = space
        self._named = named

    def check(self, answer: object) -> Any:  # noqa: ANN401  # as the space has it
        return _NAMED if answer in self._named else self._space.check(answer)

    def answers(self) -> Iterator[Any]:
        return (each for each in self._space.answers() if each not in self._named)

    def options(self) -> list[Option]:
        options = self._space.options()
        return [Option(o.value, _NAMED) if o.value in self._named else o for o in options]

    def describe(self) -> dict[str, Any]:
        return self._space.describe()


_NAMED: Final = Rejection("named-already")


def ranked(bot: StandIn, decision: Decision[Any], many: int = NAMED) -> list[Any]:
    """Give the answers that a bot likes best, the best first: each as if those before were none."""
    named: list[Any] = []
    while len(named) < many and any(True for _ in Without(decision.space(), named).answers()):
        named.append(bot.answer(_asked_without(decision, tuple(named))))
    return named


def _asked_without(decision: Decision[Any], named: Sequence[Any]) -> Decision[Any]:
    return Decision(
        decision.game,
        decision.seat,
        decision.name,
        lambda: Without(decision.space(), named),
        why=decision.why,
        bind=decision.bind,
        label=decision.label,
    )


class Shown(NamedTuple):
    """A button as somebody reads and types it."""

    number: str
    words: str
    chosen: bool


def hints(
    decisions: Sequence[Decision[Any]], bot: StandIn, panel: Sequence[Question]
) -> Iterator[str]:
    """Name the answers to questions that a bot likes best, by the numbers of their buttons."""
    shown = dict(_shown(panel))
    for decision in decisions:
        for answer in ranked(bot, decision):
            pressed = (press_for(decision, each) for each in presses(decision.space(), answer))
            buttons = [shown[each] for each in pressed if each in shown]
            if left := [each for each in buttons if not each.chosen]:
                numbers = ",".join(each.number for each in left)
                yield f"!{numbers} {' · '.join(each.words for each in left)}"


def _shown(panel: Sequence[Question]) -> Iterator[tuple[str, Shown]]:
    for question in panel:
        for button in question.buttons:
            number, _, words = button.label.partition(" ")
            yield button.press, Shown(number, words, button.chosen)
