"""Any question as buttons: an answer is given by pressing one button after the other.

What has been pressed so far is the draft; it lives here, with whoever answers, never in the
state of the game. The parts of an answer are pressed in any order, what was pressed is taken
back by pressing it again, and what has only one answer left is not asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from tts_tool.kernel.rejection import Rejection, quoted
from tts_tool.kernel.spaces import (
    Assignment,
    Choice,
    Number,
    Ordering,
    Record,
    Space,
    Subset,
)

__all__ = ["DONE", "Answered", "Asking", "Draft", "Key", "drafted", "filled", "pressed"]

DONE = "\N{CHECK MARK}"
"""The key that says: these and no more."""


class Key(NamedTuple):
    """A button: what pressing it adds to the draft, or why it can't be pressed."""

    value: Any
    """What the rules offer; of an answer with parts, the part and what it offers."""
    rejection: Rejection | None = None
    chosen: bool = False
    part: str = ""

    @property
    def choice(self) -> Any:  # noqa: ANN401  # whatever the rules offer
        """Give what is chosen, without the part that it is for."""
        return self.value[-1] if self.part else self.value


class Asking(NamedTuple):
    """What can be pressed next."""

    keys: tuple[Key, ...]


class Answered(NamedTuple):
    """The draft is a complete answer."""

    value: Any


Draft = Asking | Answered | Rejection
Presses = Sequence[Any]


def pressed(space: Space[Any], presses: Presses, press: object) -> Draft:
    """Press one more key, if it can be pressed."""
    draft = drafted(space, presses)
    refused = _refused(draft.keys, press) if isinstance(draft, Asking) else _unknown(press)
    return refused or drafted(space, [*presses, press])


@singledispatch
def drafted(space: Space[Any], presses: Presses) -> Draft:
    """Say where a draft stands; it is refused if anything in it is not offered."""
    keys = _keys(space)
    if not presses:
        return Asking(keys)
    return _refused(keys, presses[-1]) or Answered(presses[-1])


@drafted.register
def _subset(space: Subset, presses: Presses) -> Draft:  # type: ignore[type-arg]  # dispatch reads the class
    """It is all when no more may be taken, or when somebody says so."""
    keys = _keys(space)
    taken = [press for press in presses if press != DONE]
    for press in taken:
        if refused := _refused(keys, press):
            return refused
    chosen = tuple(value for value in dict.fromkeys(taken) if taken.count(value) % 2)
    full, judged = len(chosen) >= space.most, space.check(chosen)
    if presses and (presses[-1] == DONE or len(chosen) > space.most):
        return judged if isinstance(judged, Rejection) else Answered(judged)
    if presses and full and not isinstance(judged, Rejection):
        return Answered(judged)
    enough = Rejection("too-many", {"most": space.most}, space.rule) if full else None
    each = tuple(
        key._replace(chosen=True)
        if key.value in chosen
        else key._replace(rejection=key.rejection or enough)
        for key in keys
    )
    done = Key(DONE, judged if isinstance(judged, Rejection) else None)
    return Asking((*each, done) if space.least < space.most or not space.most else each)


@drafted.register
def _ordering(space: Ordering, presses: Presses) -> Draft:  # type: ignore[type-arg]  # the same
    """The last one need not be pressed; who presses again orders anew from there on."""
    left, order = list(space.values), []
    for press in presses:
        if press in left:
            left.remove(press)
            order.append(press)
        elif press in order:
            at = order.index(press)
            order, left = order[:at], [*order[at:], *left]
        else:
            return _unknown(press)
    if presses and len(left) <= 1:
        return _judged(space, (*order, *left))
    chosen = (Key(value, chosen=True) for value in order)
    return Asking((*chosen, *map(Key, dict.fromkeys(left))))


@drafted.register
def _assignment(space: Assignment, presses: Presses) -> Draft:  # type: ignore[type-arg]  # the same
    parts: dict[str, Space[Any]] = {item: space.choice(item) for item in space.items}
    given: dict[str, Any] = {}
    keys: list[Key] = []
    for item, choice in parts.items():
        draft = drafted(choice, _chosen(item, choice, presses))
        if isinstance(draft, Rejection):
            return draft
        given |= {item: draft.value} if isinstance(draft, Answered) else {}
        keys += _part(item, drafted(choice, ()), given)
    if refused := _strange(presses, parts):
        return refused
    return _judged(space, given) if len(given) == len(parts) else Asking(tuple(keys))


@drafted.register
def _record(space: Record, presses: Presses) -> Draft:
    """What one field offers depends on what the others hold."""
    given = _strange(presses, space.fields) or filled(space, presses)
    if isinstance(given, Rejection) or len(given) == len(space.fields):
        return _complete(space, given)
    keys: list[Key] = []
    for field in space.fields:
        left = space.left(field, _without(given, field))
        chosen = () if field in given else _chosen(field, left, presses)
        offered = _part(field, drafted(left, chosen), given)
        keys += [key for key in offered if field not in given or key.choice != DONE]
    return Asking(tuple(_fitting(space, presses, keys) if presses else keys))


def filled(space: Record, presses: Presses) -> dict[str, Any] | Rejection:
    """Say what the fields hold: what was pressed, or what alone is left."""
    given: dict[str, Any] = {}
    for _ in space.fields:  # a field that is filled may fill another one
        before = given
        for field in space.fields:
            others = _without(given, field)
            left = space.left(field, others)
            chosen = _chosen(field, left, presses)
            draft = drafted(left, chosen) if chosen else _sole(left, presses)
            if isinstance(draft, Rejection):
                return draft
            given = others | ({field: draft.value} if isinstance(draft, Answered) else {})
        if given == before:
            break
    return given


def _complete(space: Record, given: dict[str, Any] | Rejection) -> Answered | Rejection:
    judged = given if isinstance(given, Rejection) else space.check(given)
    return judged if isinstance(judged, Rejection) else Answered(judged)


def _sole(space: Space[Any], presses: Presses) -> Draft:
    """Take the only answer that is left, as soon as anything was chosen at all."""
    sole = space.sole() if presses else []
    return Answered(sole[0]) if len(sole) == 1 else Asking(())


def _fitting(space: Record, presses: Presses, keys: Iterable[Key]) -> Iterator[Key]:
    """Refuse what does not go with what was pressed before."""
    for key in keys:
        given = key.rejection or filled(space, [*presses, key.value])
        whole = isinstance(given, Rejection) or len(given) == len(space.fields)
        after = _complete(space, given) if whole else None
        yield key._replace(rejection=after if isinstance(after, Rejection) else None)


def _without(given: Mapping[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != field}


def _chosen(part: str, space: Space[Any], presses: Presses) -> Presses:
    """Give what was pressed for a part; where one thing is chosen, the last counts."""
    mine = [press[1] for press in presses if press[0] == part]
    if not isinstance(space, Choice | Number):
        return mine
    chosen: tuple[Any, ...] = ()
    for press in mine:
        chosen = () if chosen == (press,) else (press,)
    return chosen


def _strange(presses: Presses, parts: Iterable[str]) -> Rejection | None:
    """Refuse a press for a part that there is not."""
    known = set(parts)
    return next((_unknown(press) for press in presses if press[0] not in known), None)


def _part(part: str, draft: Draft, given: Mapping[str, Any]) -> list[Key]:
    """Offer what a draft asks as a part of an answer."""
    keys = draft.keys if isinstance(draft, Asking) else ()
    held = given.get(part, ())
    chosen = held if isinstance(held, tuple) else (held,)
    return [
        Key([part, key.value], key.rejection, key.chosen or key.value in chosen, part)
        for key in keys
    ]


def _refused(keys: Iterable[Key], press: object) -> Rejection | None:
    """Say why something can't be pressed."""
    found = next((key for key in keys if key.value == press), None)
    return _unknown(press) if found is None else found.rejection


def _unknown(press: object) -> Rejection:
    return Rejection("not-an-option", {"answer": quoted(press)})


def _judged(space: Space[Any], answer: object) -> Draft:
    judged = space.check(answer)
    return judged if isinstance(judged, Rejection) else Answered(judged)


def _keys(space: Space[Any]) -> tuple[Key, ...]:
    options = space.options()
    if isinstance(space, Number):
        refused = {repr(each.value): each.rejection for each in options}
        numbers = range(space.low, space.high + 1)
        return tuple(Key(number, refused.get(repr(number))) for number in numbers)
    return tuple(Key(option.value, option.rejection) for option in options)
