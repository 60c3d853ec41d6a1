"""Where elements of a custom interface lie, as far as it decides what a click reaches.

Whoever clicks a picture clicks what lies on top there. Sizes and offsets that are written down are
believed; an element that says nothing of its size fills the one that it is in. What a layout lays
out lies beside each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tts_tool.table.world.markup import Element
from tts_tool.table.world.people import Person
from tts_tool.table.world.screens import Screen, visible

__all__ = ["button_at", "has_no_size"]

_ALIGNED = {"left": 0.0, "lower": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "upper": 1.0}


class _Area(NamedTuple):
    """Where an element lies: to which side of what it is in it keeps, and how far it reaches."""

    side: tuple[float, float]
    middle: tuple[float, float] = (0.0, 0.0)
    half: tuple[float, float] = (0.0, 0.0)

    def covers(self, other: _Area) -> bool:
        """Tell whether the middle of another element beside it lies within; if not sure, not."""
        if math.inf in self.half:
            return True
        apart = [abs(one - two) for one, two in zip(self.middle, other.middle, strict=True)]
        near = all(away < half for away, half in zip(apart, self.half, strict=True))
        return self.side == other.side and near


_CENTRE = (0.5, 0.5)
_MIDDLE = _Area(_CENTRE)


def button_at(screen: Screen, element: Element, person: Person) -> Element | None:
    """Find what hears a click on the middle of an element: over it, in it, or what it is in.

    Of what lies in it somewhere, nobody knows where, it is the only one.
    """

    def hearing(several: Iterable[Element]) -> list[Element]:
        heard = (each for each in several if screen.attribute(each, "onClick"))
        return [each for each in heard if visible(screen, each, person)]

    inside = hearing(element.walk())
    ways = (
        hearing(_over(screen, element)),
        inside if len(inside) == 1 else [],
        hearing(element.lineage),
    )
    return next((found[0] for found in ways if found), None)


def has_no_size(screen: Screen, element: Element) -> bool:
    """Tell whether an element is so small that nobody can hit it."""
    if _is_laid_out(element):
        return False
    return any(_numbers(screen, element, name) == [0.0] for name in ("width", "height"))


def _over(screen: Screen, element: Element) -> Iterator[Element]:
    """Give what surely lies over the middle of an element, from the top."""
    beside = screen.roots if element.parent is None else element.parent.children
    if not _is_laid_out(element):
        area = _area(screen, element)
        for other in reversed(beside[beside.index(element) + 1 :]):
            yield from _covering(screen, other, area)
    for child in reversed(element.children):
        yield from _covering(screen, child, _MIDDLE)


def _covering(screen: Screen, element: Element, area: _Area) -> Iterator[Element]:
    """Give an element that lies over something beside it, and before it what it holds there."""
    own = _area(screen, element)
    if _is_laid_out(element) or not own.covers(area):
        return
    x, y = area.middle
    inner = area if math.inf in own.half else _Area(_CENTRE, (x - own.middle[0], y - own.middle[1]))
    for child in reversed(element.children):
        yield from _covering(screen, child, inner)
    yield element


def _is_laid_out(element: Element) -> bool:
    return element.parent is not None and element.parent.kind.endswith(("layout", "row", "cell"))


def _area(screen: Screen, element: Element) -> _Area:
    align = (screen.attribute(element, "rectAlignment") or "MiddleCenter").lower()
    side = (_side(align, ("left", "center", "right")), _side(align, ("lower", "middle", "upper")))
    x, y = _offset(screen, element)
    width, height = _length(screen, element, "width"), _length(screen, element, "height")
    middle = (x + _shift(side[0], width), y + _shift(side[1], height))
    return _Area(side, middle, (width / 2, height / 2))


def _side(align: str, words: tuple[str, ...]) -> float:
    return next((_ALIGNED[word] for word in words if word in align), 0.5)


def _shift(side: float, length: float) -> float:
    return 0.0 if math.isinf(length) else (0.5 - side) * length


def _offset(screen: Screen, element: Element) -> tuple[float, float]:
    for name in ("offsetXY", "position"):
        found = _numbers(screen, element, name)
        if len(found) > 1:
            return found[0], found[1]
    return 0.0, 0.0


def _length(screen: Screen, element: Element, name: str) -> float:
    found = _numbers(screen, element, name)
    return abs(found[0]) if found else math.inf


def _numbers(screen: Screen, element: Element, name: str) -> list[float]:
    """Read the numbers of an attribute; none, if it is a share of something or cannot be read."""
    text = (screen.attribute(element, name) or "").replace(",", " ")
    try:
        return [float(each) for each in text.split()]
    except ValueError:
        return []
