"""A pytest plugin: what takes long and is marked `long` runs when it is asked for.

Nobody waits more than six minutes for what runs by default. Stories that are told whole, by many
programs or through many tables, and what looks at every picture, run with `--all`; with `--soak`;
alone, as in `.ci/run`, with `-m long`; and whenever their file is named.
"""

from __future__ import annotations

from typing import Any

import pytest

_MARK = "long: takes seconds of the processor; runs with --all, or where its file is named"
_LEFT = pytest.StashKey[int]()
"""How many were left out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to run everything."""
    parser.addoption("--all", action="store_true", help="run what takes long, too")


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line("markers", _MARK)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long."""
    long = [item for item in items if item.get_closest_marker("long")]
    if both := [item.nodeid for item in long if item.get_closest_marker("rule")]:
        raise pytest.UsageError(f"{both[0]}: what shows a rule is never left out; take a mark off")
    if config.getoption("--all") or config.getoption("--soak") or config.getoption("-m") == "long":
        return
    folder = config.invocation_params.dir
    named = {(folder / each.partition("::")[0]).resolve() for each in config.args}
    left = {item for item in long if item.path not in named}
    config.stash[_LEFT] = len(left)
    if left:
        config.hook.pytest_deselected(items=[*left])
        items[:] = [item for item in items if item not in left]


@pytest.hookimpl
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell whoever runs tests in several processes: each of them has left out the same."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told["left"] = session.config.stash.get(_LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:  # noqa: ANN401 - xdist's
    """Hear how many were left out elsewhere."""
    node.config.stash[_LEFT] = getattr(node, "workeroutput", {}).get("left", 0)


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:  # noqa: ANN401
    """Say so: nobody need read which."""
    if left := config.stash.get(_LEFT, 0):
        many = "a test that takes" if left == 1 else f"{left} tests that take"
        terminalreporter.write_line(f"{many} long left out; --all runs everything")
