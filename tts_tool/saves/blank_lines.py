"""Files that follow their rule but for some blanks before an item, as an editor leaves them.

Whoever lays out by the rule alone is quick. So a difference is looked up in what the rule would
give, where each item has a line of its own and its depth shows, and is put there again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

import msgspec

__all__ = ["odd_leads", "with_leads"]

_MOST: Final = 50
"""Of 504 real saves 4 have any, edited by hand; one with another layout has thousands."""
_MOST_WORK: Final = 1 << 27
"""Each blank compares the rest of the file again, so a large file may have fewer of them."""
_BLOCK: Final = 1 << 16
"""Bytes compared at once; any value gives the same."""
_BLANKS: Final = re.compile(rb"[ \t\r\n]*")
_KEY: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_OPENS: Final = (b'"', b"{", b"[")


def odd_leads(text: bytes, laid: bytes, unit: bytes) -> dict[str, str] | None:
    """Find the blanks before items, by the places of these, that turn one text into the other.

    None if they differ in anything else, or in too much.
    """
    found: dict[str, str] = {}
    most = min(_MOST, _MOST_WORK // max(len(laid), 1))
    at = other = 0
    while text[at:] != laid[other:]:
        same = _common(text, at, laid, other)
        back = len(text[at : at + same]) - len(text[at : at + same].rstrip(b" \t\r\n"))
        blanks = _BLANKS.match(text, at + same - back)
        usual = _BLANKS.match(laid, other + same - back)
        if blanks is None or usual is None or len(found) >= most:
            return None
        at, other = blanks.end(), usual.end()
        if blanks[0] == usual[0] or not usual[0].startswith(b"\n"):
            return None
        if not blanks[0].endswith(usual[0]) or text[at : at + 1] in (b"", b"}", b"]", b":", b","):
            return None
        found[_place(laid, other, unit)] = blanks[0].decode()
    return found


def with_leads(laid: bytes, leads: Mapping[str, str], unit: bytes) -> bytes | None:
    """Put odd blanks before items; what is not there any more has none. None if that is not it."""
    places: list[tuple[int, int, bytes]] = []
    for place, lead in leads.items():
        at = _offset(laid, place, unit)
        if at is None:
            continue
        start = laid.rfind(b"\n", 0, at)
        if not lead.encode().endswith(laid[start:at]):
            return None
        places.append((start, at, lead.encode()))
    pieces, done = [], 0
    for start, at, lead_bytes in sorted(places):
        pieces += [laid[done:start], lead_bytes]
        done = at
    return b"".join([*pieces, laid[done:]])


def _common(one: bytes, at: int, other: bytes, there: int) -> int:
    """Count how many bytes two texts have in common from two places on."""
    low = 0
    while (block := one[at + low : at + low + _BLOCK]) and block == other[
        there + low : there + low + _BLOCK
    ]:
        low += len(block)
    high = min(low + _BLOCK, len(one) - at, len(other) - there)
    while low < high:
        middle = (low + high + 1) // 2
        if one[at + low : at + middle] == other[there + low : there + middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _place(laid: bytes, at: int, unit: bytes) -> str:
    """Write where the item is that begins here, as a JSON pointer."""
    steps: list[str] = []
    start = laid.rfind(b"\n", 0, at)
    for depth in range((at - start - 1) // len(unit), 0, -1):
        above = b"\n" + unit * (depth - 1)
        parent = max(laid.rfind(above + each, 0, start) for each in _OPENS) if depth > 1 else -1
        begins = laid.find(b"\n", parent + 1)
        steps.append(_step(laid, begins, start, unit * depth))
        start = parent
    return "".join(f"/{step}" for step in reversed(steps))


def _step(laid: bytes, begins: int, start: int, indent: bytes) -> str:
    """Say which item of the block that begins on a line stands on another one."""
    if laid[begins - 1 : begins] == b"{":
        key = _KEY.match(laid, start + 1 + len(indent))
        name = str(msgspec.json.decode(key[0])) if key else ""
        return name.replace("~", "~0").replace("/", "~1")
    return str(len(re.findall(_item(indent), laid[begins:start])))


def _offset(laid: bytes, place: str, unit: bytes) -> int | None:
    """Find where an item begins; None if there is none at that place."""
    line = 0
    for depth, step in enumerate(place.split("/")[1:], 1):
        begins = laid.find(b"\n", line)
        if laid[begins - 1 : begins] not in (b"{", b"["):
            return None
        item = _find(laid, begins, step, unit * depth)
        close = re.compile(b"\n" + unit * (depth - 1) + rb"[\]}]").search(laid, begins)
        if item is None or close is None or item >= close.start():
            return None
        line = item + 1
    return line + len(unit) * place.count("/")


def _find(laid: bytes, begins: int, step: str, indent: bytes) -> int | None:
    """Find the line break before an item of the block that begins on a line."""
    if laid[begins - 1 : begins] == b"{":
        key = msgspec.json.encode(step.replace("~1", "/").replace("~0", "~"))
        at = laid.find(b"\n" + indent + key + b": ", begins)
        return at if at >= 0 else None
    if not step.isdecimal():
        return None
    items: Iterator[re.Match[bytes]] = re.compile(_item(indent)).finditer(laid, begins)
    found = next(islice(items, int(step), None), None)
    return found.start() if found else None


def _item(indent: bytes) -> bytes:
    return b"\n" + indent + rb"[^ \]}]"
