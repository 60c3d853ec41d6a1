"""The habits of the suite itself hold: nothing skipped in CI, proofs sized by `--soak`."""

from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
ROOT = Path(__file__).parents[1].as_posix()


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """Make a small suite that lives by our conftest."""
    pytester.makeconftest(CONFTEST)
    ini = f"[pytest]\npythonpath = {ROOT}\nmarkers =\n  soak: big\ntimeout = 60\n"
    pytester.makeini(ini)
    return pytester


SKIPPED = "import pytest\ndef test_skipped():\n    pytest.skip('no time')\n"
SKIPPED_FILE = "import pytest\npytest.skip('no time', allow_module_level=True)\n"
WANTING = """
import pytest
from tests.wants import do_without
def test_wanting():
    do_without("index")
@pytest.mark.skip("wants nothing")
def test_lazy():
    pass
"""
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
    monkeypatch.delenv("TTS_TOOL_LACKS", raising=False)
    failed = suite.runpytest_subprocess()
    assert failed.ret != 0
    failed.stdout.fnmatch_lines(["*CI does not allow*no time*"])
    monkeypatch.delenv("CI")
    assert "failed" not in suite.runpytest_subprocess().parseoutcomes()


def test_it_runs_where_nothing_is_kept(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever breaks the code keeps nothing of a run: neither compiled code nor a cache."""
    suite.makepyfile("def test_one():\n    pass\n")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    done = suite.runpytest_subprocess("-p", "no:cacheprovider")
    done.assert_outcomes(passed=1)


def test_ci_forgives_what_the_machine_is_said_to_lack(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is named is forgiven, with the reason shown; any other skip still fails."""
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(WANTING)
    monkeypatch.delenv("TTS_TOOL_LACKS", raising=False)
    suite.runpytest_subprocess().assert_outcomes(failed=1, errors=1)
    monkeypatch.setenv("TTS_TOOL_LACKS", "index")
    run = suite.runpytest_subprocess("-rs")
    run.assert_outcomes(skipped=1, errors=1)
    run.stdout.fnmatch_lines(["*wants index: *"])


@pytest.mark.parametrize(
    ("said", "told"),
    [("corpse", 'no test wants "corpse", but corpus, '), ("corpus", '"corpus" is here after all')],
)
def test_a_wrong_word_about_the_machine_ends_the_run(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    """Nobody is forgiven by a slip, nor for what is here after all."""
    folder = suite.mkdir("beside") / "corpus"
    folder.mkdir()
    (folder / "some.json").touch()
    monkeypatch.setenv("TTS_TOOL_SHARED", str(folder.parent))
    monkeypatch.setenv("TTS_TOOL_LACKS", said)
    suite.makepyfile("def test_nothing(): pass")
    run = suite.runpytest_subprocess()
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    run.stderr.fnmatch_lines([f"*{told}*"])


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
    suite.runpytest_subprocess("-s", "--soak").stdout.fnmatch_lines(["*rounds 1000 [[](21600,)*"])


LONG = """
import pytest
@pytest.mark.long
def test_story(): pass
def test_line(): pass
"""


@pytest.mark.parametrize(
    ("asked", "passed", "left"),
    [
        (["."], 1, 1),
        (["-n", "1"], 1, 1),
        (["--all"], 2, 0),
        (["-m", "long"], 1, 0),
        (["test_long.py"], 2, 0),
    ],
)
def test_what_takes_long_is_asked_for(
    suite: pytest.Pytester, asked: list[str], passed: int, left: int
) -> None:
    """By an option, or by the name of its file; else it is left out, and that is said."""
    suite.makepyfile(test_long=LONG)
    run = suite.runpytest_subprocess(*asked)
    assert run.parseoutcomes()["passed"] == passed
    said = [line for line in run.outlines if "a test that takes long left out" in line]
    assert len(said) == left


def test_what_shows_a_rule_is_never_left_out(suite: pytest.Pytester) -> None:
    """Whoever looks whether all rules are shown would not find it."""
    suite.makepyfile(LONG.replace("long\n", 'long\n@pytest.mark.rule("OW-TURN-01")\n'))
    run = suite.runpytest_subprocess()
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    run.stderr.fnmatch_lines(["*::test_story: what shows a rule is never left out*"])


WHERE = """
import os, pytest
@pytest.mark.parametrize("match", ["law-red", "law-blue", "other-red", "other-blue"])
def test_where(match):
    with open({told!r}, "a") as told:
        told.write(f"{{__name__}} {{match}} {{os.getpid()}}\\n")
"""


def test_what_rests_on_the_same_is_done_by_one_process(
    suite: pytest.Pytester, tmp_path: Path
) -> None:
    """What a file, a match of the kit, or who draws everything has made is made once."""
    told = tmp_path / "told"
    source = WHERE.format(told=str(told))
    files = ("test_one", "test_two", "test_conformance", "test_readme", "test_install")
    suite.makepyfile(**dict.fromkeys(files, source))
    suite.runpytest_subprocess("-n", "2").assert_outcomes(passed=20)
    processes: dict[str, set[str]] = {}
    for line in told.read_text(encoding="utf-8").splitlines():
        file, match, process = line.split()
        name = match.partition("-")[2] if file.endswith("conformance") else file
        name = "drawn" if file.endswith(("readme", "install")) else name
        processes.setdefault(name, set()).add(process)
    assert {name.rpartition(".")[2] for name in processes} == {
        "test_one",
        "test_two",
        "red",
        "blue",
        "drawn",
    }
    assert all(len(some) == 1 for some in processes.values()), processes
    assert len(set.union(*processes.values())) == 2
