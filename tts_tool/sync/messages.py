"""What the game says to an editor (ids 0 to 7) and an editor to the game (ids 0 to 3).

What comes from the game is untrusted: anything on this machine can write to our port. So each
field is read with good will and, if it cannot be read, refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tts_tool.documents import NoDocument
from tts_tool.errors import BadInput, Refused

__all__ = [
    "GLOBAL",
    "Created",
    "EditorOpened",
    "Execute",
    "GameSaved",
    "GetScripts",
    "Loaded",
    "Message",
    "Request",
    "Returned",
    "SaveAndPlay",
    "ScriptFailed",
    "ScriptPrinted",
    "ScriptState",
    "ScriptTold",
    "Tell",
    "compact",
    "is_same_text",
    "plain",
    "read_message",
    "whole_number",
]

GLOBAL: Final = "-1"


@dataclass(frozen=True)
class ScriptState:
    """The script and the interface of Global or an object; both are always sent.

    What is left out of a message is deleted in the game.
    """

    guid: str
    name: str = ""
    script: str = ""
    ui: str = ""

    def document(self) -> dict[str, str]:
        """Write all four, whether empty or not."""
        return {"name": self.name, "guid": self.guid, "script": self.script, "ui": self.ui}


def plain(text: str) -> str:
    """Leave out what changes on the way into the game: line ends, and blank ones at the end."""
    return text.replace("\r\n", "\n").rstrip()


def is_same_text(one: str, other: str) -> bool:
    """Tell whether the game takes two texts for one."""
    return one == other or plain(one) == plain(other)


# From the game


@dataclass(frozen=True)
class EditorOpened:
    """0: somebody opened the scripting editor on an object without a script."""

    states: tuple[ScriptState, ...]


@dataclass(frozen=True)
class Loaded:
    """1: a game was loaded, or its scripts were asked for; all that have a script or interface."""

    states: tuple[ScriptState, ...]
    save_path: str = ""


@dataclass(frozen=True)
class ScriptPrinted:
    """2: a script printed something."""

    message: str


@dataclass(frozen=True)
class ScriptFailed:
    """3: a script failed. Which request caused it is not said."""

    error: str
    guid: str = GLOBAL
    prefix: str = ""

    @property
    def text(self) -> str:
        """Give prefix and error as one text: either may hold the whole sentence."""
        return self.prefix if self.error in self.prefix else self.prefix + self.error


@dataclass(frozen=True)
class ScriptTold:
    """4: a script called `sendExternalMessage`."""

    message: dict[str, Any]


@dataclass(frozen=True)
class Returned:
    """5: an Execute Lua ended; the value is None if there was none."""

    return_id: int | None
    value: object = None


@dataclass(frozen=True)
class GameSaved:
    """6: the game was saved."""

    save_path: str = ""


@dataclass(frozen=True)
class Created:
    """7: an object came into being."""

    guid: str


Message = (
    EditorOpened
    | Loaded
    | ScriptPrinted
    | ScriptFailed
    | ScriptTold
    | Returned
    | GameSaved
    | Created
)


def read_message(document: Mapping[str, Any]) -> Message:
    """Tell what the game says; a number may stand there as a text and the other way round."""
    number = whole_number(document.get("messageID"))
    if number not in _READERS:
        raise NoDocument(f"no message has the id {document.get('messageID')!r}")
    return _READERS[number](document)


def _loaded(document: Mapping[str, Any]) -> Loaded:
    return Loaded(_states(document), _text(document.get("savePath")))


def _failed(document: Mapping[str, Any]) -> ScriptFailed:
    guid = _text(document.get("guid")) or GLOBAL
    return ScriptFailed(
        _text(document.get("error")), guid, _text(document.get("errorMessagePrefix"))
    )


def _told(document: Mapping[str, Any]) -> ScriptTold:
    message = document.get("customMessage")
    # An empty Lua table is written as an empty list.
    if not isinstance(message, dict) and message != []:
        raise NoDocument("a custom message is an object")
    return ScriptTold(message or {})


def _states(document: Mapping[str, Any]) -> tuple[ScriptState, ...]:
    states = document.get("scriptStates") or []
    if not isinstance(states, list) or not all(isinstance(each, dict) for each in states):
        raise NoDocument("scriptStates is a list of objects")
    return tuple(
        ScriptState(*(_text(each.get(key)) for key in ("guid", "name", "script", "ui")))
        for each in states
    )


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool | list | dict):
        raise NoDocument(f"{str(value)[:40]} instead of a text")
    return str(value)


def whole_number(value: object) -> int | None:
    """Read a whole number, also from 3.0 and "3"."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() else None


_READERS: Final[Mapping[int | None, Callable[[Mapping[str, Any]], Message]]] = {
    0: lambda document: EditorOpened(_states(document)),
    1: _loaded,
    2: lambda document: ScriptPrinted(_text(document.get("message"))),
    3: _failed,
    4: _told,
    5: lambda document: Returned(
        whole_number(document.get("returnID")), document.get("returnValue")
    ),
    6: lambda document: GameSaved(_text(document.get("savePath"))),
    7: lambda document: Created(_text(document.get("guid"))),
}


# To the game


@dataclass(frozen=True)
class GetScripts:
    """0: asks for `Loaded`."""

    def document(self) -> dict[str, Any]:
        """Write the message."""
        return {"messageID": 0}


@dataclass(frozen=True)
class SaveAndPlay:
    """1: sets scripts and interfaces and loads the save again; answered by `Loaded`.

    What is not listed keeps what it has.
    """

    states: tuple[ScriptState, ...]

    def document(self) -> dict[str, Any]:
        """Write the message; an empty Global would lock the save up, so it is refused."""
        if any(each.guid == GLOBAL and not each.script.strip() for each in self.states):
            raise Refused(
                "the script of Global is empty, which locks up the game",
                fix="leave a comment in it, such as -- nothing here",
            )
        return {"messageID": 1, "scriptStates": [each.document() for each in self.states]}


@dataclass(frozen=True)
class Tell:
    """2: calls `onExternalMessage` in every script."""

    message: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        """Write the message; the game ignores whatever is no table."""
        return {"messageID": 2, "customMessage": dict(self.message)}


@dataclass(frozen=True)
class Execute:
    """3: runs a piece of Lua in a script; answered by `Returned` with the same id."""

    script: str
    return_id: int
    guid: str = GLOBAL

    def document(self) -> dict[str, Any]:
        """Write the message; without an id of its own nobody could tell its answer."""
        numbers = {"messageID": 3, "returnID": self.return_id}
        return {**numbers, "guid": self.guid, "script": self.script}


class Request(Protocol):
    """Whatever can be sent to the game."""

    def document(self) -> dict[str, Any]:
        """Write the message."""


def compact(document: Mapping[str, Any]) -> bytes:
    """Write a document in the one form that every known reader takes: no blanks, no line ends."""
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode()
    except (ValueError, TypeError) as error:
        raise BadInput(f"this cannot be sent to the game: {error}") from error
