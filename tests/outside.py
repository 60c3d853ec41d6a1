"""A pytest plugin: a test that reads or lists what lies outside the repository fails.

Whoever runs the tests may have anything beside the clone and in the home folder; a test that finds
it there passes on one machine and fails on the next. What tests may use of it is told in one place,
`tests/wants.py`. Python, its libraries and temporary folders are nobody's secret.
"""

import os
import sys
import sysconfig
import tempfile
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.wants import BESIDE

__all__ = ["is_outside"]

ROOT = Path(__file__).parents[1]
_READING = frozenset(("open", "os.listdir", "os.scandir"))
_seen: list[str] = []


def _is_whole_disk(folder: str) -> bool:
    return os.path.dirname(folder) == folder  # noqa: PTH120 - strings are compared, thousands


def _with_end(folders: Iterable[str | Path]) -> set[str]:
    """Give folders by all their names, each with a separator at its end."""
    spelt = {os.path.abspath(each) for each in folders}  # noqa: PTH100 - the same, links kept
    every = {os.path.normcase(each) for each in spelt | {os.path.realpath(each) for each in spelt}}
    return {os.path.join(each, "") for each in every if not _is_whole_disk(each)}  # noqa: PTH118


_OURS = _with_end(
    (
        *(ROOT, BESIDE, tempfile.gettempdir()),
        *(sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix),
        *sysconfig.get_paths().values(),
    )
)
_OTHERS = _with_end((ROOT.parent, Path.home()))
_UNASKED = {str(Path.home() / ".pdbrc")}
"""What Python reads by itself: doctest has a debugger ready, which looks for its settings."""


def is_outside(path: str) -> bool:
    """Tell whether a path lies beside the repository, or at home, where nobody said we would read.

    The rest of the disk is the system's.
    """
    whole = os.path.join(os.path.normcase(os.path.abspath(path)), "")  # noqa: PTH100, PTH118 - often
    found = next((each for each in _folders() if whole.startswith(each)), None)
    return found is not None and found not in _OURS


@cache
def _folders() -> list[str]:
    """Of folders in one another the innermost decides; of two names for one, that it is ours."""
    return sorted(_OURS | _OTHERS, key=len, reverse=True)


def _notice(event: str, arguments: tuple[object, ...]) -> None:
    if event in _READING and isinstance(path := arguments[0], str | bytes):
        try:
            name = os.fsdecode(path)
            if name not in _UNASKED and is_outside(name):
                _seen.append(name)
        except OSError:  # the working folder is gone, so a relative path leads nowhere
            return


sys.addaudithook(_notice)


def pytest_configure(config: pytest.Config) -> None:
    """Let pytest keep its own things where the tests are, if they are not ours."""
    _OURS.update(_with_end([config.rootpath]))
    _folders.cache_clear()
    _seen[:] = filter(is_outside, _seen)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail the test that has just read outside."""
    report = yield
    _blame(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail the file that has just read outside while it was imported."""
    report = yield
    _blame(report)
    return report


def _blame(report: pytest.TestReport | pytest.CollectReport) -> None:
    if _seen and report.outcome != "failed":
        report.outcome = "failed"
        paths = ", ".join(dict.fromkeys(_seen))
        report.longrepr = f"read outside the repository: {paths}; tests/wants.py says what may be"
    _seen.clear()
