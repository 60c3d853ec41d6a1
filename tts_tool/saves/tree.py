"""A save as a tree, read and written without loss.

The tree is made of plain dicts, lists, strings, bools, None and ints; keys keep their order.
Every number that is not a plain int is a `Number`, which is its source text: `4.00`, `1E-05` and
`NaN` come back as they were. Ask `number` for its value, `number_from` to make one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import msgspec

from tts_tool.saves.layout import TTS, Layout, write
from tts_tool.saves.numbers import float_text
from tts_tool.saves.reading import read_quickly
from tts_tool.saves.thorough import read_thoroughly

__all__ = [
    "Document",
    "Node",
    "Number",
    "number",
    "number_from",
    "objects",
    "read",
    "settled",
    "written",
]

Node = Any
"""A dict, list, str, bool, None, int or `Number`."""

Number: Final = msgspec.Raw
"""A number by its source text; two are equal if they are written alike."""


@dataclass(frozen=True)
class Document:
    """A tree, and how its file was laid out."""

    root: Node
    layout: Layout = field(default=TTS, repr=False)

    def bytes(self) -> bytes:
        """Write it: the same bytes that were read, but for what was changed in the tree."""
        return write(self.root, self.layout)


def read(data: bytes, where: str) -> Document:
    """Read a save, or any JSON; `where` is the name that errors give."""
    root, layout = read_quickly(data, where) or read_thoroughly(data, where)
    return Document(root, layout)


def written(root: Node) -> bytes:
    """Write a tree that we made ourselves, laid out as TTS does; floats become its own text."""
    return write(settled(root), TTS)


def number(value: Node) -> float:
    """Give the value of a number in the tree.

    >>> number(Number(b"1E-05")), number(7)
    (1e-05, 7.0)

    What is too long is infinite, however it is written:

    >>> number(Number(b"-1E400")), number(-(10**400))
    (-inf, -inf)
    """
    if isinstance(value, Number):
        return float(bytes(value))
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


# Any size gives the same: most numbers of a save are said again and again.
@lru_cache(maxsize=1 << 16)
def number_from(value: float) -> msgspec.Raw:
    """Make a number of the tree, written as TTS would.

    >>> bytes(number_from(0.1))
    b'0.1'
    """
    return Number(float_text(value))


def objects(node: Node) -> Iterator[dict[str, Node]]:
    """List the objects in a save or in an object, with all that they hold, in document order."""
    for held in _held(node):
        yield held
        yield from objects(held)


def _held(node: Node) -> Iterator[dict[str, Node]]:
    for key in [key for key in node if key in _HOLDERS]:
        inside = node[key]
        several = inside.values() if isinstance(inside, dict) else inside
        if isinstance(inside, dict | list):
            yield from (each for each in several if isinstance(each, dict))


_HOLDERS: Final = frozenset({"ObjectStates", "ContainedObjects", "States", "ChildObjects"})


def settled(node: Node) -> Node:
    """Put TTS's own text for each float: so is a tree of ours once it was written and read."""
    if isinstance(node, dict):
        return {
            key: value if type(value) in _SAID else settled(value) for key, value in node.items()
        }
    if isinstance(node, list | tuple):
        return [value if type(value) in _SAID else settled(value) for value in node]
    return number_from(node) if isinstance(node, float) else node


_SAID: Final = frozenset({str, bool, int, type(None)})
"""What most of a save is, and is written as it is."""
