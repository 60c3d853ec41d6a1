"""Chance is a decision of the table: seeded, scripted or observed.

A seeded outcome is a pure function of seed, branch, stream and count, so it needs no
generator state: the same history gives the same outcomes, and a new branch gives new ones.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable

from tts_tool.kernel.state import FlowError

_WORD = 8  # bytes: a number of 64 bits


def numbers(seed: str, branch: int, stream: str, count: int, how_many: int) -> list[int]:
    """Draw 64-bit numbers for one outcome of a stream."""
    source = hashlib.shake_128(f"{seed}\0{branch}\0{stream}\0{count}".encode())
    return list(struct.unpack(f">{how_many}Q", source.digest(_WORD * how_many)))


def scaled(number: int, sides: int) -> int:
    """Bring a 64-bit number down to 0 .. sides - 1."""
    return number * sides >> 64


def in_order(keys: list[int], items: tuple[str, ...]) -> tuple[str, ...]:
    """Put items into the order of their random keys."""
    return tuple([items[i] for i in sorted(range(len(items)), key=keys.__getitem__)])


def on_top(
    wanted: list[str], order: tuple[str, ...], kind: Callable[[str], str]
) -> tuple[str, ...]:
    """Bring the wanted components, or components of the wanted kinds, to the top."""
    left, first = list(order), []
    for want in wanted:
        found = next((c for c in left if want in (c, kind(c))), None)
        if found is None:
            msg = f"the script wants {want} on top, but it isn't there"
            raise FlowError(msg)
        left.remove(found)
        first.append(found)
    return (*first, *left)
