"""The table's side of the External Editor API, as the real game behaves, quirks included.

An editor connects, writes one document and need not hang up. What the table has to say goes to
the editor's port, each message over a connection of its own; answers too.
"""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from queue import SimpleQueue
from typing import Any, Final

from tts_tool.documents import Assembly, NoDocument, read_document
from tts_tool.errors import UserError
from tts_tool.ports import cannot_listen
from tts_tool.table.game import LiveGame
from tts_tool.table.notices import GLOBAL, Failed, Loaded, Notice
from tts_tool.table.postman import HOST, Document, Postman
from tts_tool.table.said import answers, said
from tts_tool.table.switches import Switches

__all__ = ["EDITOR_PORT", "GAME_PORT", "EditorPort"]

# The game's own, which it can't be told to change: so editors find the table where the game is.
GAME_PORT: Final = 39999
EDITOR_PORT: Final = 39998
_MOST_BYTES: Final = 256 << 20
"""As much as `sync.listener` takes from the game: what was read there may be set again."""
_CHUNK: Final = 1 << 16
"""Bytes read at once; any value gives the same."""
_SILENCE: Final = 30.0
"""Seconds between two pieces of a document; who says no more amid one holds a thread so long."""
_AT_ONCE: Final = 0.05
"""Seconds that a visitor may keep others waiting at the door; shorter, and what is said one after
the other may be mixed up, as each who is slower has a thread.
"""
_AN_INSTANT: Final = 0.001
"""A socket takes 0 for not to wait at all."""
_END_THE_GAME: Final = "end Tabletop Simulator or the other table, or choose another port"


class EditorPort(AbstractContextManager["EditorPort"]):
    """Listens for an editor as long as it is open; `hear` must be given the table's notices."""

    def __init__(
        self,
        game: LiveGame,
        switches: Switches | None = None,
        *,
        port: int = GAME_PORT,
        editor_port: int = EDITOR_PORT,
        order: int | None = None,
    ) -> None:
        """Listen on `port` (0: a free one); mix up what is sent at one time by a seed `order`."""
        self._game = game
        self._switches = switches or Switches()
        self._server = _listening(port)
        self.port: int = self._server.getsockname()[1]
        self.locked = False
        self.dropped: list[str] = []
        self._postman = Postman(editor_port, self._switches, order)
        self._requests: SimpleQueue[Document | None] = SimpleQueue()
        self._reply: list[Document] = []
        self._clerk = threading.Thread(target=self._serve, name="editor port", daemon=True)
        self._door = threading.Thread(target=self._accept, name="editor door", daemon=True)
        self._clerk.start()
        self._door.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Finish what was asked, deliver what was said, and let the port go."""
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._requests.put(None)
        self._clerk.join()
        self._postman.close()

    @property
    def lost(self) -> Sequence[Document]:
        """List what was said when no editor listened."""
        return self._postman.lost

    def hear(self, notices: Sequence[Notice]) -> None:
        """Tell the editor what happened at the table; what happened together may be mixed up."""
        documents = [said(notice, self._game, self._switches) for notice in notices]
        if threading.current_thread() is self._clerk:
            self._reply += documents
        else:
            self._postman.post(documents)

    # What the editor asks

    def _accept(self) -> None:
        """Read what is said at once in the order in which it comes; who is slow stops nobody."""
        with suppress(OSError):  # the door is closed
            while True:
                line, _ = self._server.accept()
                visit = _Visit(line)
                if not self._read(visit, time.monotonic() + _AT_ONCE):
                    threading.Thread(target=self._read, args=(visit,), daemon=True).start()

    def _read(self, visit: _Visit, until: float = math.inf) -> bool:
        """Take what somebody says; False if more of it is to come then."""
        try:
            self._requests.put(read_document(visit.said(until)))
        except NoDocument as error:
            self.dropped.append(error.what)
        except OSError as error:
            if time.monotonic() >= until:
                return False
            self.dropped.append(str(error))
        visit.line.close()
        return True

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            # A save that is locked up answers nothing any more.
            if not self.locked:
                self._reply = []
                self._handle(request)
                self._postman.post(self._reply)

    def _handle(self, request: Document) -> None:
        handler = self._handlers().get(_whole(request.get("messageID")))
        try:
            if handler is not None:
                handler(request)
        except UserError as error:
            self.hear([Failed(str(error))])

    def _handlers(self) -> Mapping[int | None, Any]:
        return {
            0: lambda _: self.hear([Loaded()]),
            1: self._save_and_play,
            2: self._external_message,
            3: self._execute,
        }

    def _save_and_play(self, request: Document) -> None:
        """Set what is listed; a key that is left out deletes, what is not listed stays."""
        states = request.get("scriptStates")
        listed = states if isinstance(states, list) else []
        changes = {
            _guid(each): (_text(each, "script"), _text(each, "ui"))
            for each in listed
            if isinstance(each, dict)
        }
        if GLOBAL in changes and not changes[GLOBAL][0]:
            self.locked = True
            return
        self._game.save_and_play(changes)

    def _external_message(self, request: Document) -> None:
        """Pass a table on; anything else is ignored, without a word."""
        message = request.get("customMessage")
        limit = self._switches.count("custom-message-limit")
        if isinstance(message, dict) and not (limit and _size(message) > limit):
            self._game.external_message(message)

    def _execute(self, request: Document) -> None:
        outcome = self._game.execute_chunk(_guid(request), _text(request, "script"))
        self._reply += answers(request, outcome, self._switches)


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise cannot_listen(error, f"{HOST}:{port}", _END_THE_GAME) from error


class _Visit:
    """A connection, and what it has brought so far."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._assembly = Assembly(_MOST_BYTES)

    def said(self, until: float) -> bytes:
        """Wait for the whole document until then, and never long for a piece of it."""
        while True:
            self.line.settimeout(min(_SILENCE, max(_AN_INSTANT, until - time.monotonic())))
            chunk = self.line.recv(_CHUNK)
            whole = self._assembly.feed(chunk) if chunk else self._assembly.end()
            if whole:
                return whole
            if time.monotonic() >= until:
                raise TimeoutError


def _guid(state: Document) -> str:
    """Read a guid; one tool sends that of Global as a number."""
    guid = state.get("guid", GLOBAL)
    number = None if isinstance(guid, str) else _whole(guid)
    return str(guid if number is None else number)


def _text(state: Document, key: str) -> str:
    value = state.get(key)
    return "" if value is None else str(value)


def _size(message: Document) -> int:
    """Count the bytes of a message in its shortest form."""
    return len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())


def _whole(value: object) -> int | None:
    """Read a message id, also one that is written as a text."""
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
    return int(value) if whole and isinstance(value, int | float) else None
