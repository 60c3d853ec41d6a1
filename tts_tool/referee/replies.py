"""What was answered to whom: a request that comes twice is done once."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import Final, NamedTuple

__all__ = ["Replies", "Said"]

MOST: Final = 1_000
BYTES: Final = 32 << 20


class Said(NamedTuple):
    """The fingerprint of a request, and the line that answered it."""

    asked: bytes
    line: bytes


class Replies:
    """The last replies by the id of their request; the oldest are forgotten first."""

    def __init__(self, most: int = MOST, most_bytes: int = BYTES) -> None:
        """Remember so many replies, and so many bytes of them."""
        self.most = most
        self.most_bytes = most_bytes
        self._said: OrderedDict[str | int, Said] = OrderedDict()
        self._bytes = 0

    def find(self, request: str | int) -> Said | None:
        """Give what was said to a request with this id."""
        return self._said.get(request)

    def keep(self, request: str | int, asked: bytes, line: bytes) -> None:
        """Remember a reply, the newest at least."""
        self._said[request] = Said(asked, line)
        self._bytes += len(line)
        while len(self._said) > self.most or (
            self._bytes > self.most_bytes and len(self._said) > 1
        ):
            _, forgotten = self._said.popitem(last=False)
            self._bytes -= len(forgotten.line)


def fingerprint(request: bytes) -> bytes:
    """Tell requests apart by their content."""
    return blake2b(request, digest_size=16).digest()
