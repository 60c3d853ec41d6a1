"""Collects how a ruleset has settled what its rulebook leaves open, and what is wrong with that.

Every module of a ruleset says what it has settled (`base.settles(OpenPoint(…))`); which points
there are is said by the rules in the card files (`open = ["OW-OPEN-06"]`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from tts_tool.proof.subject import Subject

__all__ = ["OpenPoints", "in_words", "open_points"]


class Row(msgspec.Struct, frozen=True):
    """An open point, and which box has settled it."""

    id: str
    how: str
    what: str
    text: str
    module: str


class OpenPoints(msgspec.Struct, frozen=True):
    """All open points of a game, and what is wrong with them."""

    game: str
    points: tuple[Row, ...]
    problems: tuple[str, ...]


def open_points(subject: Subject) -> OpenPoints:
    """Collect the open points of a game."""
    rows = sorted(_declared(subject), key=lambda row: (row.id, row.module))
    return OpenPoints(subject.name, tuple(rows), tuple(_problems(subject, rows)))


def _declared(subject: Subject) -> Iterator[Row]:
    for module in subject.ruleset.added:
        for each in module.open_points:
            yield Row(each.id, each.how, each.what, each.text, module.name)


def _problems(subject: Subject, rows: list[Row]) -> Iterator[str]:
    wanted = subject.open_points
    times = Counter(row.id for row in rows)
    yield from (f"{each} is not settled" for each in sorted(wanted - set(times)))
    yield from (f"{each} is settled {n} times" for each, n in sorted(times.items()) if n > 1)
    for row in rows:
        if row.id not in wanted:
            yield f"{row.id} ({row.module}) is named by no rule"
        if row.how == "choice" and row.what not in _settings(subject):
            yield f'{row.id}: there is no setting "{row.what}"'
        if row.how == "data" and not _exists(subject, row.what):
            yield f'{row.id}: there is no table.field "{row.what}"'
        if row.how not in {"choice", "data", "settled"}:
            yield f'{row.id}: "{row.how}" is neither data nor settled nor choice'


def _settings(subject: Subject) -> set[str]:
    return {setting.name for module in subject.ruleset.modules for setting in module.settings}


def _exists(subject: Subject, what: str) -> bool:
    """Tell whether a table, or a kind of record, has a field."""
    name, _, field = what.partition(".")
    schema: Any = subject.ruleset.schema
    sheet = schema.tables.get(name) or schema.kinds.get(name)
    return sheet is not None and field in sheet.__struct_fields__


def in_words(found: OpenPoints) -> Iterator[str]:
    """Write a report for people: a line for each point, then what is wrong."""
    for row in found.points:
        yield f"{row.id}  {row.how:7}  {row.what or '-':24}  {row.text}"
    yield from (f"problem: {each}" for each in found.problems)
    if not found.points and not found.problems:
        yield f"{found.game} has no open points"
