"""An answer taken apart into what is chosen for it, one after the other, as buttons are pressed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from tts_tool.kernel.spaces import Assignment, Ordering, Record, Space, Subset
from tts_tool.referee.table.drafting import DONE, Asking, drafted

__all__ = ["choices", "presses"]


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


def presses(space: Space[Any], answer: Any) -> list[Any]:  # noqa: ANN401  # of that space
    """Say what has to be chosen for an answer, without what is filled in by itself."""
    made: list[Any] = []
    for choice in choices(space, answer):
        draft = drafted(space, made)
        if not isinstance(draft, Asking):
            break
        if any(key.value == choice and not key.chosen for key in draft.keys):
            made.append(choice)
    return made
