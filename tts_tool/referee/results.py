"""What the referee answers: the records that go out, each described by the JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from tts_tool.kernel.decisions import Kind
from tts_tool.kernel.entries import AnyEntry, Header
from tts_tool.kernel.inventory import Seat, kebab
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import Effect
from tts_tool.referee.requests import Language, RequestId
from tts_tool.referee.saving import Document
from tts_tool.referee.session import Proposal
from tts_tool.referee.wording import Reader

__all__ = [
    "AnyResult",
    "Began",
    "Box",
    "Bye",
    "Cause",
    "Chapters",
    "Declined",
    "Done",
    "Error",
    "Events",
    "Failure",
    "FaultReport",
    "Held",
    "Hello",
    "Incomplete",
    "Judgement",
    "ModuleTold",
    "Open",
    "Placed",
    "Proposed",
    "Question",
    "Released",
    "Reply",
    "SettingTold",
    "SpaceTold",
    "View",
    "Waiting",
    "Waived",
    "refusal",
]


class Outgoing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything that goes out."""


# Errors


class Error(Outgoing, frozen=True, omit_defaults=True):
    """Why not: a code for programs, a sentence for people, the rule that says so."""

    code: str
    message: str
    rule: str | UnsetType = UNSET
    fault: int | UnsetType = UNSET


def refusal(rejection: Rejection, reader: Reader) -> Error:
    """Say a refusal of the rules."""
    return Error(code=rejection.code, message=reader.say(rejection), rule=rejection.rule or UNSET)


# Who is there


class SettingTold(Outgoing, frozen=True):
    """Something to choose when a game begins; the first value is the usual one."""

    name: str
    values: tuple[str, ...]
    doc: str
    rule: str


class ModuleTold(Outgoing, frozen=True):
    """A box of rules; `behaviour` is raised when games of it would go otherwise."""

    name: str
    behaviour: int
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    settings: tuple[SettingTold, ...]


class Box(Outgoing, frozen=True):
    """A game that can be played: the first module is part of every game."""

    name: str
    seats: tuple[Seat, ...]
    fewest: int
    modules: tuple[ModuleTold, ...]
    settings: Annotated[
        tuple[SettingTold, ...], Meta(description="what can be chosen whatever is played with")
    ]
    kinds: tuple[str, ...]
    tables: tuple[str, ...]


class Hello(Outgoing, frozen=True):
    """Who is there."""

    tool: str
    version: str
    protocol: int
    languages: tuple[str, ...]
    lang: Language
    operations: tuple[str, ...]
    longest_line: int
    games: tuple[Box, ...]
    playing: Began | None


class Began(Outgoing, frozen=True):
    """A game stands on the table; `unused` are outcomes of the one before that never came."""

    game: str
    seats: tuple[Seat, ...]
    modules: dict[str, int]
    settings: dict[str, str]
    step: int
    epoch: int
    over: bool
    notices: tuple[str, ...] = ()
    unused: dict[str, list[Any]] = {}
    journal: Annotated[str | UnsetType, Meta(description="its name in the journal")] = UNSET


# What is to decide


class OptionTold(Outgoing, frozen=True, omit_defaults=True):
    """Something to choose, by its value; with `why_not` it can't be chosen now."""

    value: Any
    name: str | UnsetType = UNSET
    why_not: Error | UnsetType = UNSET


class SpaceTold(
    Outgoing, frozen=True, tag_field="space", tag=lambda name: kebab(name.removesuffix("Told"))
):
    """What can be answered."""


class ChoiceTold(SpaceTold, frozen=True):
    """The answer is the value of one option."""

    options: tuple[OptionTold, ...]


class SubsetTold(SpaceTold, frozen=True):
    """The answer is a list of different values, `least` to `most` of them."""

    least: int
    most: int
    options: tuple[OptionTold, ...]
    together: Annotated[
        tuple[tuple[str | int, ...], ...] | UnsetType,
        Meta(description="allowed answers, up to 100, where not all free options go together"),
    ] = UNSET


class NumberTold(SpaceTold, frozen=True):
    """The answer is a whole number from `low` to `high`, but none of the `refused`."""

    low: int
    high: int
    refused: tuple[OptionTold, ...]


class DiceTold(SpaceTold, frozen=True):
    """The answer is a list with the value of each die, 1 to `sides`."""

    sides: int
    count: int


class OrderingTold(SpaceTold, frozen=True):
    """The answer is a list of all values, in an order; the first comes on top."""

    options: tuple[OptionTold, ...]


class AssignmentTold(SpaceTold, frozen=True):
    """The answer is an object with a target for each item; options are pairs of both."""

    items: tuple[str, ...]
    targets: tuple[str | int, ...]
    options: tuple[OptionTold, ...]


class RecordTold(SpaceTold, frozen=True):
    """The answer is an object with the fields, each from its space; it may come in parts."""

    fields: dict[str, AnySpace]


AnySpace = (
    ChoiceTold | SubsetTold | NumberTold | DiceTold | OrderingTold | AssignmentTold | RecordTold
)


class BoundTold(Outgoing, frozen=True):
    """A gesture at the table that means an answer."""

    value: Any
    gesture: Annotated[
        dict[str, str],
        Meta(description="`gesture` is move, turn, press or roll; the rest names what"),
    ]


class Question(Outgoing, frozen=True, omit_defaults=True):
    """Something to decide; answer it by its `id`."""

    id: str
    seat: Annotated[Seat, Meta(description='empty: chance, answered by "observe"')]
    name: str
    title: Annotated[str, Meta(description="what is asked, in words")]
    kind: Kind
    why: str
    space: AnySpace
    bindings: tuple[BoundTold, ...]
    button: Annotated[bool, Meta(description="no gesture could mean an answer")]
    wording: Annotated[str | UnsetType, Meta(description="the rule that `why` names")] = UNSET
    parts: Annotated[
        dict[str, str] | UnsetType, Meta(description="what the parts of the answer are called")
    ] = UNSET
    wants: Annotated[
        str | UnsetType, Meta(description="how much is to be chosen, where it is not one thing")
    ] = UNSET
    waits_for: Annotated[
        tuple[Seat, ...] | UnsetType,
        Meta(description="an answer is taken, but done only when these have finished"),
    ] = UNSET
    left: Annotated[
        dict[str, AnySpace] | UnsetType,
        Meta(description="what the draft leaves open; empty: it is a complete answer"),
    ] = UNSET


class Waiting(Outgoing, frozen=True):
    """Somebody else of whom something is asked."""

    seat: Seat
    name: str
    kind: Kind


class Open(Outgoing, frozen=True):
    """What is to decide."""

    decisions: tuple[Question, ...]
    waits_for: tuple[Waiting, ...]
    proposal: Proposal | None
    step: int
    epoch: int
    over: bool


# What was done


class Released(Outgoing, frozen=True, omit_defaults=True):
    """What became of an answer that had waited for somebody else."""

    seat: Seat
    name: str
    entry: int | UnsetType = UNSET
    error: Error | UnsetType = UNSET


class Done(Outgoing, frozen=True, tag_field="status", tag=kebab):
    """It is done: the number of its entry, and the events from the first to before the last."""

    entry: int
    events: tuple[int, int]
    released: tuple[Released, ...]
    step: int
    epoch: int
    over: bool


class Incomplete(Outgoing, frozen=True, tag_field="status", tag=kebab):
    """Nothing happened yet: these fields are left, each with its space."""

    left: dict[str, AnySpace]


class Held(Outgoing, frozen=True, tag_field="status", tag=kebab):
    """It is kept, and done as soon as these seats have finished."""

    waits_for: tuple[Seat, ...]


class Proposed(Outgoing, frozen=True, tag_field="status", tag=kebab):
    """Nothing was taken back yet: others must agree."""

    proposal: Proposal


class Declined(Outgoing, frozen=True, tag_field="status", tag=kebab):
    """The proposal to take back is void."""

    proposal: Proposal


# What there is to see


class View(Outgoing, frozen=True):
    """What somebody sees; of a component that it can't see only the back."""

    seat: Seat | None
    acting: Seat
    phase: str
    places: dict[str, list[dict[str, Any]]]
    tracks: dict[str, int]
    flags: dict[str, str | int]
    parts: dict[str, Any]
    effects: tuple[Effect, ...]
    sealed: dict[str, Any]
    result: tuple[tuple[Seat, ...], ...]
    lost: Annotated[tuple[Seat, ...], Meta(description="who has no rank: lost, not won")]
    step: int
    epoch: int
    over: bool
    readings: Annotated[
        dict[str, Any], Meta(description="what the rules work out from what is seen, by name")
    ] = {}


class Events(Outgoing, frozen=True):
    """Events in order; forget what you had from number `from` on, ask again from `next`."""

    events: Annotated[
        list[dict[str, Any]], Meta(description="`n`, `event`, perhaps `rule`, and its own fields")
    ]
    from_: int = field(name="from")
    next: int
    epoch: int


class ChapterTold(Outgoing, frozen=True):
    """One entry and what came of it."""

    entry: int
    kind: Literal["answer", "answer-against", "observation", "mark", "override", "look"]
    seat: Seat
    did: str
    value: Any
    events: list[dict[str, Any]]


class Chapters(Outgoing, frozen=True):
    """The story, entry by entry."""

    chapters: tuple[ChapterTold, ...]


class Placed(Outgoing, frozen=True):
    """The last restart point; `answers_since` entries came after it, 0: it is now."""

    position: dict[str, Any]
    answers_since: int


class Waived(Outgoing, frozen=True):
    """The rules that merely advise in this game."""

    rules: tuple[str, ...]


# Why


class Judgement(Outgoing, frozen=True, tag_field="explains", tag=kebab, omit_defaults=True):
    """Whether an answer is allowed now, and if not, why."""

    allowed: bool
    why_not: Error | UnsetType = UNSET
    wording: Annotated[str | UnsetType, Meta(description="the rule")] = UNSET


class Cause(Outgoing, frozen=True, tag_field="explains", tag=kebab, omit_defaults=True):
    """What an event came of; without a chapter it belongs to the set-up."""

    event: dict[str, Any] | None
    chapter: ChapterTold | UnsetType = UNSET
    wording: Annotated[str | UnsetType, Meta(description="the rule")] = UNSET


class FaultReport(Outgoing, frozen=True, tag_field="explains", tag=kebab):
    """A failure of the rules: header and entries lead to it, then the failed entry repeats it."""

    header: Header
    entries: tuple[AnyEntry, ...]
    failed: AnyEntry
    trace: str


class Bye(Outgoing, frozen=True):
    """The end; every outcome that was laid down has come."""

    step: int


AnyResult = (
    Hello
    | Began
    | Open
    | Done
    | Incomplete
    | Held
    | Proposed
    | Declined
    | View
    | Events
    | Chapters
    | Document
    | Placed
    | Waived
    | Judgement
    | Cause
    | FaultReport
    | Bye
)


class Reply(Outgoing, frozen=True):
    """What was asked for."""

    id: RequestId
    ok: Literal[True]
    result: Any


class Failure(Outgoing, frozen=True):
    """It was not done, and nothing changed; `id` is null where none could be read."""

    id: RequestId | None
    ok: Literal[False]
    error: Error
