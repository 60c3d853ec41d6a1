"""The cards of a deck, a line each: what most have in common is said once.

Which value is "common" depends on all cards and not on their order, so that a shuffled deck
differs in the order of its lines, and one card that changes in its own line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

__all__ = ["common", "filled", "remainder"]

Card = dict[str, Any]


def common(cards: Sequence[Card]) -> Card:
    """Give the keys that most cards have, with the values that most have; null where none is."""
    shapes = Counter(tuple(card) for card in cards)
    if not shapes:
        return {}
    most = max(shapes.values())
    shape = min(shape for shape, times in shapes.items() if times == most)
    alike = [card for card in cards if tuple(card) == shape]
    return {key: _shared([card[key] for card in alike]) for key in shape}


def remainder(card: Card, like: Card) -> Card | None:
    """Give what must be said of a card beside what is common; None if it has other keys."""
    if list(card) != list(like):
        return None
    rest = _rest(card, like)
    return rest if _same(filled(rest, like), card) else None


def filled(rest: Card, like: Card) -> Card:
    """Give the card of which only a part is said."""
    card = {**like, **rest}
    for key in rest:
        below = like.get(key)
        if isinstance(below, dict) and isinstance(rest[key], dict):
            card[key] = filled(rest[key], below)
    return card


def _rest(card: Card, like: Card) -> Card:
    rest = {}
    for key, value in card.items():
        usual = like[key]
        if value != usual or type(value) is not type(usual):
            deeper = isinstance(usual, dict) and isinstance(value, dict)
            rest[key] = _rest(value, usual) if deeper and list(value) == list(usual) else value
    return rest


def _shared(values: list[Any]) -> Any:  # noqa: ANN401 - any value of a card
    """Give the value that more than half have, key by key where all have the same keys."""
    first = values[0]
    if isinstance(first, dict):
        keys = list(first)
        if all(isinstance(value, dict) and list(value) == keys for value in values):
            return {key: _shared([value[key] for value in values]) for key in keys}
        return None
    if values.count(first) * 2 > len(values):
        return first
    likely = _majority(values)
    return likely if values.count(likely) * 2 > len(values) else None


def _majority(values: list[Any]) -> Any:  # noqa: ANN401
    """Find the only value that may be that of more than half (a vote in which pairs cancel)."""
    likely, votes = values[0], 0
    for value in values:
        if not votes:
            likely = value
        votes += 1 if value == likely else -1
    return likely


def _same(one: Card, other: Card) -> bool:
    """Tell whether two cards are written alike; 1 and true are equal but not alike."""
    if one != other:
        return False
    try:
        return msgspec.json.encode(one) == msgspec.json.encode(other)
    except UnicodeEncodeError:
        return False
