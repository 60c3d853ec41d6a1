"""Chance of a table: one seed, a stream per purpose, the same on every machine.

A draw is a pure function of seed, stream and count, so a save and its seed tell all that will
fall, and drawing for one purpose never shifts what another gets.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["SeededChance"]

_T = TypeVar("_T")

_WORD = 8  # bytes: a number of 64 bits


class SeededChance:
    """Draws numbers from streams that know nothing of each other."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._drawn: Counter[str] = Counter()

    def below(self, sides: int, stream: str) -> int:
        """Draw one of 0 .. sides - 1."""
        count = self._drawn[stream]
        self._drawn[stream] += 1
        digest = hashlib.blake2b(f"{self.seed}\0{stream}\0{count}".encode(), digest_size=_WORD)
        return int.from_bytes(digest.digest(), "big") * sides >> 64

    def one_of(self, items: Sequence[_T], stream: str) -> _T:
        """Draw one of several."""
        return items[self.below(len(items), stream)]

    def shuffled(self, items: Sequence[_T], stream: str) -> list[_T]:
        """Give the items in a new order, each order as likely as any other."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1, stream)
            order[last], order[other] = order[other], order[last]
        return order

    def guid(self) -> str:
        """Make up six hexadecimal digits."""
        return f"{self.below(1 << 24, 'guid'):06x}"
