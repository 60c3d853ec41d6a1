"""Turns drafts into records, or says everything that is wrong with them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import msgspec

from tts_tool.catalog.anatomy import Key
from tts_tool.catalog.diagnosis import diagnose
from tts_tool.catalog.problems import Problem
from tts_tool.catalog.records import Message, Operation, Rule, Sheet
from tts_tool.catalog.schema import Schema
from tts_tool.catalog.sources import Draft
from tts_tool.kernel.rejection import PLACE

__all__ = ["ReadDraft", "Reader", "places", "unfit"]

DEEPEST: Final = 40
"""How deep a record may nest: far more than a card needs, far less than a stack can bear."""

_BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_LARGEST = 2**53 - 1  # what JSON carries safely to Lua and JavaScript


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """A draft and what it was read as."""

    draft: Draft
    value: Sheet


class Reader:
    """Reads drafts by a schema; the decoding itself is msgspec's."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.operations = schema.by_op

    def read(self, draft: Draft) -> ReadDraft | tuple[Problem, ...]:
        """Read one draft; on failure look again, for all its faults."""
        sheet = self.sheet(draft)
        try:
            value = msgspec.convert(draft.body, sheet, dec_hook=self._effect)
        except msgspec.ValidationError as error:
            return self._problems(draft, sheet, error)
        wrong = tuple(_placeholder_problems(draft, value))
        return wrong or ReadDraft(draft, value)

    def sheet(self, draft: Draft) -> type[Sheet]:
        """Say as what a draft is to be read."""
        match draft.space:
            case "record":
                return self.schema.kinds[draft.kind]
            case "table":
                return self.schema.tables[draft.name]
            case "message":
                return Message
            case "rule":
                return Rule

    def _effect(self, _slot: type, value: Any) -> Operation:  # noqa: ANN401 - as msgspec asks
        op = value.get("op") if isinstance(value, dict) else None
        operation = self.operations.get(op) if isinstance(op, str) else None
        if operation is None:
            raise ValueError("unknown operation")
        return msgspec.convert(value, operation, dec_hook=self._effect)

    def _problems(
        self, draft: Draft, sheet: type[Sheet], error: msgspec.ValidationError
    ) -> tuple[Problem, ...]:
        faults = diagnose(self.schema.anatomy[sheet], draft.body, self.schema.slots)
        listed = (draft.problem(f.path, f.message, f.suggestion, at=f.at) for f in faults)
        # A sheet may refuse by itself, in its __post_init__; only msgspec knows of that.
        return tuple(listed) or (draft.problem((), _small(str(error))),)


def places(wording: str) -> list[str]:
    """List the parameters of a wording.

    >>> places("{seat} has {gold coin|coins}: {card.motto}")
    ['{card.motto}', '{gold}', '{seat}']
    """
    return sorted({f"{place[0][:-1].partition(' ')[0]}}}" for place in PLACE.finditer(wording)})


def _placeholder_problems(draft: Draft, value: Sheet) -> Iterator[Problem]:
    """Compare the parameters of both languages; a brace out of place would be printed as is."""
    if not isinstance(value, Message):
        return
    for language, wording in (("en", value.en), ("de", value.de)):
        for brace in _BRACES.findall(wording):
            if not PLACE.fullmatch(brace):
                fix = "write {lower_case}, or {number one|many}"
                yield draft.problem((language,), f'"{brace}" is no parameter', fix)
    if places(value.en) != places(value.de):
        en, de = (" ".join(places(text)) or "none" for text in (value.en, value.de))
        yield draft.problem((), f"parameters differ: en has {en}, de has {de}", at=("de",))


def unfit(draft: Draft) -> Iterator[Problem]:
    """Find what TOML or JSON can say but no card can mean, before anything chokes on it."""
    level: list[Any] = [draft.body]
    for _ in range(DEEPEST):
        if any(map(_unspeakable, level)):
            yield from (draft.problem(path, reason) for path, reason in _unspeakables(draft.body))
            return
        level = [part for each in level for part in _parts(each)]
        if not level:
            return
    yield draft.problem((), f"nested deeper than {DEEPEST} levels", at=())


def _parts(value: Any) -> Any:  # noqa: ANN401 - whatever TOML or JSON can say
    if isinstance(value, dict):
        return chain(value, value.values())
    return value if isinstance(value, list | tuple) else ()


def _unspeakable(value: object) -> str | None:
    match value:
        case float() if not math.isfinite(value):
            return f"expected a number, found {value}"
        case int() if abs(value) > _LARGEST:
            return "number too large"
        case str() if not value.isascii() and not _encodable(value):
            return "text with half a character (a lone surrogate)"
        case _:
            return None


def _unspeakables(value: object, path: Key = ()) -> Iterator[tuple[Key, str]]:
    reason = _unspeakable(value)
    if reason is not None:
        yield path, reason
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _unspeakables(key, path)
            yield from _unspeakables(part, (*path, key))
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from _unspeakables(part, (*path, index))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
