"""What the list of costs says."""

from __future__ import annotations

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests.costs import MOST, Costs, used
from tests.wants import wants


def test_what_was_counted_in_all_processes_is_listed(pytestconfig: pytest.Config) -> None:
    """The whole comes first, then the files that cost most; what others counted is added."""
    costs = Costs(pytestconfig)
    costs.seconds.update({"a.py": 1.0, "b.py": 2.5})
    costs.tests.update({"a.py": 3, "b.py": 1})
    told = json.dumps(({"a.py": 4.0} | {f"{n}.py": 0.1 for n in range(MOST)}, {"a.py": 2}))
    costs.pytest_testnodedown(SimpleNamespace(workeroutput={"costs": told}))
    costs.pytest_testnodedown(SimpleNamespace())  # who has crashed tells nothing
    first, second, third, *rest = costs.lines()
    assert (first, len(rest)) == (f"{7.5 + MOST / 10:7.1f} s in all", MOST - 2)
    assert second == "    5.0 s     5 tests  a.py"
    assert third == "    2.5 s     1 tests  b.py"


@wants("posix")
@pytest.mark.parametrize("words", [("-c", "sum(range(10**6))"), ("-m", "tts_tool", "rules")])
def test_what_is_started_counts(words: tuple[str, ...]) -> None:
    """Who starts a program pays for it, also for one that is forked from what is warm."""
    before = used()
    subprocess.run((sys.executable, *words), capture_output=True, check=False)
    assert used() - before > 0.005
