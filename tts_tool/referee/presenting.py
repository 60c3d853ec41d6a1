"""A question in the words of whoever is asked: the same in terminal, JSON and panel.

What is asked is called by the word `ask-NAME` of the cards, or by the plain word NAME; what can be
chosen by what its rules call it, or by the name of the thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from tts_tool.catalog import Catalogue
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Assignment, Dice, Number, Ordering, Record, Space, Subset
from tts_tool.kernel.state import State
from tts_tool.referee.table.drafting import DONE, Asking, Key
from tts_tool.referee.wording import Reader

__all__ = [
    "Choosable",
    "Part",
    "called",
    "label",
    "outcome",
    "parts",
    "rule",
    "terms",
    "title",
    "titles",
    "wants",
]


class Choosable(NamedTuple):
    """Something to choose: what choosing it adds to the answer, and how it is called."""

    value: Any
    label: str
    why_not: str = ""
    chosen: bool = False


class Part(NamedTuple):
    """A part of an answer, or the whole: what it is called, how much of it is wanted."""

    name: str
    title: str
    wants: str
    options: tuple[Choosable, ...]


def title(name: str, reader: Reader) -> str:
    """Say what a question asks, or which dice fall."""
    name = name.removeprefix("chance.")
    return reader.name(f"ask-{name}") or called(name, reader)


def outcome(state: State, reader: Reader) -> Iterator[str]:
    """Say who came where, and who has lost."""
    for rank, seats in enumerate(state.result, 1):
        yield reader.say(Rejection("ranked", {"rank": rank, "seats": ", ".join(seats)}))
    if state.lost:
        yield reader.say(Rejection("lost", {"seats": ", ".join(state.lost)}))


def titles(space: Space[Any], reader: Reader) -> dict[str, str]:
    """Call the parts of an answer, if it has any."""
    return {part: called(part, reader) for part in _spaces(space, {}) if part}


def called(thing: object, reader: Reader) -> str:
    """Call something by its name, or as it is."""
    return (reader.name(thing) if isinstance(thing, str) else None) or str(thing)


def label(decision: Decision[Any], value: object, reader: Reader) -> str:
    """Say in words what an option is."""
    words = None if value == DONE else decision.label(value)
    return words[reader.language] if words is not None else called(value, reader)


def rule(decision: Decision[Any], reader: Reader) -> str:
    """Say the rule that asks, with its id."""
    name = decision.why.partition(" ")[0]
    words = reader.rule(name) if name else None
    return f"{words} [{name}]" if words else name


def terms(said: str, reader: Reader) -> str:
    """Explain what a text names, in as many lines, as the words `term-…` of the cards do."""
    known = _terms(reader.catalogue, reader.language)
    return "\n".join(words for term, words in known if term.search(said))


# A few games in both languages.
@lru_cache(maxsize=8)
def _terms(catalogue: Catalogue, language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """List the terms of a game; before the colon stand the forms in which one is met."""
    found = []
    for record in catalogue.ids:
        if record.startswith("term-"):
            forms, _, words = str(getattr(catalogue.record(record).name, language)).partition(": ")
            several = forms.split(" / ")
            term = re.compile(rf"\b(?:{'|'.join(map(re.escape, several))})", re.IGNORECASE)
            found.append((term, f"{several[0]}: {words}"))
    return tuple(found)


def wants(space: Space[Any], reader: Reader, chosen: int = 0) -> str:
    """Say how much is still to be chosen; nothing where it is one thing."""
    match space:
        case Subset(least=least, most=most):
            code, params = _some(max(0, least - chosen), most - chosen)
        case Number(low=low, high=high):
            code, params = "wants-number", {"low": low, "high": high}
        case Ordering():
            code, params = "wants-order", {}
        case Dice(count=count):
            code, params = "wants-dice", {"count": count}
        case _:
            return ""
    return reader.say(Rejection(code, params))


def _some(least: int, most: int) -> tuple[str, dict[str, str | int]]:
    if most <= 0:
        return "wants-no-more", {}
    if least == most:
        return "wants-exactly", {"many": most}
    if not least:
        return "wants-any", {"most": most}
    return "wants-some", {"least": least, "most": most}


def parts(decision: Decision[Any], asking: Asking, reader: Reader) -> Iterator[Part]:
    """Put a question part by part, as far as its answer has come."""
    given = {key.part: key.choice for key in asking.keys if key.chosen and key.part}
    spaces = _spaces(decision.space(), given)
    for name, several in groupby(asking.keys, key=lambda key: key.part):
        keys = tuple(several)
        chosen = sum(key.chosen for key in keys)
        space = spaces.get(name)
        yield Part(
            name,
            called(name, reader) if name else "",
            "" if space is None else wants(space, reader, chosen),
            tuple(_choosable(decision, key, reader) for key in keys),
        )


def _choosable(decision: Decision[Any], key: Key, reader: Reader) -> Choosable:
    why_not = "" if key.rejection is None else reader.say(key.rejection)
    return Choosable(key.value, label(decision, key.choice, reader), why_not, key.chosen)


def _spaces(space: Space[Any], given: Mapping[str, Any]) -> Mapping[str, Space[Any]]:
    """Give the space of each part, beside what is given; of an answer without parts its own."""
    match space:
        case Record():
            return {name: field(given) for name, field in space.fields.items()}
        case Assignment():
            return {item: space.choice(item) for item in space.items}
        case _:
            return {"": space}
