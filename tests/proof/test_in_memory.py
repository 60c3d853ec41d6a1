"""A break is applied to functions that are alive; what is more is left to a new process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tts_tool.proof.breaks import Break
from tts_tool.proof.in_memory import applied

SOURCE = """
MOST = 3
EVEN = [n for n in range(9) if n % 2 == 0]


def counted(values, start=0):
    total = start
    for each in values:
        total += each
    return total


def made(by):
    def times(value):
        return value * by + MOST

    return times


class Scale:
    unit = 5

    def weigh(self, value):
        return value - self.unit


doubled = made(2)
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    """Import a file, with a function made by another."""
    file = tmp_path / "scales.py"
    file.write_text(SOURCE, encoding="utf-8")
    found = ModuleType("scales")
    exec(compile(SOURCE, str(file), "exec"), vars(found))  # noqa: S102  # our own words
    return found


def broken(what: str, instead: str) -> Break:
    """Put something in the place of something else."""
    at = SOURCE.index(what)
    line = SOURCE[:at].count("\n") + 1
    return Break("scales.py", line, "statement dropped", (at, at + len(what)), instead)


@pytest.mark.parametrize(
    ("what", "instead", "asked", "before", "after"),
    [
        ("total += each", "pass", lambda m: m.counted([1, 2]), 3, 0),
        ("value * by", "value - by", lambda m: m.doubled(4), 11, 5),
        ("value * by", "value - by", lambda m: m.made(3)(4), 15, 4),
        ("value - self", "value + self", lambda m: m.Scale().weigh(7), 2, 12),
    ],
)
def test_living_functions_change(  # noqa: PLR0913, PLR0917  # what is asked before and after
    tmp_path: Path,
    module: ModuleType,
    what: str,
    instead: str,
    asked: Callable[[ModuleType], int],
    before: int,
    after: int,
) -> None:
    """Functions, methods, and functions that were made before do what the broken file says."""
    assert asked(module) == before
    assert applied(broken(what, instead), tmp_path)
    assert asked(module) == after


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ("MOST = 3", "MOST = 4"),
        ("n % 2 == 0", "n % 2 == 1"),
        ("start=0", "start=1"),
        ("unit = 5", "unit = 6"),
        ("return value * by + MOST", "pass"),
        ("return total", "return ("),
    ],
)
def test_what_is_more_is_not_tried(
    tmp_path: Path, module: ModuleType, what: str, instead: str
) -> None:
    """Constants, defaults, what ran on import, or closures that hold less: nothing is changed."""
    assert not applied(broken(what, instead), tmp_path)
    assert (module.counted([1, 2]), module.doubled(4), module.Scale().weigh(7)) == (3, 11, 2)
