"""Where a number comes from: read off a component, taken from fans, inferred, or our own.

A record says it in a table beside its fields, `provenance = {cost = "component: rulebook
photo"}`; a file says it for all its records, `[provenance] default = "house"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tts_tool.catalog.anatomy import Key, dotted

__all__ = ["KINDS_OF_SOURCE", "PATTERN", "Provenance", "governing", "numbers", "parse"]

KINDS_OF_SOURCE = ("component", "fan", "inferred", "house")
PATTERN = rf"^({'|'.join(KINDS_OF_SOURCE)})(: .+)?$(?!\n)"
"""`component`, or with a note: `component: rulebook photo`."""


class Provenance(NamedTuple):
    """What a number was read from, and the note that says more."""

    source: str
    note: str = ""


def parse(text: object) -> Provenance | None:
    """Read `component: rulebook photo`; nothing if it is not of that form.

    >>> parse("component: rulebook photo")
    Provenance(source='component', note='rulebook photo')
    """
    if not isinstance(text, str) or not re.search(PATTERN, text):
        return None
    source, _, note = text.partition(": ")
    return Provenance(source, note)


def numbers(value: object, path: Key = ()) -> Iterator[Key]:
    """Find every number inside a record as it was written."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, (*path, key))
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from numbers(part, (*path, index))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def governing(path: str, own: Mapping[str, Any]) -> str | None:
    """Find the entry that speaks for a field: its own, or that of what the field stands in.

    >>> governing("effects[0].amount", {"effects": "fan", "cost": "component"})
    'effects'
    """
    speaking = [key for key in own if path == key or path.startswith((f"{key}.", f"{key}["))]
    return max(speaking, key=len, default=None)


def unspoken(body: object, own: Mapping[str, Any]) -> list[Key]:
    """List the numbers for which no entry of the record speaks."""
    return [path for path in numbers(body) if governing(dotted(path), own) is None]
