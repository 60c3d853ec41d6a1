"""Carries messages from the table to an editor: each over a connection of its own.

As in the game, nobody may be listening, and nobody promises that messages arrive in the order
in which they were sent.
"""

from __future__ import annotations

import json
import math
import socket
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from random import Random
from typing import Any, Final

from tts_tool.table.switches import Switches

__all__ = ["HOST", "Document", "Postman"]

Document = dict[str, Any]
HOST: Final = "127.0.0.1"
_ANSWER: Final = 5


class Postman:
    """Delivers what is posted, on a thread of its own, so that a slow editor stops nothing."""

    def __init__(self, port: int, switches: Switches, order: int | None = None) -> None:
        """Deliver to this port; mix up what is posted together if given a seed for it."""
        self._port = port
        self._switches = switches
        self._order = None if order is None else Random(order)  # noqa: S311 - an order, no secret
        self._bag: SimpleQueue[tuple[Document, ...] | None] = SimpleQueue()
        self.lost: list[Document] = []
        self._round = threading.Thread(target=self._deliver_all, name="postman", daemon=True)
        self._round.start()

    def post(self, together: Sequence[Document]) -> None:
        """Take messages that arise at one time."""
        if together:
            self._bag.put(tuple(together))

    def close(self) -> None:
        """Deliver what was posted, and stop."""
        self._bag.put(None)
        self._round.join()

    def _deliver_all(self) -> None:
        while (together := self._bag.get()) is not None:
            for document in self._mixed(together):
                if not self._delivered(document):
                    self.lost.append(document)

    def _mixed(self, together: tuple[Document, ...]) -> list[Document]:
        mixed = list(together)
        if self._order is not None:
            self._order.shuffle(mixed)
            if self._switches.on("error-before-answer"):
                mixed = _answer_last(mixed)
        return mixed

    def _delivered(self, document: Document) -> bool:
        raw = written(document)
        limit = self._switches.count("editor-message-limit")
        if limit and len(raw) > limit:
            return False
        tries = 1 + self._switches.count("editor-retries")
        return any(self._sent(raw) for _ in range(tries))

    def _sent(self, raw: bytes) -> bool:
        seconds = self._switches.number("editor-connect-seconds")
        with suppress(OSError), socket.create_connection((HOST, self._port), seconds) as line:
            line.settimeout(max(seconds, _PATIENCE))
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            return True
        return False


def _answer_last(together: Iterable[Document]) -> list[Document]:
    """Let the answer follow the error that belongs to it."""
    return sorted(together, key=lambda document: document["messageID"] == _ANSWER)


# A message that an editor has begun to take is not cut short.
_PATIENCE: Final = 30.0


def written(document: Document) -> bytes:
    """Print a message as the game does: over many lines, numbers that are none as texts."""
    text = json.dumps(_printable(document), indent=2, ensure_ascii=False)
    return text.encode("utf-8", "replace")


def _printable(value: object) -> object:
    if isinstance(value, dict):
        return {key: _printable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_printable(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
