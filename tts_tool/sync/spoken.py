"""Writes what the game says as the game writes it, for whoever hears it through us."""

from __future__ import annotations

from typing import Any

from tts_tool.sync.messages import (
    Created,
    EditorOpened,
    GameSaved,
    Loaded,
    Message,
    Returned,
    ScriptFailed,
    ScriptPrinted,
    ScriptTold,
)

__all__ = ["spoken"]


def spoken(message: Message) -> dict[str, Any]:  # noqa: PLR0911 - one for each kind
    """Give the document of a message; `read_message` gives the message back."""
    match message:
        case EditorOpened(states):
            return {"messageID": 0, "scriptStates": [each.document() for each in states]}
        case Loaded(states, path):
            listed = [each.document() for each in states]
            return {"messageID": 1, "savePath": path, "scriptStates": listed}
        case ScriptPrinted(text):
            return {"messageID": 2, "message": text}
        case ScriptFailed(error, guid, prefix):
            return {"messageID": 3, "error": error, "guid": guid, "errorMessagePrefix": prefix}
        case ScriptTold(table):
            return {"messageID": 4, "customMessage": table}
        case Returned(number, value):
            numbered = {} if number is None else {"returnID": number}
            valued = {} if value is None else {"returnValue": value}
            return {"messageID": 5, **numbered, **valued}
        case GameSaved(path):
            return {"messageID": 6, "savePath": path}
        case Created(guid):
            return {"messageID": 7, "guid": guid}
