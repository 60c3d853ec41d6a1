"""What a set-up is made of: rows, each a verb with where from, where to, how many, and who.

A script performs them one after the other (`lua_templates/lib/rows.lua`). A part of a name may be
left open, and is filled in:

    {seat}                          what a loop goes through; also {first}, {last}
    {seats}, {others}, {number}     how many play, how many but one, which in turn a seat is
    {question/seat}                 what was answered; {question-kind/seat} what that is one of
    {kind:place}, {level:track}     what the top piece is one of, what a track shows
    {location:school=wolf:number}   a field of the record of which another field is this

A number may be one of a table of the catalogue: `draft.drawn`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from tts_tool.catalog import Text

__all__ = ["Chore", "Row", "chores_told", "in_parts", "questions_of"]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=999)] | Name


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a row is done: with so many seats, where a place is free, if something was said."""

    least_seats: Number | None = None
    free: Name | None = None
    said: Name | None = None
    unsaid: Name | None = None
    is_: str | None = msgspec.field(default=None, name="is")


class _Row(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="do",
    tag=str.lower,
):
    """`part` is what it belongs to, for those of boxes; `rule` says why it is done."""

    part: str = ""
    rule: str = ""
    when: When | None = None


class Shuffle(_Row, frozen=True, kw_only=True):
    """Shuffle piles."""

    piles: Names


class Fill(_Row, frozen=True, kw_only=True):
    """Bring from the top of a pile what each place lacks of a number; `whole`: there is enough."""

    source: Name = msgspec.field(name="from")
    to: Names
    count: Number
    whole: bool = False


class Find(_Row, frozen=True, kw_only=True):
    """Bring to each place the first of a pile of whose record (`of` a kind) a field is this."""

    source: Name = msgspec.field(name="from")
    to: Names
    of: Name
    field: Name
    is_: int | str = msgspec.field(name="is")


class Bring(_Row, frozen=True, kw_only=True):
    """Bring a piece, or what lies somewhere: of some kinds, or whose ids begin so; so many."""

    to: Name
    piece: Name | None = None
    source: Name | None = msgspec.field(default=None, name="from")
    pieces: Name | None = None
    sort: Name | None = None
    kinds: Name | None = None
    count: Number | None = None


class Keep(_Row, frozen=True, kw_only=True):
    """Keep so many, one of each kind, of what lies in a place in random order; else all."""

    at: Name
    count: Number
    rest: Name


class Share(_Row, frozen=True, kw_only=True):
    """Share numbers out by chance; with so many seats `asked`, one of them says where the first."""

    values: Name
    among: Name | Names
    gives: Name
    question: Name
    asked: tuple[int, ...] = ()
    who: Name = "{first}"


class Ask(_Row, frozen=True, kw_only=True):
    """Ask a seat for one of some words, each of which is called `shown` and itself."""

    question: Name
    who: Name
    among: Name | Names
    shown: str = ""


class Choose(_Row, frozen=True, kw_only=True):
    """Let a seat choose a piece of what lies somewhere; it is called `shown` and its kind."""

    question: Name
    who: Name
    source: Name = msgspec.field(name="from")
    to: Name | None = None
    shown: str = ""


class Set(_Row, frozen=True, kw_only=True):
    """Set a track: to a number, so far above where it begins, or by so much; with a most."""

    track: Name
    value: Number | None = None
    by: int | None = None
    above: int | None = None
    most: Number | None = None


class Each(_Row, frozen=True, kw_only=True):
    """Do steps for each seat, or for each place of a name that is open in one part."""

    over: Name
    steps: tuple[Step, ...]


Step = Shuffle | Fill | Find | Bring | Keep | Share | Ask | Choose | Set
Row = Step | Each


class Chore(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A button of the panel: what it is called, what is done for `{seat}`, what all are told."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Text
    tip: Text | None = None
    said: Text
    rule: str = ""
    steps: Annotated[tuple[Row, ...], msgspec.Meta(min_length=1)]


def chores_told(chores: Iterable[Chore]) -> list[dict[str, Any]]:
    """Give chores to a script."""
    return [
        {
            "id": chore.id,
            "title": msgspec.to_builtins(chore.title),
            "said": msgspec.to_builtins(chore.said),
            **({"tip": msgspec.to_builtins(chore.tip)} if chore.tip else {}),
            "steps": [_told(step) for step in chore.steps],
        }
        for chore in chores
    ]


def in_parts(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Order rows by their parts, as these come first; scripts need not know why."""
    listed = list(rows)
    parts = list(dict.fromkeys(row.part for row in listed))
    ordered = sorted(listed, key=lambda row: parts.index(row.part))
    return [_told(row) for row in ordered]


def _told(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(row, part="", rule=""))
    if isinstance(row, Each):
        told["steps"] = [_told(step) for step in row.steps]
    return told


def questions_of(rows: Iterable[Row]) -> Iterator[str]:
    """Name all that is asked."""
    for row in rows:
        if isinstance(row, Each):
            yield from questions_of(row.steps)
        elif isinstance(row, Share | Ask | Choose):
            yield row.question
