"""From the kernel's values to what goes out: questions, spaces, replies, chapters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tts_tool.catalog.problems import did_you_mean
from tts_tool.journal import said
from tts_tool.kernel import entries as kernel
from tts_tool.kernel.decisions import Decision, Label, unlabelled
from tts_tool.kernel.entries import AnyEntry, Fault, Refused, Reply
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Incomplete, Space
from tts_tool.kernel.story import Chapter
from tts_tool.referee import results
from tts_tool.referee.presenting import title, titles, wants
from tts_tool.referee.results import AnySpace, ChapterTold, Error, Question, refusal
from tts_tool.referee.session import Proposal, Proposed, Released, Session
from tts_tool.referee.wording import Reader

__all__ = [
    "Denied",
    "began",
    "chapter",
    "declined",
    "done",
    "left_over",
    "question",
    "spaces",
    "view",
    "waiting",
    "worded",
    "wording",
]

KINDS: dict[type[AnyEntry], str] = {
    kernel.Answer: "answer",
    kernel.AnswerAgainst: "answer-against",
    kernel.Observation: "observation",
    kernel.Mark: "mark",
    kernel.Override: "override",
    kernel.Look: "look",
}


class Denied(Exception):
    """What was asked for was not done; the error says why."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.message)
        self.error = error


def began(
    session: Session, language: str, unused: dict[str, list[Any]] | None = None
) -> results.Began:
    """Tell which game is on the table."""
    header = session.timeline.header
    return results.Began(
        game=header.game,
        seats=header.seats,
        modules=header.modules,
        settings=header.settings,
        step=session.step,
        epoch=session.epoch,
        over=session.over,
        notices=tuple(said(notice, language) for notice in session.notices),
        unused=unused or {},
        journal=session.kept_as or UNSET,
    )


def question(session: Session, decision: Decision[Any], reader: Reader) -> Question:
    """Describe something to decide, with every option and the reason beside what can't be."""
    told = decision.describe()
    rule = reader.rule(decision.why.partition(" ")[0])
    return Question(
        id=told["id"],
        seat=decision.seat,
        name=decision.name,
        title=title(decision.name, reader),
        kind=decision.kind,
        why=decision.why,
        space=_space(told["space"], reader, decision.label),
        bindings=msgspec.convert(told["bindings"], tuple[results.BoundTold, ...]),
        button=told["button"],
        wording=rule or UNSET,
        parts=titles(decision.space(), reader) or UNSET,
        wants=wants(decision.space(), reader) or UNSET,
        waits_for=session.waits_for(decision) or UNSET,
    )


def spaces(left: dict[str, Space[Any]], reader: Reader) -> dict[str, AnySpace]:
    """Describe what is left of a partial answer."""
    return {field: _space(space.describe(), reader, unlabelled) for field, space in left.items()}


def _space(told: dict[str, Any], reader: Reader, label: Label) -> AnySpace:
    space: AnySpace = msgspec.convert(_plain_space(told, reader, label), AnySpace)
    return space


def _plain_space(told: dict[str, Any], reader: Reader, label: Label) -> dict[str, Any]:
    plain = dict(told)
    for key in ("options", "refused"):
        if key in plain:
            plain[key] = [_option(option, reader, label) for option in plain[key]]
    if "fields" in plain:
        fields = told["fields"].items()
        plain["fields"] = {field: _plain_space(space, reader, label) for field, space in fields}
    return plain


def _option(told: dict[str, Any], reader: Reader, label: Label) -> dict[str, Any]:
    value = told["value"]
    plain = {"value": value}
    words = label(value)
    name = words[reader.language] if words is not None else None
    if name is None and isinstance(value, str):
        name = reader.name(value)
    if name is not None:
        plain["name"] = name
    if "rejection" in told:
        rejection = msgspec.convert(told["rejection"], Rejection)
        plain["why_not"] = msgspec.to_builtins(refusal(rejection, reader))
    return plain


def done(
    session: Session, reply: Reply | Proposed, reader: Reader
) -> results.Done | results.Incomplete | results.Held | results.Proposed:
    """Tell what became of something that was to be done, or raise why it wasn't."""
    match reply:
        case kernel.Accepted(entry, events):
            return results.Done(
                entry=entry,
                events=events,
                released=tuple(_released(session, each, reader) for each in session.released),
                step=session.step,
                epoch=session.epoch,
                over=session.over,
            )
        case Incomplete(left):
            return results.Incomplete(left=spaces(left, reader))
        case kernel.Held(seats):
            return results.Held(waits_for=seats)
        case Proposed(proposal):
            return results.Proposed(proposal=proposal)
        case _:
            raise Denied(_error(session, reply, reader))


def _released(session: Session, each: Released, reader: Reader) -> results.Released:
    """Tell what became of an answer that had waited; its id would say too much to others."""
    name = each.decision.partition("/")[0]
    if isinstance(each.reply, kernel.Accepted):
        return results.Released(seat=each.seat, name=name, entry=each.reply.entry)
    return results.Released(seat=each.seat, name=name, error=_error(session, each.reply, reader))


def _error(session: Session, reply: Reply | Proposed, reader: Reader) -> Error:
    match reply:
        case kernel.Refused(rejection):
            return refusal(rejection, reader)
        case Fault():
            number = next((n for n, fault in session.faults.items() if fault == reply), 0)
            return _fault(reply, number)
        case _:
            wanted = Rejection("malformed", {"wanted": "a record of the named fields"})
            return refusal(wanted, reader)


def _fault(fault: Fault, number: int) -> Error:
    first = fault.trace.partition("\n")[0]
    message = (
        f"the rules failed, and nothing was done: {first} ({fault.place}) "
        f'(op explain with "fault": {number} gives the report; op position sets things right)'
    )
    return Error(code="fault", message=message, fault=number)


def declined(session: Session, reply: Proposal | Refused, reader: Reader) -> results.Declined:
    """Tell that nothing is taken back, or raise that nothing was to be."""
    if isinstance(reply, Proposal):
        return results.Declined(proposal=reply)
    raise Denied(_error(session, reply, reader))


def waiting(session: Session, seat: Seat | None) -> Iterator[results.Waiting]:
    """Say who else is asked; of a secret only that there is one."""
    for decision in session.timeline.decisions():
        if not session.shows(decision, seat):
            name = session.secret(decision) or decision.name
            yield results.Waiting(seat=decision.seat, name=name, kind=decision.kind)


def left_over(unused: dict[str, list[Any]], streams: Iterable[str]) -> Error:
    """Complain about outcomes that never came, streams that were never drawn from first."""
    told = [
        f"{stream} {msgspec.json.encode(outcomes).decode()}{_never(stream, streams)}"
        for stream, outcomes in unused.items()
    ]
    return Error(code="unused-outcomes", message=f"outcomes that never came: {'; '.join(told)}")


def _never(stream: str, streams: Iterable[str]) -> str:
    drawn = list(streams)
    if stream in drawn:
        return ""
    guess = did_you_mean(stream, drawn)
    known = guess or f"drawn from were: {', '.join(drawn) or 'none'}"
    return f" (nothing was drawn from this stream; {known})"


def view(session: Session, seat: Seat | None, reader: Reader) -> results.View:
    """Tell what somebody sees, each component with the name of its card."""
    seen = session.view(seat)
    for lying in seen["places"].values():
        for component in lying:
            if "id" in component:
                component.setdefault("name", reader.name(component["id"]))
    return results.View(
        seat=seat,
        step=session.step,
        epoch=session.epoch,
        over=session.over,
        readings=session.readings(seat),
        **{**seen, "effects": session.state.effects},
    )


def chapter(session: Session, told: Chapter, reader: Reader) -> ChapterTold:
    """Tell an entry and what came of it."""
    kind = KINDS[type(session.timeline.entries[told.entry])]
    plain = msgspec.to_builtins(told)
    plain["events"] = [worded(event, reader) for event in plain["events"]]
    return msgspec.convert({**plain, "kind": kind}, ChapterTold)


def worded(event: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """Add to what was said the sentence that it was said in, to what was offered its reasons."""
    if event["event"] == "said":
        return {**event, "text": reader.say(Rejection(event["code"], event["params"]))}
    if "read" in event:
        return {**event, "read": [_read(each, reader) for each in event["read"]]}
    return event


def _read(told: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """Describe what was offered as an option is."""
    return _option(told, reader, lambda _value: told.get("words"))


def wording(rule: str, reader: Reader) -> str | UnsetType:
    """Give the wording of a rule, if the cards have one."""
    return (reader.rule(rule) if rule else None) or UNSET
