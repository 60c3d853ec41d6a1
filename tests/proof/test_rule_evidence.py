"""Evidence shows what tests have really shown, and only as long as nothing has changed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.proof.lamps import build, checkout, coverage, edit, missing, python, tool

pytestmark = pytest.mark.timeout(300)

EVIDENCE = "tests/evidence/lamps/box/rules.json"
NOT_ASSERTED = "no test marked with it executes its line and asserts something after that"
NOT_REFUSED = "no test that executes its line gets a refusal with it"
NO_LINE = "no line carries it"

MISSING = {
    "LA-02": NOT_ASSERTED,
    "LA-03": NOT_ASSERTED,
    "LA-04": NOT_REFUSED,
    "LA-09": NOT_ASSERTED,
    "LA-11": NOT_ASSERTED,
    "LA-13": NOT_ASSERTED,
    "LA-15": NOT_ASSERTED,
    "LA-18": NOT_ASSERTED,
    "LA-24": NO_LINE,
    "LA-25": "nobody says of which kind it is",
    "LA-27": NOT_ASSERTED,
    "LA-30": NOT_ASSERTED,
    "LA-31": NOT_ASSERTED,
    "LA-34": NOT_ASSERTED,
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a checkout whose tests have been run with the option, one of them failing."""
    root = checkout(tmp_path_factory.mktemp("run"))
    done = python(root, "-m", "pytest", "-q", "--rule-evidence")
    assert "1 failed" in done.stdout, done.stdout + done.stderr
    return root


@pytest.fixture
def lamps(run: Path, tmp_path: Path) -> Path:
    """Give a copy of that checkout."""
    shutil.copytree(run, tmp_path / "lamps", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "lamps"


def test_what_is_shown_and_what_is_not(run: Path) -> None:
    """Every way of being shown counts, and every way of pretending does not."""
    assert missing(run) == MISSING
    found = coverage(run)
    assert found["unshowable"] == {"LA-19": "nobody can see darkness"}
    assert (found["rules"], found["shown"]) == (36, 36 - 1 - len(MISSING))


def test_parametrised_tests_count_once(run: Path) -> None:
    """The cases of a test are one entry with what all of them have shown."""
    evidence = json.loads((run / EVIDENCE).read_text(encoding="utf-8"))
    ((test, entry),) = evidence["LA-32"].items()
    assert test == "tests/lamps/test_lamps.py::test_cases"
    assert len(entry["lines"]) == 2


def test_what_functions_remember_is_forgotten(run: Path) -> None:
    """A rule in a cached function is run again for each test that shows it."""
    evidence = json.loads((run / EVIDENCE).read_text(encoding="utf-8"))
    assert len(evidence["LA-29"]) == 2


def test_same_evidence_from_several_processes(run: Path, lamps: Path) -> None:
    """With two workers, or run again over itself, the file is the same to the byte."""
    before = (run / EVIDENCE).read_bytes()
    python(lamps, "-m", "pytest", "-q", "--rule-evidence")
    assert (lamps / EVIDENCE).read_bytes() == before
    (lamps / EVIDENCE).unlink()
    python(lamps, "-m", "pytest", "-q", "-n", "2", "--rule-evidence")
    assert (lamps / EVIDENCE).read_bytes() == before


RULES = "lamps/__init__.py"
TESTS = "tests/lamps/test_lamps.py"
OLD = "the evidence is old: "


@pytest.mark.parametrize(
    ("file", "before", "after", "rule", "why"),
    [
        (RULES, "lit = lit + 1", "lit = lit + 2 - 1", "LA-01", f"its line in {RULES} has changed"),
        (RULES, "if wind > 5:", "if wind > 4:", "LA-17", f"its line in {RULES} has changed"),
        (RULES, "hours: int = 8", "hours: int = 7", "LA-10", f"its line in {RULES} has changed"),
        (RULES, "lit = lit + 1  # LA-01", "lit = lit + 1", "LA-01", None),
        (
            "cards/lamps/box/all.toml",
            "oil = 5",
            "oil = 6",
            "LA-12",
            "its line in cards/lamps/box/all.toml has changed",
        ),
        (TESTS, "light(1) == 2\n", "light(1) >= 2\n", "LA-01", f"{TESTS}::test_light has changed"),
        (TESTS, 'lit", [0, 1]', 'lit", [0]', "LA-32", f"{TESTS}::test_cases has changed"),
        (TESTS, "test_light()", "test_lamp()", "LA-01", f"{TESTS}::test_light is gone"),
    ],
)
def test_what_changes_counts_no_more(  # noqa: PLR0913, PLR0917  # a row of the table
    lamps: Path, file: str, before: str, after: str, rule: str, why: str | None
) -> None:
    """A changed rule line, datum or test: its entry is void, and that alone, without a run."""
    edit(lamps, file, before, after)
    assert missing(lamps) == MISSING | {rule: NO_LINE if why is None else f"{OLD}{why}"}


def test_what_stays_the_same_goes_on_counting(lamps: Path) -> None:
    """Lines above, comments beside and layout are nobody's business."""
    edit(lamps, RULES, "def light(lit):", "EXTRA = 1\n\n\ndef light(lit):")
    edit(lamps, RULES, "# LA-01", "# LA-01: brighter")
    edit(lamps, RULES, "min(\n        lit,\n", "min(\n\n        lit,\n")
    edit(lamps, TESTS, "def test_light():\n", "def test_light():\n    # so it is\n\n")
    assert missing(lamps) == MISSING


def test_part_of_the_tests(lamps: Path) -> None:
    """Running one test replaces what it had shown and leaves the rest; what is old goes."""
    edit(lamps, TESTS, "assert below(1) == 4", "below(1)")
    edit(lamps, RULES, "lit + 3", "lit + 3 + 0")
    one = f"{TESTS}::test_comment_above"
    assert python(lamps, "-m", "pytest", "-q", "--rule-evidence", one).returncode == 0
    assert missing(lamps) == MISSING | {"LA-28": NOT_ASSERTED}
    edit(lamps, RULES, "lit = lit + 1", "lit = 1 + lit")
    python(lamps, "-m", "pytest", "-q", "--rule-evidence", one)
    assert missing(lamps) == MISSING | {"LA-28": NOT_ASSERTED, "LA-01": NOT_ASSERTED}


def test_without_the_option_nothing_is_written(lamps: Path) -> None:
    """An ordinary run of the tests leaves the evidence alone."""
    (lamps / EVIDENCE).unlink()
    python(lamps, "-m", "pytest", "-q")
    assert not (lamps / EVIDENCE).exists()
    assert len(missing(lamps)) == 35


@pytest.mark.parametrize(
    ("mark", "options", "words"),
    [
        ('rule("LA-01", "LA-02", "LA-03", "LA-04")', [], f"at most 3 rules: {TESTS}::test_light"),
        ('rule("LA-01", "LA-02", "LA-03")\n@rule("LA-05")', [], f"at most 3 rules: {TESTS}"),
        ('rule("LA-99")', ["--rule-evidence"], f"no game has such a rule: LA-99 ({TESTS}"),
        ('rule("LA-01")', ["--rule-game", "ghosts"], "no game of this checkout is named ghosts"),
    ],
)
def test_what_tests_may_not_claim(lamps: Path, mark: str, options: list[str], words: str) -> None:
    """More than three rules, rules that there are not, games that there are not: an error."""
    edit(lamps, TESTS, 'rule("LA-01")', mark)
    done = python(lamps, "-m", "pytest", "-q", *options)
    assert done.returncode == 4
    assert words in done.stderr


def test_run(lamps: Path) -> None:
    """`--run` writes the evidence anew and says that a test has failed."""
    before = (lamps / EVIDENCE).read_bytes()
    (lamps / EVIDENCE).unlink()
    code, out, err = tool(lamps, "coverage", "lamps", "--run")
    assert (code, (lamps / EVIDENCE).read_bytes()) == (1, before)
    assert "the tests have failed" in err
    assert "1 failed, 26 passed, 1 deselected" in err
    assert f"LA-02 (effect): {NOT_ASSERTED}\n    lamps/__init__.py:47\n" in out
    assert out.endswith("lamps: 21 of 36 rules shown, 14 missing, 1 unshowable\n")


def complete(root: Path) -> Path:
    """Leave only rules that are shown, and nothing that cites others."""
    for source in (*(root / "lamps").rglob("*.py"), root / "cards/lamps/box/all.toml"):
        text = re.sub("|".join(MISSING), "", source.read_text(encoding="utf-8"))
        source.write_text(text, encoding="utf-8")
    for rule in MISSING:
        number = int(rule.removeprefix("LA-"))
        text = (root / "cards/lamps/box/rules.toml").read_text(encoding="utf-8")
        before, _, rest = text.partition(f"[rules.LA-{number:02}]")
        _, bracket, after = rest.partition("[rules.")
        (root / "cards/lamps/box/rules.toml").write_text(before + bracket + after)
    return root


def test_complete(lamps: Path) -> None:
    """With nothing missing the exit code is 0; too many unshowable rules are an error."""
    code, out, _ = tool(complete(lamps), "coverage", "lamps")
    assert (code, out.splitlines()[-1]) == (
        0,
        "lamps: 21 of 22 rules shown, 0 missing, 1 unshowable",
    )
    more = "".join(
        f'[rules.LA-{n}]\nen = "{n}"\nde = "{n}."\nkind = "effect"\nunshowable = "no"\n'
        for n in range(50, 60)
    )
    build(lamps, {"cards/lamps/box/more.toml": more})
    code, out, _ = tool(lamps, "coverage", "lamps")
    assert code == 1
    assert "at most 10 rules of a game may be such that no program can show them" in out


NO_PYTEST = """
import sys
sys.modules["pytest"] = None
from tts_tool.cli.main import main
sys.argv = ["tts-tool", "rules", "coverage", "lamps", *sys.argv[1:]]
main()
"""


def test_without_pytest(lamps: Path) -> None:
    """Looking needs no test dependencies; running and proving do, and say so."""
    assert python(lamps, "-c", NO_PYTEST).stdout.endswith("14 missing, 1 unshowable\n")
    for option in (["--run"], ["--prove", "1"]):
        done = python(lamps, "-c", NO_PYTEST, *option)
        assert done.returncode == 6
        assert "pytest is not installed" in done.stderr


def test_spoilt_evidence(lamps: Path) -> None:
    """What is no evidence is said in a line, with what to do."""
    (lamps / EVIDENCE).write_text('{"LA-01": 3}', encoding="utf-8")
    code, _, err = tool(lamps, "coverage", "lamps")
    assert code == 3
    assert "this is no evidence" in err
    assert "--run" in err


def test_installed_copy(lamps: Path) -> None:
    """Without a checkout a rule can be read; that evidence lies elsewhere is said."""
    (lamps / "pyproject.toml").unlink()
    code, out, _ = tool(lamps, "show", "LA-01")
    assert code == 0
    assert "lamps/__init__.py:42" in out
    assert "the evidence lies in a checkout" in out
    code, _, err = tool(lamps, "coverage", "lamps")
    assert code == 6
    assert "lies in a checkout" in err


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("", "", None),
        ('OpenPoint("LA-OPEN-03"', 'OpenPoint("LA-OPEN-02"', "LA-OPEN-03 is not settled"),
        ('OpenPoint("LA-OPEN-03"', 'OpenPoint("LA-OPEN-02"', "LA-OPEN-02 is settled 2 times"),
        ('OpenPoint("LA-OPEN-03"', 'OpenPoint("LA-OPEN-04"', "(lamps) is named by no rule"),
        ('"wicks", "How', '"wick", "How', 'there is no setting "wick"'),
        ('"shop.oil"', '"shop.oils"', 'there is no table.field "shop.oils"'),
        ('"shop.oil"', '"shop"', 'there is no table.field "shop"'),
        ('"settled", ""', '"guessed", ""', '"guessed" is neither data nor settled nor choice'),
    ],
)
def test_open_points(
    run: Path, tmp_path: Path, before: str, after: str, problem: str | None
) -> None:
    """Each open point once, and what it names exists; else the exit code is 1."""
    root = tmp_path / "lamps"
    shutil.copytree(run, root, ignore=shutil.ignore_patterns("__pycache__"))
    if before:
        edit(root, RULES, before, after)
    code, out, _ = tool(root, "open-points", "lamps")
    assert code == (0 if problem is None else 1)
    assert "problem:" not in out if problem is None else problem in out
    assert "LA-OPEN-01  choice" in out
