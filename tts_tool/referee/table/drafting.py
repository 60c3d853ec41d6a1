"""Any question as buttons: an answer is given by pressing one button after the other.

What has been pressed so far is the draft; it lives here, with whoever answers, never in the
state of the game.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import (
    Assignment,
    Number,
    Option,
    Ordering,
    Record,
    Space,
    Subset,
)

__all__ = ["DONE", "Answered", "Asking", "Key", "drafted"]

DONE = "\N{CHECK MARK}"
"""The key that says: these and no more."""


class Key(NamedTuple):
    """A button: what pressing it adds to the draft, or why it can't be pressed."""

    value: Any
    rejection: Rejection | None = None
    chosen: bool = False


class Asking(NamedTuple):
    """What can be pressed next, and the name of what it is for, if the answer has parts."""

    keys: tuple[Key, ...]
    part: str = ""


class Answered(NamedTuple):
    """The draft is a complete answer."""

    value: Any


Drafting = Generator[Asking, Any, Any]


def drafted(space: Space[Any], presses: Sequence[Any]) -> Asking | Answered | Rejection:
    """Say where a draft stands; a press that is not offered is refused."""
    drafting = _drafting(space)
    try:
        asking = next(drafting)
        for press in presses:
            found = next((key for key in asking.keys if key.value == press), None)
            if found is None:
                return Rejection("not-an-option", {"answer": str(press)})
            if found.rejection is not None:
                return found.rejection
            asking = drafting.send(press)
    except StopIteration as done:
        return Answered(done.value)
    return asking


@singledispatch
def _drafting(space: Space[Any]) -> Drafting:
    """Take one of the options."""
    return (yield Asking(_keys(space.options())))


@_drafting.register
def _number(space: Number) -> Drafting:
    refused = {option.value: option.rejection for option in space.options()}
    numbers = range(space.low, space.high + 1)
    return (yield Asking(tuple(Key(number, refused.get(number)) for number in numbers)))


@_drafting.register
def _subset(space: Subset) -> Drafting:  # type: ignore[type-arg]  # dispatch reads the class
    """Press to take, press again to put back, and say when that is all."""
    chosen: tuple[Any, ...] = ()
    while True:
        judged = space.check(chosen)
        done = Key(DONE, judged if isinstance(judged, Rejection) else None)
        keys = (key._replace(chosen=key.value in chosen) for key in _keys(space.options()))
        press = yield Asking((*keys, done))
        if press == DONE:
            return chosen
        chosen = (
            tuple(each for each in chosen if each != press) if press in chosen else (*chosen, press)
        )


@_drafting.register
def _ordering(space: Ordering) -> Drafting:  # type: ignore[type-arg]  # dispatch reads the class
    left = list(space.values)
    order: list[Any] = []
    while left:
        press = yield Asking(tuple(Key(value) for value in dict.fromkeys(left)))
        left.remove(press)
        order.append(press)
    return tuple(order)


@_drafting.register
def _assignment(space: Assignment) -> Drafting:  # type: ignore[type-arg]  # dispatch reads it
    chosen: dict[str, Any] = {}
    for item in space.items:
        chosen[item] = yield Asking(_keys(space.choice(item).options()), item)
    return chosen


@_drafting.register
def _record(space: Record) -> Drafting:
    given: dict[str, Any] = {}
    for field in space.fields:
        inner = _drafting(space.left(field, given))
        given[field] = yield from _named(field, inner)
    return given


def _named(field: str, inner: Drafting) -> Drafting:
    """Say of each step of a part which part it is of."""
    try:
        asking = next(inner)
        while True:
            asking = inner.send((yield asking._replace(part=asking.part or field)))
    except StopIteration as done:
        return done.value


def _keys(options: Sequence[Option]) -> tuple[Key, ...]:
    return tuple(Key(option.value, option.rejection) for option in options)
