"""Finds which fields of card files carry the ids of rules, as `hand = 7 # OW-CARD-14`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import msgspec

from tts_tool.catalog.anatomy import Key
from tts_tool.catalog.citing import ids_in
from tts_tool.catalog.lines import find_lines
from tts_tool.catalog.sources import Source, read
from tts_tool.proof.rule_lines import RuleLine

__all__ = ["in_data"]

_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')
_WORDINGS = frozenset({"messages", "rules", "provenance"})
_DEEPEST = 3  # kind, number and field of a record; "table", name and field of a table


def in_data(file: Path, shown: str, rules: Iterable[str]) -> Iterator[RuleLine]:
    """List the fields of a card file whose comments carry ids of these rules.

    A comment beside the head of a record or table counts for all its fields, one on a line of
    its own for what follows.
    """
    known = frozenset(rules)
    source = read(file)
    if not isinstance(source, Source):
        return
    keys = sorted((line, key) for key, line in find_lines(source.text).items())
    for line, text in enumerate(source.text.splitlines(), start=1):
        before, _, comment = _QUOTED.sub('""', text).partition("#")
        carried = sorted(known.intersection(ids_in(comment)))
        key = _key_at(keys, line, alone=not before.strip()) if carried else ()
        if len(key) > 1 and key[0] not in _WORDINGS and key[-1] != "provenance":
            for rule in carried:
                yield _rule_line(shown, source.document, rule, line, key)


def _key_at(keys: list[tuple[int, Key]], line: int, *, alone: bool) -> Key:
    """Find the field that a comment stands beside, or above if it has a line of its own."""
    if alone:
        below = (key for start, key in keys if start > line and len(key) > 1)
        return next(below, ())[:_DEEPEST]
    until = [key for start, key in keys if start <= line]
    return until[-1][:_DEEPEST] if until else ()


def _rule_line(file: str, document: Mapping[str, Any], rule: str, line: int, key: Key) -> RuleLine:
    body = reduce(_inside, key, cast("Any", document))
    written = msgspec.json.encode(body, order="deterministic")
    digest = blake2b(written, digest_size=6).hexdigest()
    return RuleLine(rule, file, line, line, line, "data", digest, _name(document, key))


def _inside(part: Any, step: str | int) -> Any:  # noqa: ANN401  # any part of a document
    return part[step]


def _name(document: Mapping[str, Any], key: Key) -> str:
    """Name a field: `table limits hand`, or `ware tea worth`; `*` is any field."""
    field = key[2] if len(key) == _DEEPEST else "*"
    owner = key[1] if key[0] == "table" else document[str(key[0])][key[1]].get("id", "")
    return f"{key[0]} {owner} {field}"
