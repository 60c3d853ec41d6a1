"""Translations of long scripts, on their way from one cage to the next.

A script may be a megabyte, and half a second goes by until plain Lua can read it. Whoever opens a
save with the same script again, as each test of a mod does, brings along what another cage made of
it before any script ran there: later its word could not be relied on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from hashlib import blake2b
from typing import Final

import msgspec

from tts_tool.lua.errors import LuaError
from tts_tool.lua.rewriting import Span
from tts_tool.table.scripts.sources import Prepared, bring, prepared

__all__ = ["brought", "long_ones", "made_of"]

LONG: Final = 20_000
"""So many letters are worth the way."""
_MOST: Final = 5_000_000
"""And so many in all are not: they would be too much for a message."""

_Row = tuple[bytes, bytes, str, list[Span]]
_ROW: Final = msgspec.msgpack.Decoder(_Row)


def long_ones(texts: Iterable[str]) -> list[bytes]:
    """Name by their digests the texts that are long."""
    return [_digest(text) for text in _long(texts)]


def made_of(texts: Iterable[str], wanted: Collection[bytes]) -> list[tuple[bytes, bytes]]:
    """Translate wanted ones, and pack each, or nothing for what will be told when it is run."""
    named = ((_digest(text), text) for text in _long(texts))
    return [(digest, _packed(digest, text)) for digest, text in named if digest in wanted]


def _packed(digest: bytes, text: str) -> bytes:
    with suppress(LuaError, MemoryError, RecursionError):
        made = prepared(text)
        row: _Row = (digest, made.plain, made.mark, made.places)
        return msgspec.msgpack.encode(row)
    return b""


def brought(packed: Iterable[bytes], texts: Iterable[str]) -> None:
    """Take over what other cages have made of these texts."""
    rows = map(_ROW.decode, filter(None, packed))
    known = {digest: made for digest, *made in rows}
    for text in _long(texts):
        if made := known.get(_digest(text)):
            bring(text, Prepared(*made))


def _long(texts: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(text for text in texts if len(text) > LONG))
    return found if sum(map(len, found)) < _MOST else []


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass")).digest()
