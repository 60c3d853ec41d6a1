"""Divides a card file into drafts: records by kind, tables, messages, rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tts_tool.catalog.anatomy import Key
from tts_tool.catalog.problems import Problem, did_you_mean
from tts_tool.catalog.provenance import KINDS_OF_SOURCE, Provenance, parse
from tts_tool.catalog.schema import RESERVED, Schema
from tts_tool.catalog.sources import Draft, Source, Space
from tts_tool.catalog.wording import found

__all__ = ["default_provenance", "drafts", "record_draft", "table_draft"]


def drafts(source: Source, schema: Schema) -> Iterator[Draft | Problem]:
    """Give everything that stands in a card file, in its order."""
    for name, value in source.document.items():
        if name in schema.kinds:
            yield from _records(source, name, value)
        elif name == "table":
            yield from _tables(source, value, schema)
        elif name == "messages":
            yield from _named(source, "message", name, value)
        elif name == "rules":
            yield from _named(source, "rule", name, value)
        elif name == "provenance":
            yield from _default_problems(source, value)
        else:
            known = (*schema.kinds, *RESERVED)
            yield source.problem((name,), f"unknown kind {found(name)}", did_you_mean(name, known))


def record_draft(source: Source, kind: str, value: Any, key: Key) -> Draft:  # noqa: ANN401
    """Take a record as it was written, and its provenance out of it."""
    body, provenance = _parted(value)
    name = body.get("id") if isinstance(body, dict) else None
    return Draft(
        space="record",
        name=name if isinstance(name, str) else "",
        kind=kind,
        body=body,
        source=source,
        key=key,
        provenance=provenance,
    )


def table_draft(source: Source, name: str, value: Any, key: Key) -> Draft:  # noqa: ANN401
    """Take a table of the game as it was written, and its provenance out of it."""
    body, provenance = _parted(value)
    return Draft(
        space="table",
        name=name,
        kind="table",
        body=body,
        source=source,
        key=key,
        provenance=provenance,
    )


def default_provenance(source: Source) -> Provenance | None:
    """Give what a file says of all numbers that say nothing themselves."""
    table = source.document.get("provenance")
    return parse(table.get("default")) if isinstance(table, dict) else None


def _records(source: Source, kind: str, value: object) -> Iterator[Draft | Problem]:
    if not isinstance(value, list):
        yield source.problem((kind,), f'"{kind}" is not an array', f"write [[{kind}]] above each")
        return
    for index, each in enumerate(value):
        yield record_draft(source, kind, each, (kind, index))


def _tables(source: Source, value: object, schema: Schema) -> Iterator[Draft | Problem]:
    if not isinstance(value, dict):
        yield source.problem(("table",), '"table" holds tables', "write [table.name]")
        return
    for name, each in value.items():
        key = ("table", name)
        if name in schema.tables:
            yield table_draft(source, name, each, key)
        else:
            guess = did_you_mean(name, schema.tables)
            yield source.problem(key, f"unknown table {found(name)}", guess)


def _named(source: Source, space: Space, top: str, value: object) -> Iterator[Draft | Problem]:
    if not isinstance(value, dict):
        yield source.problem((top,), f'"{top}" holds tables', f"write [{top}.name]")
        return
    for name, each in value.items():
        yield Draft(space=space, name=name, kind=space, body=each, source=source, key=(top, name))


def _default_problems(source: Source, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict):
        value = {"default": value}
    for name in value:
        if name != "default":
            guess = did_you_mean(name, ["default"])
            yield source.problem(("provenance", name), f"unknown key {found(name)}", guess)
    if default_provenance(source) is None:
        message = f"default provenance: expected one of {', '.join(KINDS_OF_SOURCE)}"
        yield source.problem(("provenance", "default"), message)


def _parted(value: Any) -> tuple[Any, Any]:  # noqa: ANN401 - whatever TOML or JSON can say
    if not isinstance(value, dict) or "provenance" not in value:
        return value, None
    return {key: part for key, part in value.items() if key != "provenance"}, value["provenance"]
