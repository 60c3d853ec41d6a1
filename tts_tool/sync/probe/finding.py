"""What came of the questions: answers, how they were measured, and why others stay open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tts_tool.sync.probe.asking import Answers, Measured, NotFoundOut
from tts_tool.sync.probe.questions import ProbeQuestion, questions

__all__ = ["ProbeFinding", "summed_up"]

_OF_PERSONS: Final = ("person", "hands")
_NOBODY: Final = "nobody did what it takes, or nothing came of it"
_NO_ANSWER: Final = {
    "outside": "the game did not answer in time",
    "inside": "the self-test came to no answer",
    "person": _NOBODY,
    "hands": _NOBODY,
}


@dataclass(frozen=True)
class ProbeFinding:
    """What came of it, by the names of the switches; `problems` is what went wrong."""

    answers: Answers
    how: Mapping[str, str]
    not_found_out: Mapping[str, str]
    problems: tuple[str, ...]


def summed_up(
    found: Answers, problems: Sequence[str], wanted: Collection[str], *, person: bool
) -> ProbeFinding:
    """Give each question that was to be put its answer, or the reason why it has none."""
    asked = {name: found.get(name) for name in questions() if name in wanted}
    answers = {
        name: each.value if isinstance(each, Measured) else each
        for name, each in asked.items()
        if each is not None and not isinstance(each, NotFoundOut)
    }
    how = {name: each.how for name, each in asked.items() if isinstance(each, Measured)}
    why = {
        name: each.why if isinstance(each, NotFoundOut) else _why(questions()[name], person=person)
        for name, each in asked.items()
        if name not in answers
    }
    return ProbeFinding(answers, how, why, tuple(problems))


def _why(question: ProbeQuestion, *, person: bool) -> str:
    if question.asked == "never":
        return question.why
    if question.asked in _OF_PERSONS and not person:
        return "it needs a person"
    return _NO_ANSWER[question.asked]
