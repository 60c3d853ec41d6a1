"""Leads a change of a line that a template computed back to the line of the template.

What the template says word for word may change, and what it computes beside stays computed. Where
the change falls into what was computed, that gives way to what stands there in the game: somebody
has to look whether they want it so, which is why it is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["Retold", "RetoldLines", "retold", "retold_lines"]

_EXPRESSION: Final = re.compile(r"(\{\{.*?\}\})")
_MARK: Final = re.compile(r"\{[{%#]|[}%#]\}")
_LONGEST: Final = 200
"""Letters; whoever computes more has a table there, which nobody wants written into a template."""


class Retold(NamedTuple):
    """A line of a template as it would have to be, and what it no longer computes then."""

    line: str
    instead: tuple[str, ...] = ()


class RetoldLines(NamedTuple):
    """Several such lines."""

    lines: tuple[str, ...]
    instead: tuple[str, ...]


class _LinePart(NamedTuple):
    """A part of a line as it was built, and how the template says it."""

    start: int
    stop: int
    said: str
    is_computed: bool


def retold(template: str, built: str, wanted: str) -> Retold | None:
    """Say what makes a line of a template, of which `built` came, give `wanted`; if one can.

    >>> retold("a({{ x | lua }}, 1)", "a('b', 1)", "a('b', 2)").line
    'a({{ x | lua }}, 2)'
    >>> retold("a({{ x | lua }}, 1)", "a('b', 1)", "a('c', 1)")
    Retold(line="a('c', 1)", instead=('{{ x | lua }}',))
    """
    parts = _parts(template, built)
    if parts is None:
        return None
    start = _alike(built, wanted)
    most = min(len(built), len(wanted)) - start
    stop = len(built) - min(_alike(built[::-1], wanted[::-1]), most)
    literal = [
        n
        for n, it in enumerate(parts)
        if not it.is_computed and it.start <= start and stop <= it.stop
    ]
    touched = literal[:1] or [
        n for n, it in enumerate(parts) if it.start < stop and start < it.stop
    ]
    if not touched:
        return None
    first, last = parts[touched[0]], parts[touched[-1]]
    start = first.start if first.is_computed else start
    stop = last.stop if last.is_computed else stop
    new = wanted[start : len(wanted) - (len(built) - stop)]
    if _MARK.search(new) or len(new) > _LONGEST:
        return None
    before = "".join(it.said for it in parts[: touched[0]]) + built[first.start : start]
    after = built[stop : last.stop] + "".join(it.said for it in parts[touched[-1] + 1 :])
    gone = tuple(parts[n].said for n in touched if parts[n].is_computed)
    return Retold(f"{before}{new}{after}", gone)


def retold_lines(
    template: Sequence[str], built: Sequence[str], wanted: Sequence[str]
) -> RetoldLines | None:
    """Do so for lines of which each gave one."""
    if not len(template) == len(built) == len(wanted):
        return None
    lines, instead = list[str](), list[str]()
    for said, was, now in zip(template, built, wanted, strict=True):
        found = Retold(said) if was == now else retold(said, was, now)
        if found is None:
            return None
        lines.append(found.line)
        instead += found.instead
    return RetoldLines(tuple(lines), tuple(instead))


def _parts(template: str, built: str) -> list[_LinePart] | None:
    """Take a line apart: what the template says word for word, and what it computes."""
    said = _EXPRESSION.split(template)
    words = said[::2]
    if any(map(_MARK.search, words)):
        return None
    pattern = "".join("(.*?)" if n % 2 else f"({re.escape(each)})" for n, each in enumerate(said))
    found = re.fullmatch(pattern, built)
    if found is None:
        return None
    return [_LinePart(*found.span(n + 1), each, bool(n % 2)) for n, each in enumerate(said)]


def _alike(one: str, other: str) -> int:
    """Count the letters with which both begin."""
    both = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(both) if a != b), min(len(one), len(other)))
