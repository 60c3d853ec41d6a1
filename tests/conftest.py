"""What holds for all tests: the same examples each time, and nothing is skipped unseen in CI."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

pytest_plugins = ["tts_tool.proof.rule_plugin"]

settings.register_profile("house", derandomize=True, deadline=None, database=None)
settings.load_profile("house")

SOAK_TIMEOUT = 3600


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the big proofs at full size."""
    parser.addoption("--soak", action="store_true", help="run the big proofs at full size")
    parser.addoption("--golden-write", action="store_true", help="write golden playthroughs anew")


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail in CI what would be skipped: nobody reads the count of skipped tests there."""
    report = yield
    if not hasattr(report, "wasxfail"):
        _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail in CI whole files that would be skipped."""
    report = yield
    _forbid_skip(report)
    return report


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
