"""Translations of long scripts, on their way from one cage to the next.

A script may be a megabyte, and half a second goes by until plain Lua can read it. Whoever opens the
same save again, as each test of a mod does, brings along what another cage made of it before any
script ran there: later its word could not be relied on.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from typing import Final

import msgspec

from tts_tool.lua.errors import LuaError
from tts_tool.lua.rewriting import Span
from tts_tool.table.scripts.sources import Prepared, bring, prepared

__all__ = ["brought", "made_of"]

LONG: Final = 20_000
"""So many letters are worth the way."""
_MOST: Final = 5_000_000
"""And so many in all are not: they would be too much for a message."""

_Row = tuple[bytes, bytes, str, list[Span]]
_ROWS: Final = msgspec.msgpack.Decoder(list[_Row])


def made_of(texts: Iterable[str]) -> bytes:
    """Translate what is long, and pack it; what cannot be translated is told when it is run."""
    rows: list[_Row] = []
    for text in _long(texts):
        with suppress(LuaError, MemoryError, RecursionError):
            made = prepared(text)
            rows.append((_digest(text), made.plain, made.mark, made.places))
    return msgspec.msgpack.encode(rows)


def brought(packed: bytes, texts: Iterable[str]) -> None:
    """Take over what another cage has made of these texts."""
    known = {row[0]: row[1:] for row in _ROWS.decode(packed)}
    for text in _long(texts):
        if row := known.get(_digest(text)):
            bring(text, Prepared(*row))


def _long(texts: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(text for text in texts if len(text) > LONG))
    return found if sum(map(len, found)) < _MOST else []


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass")).digest()
