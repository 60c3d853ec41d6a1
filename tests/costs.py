"""A pytest plugin: with `--costs` a run ends with the processor time that each file of tests took.

Nothing is asserted of it: machines differ. Whoever sees a file come up in the list knows where to
look before the whole takes longer than anybody waits.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from operator import itemgetter
from typing import Any

import pytest

MOST = 25
"""Files that are named."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the list."""
    parser.addoption("--costs", action="store_true", help="list what files cost of the processor")


def pytest_configure(config: pytest.Config) -> None:
    """Measure where that is asked for, and where the system tells."""
    if config.getoption("--costs") and sys.platform != "win32":
        config.pluginmanager.register(Costs(config), "costs")


class Costs:
    """What each file has cost: here, and in the processes that run tests for this one."""

    def __init__(self, config: pytest.Config) -> None:
        """Begin to count."""
        self.config = config
        self.seconds: dict[str, float] = defaultdict(float)
        self.tests: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Count what passes while a test is set up, called and taken down."""
        before = used()
        result = yield
        file = item.nodeid.partition("::")[0]
        self.seconds[file] += used() - before
        self.tests[file] += 1
        return result

    @pytest.hookimpl
    def pytest_collection_finish(self) -> None:
        """Count what each process pays before its first test."""
        self.seconds["(importing and collecting)"] += used()

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        """Tell whoever runs tests in several processes."""
        told = getattr(self.config, "workeroutput", None)
        if told is not None:
            told["costs"] = json.dumps((self.seconds, self.tests))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:  # noqa: ANN401 - xdist's
        """Hear of what was counted elsewhere."""
        seconds, tests = json.loads(getattr(node, "workeroutput", {}).get("costs", "[{}, {}]"))
        for file, many in seconds.items():
            self.seconds[file] += many
        self.tests.update(tests)

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:  # noqa: ANN401 - pytest's
        """Print the list."""
        terminalreporter.section("processor time")
        for line in self.lines():
            terminalreporter.write_line(line)

    def lines(self) -> Iterator[str]:
        """Write the list: the whole, then what costs most."""
        yield f"{sum(self.seconds.values()):7.1f} s in all"
        for file, seconds in sorted(self.seconds.items(), key=itemgetter(1), reverse=True)[:MOST]:
            yield f"{seconds:7.1f} s {self.tests[file]:5} tests  {file}"


def used() -> float:
    """Say how long this process has worked, and all that it has started and waited for."""
    import resource  # noqa: PLC0415 - not on Windows

    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    own = sum(each.ru_utime + each.ru_stime for each in both)
    return own + float(getattr(subprocess.Popen, "worked", 0.0))
