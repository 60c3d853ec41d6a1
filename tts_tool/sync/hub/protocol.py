"""What a hub and whoever is attached to it say to each other: a JSON object in each message.

See docs/sync.md. A request has an `id` of the asker's choice; its answer says `re`. What the game
says comes as `said`, what happens to the hub as `hub`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput, NotFound, Refused, Unavailable, UserError
from tts_tool.sync.chunks import LuaError
from tts_tool.sync.messages import GLOBAL, ScriptState

__all__ = [
    "MOST_BYTES",
    "PROTOCOL",
    "Ask",
    "EndOfYield",
    "Execute",
    "HubHello",
    "Play",
    "Scripts",
    "Status",
    "Stop",
    "Tell",
    "Yield",
    "answer",
    "error_of",
    "id_of",
    "line",
    "read_ask",
    "refusal",
    "states_of",
]

PROTOCOL: Final = 1
MOST_BYTES: Final = 256 << 20
"""As much as the game may say at once (`listener.ConnectionLimits`), as all of it is passed on."""

Id = int | str


class Ask(msgspec.Struct, tag_field="do", frozen=True, kw_only=True):
    """A request."""

    id: Id


class HubHello(Ask, tag="hello", frozen=True, kw_only=True):
    """The first word of whoever attaches; without the token the hub hangs up."""

    token: str
    name: str = "somebody"
    protocol: int = PROTOCOL


class Execute(Ask, tag="execute", frozen=True, kw_only=True):
    """Run a piece of Lua in the script of Global or an object, and give what it returns."""

    script: str
    guid: str = GLOBAL


class Scripts(Ask, tag="scripts", frozen=True, kw_only=True):
    """Give all scripts and interfaces."""


class State(msgspec.Struct, frozen=True):
    """The script and the interface of Global or an object; neither may be left out."""

    guid: str
    script: str
    ui: str
    name: str = ""


class Play(Ask, tag="play", frozen=True, kw_only=True):
    """Set scripts and interfaces and load the save again; what was not saved is lost."""

    states: tuple[State, ...]


class Tell(Ask, tag="tell", frozen=True, kw_only=True):
    """Send a message to all scripts."""

    message: dict[str, Any]


class Status(Ask, tag="status", frozen=True, kw_only=True):
    """Say how things stand."""


class Yield(Ask, tag="yield", frozen=True, kw_only=True):
    """Give the port up until `end-yield`, or until whoever asks for it is gone."""


class EndOfYield(Ask, tag="end-yield", frozen=True, kw_only=True):
    """Take the port back."""


class Stop(Ask, tag="stop", frozen=True, kw_only=True):
    """End the hub."""


_AnyAsk = HubHello | Execute | Scripts | Play | Tell | Status | Yield | EndOfYield | Stop


class _Named(msgspec.Struct, frozen=True):
    id: Id


_IDS: Final = msgspec.json.Decoder(_Named)
_ASKS: Final[msgspec.json.Decoder[Ask]] = msgspec.json.Decoder(_AnyAsk)


def read_ask(raw: str | bytes) -> Ask:
    """Read a request; what it can't be is told."""
    try:
        return _ASKS.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadInput(f"no request: {error}", fix="docs/sync.md lists them all") from None


def id_of(raw: str | bytes) -> Id | None:
    """Read only by which name the answer to a request is waited for."""
    try:
        return _IDS.decode(raw).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def states_of(play: Play) -> tuple[ScriptState, ...]:
    """Give the scripts that are to be set."""
    return tuple(ScriptState(each.guid, each.name, each.script, each.ui) for each in play.states)


def line(document: Mapping[str, Any]) -> str:
    """Write a message; what the game says may hold half a character, which has no UTF-8."""
    try:
        return msgspec.json.encode(document).decode()
    except UnicodeEncodeError:
        return json.dumps(document)


def answer(ask: Id | None, value: object) -> str:
    """Write the answer to a request."""
    return line({"re": ask, "ok": True, "value": value})


def refusal(ask: Id | None, error: UserError) -> str:
    """Write that a request could not be done, and what to do."""
    told = {
        "kind": next((kind for kind, each in _KINDS.items() if isinstance(error, each)), "refused"),
        "what": error.what,
        "where": error.where,
        "fix": error.fix,
        **({"chunk": error.chunk} if isinstance(error, LuaError) else {}),
    }
    return line({"re": ask, "ok": False, "error": told})


def error_of(told: Mapping[str, Any]) -> UserError:
    """Give the error of a refusal, as if it had arisen here."""
    kind: Callable[..., UserError] = _KINDS.get(str(told.get("kind")), Refused)
    where, fix = (None if (text := told.get(key)) is None else str(text) for key in _ABOUT)
    chunk = {"chunk": str(told.get("chunk") or "")} if kind is LuaError else {}
    return kind(str(told.get("what")), where=where, fix=fix, **chunk)


_ABOUT: Final = ("where", "fix")
# `lua` first: such an error is a refusal, too.
_KINDS: Final[Mapping[str, type[UserError]]] = {
    "lua": LuaError,
    "unavailable": Unavailable,
    "bad-input": BadInput,
    "not-found": NotFound,
    "refused": Refused,
}
