"""The pytest plugin for big proofs: marked `soak(sample, full)`, they run as a sample.

With `--soak` they run in full, and are given the time for it. Whoever proves rules of his own with
`conformance` names this plugin in his conftest.py.
"""

from __future__ import annotations

import pytest

__all__ = ["rounds", "seeds"]

SOAK_TIMEOUT = 6 * 3600
"""Seconds of the clock, only for what hangs: on a busy machine an hour's work takes several."""
_MARK = "soak(sample, full): a big proof; takes `rounds`, which is `sample`, or `full` with --soak"

_CASES = "cases(names, give): parameters, as `give(soak=…)` lists them by default or for `--soak`"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the big proofs at full size."""
    parser.addoption("--soak", action="store_true", help="run the big proofs at full size")
    parser.addoption(
        "--seeds", type=int, default=0, metavar="N", help="let random games begin with this seed"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line("markers", _MARK)
    config.addinivalue_line("markers", _CASES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask big proofs what they are shown on: more of it with `--soak`."""
    for mark in metafunc.definition.iter_markers("cases"):
        names, cases = mark.args
        metafunc.parametrize(names, cases(soak=bool(metafunc.config.getoption("--soak"))))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give the big proofs the time they need."""
    if config.getoption("--soak"):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.timeout(SOAK_TIMEOUT), append=False)


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """Say how often a proof marked `soak(sample=…, full=…)` is to be repeated."""
    mark = request.node.get_closest_marker("soak")
    if mark is None:
        pytest.fail("`rounds` needs @pytest.mark.soak(sample=…, full=…)")
    size = mark.kwargs["full" if request.config.getoption("--soak") else "sample"]
    return int(size)


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> int:
    """Say from which seed on random games are played: always the same, or new ones on demand."""
    return int(request.config.getoption("--seeds"))
