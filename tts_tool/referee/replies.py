"""What was answered to whom: a request that comes twice is done once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

from tts_tool.journal import Remembered

__all__ = ["Replied", "Replies", "fingerprint"]

MOST: Final = 1_000
"""More than `wire._TOGETHER`, of which nobody has heard yet and each may be asked again."""
BYTES: Final = 32 << 20
"""At 32 KiB each `MOST` of them have room; of longer ones fewer are kept."""


class Replied(NamedTuple):
    """The fingerprint of a request, and the line that answered it."""

    asked: bytes
    line: bytes
    earlier: bool = False
    """Whether that was before a restart: who has begun to count anew may use the id again."""


class Replies:
    """The last replies by the id of their request; the oldest are forgotten first."""

    def __init__(self, most: int = MOST, most_bytes: int = BYTES) -> None:
        """Remember so many replies, and so many bytes of them."""
        self.most = most
        self.most_bytes = most_bytes
        self._said: OrderedDict[str | int, Replied] = OrderedDict()
        self._bytes = 0

    def recall(self, remembered: Iterable[Remembered]) -> None:
        """Take over what a journal remembers of the conversation before."""
        for each in remembered:
            said = Replied(bytes.fromhex(each.asked), each.line.encode(), earlier=True)
            self.keep(each.request, said)

    def find(self, request: str | int) -> Replied | None:
        """Give what was said to a request with this id."""
        return self._said.get(request)

    def keep(self, request: str | int, said: Replied) -> None:
        """Remember a reply, the newest at least."""
        before = self._said.pop(request, None)
        self._said[request] = said
        self._bytes += len(said.line) - len(before.line if before else b"")
        while len(self._said) > self.most or (
            self._bytes > self.most_bytes and len(self._said) > 1
        ):
            _, forgotten = self._said.popitem(last=False)
            self._bytes -= len(forgotten.line)

    def forget(self, requests: Iterable[str | int]) -> None:
        """Know no more of requests: what was done for them has been lost."""
        for request in requests:
            said = self._said.pop(request, None)
            self._bytes -= len(said.line if said else b"")


def fingerprint(request: bytes) -> bytes:
    """Tell requests apart by their content."""
    return blake2b(request, digest_size=16).digest()
