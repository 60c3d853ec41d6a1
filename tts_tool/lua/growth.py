"""Foresees how much an operator, a filter or a method of a template would make.

What cannot be foreseen because it is used wrongly is foreseen as nothing: it fails by itself, with
a better word for it than "too much".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

__all__ = ["ENDLESS", "by_filter", "by_method", "by_operator"]

ENDLESS: Final = float("inf")
_MOST_BITS: Final = 4_096
"""1,234 digits: from 4,301 on Python refuses to write a number out."""
_NUMBER: Final = re.compile(r"\d+")

Weight = Callable[[Any], int]


def by_operator(operator: str, left: Any, right: Any, weight: Weight) -> float:  # noqa: ANN401 - whatever a template calculates with
    """Foresee what `left operator right` makes."""
    if isinstance(left, int) and isinstance(right, int):
        return _number(operator, left, right)
    if operator == "*":
        times, value = (left, right) if isinstance(left, int) else (right, left)
        return weight(value) * max(0, times) if isinstance(times, int) else 0
    if operator == "+":
        return weight(left) + weight(right)
    if operator == "%" and isinstance(left, str):
        return _filled(left, right if isinstance(right, tuple) else (right,)) + weight(right)
    return 0


def _number(operator: str, left: int, right: int) -> float:
    """Numbers of a few thousand digits are no card's; they only take for ever to calculate."""
    bits = 0
    if operator == "*":
        bits = left.bit_length() + right.bit_length()
    elif operator == "**":
        bits = left.bit_length() * abs(right)
    return ENDLESS if bits > _MOST_BITS else 0


def by_method(name: str, owner: Any, given: Sequence[Any]) -> float:  # noqa: ANN401 - any text or list
    """Foresee what a method makes of its owner."""
    foresee = _METHODS.get(name)
    try:
        return 0 if foresee is None else foresee(owner, *given)
    except (TypeError, ValueError, AttributeError):
        return 0


def by_filter(name: str, given: Sequence[Any], named: Mapping[str, Any]) -> float:
    """Foresee what a filter makes of what it is given."""
    foresee = _FILTERS.get(name)
    try:
        return 0 if foresee is None else foresee(*given, **named)
    except (TypeError, ValueError, AttributeError):
        return 0


def _filled(text: str, given: Sequence[Any]) -> float:
    """Foresee a text with places in it, as wide as any number in it or in what is filled in."""
    places = text.count("%") + text.count("{")
    widths = [int(each) if len(each) < 10 else ENDLESS for each in _NUMBER.findall(text)]  # noqa: PLR2004 - digits
    widths += [abs(each) for each in given if isinstance(each, int)]
    longest = max((len(each) for each in given if isinstance(each, str)), default=0)
    wide = max([0, *(each for each in widths if each > _WIDE)])
    return len(text) + places * (longest + wide + _WIDE)


_WIDE: Final = 400
"""Letters that any number has room in, a float written out included."""


def _joined(separator: Any, parts: Any) -> float:  # noqa: ANN401 - whatever a template joins
    sizes = [len(each) if isinstance(each, str) else _WIDE for each in parts]
    return sum(sizes) + len(str(separator)) * len(sizes)


def _replaced(text: Any, old: str, new: str, *_: Any, **__: Any) -> float:  # noqa: ANN401
    text = str(text)
    return len(text) + (len(text) + 1 if not old else text.count(old)) * len(new)


def _padded(text: Any, width: int = 80, *_: Any) -> float:  # noqa: ANN401
    return len(str(text)) + width


def _indented(text: str, width: int | str = 4, *_: Any, **__: Any) -> float:  # noqa: ANN401
    wide = len(width) if isinstance(width, str) else width
    return len(text) + (text.count("\n") + 1) * wide


def _slowly(text: Any, *_: Any, **__: Any) -> float:  # noqa: ANN401
    """What takes more than twice as long for a text of twice the length."""
    return len(str(text)) ** 2 / 100


def _rounded(_value: Any, precision: int = 0, *_: Any, **__: Any) -> float:  # noqa: ANN401
    return ENDLESS if abs(precision) > _WIDE else 0


def _summed(_parts: Any, attribute: Any = None, start: Any = 0) -> float:  # noqa: ANN401, ARG001
    """Lists that are summed are copied once for each."""
    return 0 if isinstance(start, int | float) else ENDLESS


def _split_up(parts: Any, count: int, *_: Any, **__: Any) -> float:  # noqa: ANN401
    return len(parts) * 8 + count * _WIDE


_METHODS: Final[Mapping[str, Callable[..., float]]] = {
    "center": _padded,
    "extend": lambda owner, parts: (len(owner) + len(parts)) * 8,
    "format": lambda owner, *given: _filled(owner, given),
    "format_map": lambda owner, given: _filled(owner, list(given.values())),
    "join": _joined,
    "ljust": _padded,
    "replace": _replaced,
    "rjust": _padded,
    "update": lambda owner, parts: (len(owner) + len(parts)) * 8,
    "zfill": _padded,
}
_FILTERS: Final[Mapping[str, Callable[..., float]]] = {
    "batch": _split_up,
    "center": _padded,
    "format": lambda text, *given, **named: _filled(text, [*given, *named.values()]),
    "indent": _indented,
    "join": lambda parts, d="", *_: _joined(d, parts),
    "replace": _replaced,
    "round": _rounded,
    "slice": _split_up,
    "striptags": _slowly,
    "sum": _summed,
    "wordwrap": _slowly,
}
