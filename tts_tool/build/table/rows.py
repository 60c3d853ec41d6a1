"""What set-up and chores are made of: rows, each a verb with where from, where to, how many, who.

A script performs them one after the other (`lua_templates/lib/rows.lua`). A part of a name may be
left open, and is filled in:

    {seat}                          what a loop goes through; also {first}, {last}
    {seats}, {others}, {number}     how many play, how many but one, which in turn a seat is
    {question/seat}                 what was answered; {question-kind/seat} what that is one of
    {kind:place}, {level:track}     what the top piece is one of, what a track shows
    {count:place}                   how much lies there
    {location:school=wolf:number}   a field of the record of which another field is this
    {page:id=edge-1:leads.2}        of a field that is a list the second entry; nothing, if none is

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


class Lies(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """That a piece lies somewhere."""

    piece: Name
    at: Name


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a row is done: all holds that stands here.

    So many seats play; places are free, or one of them is taken; a piece lies somewhere; tracks are
    all higher than another, or a number is less; something was said (and is this) or not.
    """

    least_seats: Number | None = None
    most_seats: Number | None = None
    free: Name | Names | None = None
    taken: Name | Names | None = None
    lies: Lies | None = None
    higher: Names | None = None
    fewer: Number | None = None
    than: Number | None = None
    said: Name | None = None
    unsaid: Name | None = None
    is_: str | int | None = msgspec.field(default=None, name="is")


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
    """Bring a piece, or what lies somewhere; so many; `last`: behind what lies there already.

    Of some kinds, of those whose ids begin so, or that begin the game in a place (`home`).
    """

    to: Name
    piece: Name | None = None
    source: Name | None = msgspec.field(default=None, name="from")
    pieces: Name | None = None
    sort: Name | None = None
    kinds: Name | None = None
    home: Name | None = None
    count: Number | None = None
    last: bool = False


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
    """Ask a seat for one of some words, each of which is called `shown` and itself.

    Only those are offered for which `where` holds; one for which `best` holds is meant unasked.
    Without any, nothing is done, and the text `lacking` is told.
    """

    question: Name
    who: Name
    among: Name | Names
    shown: str = ""
    where: When | None = None
    best: When | None = None
    lacking: Text | None = None


class Choose(_Row, frozen=True, kw_only=True):
    """Let a seat choose a piece of what lies somewhere; it is called `shown` and its kind."""

    question: Name
    who: Name
    source: Name = msgspec.field(name="from")
    pieces: Name | None = None
    to: Name | None = None
    shown: str = ""


class Set(_Row, frozen=True, kw_only=True):
    """Set a track: to a number, so far above where it begins, or by so much; with a most."""

    track: Name
    value: Number | None = None
    by: int | None = None
    above: int | None = None
    most: Number | None = None
    ends: Text | None = None


class Renew(_Row, frozen=True, kw_only=True):
    """Shuffle what was used into a pile that is empty; `text` tells all, of a `{place}`."""

    pile: Name
    used: Name
    text: Text | None = None


class Slide(_Row, frozen=True, kw_only=True):
    """Let what lies in a row of places go as far to its end as there is room; or `backwards`."""

    among: Name
    backwards: bool = False


class Draw(_Row, frozen=True, kw_only=True):
    """Bring so many from the top of a pile, at most so that so many lie there; `{left}` lacked."""

    source: Name = msgspec.field(name="from")
    to: Name
    count: Number
    most: Number | None = None


class Spend(_Row, frozen=True, kw_only=True):
    """Lower a track by so much, at most to nothing; `{left}` was too much."""

    track: Name
    count: Number


class Pay(_Row, frozen=True, kw_only=True):
    """Let a seat give so many cards: those that it has marked, all if there are no more, or asked.

    With `lacking`, nothing is done where there are not so many.
    """

    source: Name = msgspec.field(name="from")
    to: Name
    count: Number
    who: Name
    lacking: Text | None = None


class Sort(_Row, frozen=True, kw_only=True):
    """Put a pile that is never shuffled in its order."""

    pile: Name


class Note(_Row, frozen=True, kw_only=True):
    """Remember something by a name, to be filled in later: a number, a word, the kind of a piece.

    Of pieces it is the first `from` a place that `bring` would take, or the text `lacking` is told.
    """

    as_: Name = msgspec.field(name="as")
    value: Number | None = None
    plus: Number | None = None
    least: Number | None = None
    most: Number | None = None
    word: Name | None = None
    source: Name | None = msgspec.field(default=None, name="from")
    pieces: Name | None = None
    home: Name | None = None
    lacking: Text | None = None
    about: dict[str, str | int] = {}


class Add(_Row, frozen=True, kw_only=True):
    """Add up numbers of what lies on each other in a place: `{as.field}` of each of the fields.

    They stand in the field `each` of the card's face, the entry of `faces` in its record (`of` a
    kind) that its id ends with, and in what the first of the face's `links` `adds` whose `by` is
    that of the card which lies on it.
    """

    as_: Name = msgspec.field(name="as")
    at: Name
    of: Name
    faces: Name
    each: Name
    fields: Names
    links: Name
    by: Name
    adds: Name


class Roll(_Row, frozen=True, kw_only=True):
    """Roll a set of dice; `{rolled}` is what they show, `{worth}` what the game says of that."""

    dice: Name
    lacking: Text


class Pack(_Row, frozen=True, kw_only=True):
    """Bring everything back to where it begins."""


class Stop(_Row, frozen=True, kw_only=True):
    """Do nothing more, and tell whoever wanted it why."""

    text: Text
    about: dict[str, str | int] = {}


class Say(_Row, frozen=True, kw_only=True):
    """Tell all; `about` fills in what the text leaves open, and with `ends` no more is done."""

    text: Text
    about: dict[str, str | int] = {}
    ends: bool = False


class Also(_Row, frozen=True, kw_only=True):
    """Do what another chore does."""

    chore: Name


class Each(_Row, frozen=True, kw_only=True):
    """Do steps for each seat, or for each place of a name that is open in one part."""

    over: Name
    backwards: bool = False
    steps: tuple[Step, ...]


_Setting = Shuffle | Fill | Find | Bring | Keep | Share | Ask | Choose | Set
_Playing = Renew | Slide | Draw | Spend | Pay | Sort | Note | Add | Roll | Pack | Stop | Say | Also
Step = _Setting | _Playing
Row = Step | Each


class Chore(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a button does: what it is called, its rows for `{seat}`, what all are told.

    With `over`, there is a button for each place of a name that is open in one part. Those of a
    `group` stand side by side in the panel, behind what the table calls the group. What `anyone`
    may have done needs no seat; what is `hidden` is only done by others.

    `at` names places and tracks: what lies there, or marks them, has it in its menu, and under a
    key for whoever points there; a `number` that is typed there is `{n}`. As a `button` it stands
    at these things as well. With `takes` it is done by laying there a piece whose id begins so, the
    `{thing}`, of a `{kind}` with its `{face}`. With `panel` off it is only there.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Text | None = None
    tip: Text | None = None
    said: Text | None = None
    rule: str = ""
    over: Name | None = None
    group: Name | None = None
    anyone: bool = False
    hidden: bool = False
    at: tuple[Name, ...] = ()
    takes: Name | None = None
    number: bool = False
    button: bool = False
    panel: bool = True
    steps: Annotated[tuple[Row, ...], msgspec.Meta(min_length=1)]


def chores_told(chores: Iterable[Chore]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Give chores to a script, and the texts that they say by their codes."""
    texts: dict[str, Any] = {}
    listed = [_coded(_chore(chore), f"chore.{chore.id}", texts) for chore in chores]
    return listed, texts


def _chore(chore: Chore) -> dict[str, Any]:
    said = msgspec.structs.replace(chore, rule="", steps=())
    kept: dict[str, Any] = {
        key: value for key, value in msgspec.to_builtins(said).items() if value or key == "panel"
    }
    return {**kept, "steps": [_told(step) for step in chore.steps]}


_SAID = ("title", "tip", "said", "text", "lacking", "ends")
"""What of a chore and its rows is a text."""


def _coded(said: Any, code: str, texts: dict[str, Any]) -> Any:  # noqa: ANN401 - what TOML says
    """Put codes where texts are; a script says each in its reader's language."""
    if isinstance(said, list):
        return [_coded(each, f"{code}.{n}", texts) for n, each in enumerate(said, 1)]
    if not isinstance(said, dict):
        return said
    found = {}
    for key, value in said.items():
        if key in _SAID and isinstance(value, dict):
            found[key] = code if key == "title" else f"{code}-{key}"
            texts[found[key]] = value
        else:
            found[key] = _coded(value, f"{code}-{key}" if key != "steps" else code, texts)
    return found


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
