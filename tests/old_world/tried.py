"""What the tests of the rules try in vain, so that it can be tried by hand at a table, too."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.old_world.table import Table, catalogue
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.timeline import Timeline

__all__ = ["BY_TEST", "NEVER", "Tried", "accepted_ids", "in_vain", "noted", "tried"]

FILE = Path(__file__).with_name("broken_by_hand.toml")
BY_TEST: Mapping[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))["tried"]
"""By rule: the test in which it is broken."""
NEVER: Mapping[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))["never"]
"""By rule: why nobody can break it by hand."""


class Tried(NamedTuple):
    """An answer that is refused, and the situation in which it was given."""

    game: Timeline
    question: str
    seat: str
    value: Any
    why: Rejection


@contextmanager
def noted() -> Iterator[list[Tried]]:
    """Note each answer that a test gives in vain, and each option that it asks after."""
    found: list[Tried] = []
    refused, why_not = Table.refused, Table.why_not

    def note(t: Table, name: str, value: object, seat: str, why: Rejection | None) -> None:
        if why is not None:
            found.append(Tried(t.timeline.fork(), name, t.ask(name, seat).seat, value, why))

    def refused_too(t: Table, name: str, value: object, seat: str = "") -> Rejection:
        why = refused(t, name, value, seat)
        note(t, name, value, seat, why)
        return why

    def why_not_too(t: Table, name: str, value: object, seat: str = "") -> Rejection | None:
        why = why_not(t, name, value, seat)
        note(t, name, value, seat, why)
        return why

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "refused", refused_too)
        patch.setattr(Table, "why_not", why_not_too)
        yield found


def accepted_ids(rule: str) -> set[str]:
    """Give the ids that a refusal by a rule may cite: its own, and those that say the same."""
    return {rule, *catalogue().rules[rule].same}


@cache
def tried(rule: str) -> tuple[Tried, ...]:
    """Run the test in which a rule is broken; give all that it tries against that rule."""
    module, _, name = BY_TEST[rule].rpartition(".")
    test = getattr(import_module(f"tests.old_world.{module}"), name)
    return tuple(each for each in in_vain(test) if each.why.rule in accepted_ids(rule))


def in_vain(test: Callable[..., object]) -> Iterator[Tried]:
    """Run a test with each of its parameters, and give what it tries in vain."""
    for arguments in _parameters(test):
        with noted() as found:
            test(**arguments)
        yield from found


def _parameters(test: Callable[..., object]) -> Iterator[dict[str, Any]]:
    marks = [each for each in getattr(test, "pytestmark", ()) if each.name == "parametrize"]
    rows = [[_row(each.args[0], values) for values in each.args[1]] for each in marks]
    for combined in product(*rows):
        yield {name: value for row in combined for name, value in row.items()}


def _row(names: str | tuple[str, ...], values: Any) -> dict[str, Any]:  # noqa: ANN401  # as the mark has it
    """Name the parameters of one row of a mark; of a single one the values are no row."""
    wanted = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
    given = getattr(values, "values", None) if hasattr(values, "marks") else None
    row = given if given is not None else [values] if len(wanted) == 1 else values
    return dict(zip(wanted, row, strict=True))
