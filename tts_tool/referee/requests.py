"""What can be asked of the referee: one closed record for each operation."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tts_tool.kernel.inventory import Seat
from tts_tool.referee.wire import LARGEST, Unreadable

__all__ = [
    "OPERATIONS",
    "AnswerRequest",
    "AnyRequest",
    "EventsRequest",
    "ExplainRequest",
    "HelloRequest",
    "Language",
    "LoadRequest",
    "LogRequest",
    "NewRequest",
    "ObserveRequest",
    "OpenRequest",
    "PositionRequest",
    "QuitRequest",
    "RedoRequest",
    "Request",
    "RequestId",
    "SaveRequest",
    "UndoRequest",
    "ViewRequest",
    "WaiveRequest",
    "request_id",
    "understood",
]

Language = Literal["en", "de"]
RequestId = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Looking = Annotated[
    Seat | None, Meta(description='who looks: a seat; null a spectator; "*" sees everything')
]
Records = Annotated[
    list[Any], Meta(description="card records as in TOML, with `kind`; they replace or add")
]
Tables = Annotated[
    dict[str, Any], Meta(description="tables of the game; the keys given replace those keys")
]
Outcomes = Annotated[
    dict[str, list[Any]],
    Meta(
        description="outcomes by stream, in turn: dice a list of values, a shuffle the components "
        "or kinds that shall lie on top, null for an outcome that is left to the generator"
    ),
]


def _op(name: str) -> str:
    return name.removesuffix("Request").lower()


class Request(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op", tag=_op
):
    """What every request has: an id of the sender's choice, and perhaps a language."""

    id: RequestId
    lang: Language | None = None


class HelloRequest(Request, frozen=True):
    """Ask who is there and which games can be played; `lang` then holds for what follows."""

    game: str | None = None


class NewRequest(Request, frozen=True):
    """Begin a game; the one before is closed."""

    game: str | None = None
    seats: list[Seat] | Count | None = None
    modules: list[str] = []
    settings: dict[str, str] = {}
    seed: str | int | None = None
    observed: Annotated[
        list[str], Meta(description="streams, or beginnings of their names, that you observe")
    ] = []
    script: Outcomes = {}
    position: dict[str, Any] | None = None
    cards: Records = []
    tables: Tables = {}


class OpenRequest(Request, frozen=True):
    """Ask what is to decide; with `decision` for one question, with `draft` what is left of it."""

    seat: Looking = None
    decision: str | None = None
    draft: Any | UnsetType = UNSET


class AnswerRequest(Request, frozen=True):
    """Answer a question."""

    seat: Seat
    decision: str
    value: Any


class ObserveRequest(Request, frozen=True):
    """Tell how dice fell or a deck was shuffled; null leaves it to the generator."""

    stream: str
    outcome: Any


class ViewRequest(Request, frozen=True):
    """Ask what somebody sees."""

    seat: Looking = None


class EventsRequest(Request, frozen=True):
    """Ask what happened; with `epoch`, what was taken back since is told again."""

    seat: Looking = None
    since: Count = 0
    epoch: Count | None = None


class UndoRequest(Request, frozen=True):
    """Take back, or answer to somebody's proposal to take back."""

    seat: Seat
    to: Annotated[
        Count | None, Meta(description="before which entry to stand again; the last if left out")
    ] = None
    consent: Literal["agree", "decline"] | None = None


class RedoRequest(Request, frozen=True):
    """Do again what was taken back last."""


class WaiveRequest(Request, frozen=True):
    """Let these rules, and no others, merely advise; without any, ask which do."""

    rules: list[str] | None = None


class SaveRequest(Request, frozen=True):
    """Ask for the game as a document."""


class LoadRequest(Request, frozen=True):
    """Go on with a game from its document; the one before is closed."""

    saved: dict[str, Any]


class PositionRequest(Request, frozen=True):
    """Export the position; or set one up by hand, perhaps with other cards, tables, outcomes."""

    position: dict[str, Any] | None = None
    seat: Seat = ""
    cards: Records = []
    tables: Tables = {}
    script: Outcomes = {}


class ExplainRequest(Request, frozen=True):
    """Ask why: of an answer (`decision`, `value`), of an `event`, or of a `fault`."""

    seat: Looking = None
    decision: str | None = None
    value: Any | UnsetType = UNSET
    event: Count | None = None
    fault: Count | None = None


class LogRequest(Request, frozen=True):
    """Ask who did what, and what came of it."""

    seat: Looking = None
    since: Count = 0


class QuitRequest(Request, frozen=True):
    """Leave; outcomes that were laid down and never came are an error."""


AnyRequest = (
    HelloRequest
    | NewRequest
    | OpenRequest
    | AnswerRequest
    | ObserveRequest
    | ViewRequest
    | EventsRequest
    | UndoRequest
    | RedoRequest
    | WaiveRequest
    | SaveRequest
    | LoadRequest
    | PositionRequest
    | ExplainRequest
    | LogRequest
    | QuitRequest
)

OPERATIONS: Final[dict[str, type[Request]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyRequest)
}


def request_id(fields: dict[str, Any]) -> str | int:
    """Read the id alone: an answer carries it whatever else is wrong."""
    if "id" not in fields:
        raise Unreadable("bad-id", 'every request has an "id", a text or a whole number')
    try:
        found: str | int = msgspec.convert(fields["id"], RequestId)
    except msgspec.ValidationError as error:
        message = f'the "id" is a text of up to 200 characters or a whole number: {error}'
        raise Unreadable("bad-id", message) from error
    return found


def understood(fields: dict[str, Any]) -> Request:
    """Read a request, or say which field of it is wrong."""
    op = fields.get("op")
    if not isinstance(op, str) or op not in OPERATIONS:
        raise Unreadable("unknown-op", _unknown("operation", op, list(OPERATIONS)))
    kind = OPERATIONS[op]
    allowed = ["id", "op", *(name for name in kind.__struct_fields__ if name != "id")]
    for name in fields:
        if name not in allowed:
            raise Unreadable("unknown-field", _unknown(f"field of {op}", name, allowed))
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        place = where.strip("`").removeprefix("$").removeprefix(".")
        at = f'"{place}" of {op}' if place else op
        raise Unreadable("bad-field", f"{at}: {what[:1].lower()}{what[1:]}") from error


def _unknown(what: str, name: object, known: list[str]) -> str:
    shown = name[:80] if isinstance(name, str) else "null"
    near = get_close_matches(shown, known, n=1, cutoff=0.6)
    hint = f'did you mean "{near[0]}"?' if near else f"there are: {', '.join(known)}"
    return f'no {what} "{shown}"; {hint}'
