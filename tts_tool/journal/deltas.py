"""How a position differs from the one before it, as plain data: restart points hold no more.

A difference is a list that begins with what it is: ``["=", value]`` is another value, ``["{",
changed, gone]`` an object of which some keys differ, ``["[", at, count, new]`` a list of which
so many elements from there on were replaced.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count
from operator import is_not
from typing import Any

__all__ = ["Delta", "difference", "patched"]

Delta = list[Any]


def difference(was: object, now: object) -> Delta | None:
    """Say how plain data has changed; ``None`` if it is the same, tuples being lists.

    >>> difference({"deck": ["a", "b"], "turn": 1}, {"deck": ["b"], "turn": 1})
    ['{', {'deck': ['[', 0, 1, []]}, []]
    """
    if was is now:
        return None
    if isinstance(was, dict) and isinstance(now, dict):
        return _of_objects(was, now)
    if isinstance(was, list | tuple) and isinstance(now, list | tuple):
        return _of_lists(was, now)
    # True is 1 and 1 is 1.0 to Python, but not to whoever reads it.
    return None if was.__class__ is now.__class__ and was == now else ["=", now]


def _of_objects(was: dict[str, Any], now: dict[str, Any]) -> Delta | None:
    gone = [key for key in was if key not in now]
    changed: dict[str, Delta] = {}
    for key, value in now.items():
        if key not in was:
            changed[key] = ["=", value]
        elif (below := difference(was[key], value)) is not None:
            changed[key] = below
    stay = [key for key in was if key in now]
    if stay != list(now)[: len(stay)]:
        return ["=", now]  # rules may go through the keys in their order
    return ["{", changed, gone] if changed or gone else None


def _of_lists(was: list[Any] | tuple[Any, ...], now: list[Any] | tuple[Any, ...]) -> Delta | None:
    shorter = min(len(was), len(now))
    first = _shared(was, now, shorter)
    while first < shorter and difference(was[first], now[first]) is None:
        first += 1
    if first == len(was) == len(now):
        return None
    last = _shared(reversed(was), reversed(now), shorter - first)
    while last < shorter - first and difference(was[-1 - last], now[-1 - last]) is None:
        last += 1
    return ["[", first, len(was) - first - last, list(now[first : len(now) - last])]


def _shared(was: Iterable[Any], now: Iterable[Any], most: int) -> int:
    """Count the very same elements at the beginning, which need no look: most of a pile are."""
    return min(most, next(compress(count(), map(is_not, was, now)), most))


def patched(was: Any, delta: Delta | None) -> Any:  # noqa: ANN401  # plain data
    """Give what differs so from plain data; what doesn't differ is shared with it."""
    match delta:
        case None:
            return was
        case ["=", now]:
            return now
        case ["{", changed, gone]:
            now = {key: value for key, value in was.items() if key not in gone}
            for key, below in changed.items():
                now[key] = patched(was.get(key), below)
            return now
        case ["[", at, count, new]:
            return [*was[:at], *new, *was[at + count :]]
        case _:
            msg = f"{delta} is no difference"
            raise ValueError(msg)
