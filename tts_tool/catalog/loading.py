"""Loads card files, and adds records that somebody hands over in place of files."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tts_tool.catalog.agreement import (
    Names,
    duplicates,
    misreferred,
    names,
    references,
    unproven,
)
from tts_tool.catalog.anatomy import dotted, refs
from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.checked import Checked
from tts_tool.catalog.drafts import drafts, record_draft, table_draft
from tts_tool.catalog.languages import LANGUAGES, in_all_languages, unsaid
from tts_tool.catalog.problems import CatalogueError, Problem, did_you_mean
from tts_tool.catalog.reading import ReadDraft, Reader, unfit
from tts_tool.catalog.schema import Schema
from tts_tool.catalog.sources import Draft, Source, card_files, read, shown
from tts_tool.catalog.wording import found

__all__ = ["extend", "load"]

_INLINE = {"provenance": {"default": "house: given inline"}}
_UNWRITTEN = {"provenance": {"default": "house: default of the schema"}}


def load(
    places: Path | Iterable[Path],
    schema: Schema,
    languages: Collection[str] = LANGUAGES,
    language: str = "",
    checked: Checked | None = None,
) -> Catalogue:
    """Load a folder of card files, several (the boxes of a set), or single files.

    A game that is told in one of the languages needs no texts in the other; one that is told in
    others than ours is read in one `language`. Files that are `checked` already, by the same
    schema and languages, are not searched for faults. Raises `CatalogueError` with everything
    that is wrong in all of them.
    """
    parse = checked.parse if checked else tomllib.loads
    folders = [places] if isinstance(places, Path) else list(places)
    files = [read(each, parse) if isinstance(each, Path) else each for each in card_files(folders)]
    unreadable = [each for each in files if isinstance(each, Problem)]
    looked = partial(_look, schema=schema, languages=languages, language=language)
    written = [each for each in files if isinstance(each, Source)]
    looks = [checked.looked(each, looked) if checked else looked(each) for each in written]
    parts = [part for look in looks for part in look.parts]
    if not unreadable:
        where = ", ".join(map(shown, folders))
        unwritten = list(_unwritten_tables(parts, schema, where))
        looks.append(_Look(Source("default of the schema", _UNWRITTEN), unwritten))
        parts += unwritten
    faults = [each for each in parts if isinstance(each, Problem)]
    there = [each for each in parts if isinstance(each, Draft)]
    # What a file holds that cannot be read is unknown: then nobody can say what is missing.
    known = None if unreadable else names(there, schema)
    reader, entries, problems = Reader(schema), list[ReadDraft](), list[Problem]()
    for look in looks:
        right, wrong = _judged(look, known, reader, checked)
        entries += right
        problems += wrong
    silent = [each for look in looks for each in look.silent]
    problems = [*unreadable, *silent, *faults, *duplicates(there), *problems]
    if problems:
        raise CatalogueError(problems)
    return Catalogue(entries, schema)


class _Look(NamedTuple):
    """What stands in a file, and which of its texts lack a language."""

    source: Source
    parts: list[Draft | Problem]
    silent: Sequence[Problem] = ()

    @property
    def drafts(self) -> list[Draft]:
        return [each for each in self.parts if isinstance(each, Draft)]


def _look(written: Source, schema: Schema, languages: Collection[str], language: str) -> _Look:
    source = replace(written, document=in_all_languages(written.document, languages, language))
    return _Look(source, list(drafts(source, schema)), list(_silent(written, languages)))


def _judged(
    look: _Look, known: Names | None, reader: Reader, checked: Checked | None
) -> tuple[list[ReadDraft], list[Problem]]:
    """Read a file, and search it for faults, unless it is known to have none."""
    if checked is None or known is None:
        return _check(look.drafts, known, reader)
    if checked.agrees(look.source, known):
        read = checked.entries(look.source) or [reader.read(each) for each in look.drafts]
        entries = [each for each in read if isinstance(each, ReadDraft)]
        if len(entries) == len(look.parts):
            checked.read(look.source, entries)
            return entries, []
    entries, problems = _check(look.drafts, known, reader)
    if not problems and not look.silent and len(entries) == len(look.parts):
        checked.keep(look.source, _referred(entries, reader))
        checked.read(look.source, entries)
    return entries, problems


def _referred(
    entries: Iterable[ReadDraft], reader: Reader
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Give every id that is referred to, and of which kinds it may be."""
    for entry in entries:
        for spot in references(entry.draft, reader.sheet(entry.draft), reader.schema):
            yield refs(spot.marks), spot.value


def _silent(source: Source, languages: Collection[str]) -> Iterator[Problem]:
    """Find texts that lack a language."""
    for key, language in unsaid(source.document, languages):
        yield source.problem(key, f'"{dotted(key[-1:])}" has no words in "{language}"')


def extend(
    catalogue: Catalogue,
    records: Sequence[Any] = (),
    tables: Mapping[str, Any] | None = None,
) -> Catalogue:
    """Make a catalogue with records and table keys replaced or added, given as JSON.

    A record is written as in TOML, with its kind under `kind`; a record that replaces another
    may leave the kind out. The keys given for a table replace those keys only, so that one
    number can be changed alone. Raises `CatalogueError`, naming `inline record 3`, counted
    from 1.
    """
    schema = catalogue.schema
    parts = [*_inline_records(catalogue, records), *_inline_tables(catalogue, tables or {})]
    new = [each for each in parts if isinstance(each, Draft)]
    standing = [entry.draft for entry in catalogue.entries]
    entries, problems = _check(new, names([*standing, *new], schema), Reader(schema))
    faults = [each for each in parts if isinstance(each, Problem)]
    problems = [*faults, *duplicates(new), *problems]
    if problems:
        raise CatalogueError(problems)
    merged = {(entry.draft.space, entry.draft.name): entry for entry in catalogue.entries}
    merged.update({(entry.draft.space, entry.draft.name): entry for entry in entries})
    return Catalogue(merged.values(), schema)


def _check(
    written: Iterable[Draft], known: Names | None, reader: Reader
) -> tuple[list[ReadDraft], list[Problem]]:
    """Read all drafts and compare them with what else there is; go on after each fault."""
    entries: list[ReadDraft] = []
    problems: list[Problem] = []
    for draft in written:
        unspeakable = tuple(unfit(draft))
        problems.extend(unspeakable)
        if unspeakable:
            continue
        result = reader.read(draft)
        if isinstance(result, ReadDraft):
            entries.append(result)
        else:
            problems.extend(result)
        problems.extend(unproven(draft))
        problems.extend(misreferred(draft, reader.sheet(draft), reader.schema, known))
    return entries, problems


def _unwritten_tables(
    parts: Iterable[Draft | Problem], schema: Schema, where: str
) -> Iterator[Draft | Problem]:
    """Make tables that stand in no file of their defaults, or miss them."""
    written = {each.name for each in parts if isinstance(each, Draft) and each.space == "table"}
    for name, table in schema.tables.items():
        if name in written:
            continue
        if any(part.required for part in schema.types[table].fields):
            message = f'no file has the table "{name}"'
            fix = f"write [table.{name}]"
            yield Problem(file=where, line=None, path="", message=message, suggestion=fix)
        else:
            source = Source("default of the schema", _UNWRITTEN)
            yield table_draft(source, name, {}, ())


def _inline_records(catalogue: Catalogue, records: Sequence[Any]) -> Iterator[Draft | Problem]:
    for number, written in enumerate(records, start=1):
        source = Source(f"inline record {number}", _INLINE)
        if not isinstance(written, dict):
            yield source.problem((), "expected a table")
            continue
        body = {key: part for key, part in written.items() if key != "kind"}
        replaced = body.get("id")
        known = isinstance(replaced, str) and replaced in catalogue
        standing = catalogue.kind(str(replaced)) if known else None
        kind = written.get("kind", standing)
        if standing is not None and kind != standing:
            yield source.problem((), f"{found(replaced)} is a {standing}, not a {found(kind)}")
        elif isinstance(kind, str) and kind in catalogue.schema.kinds:
            yield record_draft(source, kind, body, ())
        elif kind is None:
            yield source.problem((), 'missing key "kind"')
        else:
            guess = did_you_mean(kind, catalogue.schema.kinds)
            yield source.problem((), f"unknown kind {found(kind)}", guess)


def _inline_tables(catalogue: Catalogue, tables: Mapping[str, Any]) -> Iterator[Draft | Problem]:
    for name, written in tables.items():
        source = Source(f"inline table {name}", _INLINE)
        if name not in catalogue.schema.tables:
            guess = did_you_mean(name, catalogue.schema.tables)
            yield source.problem((), f"unknown table {found(name)}", guess)
        elif not isinstance(written, dict):
            yield source.problem((), "expected a table")
        else:
            standing = catalogue.raw_table(name)
            standing.pop("provenance", None)
            yield table_draft(source, name, {**standing, **written}, ())
