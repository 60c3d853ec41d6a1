"""How the table words what it says to an editor: messages 0 to 7."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tts_tool.table.game import ChunkOutcome, LiveGame, Scripts
from tts_tool.table.notices import (
    Created,
    ExternalNotice,
    Failed,
    Loaded,
    Notice,
    Printed,
    Pushed,
    Saved,
)
from tts_tool.table.postman import Document
from tts_tool.table.switches import Switches

__all__ = ["answers", "said"]

_Wording = Callable[[Any, LiveGame, Switches], Document]


def said(notice: Notice, game: LiveGame, switches: Switches) -> Document:
    """Word what happened at the table."""
    return _WORDINGS[type(notice)](notice, game, switches)


def answers(request: Document, outcome: ChunkOutcome, switches: Switches) -> list[Document]:
    """Word what a chunk returned: one message, or none if it was a table."""
    number = request.get("returnID")
    without = switches.text("answer-without-return-id")
    if not outcome.told or (number is None and without == "silent"):
        return []
    answer: Document = {"messageID": 5}
    if number is not None or without != "omitted":
        answer["returnID"] = 0 if number is None and without == "zero" else number
    if outcome.value is not None or switches.text("nothing-returned") == "null":
        answer["returnValue"] = _value(outcome, switches)
    return [answer]


def _value(outcome: ChunkOutcome, switches: Switches) -> object:
    """Numbers are all of one kind in the game and leave it with a point."""
    value = outcome.value
    if isinstance(value, bool | str) or value is None:
        return value
    number = float(value)
    return int(number) if switches.on("number-without-point") and number.is_integer() else number


def _pushed(notice: Pushed, _game: LiveGame, _switches: Switches) -> Document:
    state = {"name": notice.name, "guid": notice.guid, "script": ""}
    return {"messageID": 0, "scriptStates": [state]}


def _loaded(_notice: Loaded, game: LiveGame, _switches: Switches) -> Document:
    states = [_state(each) for each in game.scripts()]
    return {"messageID": 1, "savePath": game.save_path, "scriptStates": states}


def _state(scripts: Scripts) -> Document:
    """Name an interface only where there is one, as the game does."""
    state = {"name": scripts.name, "guid": scripts.guid, "script": scripts.script}
    return {**state, "ui": scripts.ui} if scripts.ui else state


def _printed(notice: Printed, _game: LiveGame, _switches: Switches) -> Document:
    return {"messageID": 2, "message": notice.text}


def _failed(notice: Failed, _game: LiveGame, switches: Switches) -> Document:
    whole = switches.on("error-prefix-carries-message")
    return {
        "messageID": 3,
        "error": notice.error,
        "guid": notice.guid,
        "errorMessagePrefix": str(notice) if whole else notice.prefix,
    }


def _told(notice: ExternalNotice, _game: LiveGame, switches: Switches) -> Document:
    message = notice.message
    if not switches.on("custom-message-keeps-nested"):
        message = {key: each for key, each in message.items() if not isinstance(each, dict | list)}
    return {"messageID": 4, "customMessage": message}


def _saved(notice: Saved, _game: LiveGame, _switches: Switches) -> Document:
    return {"messageID": 6, "savePath": notice.path}


def _created(notice: Created, _game: LiveGame, _switches: Switches) -> Document:
    return {"messageID": 7, "guid": notice.guid}


_WORDINGS: Final[Mapping[type[Notice], _Wording]] = {
    Pushed: _pushed,
    Loaded: _loaded,
    Printed: _printed,
    Failed: _failed,
    ExternalNotice: _told,
    Saved: _saved,
    Created: _created,
}
