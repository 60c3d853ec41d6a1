"""The pytest plugin `tts_table`: tests for a mod in its own repository, without the game.

    # pyproject.toml or pytest.ini of the mod
    tts_save = "TS_Save_1.json"

    # test_mod.py
    def test_drawing(table):
        table.red.draw(table.find("Deck"), 2)
        table.settle()
        assert len(table.hand("Red")) == 2

A test with the fixture `table` fails if a script of the mod does something wrong meanwhile, unless
it is marked `@pytest.mark.tts_save(errors="allowed")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tts_tool.errors import UserError

if TYPE_CHECKING:
    from tts_tool.table import Table
    from tts_tool.table.switches import Switches

__all__ = ["open_table", "table"]

_MOST_LINES = 10  # the first errors say most; more would hide the test
_MARK = (
    "tts_save(path=None, seed=0, seats=(), switches=(), errors='forbidden', frames=0, "
    "seconds=5.0, reach='loopback'): how the fixture `table` opens its save"
)
_ALONE = ("path",)
_SAYS = (*_ALONE, "seed", "seats", "switches", "errors", "frames", "seconds", "reach")
_ERRORS = ("forbidden", "allowed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a repository say once which save its tests are about."""
    parser.addini("tts_save", "the save that the fixture `table` opens, from the root folder")


def pytest_configure(config: pytest.Config) -> None:
    """Say what the mark means."""
    config.addinivalue_line("markers", _MARK)


@pytest.fixture
def open_table(request: pytest.FixtureRequest) -> Iterator[Callable[..., Table]]:
    """Open saves as often as a test likes; all are closed at its end."""
    with ExitStack() as closing:

        def open_save(save: str | Path | None = None, **how: Any) -> Table:  # noqa: ANN401
            from tts_tool.table import Table  # noqa: PLC0415 - most tests need no table

            try:
                return closing.enter_context(Table.open(_path(request.config, save), **how))
            except UserError as error:
                pytest.fail(f"{error}\n{error.fix or ''}", pytrace=False)

        yield open_save


@pytest.fixture
def table(request: pytest.FixtureRequest, open_table: Callable[..., Table]) -> Iterator[Table]:
    """Open the save of the repository, or the one that the test is marked with."""
    how: dict[str, Any] = {}
    # The nearest mark comes first, and has the last word.
    for mark in reversed(list(request.node.iter_markers("tts_save"))):
        how |= _said_by(mark)
    errors, frames = how.pop("errors", "forbidden"), how.pop("frames", 0)
    switches = _turned(how.pop("switches", ()))
    opened = open_table(how.pop("path", None), switches=switches, **how)
    opened.run(frames)
    yield opened
    if opened.errors and errors == "forbidden":
        said = "\n".join(str(each) for each in opened.errors[:_MOST_LINES])
        pytest.fail(f"{len(opened.errors)} errors of scripts:\n{said}", pytrace=False)


def _said_by(mark: pytest.Mark) -> dict[str, Any]:
    """Read a mark; what it cannot say fails the test, with what was probably meant."""
    said: dict[str, Any] = dict(mark.kwargs) | dict(zip(_ALONE, mark.args, strict=False))
    unknown = [name for name in said if name not in _SAYS]
    if unknown:
        near = get_close_matches(unknown[0], _SAYS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(_SAYS)}"
        pytest.fail(f"the mark tts_save has no {unknown[0]}\n{hint}", pytrace=False)
    if len(mark.args) > len(_ALONE):
        pytest.fail("the mark tts_save takes one save, and all else by its name", pytrace=False)
    if said.get("errors", _ERRORS[0]) not in _ERRORS:
        pytest.fail(f"errors are {' or '.join(_ERRORS)}, not {said['errors']!r}", pytrace=False)
    return said


def _turned(typed: Iterable[str]) -> Switches:
    from tts_tool.table.switches import Switches  # noqa: PLC0415 - most tests need no table

    try:
        return Switches.load(typed=typed)
    except UserError as error:
        pytest.fail(f"{error}\n{error.fix or ''}", pytrace=False)


def _path(config: pytest.Config, save: str | Path | None) -> Path:
    chosen = save or config.getini("tts_save")
    if not chosen:
        pytest.fail("no save: set tts_save in the settings of pytest, or name one", pytrace=False)
    path = config.rootpath / chosen
    if not path.exists():
        pytest.fail(f"there is no save {path}", pytrace=False)
    return path
