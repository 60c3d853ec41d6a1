"""Carries messages from the table to an editor: each over a connection of its own.

As in the game, nobody may be listening, and nobody promises that messages arrive in the order
in which they were sent.
"""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from random import Random
from typing import Any, Final

from tts_tool.table.switches import Switches

__all__ = ["HOST", "Document", "Postman"]

Document = dict[str, Any]
HOST: Final = "127.0.0.1"
_LOADED: Final = 1
_ANSWER: Final = 5  # the message in which the game says what a script gave
# A message that an editor has begun to take is not cut short; `sync.listener` takes as long.
_PATIENCE: Final = 30.0
# Who listens on this machine answers at once; `close` waits for such a try.
_CONNECTING: Final = 1.0
# Many tries in the second or two that Windows has patience (`editor-connect-seconds`).
_AGAIN: Final = 0.05


@dataclass(frozen=True)
class _Post:
    """Messages that arose at one time, when they did, and whether they have been dealt with."""

    together: tuple[Document, ...]
    at: float
    done: threading.Event = field(default_factory=threading.Event)


class Postman:
    """Delivers what is posted, on a thread of its own, so that a slow editor stops nothing."""

    def __init__(self, port: int, switches: Switches, order: int | None = None) -> None:
        """Deliver to this port; mix up what is posted together if given a seed for it."""
        self._port = port
        self._switches = switches
        self._order = None if order is None else Random(order)  # noqa: S311 - an order, no secret
        self._bag: SimpleQueue[_Post | None] = SimpleQueue()
        self._closing = threading.Event()
        self.lost: list[Document] = []
        self._round = threading.Thread(target=self._deliver_all, name="postman", daemon=True)
        self._round.start()

    def post(self, together: Sequence[Document]) -> None:
        """Take messages that arise at one time; who stands still meanwhile waits for the end."""
        if together:
            post = _Post(tuple(together), time.monotonic())
            self._bag.put(post)
            while self._stands_still and not post.done.wait(_AGAIN):
                pass

    def close(self) -> None:
        """Deliver what was posted, and stop; an editor that is not there is waited for no more."""
        self._closing.set()
        self._bag.put(None)
        self._round.join()

    @property
    def _stands_still(self) -> bool:
        return self._switches.on("closed-editor-blocks") and self._round.is_alive()

    def _deliver_all(self) -> None:
        while (post := self._bag.get()) is not None:
            until = post.at + self._switches.number("editor-connect-seconds")
            for document in self._mixed(post.together):
                if not self._delivered(document, until):
                    self.lost.append(document)
            post.done.set()

    def _mixed(self, together: tuple[Document, ...]) -> list[Document]:
        mixed = list(together)
        if self._order is not None:
            self._order.shuffle(mixed)
            if self._switches.on("error-before-answer"):
                mixed = _answer_last(mixed)
        return mixed

    def _delivered(self, document: Document, until: float) -> bool:
        """Try until it is taken, or for as long as the game would go on trying."""
        raw = written(document)
        if self._too_long(document, raw):
            return False
        while not self._sent(raw):
            if time.monotonic() >= until or self._closing.wait(_AGAIN):
                return False
        return True

    def _too_long(self, document: Document, raw: bytes) -> bool:
        of_all = self._switches.count("editor-message-limit")
        of_scripts = self._switches.count("scripts-message-limit")
        limits = [of_all, of_scripts if document["messageID"] == _LOADED else 0]
        return any(limit and len(raw) > limit for limit in limits)

    def _sent(self, raw: bytes) -> bool:
        with suppress(OSError), socket.create_connection((HOST, self._port), _CONNECTING) as line:
            line.settimeout(_PATIENCE)
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            return True
        return False


def _answer_last(together: Iterable[Document]) -> list[Document]:
    """Let the answer follow the error that belongs to it."""
    return sorted(together, key=lambda document: document["messageID"] == _ANSWER)


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
