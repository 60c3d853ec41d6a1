"""Loads card files, and adds records that somebody hands over in place of files."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from tts_tool.catalog.agreement import Names, duplicates, misreferred, names, unproven
from tts_tool.catalog.anatomy import dotted
from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.drafts import drafts, record_draft, table_draft
from tts_tool.catalog.languages import LANGUAGES, in_all_languages, unsaid
from tts_tool.catalog.problems import CatalogueError, Problem, did_you_mean
from tts_tool.catalog.reading import Entry, Reader, unfit
from tts_tool.catalog.schema import Schema
from tts_tool.catalog.sources import Draft, Parse, Source, card_files, read, shown
from tts_tool.catalog.wording import found

__all__ = ["extend", "load"]

_INLINE = {"provenance": {"default": "house: given inline"}}
_UNWRITTEN = {"provenance": {"default": "house: default of the schema"}}


def load(
    places: Path | Iterable[Path],
    schema: Schema,
    parse: Parse = tomllib.loads,
    languages: Collection[str] = LANGUAGES,
    language: str = "",
) -> Catalogue:
    """Load a folder of card files, several (the boxes of a set), or single files.

    A game that is told in one of the languages needs no texts in the other; one that is told in
    others than ours is read in one `language`. Raises `CatalogueError` with everything that is
    wrong in all of them.
    """
    folders = [places] if isinstance(places, Path) else list(places)
    files = [read(each, parse) if isinstance(each, Path) else each for each in card_files(folders)]
    texts = [each for each in files if isinstance(each, Source)]
    silent = list(chain.from_iterable(_silent(source, languages) for source in texts))
    sources = [
        replace(each, document=in_all_languages(each.document, languages, language))
        for each in texts
    ]
    parts = list(chain.from_iterable(drafts(source, schema) for source in sources))
    unreadable = [each for each in files if isinstance(each, Problem)]
    if not unreadable:
        parts.extend(_unwritten_tables(parts, schema, ", ".join(map(shown, folders))))
    faults = [each for each in parts if isinstance(each, Problem)]
    written = [each for each in parts if isinstance(each, Draft)]
    # What a file holds that cannot be read is unknown: then nobody can say what is missing.
    known = None if unreadable else names(written)
    entries, problems = _check(written, known, schema)
    problems = [*unreadable, *silent, *faults, *duplicates(written), *problems]
    if problems:
        raise CatalogueError(problems)
    return Catalogue(entries, schema)


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
    entries, problems = _check(new, names([*standing, *new]), schema)
    faults = [each for each in parts if isinstance(each, Problem)]
    problems = [*faults, *duplicates(new), *problems]
    if problems:
        raise CatalogueError(problems)
    merged = {(entry.draft.space, entry.draft.name): entry for entry in catalogue.entries}
    merged.update({(entry.draft.space, entry.draft.name): entry for entry in entries})
    return Catalogue(merged.values(), schema)


def _check(
    written: Iterable[Draft], known: Names | None, schema: Schema
) -> tuple[list[Entry], list[Problem]]:
    """Read all drafts and compare them with what else there is; go on after each fault."""
    reader = Reader(schema)
    entries: list[Entry] = []
    problems: list[Problem] = []
    for draft in written:
        unspeakable = tuple(unfit(draft))
        problems.extend(unspeakable)
        if unspeakable:
            continue
        result = reader.read(draft)
        if isinstance(result, Entry):
            entries.append(result)
        else:
            problems.extend(result)
        problems.extend(unproven(draft))
        problems.extend(misreferred(draft, reader.sheet(draft), schema, known))
    return entries, problems


def _unwritten_tables(
    parts: Iterable[Draft | Problem], schema: Schema, where: str
) -> Iterator[Draft | Problem]:
    """Make tables that stand in no file of their defaults, or miss them."""
    written = {each.name for each in parts if isinstance(each, Draft) and each.space == "table"}
    for name, table in schema.tables.items():
        if name in written:
            continue
        if any(part.required for part in schema.anatomy[table].fields):
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
