"""Finds in two lists of objects those that are the same.

On the table a GUID is a name. In decks and bags it need not be: cards often share one, and some
have none. There, what is equal belongs together, then what is called the same, then what lies
nearest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import dist
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from tts_tool.saves.tree import Node, number

__all__ = ["Match", "match_elsewhere", "match_inside", "match_on_table", "pair_up", "place"]

Object = dict[str, Node]
Key = Callable[[Object], Hashable]
Spot = tuple[float, float, float]
T = TypeVar("T")

_MANY: Final = 200  # from here on, comparing each with each takes too long


class Match(NamedTuple):
    """Which places of the old list and of the new belong together, and which are left over."""

    pairs: list[tuple[int, int]]
    removed: list[int]
    added: list[int]


def match_on_table(before: Sequence[Object], after: Sequence[Object]) -> Match:
    """Match objects where a GUID is a name; only those without one are known by other things."""
    return _match(before, after, [_among(_repeated(before, after), key) for key in _KEYS])


def match_inside(before: Sequence[Object], after: Sequence[Object]) -> Match:
    """Match what lies in two decks or bags, or hangs on two objects."""
    return _match(before, after, _KEYS)


def match_elsewhere(before: Sequence[Object], after: Sequence[Object]) -> Match:
    """Match what is gone in some places with what is new in others: it may have been moved."""
    return _match(before, after, [_among(_repeated(before, after), _called)])


def _match(before: Sequence[Object], after: Sequence[Object], keys: Iterable[Key]) -> Match:
    old, new = dict(enumerate(before)), dict(enumerate(after))
    own = {*map(_guid, before), *map(_guid, after)} - _repeated(before, after)
    pairs = pair_up(old, new, _among(own, _guid), place)
    for key in keys:
        if old and new:
            pairs += pair_up(old, new, key, place)
    return Match(sorted(pairs, key=lambda pair: pair[1]), list(old), list(new))


def place(thing: Object) -> Spot:
    """Tell where an object lies; what has no place lies in the middle."""
    transform = thing.get("Transform")
    if not isinstance(transform, dict):
        return 0.0, 0.0, 0.0
    x, y, z = (transform.get(key, 0) for key in ("posX", "posY", "posZ"))
    return _value(x), _value(y), _value(z)


def _value(node: Node) -> float:
    """Give a number, also where a person wrote something else."""
    return number(node) if isinstance(node, int | float | msgspec.Raw) else 0.0


def _repeated(before: Sequence[Object], after: Sequence[Object]) -> set[str]:
    """List the GUIDs by which nothing can be known: those that a list has twice, and none."""
    counted = [Counter(map(_guid, things)) for things in (before, after)]
    return {"", *(guid for count in counted for guid in count if count[guid] > 1)}


def _among(guids: set[str], key: Key) -> Key:
    return lambda thing: key(thing) if _guid(thing) in guids else None


def _guid(thing: Object) -> str:
    guid = thing.get("GUID")
    return guid if isinstance(guid, str) else ""


def _called(thing: Object) -> tuple[Any, ...]:
    keys = ("Name", "Nickname", "CardID", "Memo")
    return tuple(_hashable(thing.get(key)) for key in keys)


def _hashable(node: Node) -> Hashable:
    return node if isinstance(node, Hashable) else msgspec.json.encode(node)


# From what is surely the same to what may be; a later key sees only what is left.
_KEYS: Final[tuple[Key, ...]] = (
    msgspec.json.encode,
    lambda thing: (_guid(thing), *_called(thing)),
    _called,
    lambda thing: (_guid(thing), _hashable(thing.get("Name")), _hashable(thing.get("CardID"))),
    lambda thing: (_guid(thing), _hashable(thing.get("Name"))),
)


def pair_up(
    old: dict[int, T], new: dict[int, T], key: Callable[[T], Hashable], spot: Callable[[T], Spot]
) -> list[tuple[int, int]]:
    """Take out of both what has the same key; None is no key. Of several the nearest are paired."""
    groups: defaultdict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, things in enumerate((old, new)):
        for index, thing in things.items():
            groups[key(thing)][side].append(index)
    groups.pop(None, None)
    pairs = [pair for group in groups.values() for pair in _nearest(*group, old, new, spot)]
    for index, other in pairs:
        del old[index], new[other]
    return pairs


def _nearest(
    olds: list[int],
    news: list[int],
    old: dict[int, T],
    new: dict[int, T],
    spot: Callable[[T], Spot],
) -> list[tuple[int, int]]:
    """Pair those that lie nearest; those as near in their order."""
    if len(olds) == len(news) == 1 or len(olds) * len(news) > _MANY**2:
        return list(zip(olds, news, strict=False))
    spots = {index: spot(old[index]) for index in olds}
    left = dict.fromkeys(news)
    others = {index: spot(new[index]) for index in news}
    pairs = []
    for index in olds:
        if left:
            nearest = min(left, key=lambda other: dist(spots[index], others[other]))
            pairs.append((index, nearest))
            del left[nearest]
    return pairs
