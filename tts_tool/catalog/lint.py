"""Finds what is right by the schema and yet suspect: nobody reads it, nobody can choose it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from msgspec import inspect

from tts_tool.catalog.anatomy import Key, Spot, refs, spots, undotted
from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.citing import Cited, cited_in, unknown_rules
from tts_tool.catalog.languages import LANGUAGES
from tts_tool.catalog.problems import Problem
from tts_tool.catalog.readers import Uses
from tts_tool.catalog.reading import ReadDraft
from tts_tool.catalog.records import FORBIDDING, Message, Record, Rule, Sheet, Text
from tts_tool.catalog.sayings import wrongly_said
from tts_tool.catalog.sources import Draft, Source
from tts_tool.texts import house

__all__ = ["lint", "strange_rules"]

_LONG: Final = 24
"""From this length on a text that is the same in both languages was hardly meant to be."""


Found = Sequence[tuple[ReadDraft, Spot]]
"""Every value in every card, with the card it stands in."""


def lint(
    catalogue: Catalogue, used: Uses | None = None, languages: Collection[str] = LANGUAGES
) -> tuple[Problem, ...]:
    """List what is suspect; without `used`, the ruleset's sources, readers are not looked for."""
    found = [(entry, spot) for entry in catalogue.entries for spot in _spots(catalogue, entry)]
    problems = [
        *(_untranslated(found) if {*languages} == {*LANGUAGES} else ()),
        *_equal_options(found),
        *_operations_without_card(catalogue, found),
        *_odd_rules(catalogue),
        *_game_checks(catalogue),
    ]
    if used is not None:
        problems.extend(_unread_keys(found, used, catalogue.schema.spare))
        problems.extend(_unused_ids(catalogue, found, used))
        problems.extend(_unused_wordings(catalogue, used))
        problems.extend(strange_rules(catalogue, used.cited))
        texts = {**house("kernel", "referee"), **catalogue.wordings}
        problems.extend(wrongly_said(used.said, texts))
    return tuple(sorted(problems, key=lambda problem: (problem.file, problem.line or 0)))


def _spots(catalogue: Catalogue, entry: ReadDraft) -> Iterator[Spot]:
    """Follow a card along its type; an operation counts as a sheet of its own."""
    slots = catalogue.schema.slots
    anatomy = catalogue.schema.anatomy[type(entry.value)]
    for spot in spots(anatomy, entry.draft.body, slots):
        if isinstance(spot.node, inspect.CustomType):
            yield replace(spot, node=slots[spot.value["op"]])
        else:
            yield spot


def _unread_keys(found: Found, used: Uses, spare: frozenset[str]) -> Iterator[Problem]:
    """Point, for each field that nobody reads, at the first place where it is written."""
    reported: set[tuple[type, str]] = set()
    for entry, spot in found:
        if not isinstance(spot.node, inspect.StructType):
            continue
        sheet = spot.node.cls
        heads = {
            field for base in (Record, Text, Message, Rule) for field in _fields_of(sheet, base)
        }
        for part in spot.node.fields:
            known = part.name in used.attributes | heads or f"{sheet.__name__}.{part.name}" in spare
            unread = not known and part.encode_name in spot.value
            if unread and (sheet, part.name) not in reported:
                reported.add((sheet, part.name))
                path = (*spot.path, part.encode_name)
                yield _warn(entry, path, f"no rule reads this key of {sheet.__name__}")


def _fields_of(sheet: type, base: type[Sheet]) -> tuple[str, ...]:
    """Name the fields that a sheet has from a base of ours: those are read outside of rules."""
    return base.__struct_fields__ if issubclass(sheet, base) else ()


def _unused_ids(catalogue: Catalogue, found: Found, used: Uses) -> Iterator[Problem]:
    mentioned = used.strings.union(spot.value for _, spot in found if refs(spot.marks))
    for entry in catalogue.entries:
        draft = entry.draft
        if draft.kind in catalogue.schema.referenced and draft.name not in mentioned:
            yield _warn(entry, (), f'nothing refers to {draft.kind} "{draft.name}"', ("id",))
        asked_for = type(entry.value).__name__ in used.tables
        if draft.space == "table" and draft.key and not asked_for:
            yield _warn(entry, (), f'no rule asks for table "{draft.name}"')


def _unused_wordings(catalogue: Catalogue, used: Uses) -> Iterator[Problem]:
    cited = {message.rule for message in catalogue.messages.values()} | set(_beside(catalogue))
    # Scripts leave out how all codes of theirs begin: theirs are the "desk-" ones, say.
    scripts = re.compile(f"(?:[a-z]+-)?(?:{'|'.join(used.spoken)})")
    for entry in catalogue.entries:
        name = entry.draft.name
        said = name in used.strings or any(each.means(name) for each in used.said)
        if entry.draft.space == "message" and not said and not scripts.fullmatch(name):
            yield _warn(entry, (), f'nothing says "{name}"')
        shown = isinstance(entry.value, Rule) and entry.value.unshowable is None
        if shown and name not in cited | used.words:
            yield _warn(entry, (), f'nothing cites rule "{name}"')


def strange_rules(catalogue: Catalogue, cited: Iterable[Cited]) -> Iterator[Problem]:
    """Find what cites a rule that there is not, in sources and in comments of card files."""
    points = {point for rule in catalogue.rules.values() for point in rule.open}
    files = {entry.draft.source.name: entry.draft.source.text for entry in catalogue.entries}
    beside = (each for name, text in files.items() for each in cited_in(_comments(text), name))
    if catalogue.rules:
        yield from unknown_rules((*cited, *beside), {*catalogue.rules, *points})


def _beside(catalogue: Catalogue) -> Iterator[str]:
    """Give the words of comments in card files: `hand = 7 # NM-03` carries out a rule."""
    for text in {entry.draft.source.text for entry in catalogue.entries}:
        yield from re.findall(r"[\w-]+", _comments(text))


def _comments(text: str) -> str:
    """Leave of each line what stands behind a hash."""
    return "\n".join(line.partition("#")[2] for line in text.splitlines())


def _odd_rules(catalogue: Catalogue) -> Iterator[Problem]:
    """Find rules that say of themselves what cannot be."""
    for entry in catalogue.entries:
        rule, name = entry.value, entry.draft.name
        if not isinstance(rule, Rule):
            continue
        if rule.permits and rule.kind not in FORBIDDING:
            kinds = " or ".join(FORBIDDING)
            yield _warn(entry, ("permits",), f"only a rule of kind {kinds} can permit or forbid")
        for other in rule.same:
            if other == name or name not in catalogue.rules[other].same:
                yield _warn(entry, ("same",), f'"{other}" does not say that it says the same')
        if rule.unshowable is not None and not rule.unshowable.strip():
            yield _warn(entry, ("unshowable",), "empty text")


def _operations_without_card(catalogue: Catalogue, found: Found) -> Iterator[Problem]:
    used = {spot.node.cls for _, spot in found if isinstance(spot.node, inspect.StructType)}
    for op, operation in catalogue.schema.by_op.items():
        if operation not in used and op not in catalogue.schema.spare:
            place = f"{operation.__module__}.{operation.__qualname__}"
            message = f'operation "{op}" stands on no card'
            yield Problem(file=place, line=None, path="", message=message, severity="warning")


def _equal_options(found: Found) -> Iterator[Problem]:
    """Find options that equal an earlier one: choosing between them is no choice."""
    for entry, spot in found:
        named = bool(spot.path) and spot.path[-1] == "options"
        if not isinstance(spot.value, list) or not (named or spot.marks.get("options")):
            continue
        first: dict[str, int] = {}
        for index, option in enumerate(spot.value):
            earlier = first.setdefault(json.dumps(option, sort_keys=True), index)
            if earlier != index:
                message = f"the same as option {earlier + 1}: nobody has a reason to choose it"
                yield _warn(entry, (*spot.path, index), message)


def _untranslated(found: Found) -> Iterator[Problem]:
    for entry, spot in found:
        if not isinstance(spot.node, inspect.StructType):
            continue
        if not issubclass(spot.node.cls, Text | Message):
            continue
        en, de = spot.value["en"], spot.value["de"]
        if en == de and len(en) >= _LONG and " " in en:
            yield _warn(entry, (*spot.path, "de"), "the German text is the English one")


def _game_checks(catalogue: Catalogue) -> Iterator[Problem]:
    drafts = {entry.draft.name: entry.draft for entry in catalogue.entries}
    for finding in chain.from_iterable(check(catalogue) for check in catalogue.schema.checks):
        source = Source(finding.about, {})
        nowhere = Draft(space="record", name=finding.about, kind="", body={}, source=source, key=())
        draft = drafts.get(finding.about, nowhere)
        path = undotted(finding.path)
        message, fix = finding.message, finding.suggestion
        yield draft.problem(path, message, fix, severity=finding.severity)


def _warn(entry: ReadDraft, path: Key, message: str, at: Key | None = None) -> Problem:
    return entry.draft.problem(path, message, at=at, severity="warning")
