"""The habits of the suite itself hold: nothing skipped in CI, proofs sized by `--soak`."""

from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """Make a small suite that lives by our conftest."""
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers =\n  soak: big\ntimeout = 60\n")
    return pytester


SKIPPED = "import pytest\ndef test_skipped():\n    pytest.skip('no time')\n"
SKIPPED_FILE = "import pytest\npytest.skip('no time', allow_module_level=True)\n"
EXPECTED_FAILURE = "import pytest\n@pytest.mark.xfail\ndef test_known():\n    assert False\n"
BIG = """
import pytest
@pytest.mark.soak(sample=3, full=1000)
def test_big(rounds, request):
    print("rounds", rounds, [m.args for m in request.node.iter_markers("timeout")])
"""


@pytest.mark.parametrize("source", [SKIPPED, SKIPPED_FILE])
def test_ci_fails_what_is_skipped(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """A skipped test or file makes the run fail in CI, and only there."""
    suite.makepyfile(source)
    monkeypatch.setenv("CI", "true")
    failed = suite.runpytest_subprocess()
    assert failed.ret != 0
    failed.stdout.fnmatch_lines(["*CI does not allow*no time*"])
    monkeypatch.delenv("CI")
    assert "failed" not in suite.runpytest_subprocess().parseoutcomes()


def test_ci_keeps_expected_failures(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A known failure is not a skipped test."""
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(EXPECTED_FAILURE)
    suite.runpytest_subprocess().assert_outcomes(xfailed=1)


def test_soak_sets_rounds_and_time(suite: pytest.Pytester) -> None:
    """A big proof runs as a sample by default, and in full, with time for it, under `--soak`."""
    suite.makepyfile(BIG)
    suite.runpytest_subprocess("-s").stdout.fnmatch_lines(["*rounds 3 []*"])
    suite.runpytest_subprocess("-s", "--soak").stdout.fnmatch_lines(["*rounds 1000 [[](3600,)*"])
