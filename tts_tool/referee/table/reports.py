"""What a table reports: who is there, what hands did, how dice fell, what lies where.

Reports come from outside and are read strictly; what can't be read is told back and changes
nothing.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from tts_tool.kernel.decisions import Move, Press, Roll, Turn

__all__ = [
    "Changed",
    "Did",
    "Failed",
    "Fell",
    "Gestured",
    "Hello",
    "Looked",
    "Report",
    "Said",
    "Seated",
    "Seen",
    "Surveyed",
    "read",
]

Name = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Text = Annotated[str, msgspec.Meta(max_length=2_000)]


class Report(
    msgspec.Struct,
    frozen=True,
    tag_field="kind",
    tag=str.lower,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """Something that a table tells."""


class Face(msgspec.Struct, frozen=True, array_like=True):
    """A die that fell: which of its throw, from 1 on, and what it shows."""

    die: Number
    shows: Number


class Gestured(Report, frozen=True):
    """Somebody did something that may be an answer.

    `n` numbers the gestures of a table since it was set up: what is sent again is the same.
    `values` is how the dice fell that were rolled; `ahead` that it was done before there was a
    verdict on what the same colour had done before.
    """

    n: Number
    colour: Name
    gesture: Move | Turn | Press | Roll
    values: tuple[Face, ...] = ()
    ahead: bool = False


class Said(Report, frozen=True):
    """Somebody typed a command."""

    n: Number
    colour: Name
    text: Text
    leads: bool = False
    """Whether it was the host of the table, or somebody whom the host has promoted."""


class Changed(Report, frozen=True):
    """A marker was moved or a counter clicked by hand: what it shows now."""

    track: Name
    value: int
    colour: Name = ""


class Looked(Report, frozen=True):
    """Somebody looks through a pile, or under something, in a place."""

    place: Name
    colour: Name = ""


class Fell(Report, frozen=True):
    """What chance brought where the table was told to try: faces of dice, or an order."""

    decision: Name
    outcome: tuple[int | Name, ...]


class Did(Report, frozen=True):
    """All that was told up to a step has been performed."""

    epoch: Number
    step: Number


class Failed(Report, frozen=True):
    """Something that was told could not be done; the table went on with the next."""

    epoch: Number
    step: Number
    act: Number
    """Which of that step, from 1 on; 0: no act, but the script itself, and `about` says where."""
    what: Name
    """`missing`, `unknown`, `error` or `late`."""
    about: Name = ""
    """The component, place, stream or track."""
    others: tuple[Name, ...] = ()
    """More components of which the same is so."""
    why: Text = ""


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """A component that lies somewhere, and whether it shows its back."""

    component: Name
    down: bool


class Surveyed(Report, frozen=True):
    """What lies where, what the counters show, what lies in no place, what exists twice.

    `step` is how far the table had done what it was told; a hello says that itself.
    """

    epoch: Number = 0
    step: Number = 0
    places: dict[Name, tuple[Seen, ...]] = {}
    counters: dict[Name, int] = {}
    loose: tuple[Name, ...] = ()
    twice: tuple[Name, ...] = ()


class Hello(Report, frozen=True):
    """A table has (re)started: how far it has come, what no verdict has come for, how it lies."""

    epoch: Number = 0
    step: Number = 0
    heard: Number = 0
    """What it was told up to there it has heard, if perhaps not done."""
    pending: tuple[Gestured | Said, ...] = ()
    survey: Surveyed = Surveyed()
    tongues: dict[Name, Name] = {}
    """By colour, the languages that those have chosen who sit there."""
    moment: Name = ""
    """The moment of the game that the table shows, as it was told."""
    sitting: tuple[Name, ...] = ()
    """The colours at which somebody sits."""
    loaded: bool = False
    """Whether it was loaded since a referee has told it anything of a game."""
    keepsake: Annotated[str, msgspec.Meta(max_length=65_536)] = ""
    """What it keeps of its game."""
    leader: Name = ""
    """The colour of whoever hosts the game, if they sit at one."""
    people: dict[Name, Name] = {}
    """By colour, who sits there: the same name at every colour and on every evening."""


class Seated(Report, frozen=True):
    """Somebody has sat down at a colour, or chosen another language."""

    colour: Name
    language: Name = ""
    """Empty: this person has chosen none."""
    person: Name = ""
    """Who it is; empty where the table does not say."""


class Stood(Report, frozen=True):
    """Somebody who sat at a colour has left it, and sits at no other one."""

    colour: Name


AnyReport = (
    Seated | Stood | Hello | Gestured | Said | Changed | Looked | Fell | Did | Failed | Surveyed
)


def read(document: object) -> AnyReport:
    """Read a report; a `msgspec.ValidationError` says what is wrong with it."""
    report: AnyReport = msgspec.convert(_mended(document), AnyReport, strict=False)
    return report


_OBJECTS = frozenset({"places", "counters", "survey", "tongues", "people"})


def _mended(value: Any, key: str = "") -> Any:  # noqa: ANN401  # anything that JSON can hold
    """Read the document as Lua meant it: it can't tell an empty object from an empty list."""
    if not value and isinstance(value, dict | list):
        return {} if key in _OBJECTS else []
    if isinstance(value, dict):
        return {_text(name): _mended(each, name) for name, each in value.items()}
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return [_mended(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _text(value: str) -> str:
    """Give a text that can be sent on: half a character comes from a script that cut it."""
    return value if value.isascii() else value.encode("utf-8", "replace").decode()
