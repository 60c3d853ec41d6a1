"""One line in, one line out: the referee for whoever can read and write JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import msgspec
from msgspec import UNSET

from tts_tool.catalog import CatalogueError
from tts_tool.errors import BadInput, NotFound, Refused, Unavailable, UserError
from tts_tool.journal import Remembered
from tts_tool.kernel.state import FlowError
from tts_tool.kernel.timeline import trace
from tts_tool.referee.desk import Desk
from tts_tool.referee.opening import Flawed
from tts_tool.referee.replies import Replied, Replies, fingerprint
from tts_tool.referee.requests import (
    AnswerRequest,
    EventsRequest,
    ExplainRequest,
    LogRequest,
    OpenRequest,
    QuitRequest,
    Request,
    ViewRequest,
    request_id,
    understood,
)
from tts_tool.referee.results import Error, Failure, Reply
from tts_tool.referee.telling import Denied
from tts_tool.referee.watchdog import Patience
from tts_tool.referee.wire import Source, Unreadable, read, waiting, written

__all__ = ["CODES", "Conversation", "converse"]

CODES = {
    "too-long": "the line has more bytes than a line may have; it was skipped",
    "not-json": "the line is no UTF-8, no JSON, or JSON that readers may understand differently",
    "not-an-object": "the line is JSON, but no object",
    "bad-id": "the request has no id, or one that is no text and no whole number",
    "id-taken": "another request had this id",
    "unknown-op": "there is no such operation",
    "unknown-field": "the operation has no such field",
    "bad-field": "a field is missing or of the wrong type",
    "no-game": "no game is on the table",
    "not-found": "what was named (a game, seat, module, setting, event) does not exist",
    "bad-input": "what was given (a position, a document) can't be used",
    "bad-cards": "inline cards or tables are wrong",
    "not-allowed": "what was given does not go together, or can't be played from",
    "unavailable": "something outside did not work: the disk, the journal",
    "fault": "the rules failed; nothing was done, and a report can be had",
    "internal": "tts-tool failed; please report it",
    "unused-outcomes": "outcomes were laid down that never came",
}
"""Codes of errors that no rule of a game gives, and what they mean."""


LOOKING = (OpenRequest, ViewRequest, EventsRequest, ExplainRequest, LogRequest)
"""Requests that change nothing, so that they can be broken off anywhere."""


class Conversation:
    """What one client says, and what it is answered."""

    def __init__(self, desk: Desk) -> None:
        """Talk about the games of a desk."""
        self.desk = desk
        self.ended = False
        self.left_over: dict[str, list[Any]] = {}
        self.replies = Replies()
        self.replies.recall(desk.remembered)
        self._new: list[str | int] = []
        """The requests that have been done since the disk was forced."""

    def replies_to(self, lines: Sequence[bytes]) -> list[bytes]:
        """Answer lines that have waited together: the disk is forced once for all of them."""
        replies: list[bytes] = []
        self._new.clear()
        try:
            with self.desk.together():
                for line in lines:
                    replies.append(self.reply(line))
                    if self.ended:
                        break
        except Unavailable as error:  # nobody shall learn what is not on the disk
            self.replies.forget(self._new)
            return [_failed(_id_of(line), _complaint(error)) for line in lines[: len(replies)]]
        return replies

    def reply(self, line: bytes) -> bytes:
        """Answer one line by one line; whatever the line is, nothing is raised."""
        try:
            fields = read(line, self.desk.longest)
            asked = fingerprint(written(fields))
            request = request_id(fields)
        except Unreadable as error:
            return _failed(None, Error(code=error.code, message=error.message))
        said = self.replies.find(request)
        if said is not None and said.asked == asked:
            return said.line
        if said is None or said.earlier:
            answer = self._answer(request, fields, asked)
            self.replies.keep(request, Replied(asked, answer))
            self._new.append(request)
            return answer
        message = f"the id {written(request).decode()} was that of another request; use a new one"
        return _failed(request, Error(code="id-taken", message=message))

    def _answer(self, request: str | int, fields: dict[str, Any], asked: bytes) -> bytes:
        try:
            return self._done(request, understood(fields), asked)
        except Unreadable as error:
            return _failed(request, Error(code=error.code, message=error.message))

    def _done(self, name: str | int, request: Request, asked: bytes) -> bytes:
        if isinstance(request, QuitRequest):
            self.ended = True
            self.left_over = self.desk.unused()
        try:
            with self.desk.page(), Patience() if isinstance(request, LOOKING) else nullcontext():
                result = self.desk.do(request)
                line = msgspec.json.encode(Reply(id=name, ok=True, result=result))
                if isinstance(name, str) or isinstance(request, AnswerRequest):
                    self.desk.remember(Remembered(name, asked.hex(), line.decode()))
        except Denied as denied:
            return _failed(name, denied.error)
        except UserError as error:
            return _failed(name, _complaint(error))
        except FlowError as error:
            return _failed(name, Error(code="fault", message=f"the rules failed: {error}"))
        except Exception as error:  # noqa: BLE001  # a client gets a line, whatever happens
            sys.stderr.write(f"{trace(error)}\n")
            message = f"tts-tool failed: {type(error).__name__}: {error}; the game is as before"
            return _failed(name, Error(code="internal", message=message))
        return line


def converse(
    conversation: Conversation, source: Source, say: Callable[[bytes], object]
) -> dict[str, list[Any]]:
    """Answer line after line until the other side quits or goes away.

    Gives the outcomes that were laid down for the game on the table and never came.
    """
    for lines in waiting(source, conversation.desk.longest):
        for reply in conversation.replies_to(lines):
            say(reply)
        if conversation.ended:
            return conversation.left_over
    return conversation.desk.close()


def _id_of(line: bytes) -> str | int | None:
    try:
        return request_id(read(line))
    except Unreadable:
        return None


def _failed(request: str | int | None, error: Error) -> bytes:
    return msgspec.json.encode(Failure(id=request, ok=False, error=error))


_CODES: dict[type[UserError], str] = {
    CatalogueError: "bad-cards",
    NotFound: "not-found",
    BadInput: "bad-input",
    Refused: "not-allowed",
    Unavailable: "unavailable",
}


def _complaint(error: UserError) -> Error:
    """Say in one sentence what is wrong, where, and what to do."""
    code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "bad-input")
    if isinstance(error, CatalogueError):
        return Error(code=code, message="; ".join(map(str, error.problems)))
    fix = f" ({error.fix})" if error.fix else ""
    rule = error.rule if isinstance(error, Flawed) and error.rule else UNSET
    return Error(code=code, message=f"{error}{fix}", rule=rule)
