"""What is to be seen on a face: words and signs, where they stand, and the frames around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

_AT = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")


class Words(NamedTuple):
    """A text, and where its first letter stands."""

    said: str
    x: float
    y: float


class Sign(NamedTuple):
    """A sign that stands by itself, and its upper left corner."""

    name: str
    x: float
    y: float


class Frame(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


class Seen(NamedTuple):
    """All of it, in the order in which it was drawn."""

    words: tuple[Words, ...]
    signs: tuple[Sign, ...]
    frames: tuple[Frame, ...]


def seen(svg: str) -> Seen:
    """Look at a face."""
    root = ET.fromstring(svg)  # noqa: S314 - see above
    marks = list(_marks(root))
    frames = [
        Frame(*(float(each.get(key, "0")) for key in ("x", "y", "width", "height")))
        for each in root.iter("{http://www.w3.org/2000/svg}rect")
    ]
    return Seen(
        tuple(each for each in marks if isinstance(each, Words)),
        tuple(each for each in marks if isinstance(each, Sign)),
        tuple(frames),
    )


def _marks(element: ET.Element) -> Iterator[Words | Sign]:
    """Find texts, which have an ink of their own, and signs outside of them."""
    said, name = element.get("data-words"), element.get("data-icon")
    if said is not None and element.get("fill") is not None:
        yield Words(said, *_first(element))
    elif name is not None:
        yield Sign(name, *_first(element))
    else:
        for child in element:
            yield from _marks(child)


def _first(element: ET.Element) -> tuple[float, float]:
    at = next(
        filter(None, (_AT.search(each.get("transform", "")) for each in element.iter())), None
    )
    return (float(at[1]), float(at[2])) if at else (0.0, 0.0)
