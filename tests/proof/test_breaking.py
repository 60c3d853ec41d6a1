"""The breaking tool breaks what matters, in a copy, and finds what no test notices."""

import ast
import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tts_tool.errors import BadInput
from tts_tool.proof.breaking import BreakingReport, chosen, in_words, survey
from tts_tool.proof.breaks import breaks
from tts_tool.proof.workbench import Workbench

ROOT = Path(__file__).parents[2]


def broken(source: str) -> list[str]:
    """Give every broken form of a source, as it reads."""
    text = textwrap.dedent(source).strip().encode()
    forms = [one.applied(text).decode() for one in breaks(text, "a.py")]
    assert all(ast.dump(ast.parse(form)) != ast.dump(ast.parse(text)) for form in forms)
    return forms


@pytest.mark.parametrize(
    ("source", "forms"),
    [
        ("if a: b()", ["if (not (a)): b()", "if a: pass"]),
        ("while not a: b()", ["while (not (not a)): b()", "while not a: pass"]),
        ("if a < b: c()", ["if (not (a < b)): c()", "if a < b: pass"]),
        ("x = a if b else c", ["pass", "x = a if (not (b)) else c"]),
        ("x = [a for a in b if a == c]", ["pass", "x = [a for a in b if (not (a == c))]"]),
        ("f(a is b)", ["pass", "f((not (a is b)))"]),
        ("if (x := f()): g()", ["if ((not (x := f()))): g()", "if (x := f()): pass"]),
        ("x = 1_000", ["pass", "x = 1001"]),
        ("f(-1, True, 2.5, 'a')", ["pass", "f(0, True, 2.5, 'a')"]),
        ("x += y", ["pass"]),
        ("del x", ["pass"]),
        ("ä = f('ü'); x = 'ß'", ["pass; x = 'ß'", "ä = f('ü'); pass"]),
        (
            "def f(a: int = 0) -> 'A[2]':\n    'Says.'\n    yield a\n    return",
            [
                "def f(a: int = 1) -> 'A[2]':\n    'Says.'\n    yield a\n    return",
                "def f(a: int = 0) -> 'A[2]':\n    'Says.'\n    pass\n    return",
            ],
        ),
        (
            "def f(a):\n    if a: return\n    return 1",
            [
                "def f(a):\n    if (not (a)): return\n    return 1",
                "def f(a):\n    if a: pass\n    return 1",
                "def f(a):\n    if a: return\n    pass",
                "def f(a):\n    if a: return\n    return 2",
            ],
        ),
        ("for a in b: continue", ["for a in b: pass"]),
        ("x = f(\n    a,\n    1,\n)", ["pass", "x = f(\n    a,\n    2,\n)"]),
        (
            "class A:\n    size: int\n    name: str = 'x'",
            [
                "class A:\n    pass\n    name: str = 'x'",
                "class A:\n    size: int\n    pass",
            ],
        ),
    ],
)
def test_what_is_broken(source: str, forms: list[str]) -> None:
    """Conditions are negated, numbers raised by one, statements dropped; each by itself."""
    assert sorted(broken(source)) == sorted(forms)


@pytest.mark.parametrize(
    "source",
    [
        "'''Doc, with 3.'''",
        "import os",
        "from a import b",
        "if TYPE_CHECKING:\n    import a\n    x = 1",
        "__slots__ = ('a', 1)",
        "__all__ = ['a']",
        "T = TypeVar('T', bound=1)",
        "Row = tuple[str, 3]",
        "Reply = Yes | No",
        "Flow: TypeAlias = Generator[1]",
        "msg = f'{3} of {a < b}'",
        "class P(Protocol[T]):\n    size: int = 3\n    def f(self): return 1",
        "def f(a):\n    '''Does nothing.'''\n    x: int\n    return None",
        "def f(a):\n    return False",
        "def f(a): ...",
        "if 3 > a:  # pragma: no cover\n    b = 1",
    ],
)
def test_what_nobody_could_notice_is_left_alone(source: str) -> None:
    """What only readers and type checkers see is not broken, nor what is not to be reached."""
    assert broken(source) == []


def test_the_number_of_a_behaviour() -> None:
    """By it people say that rules have changed; no rule says what it is."""
    assert broken("x = Module(name, behaviour=3, most=4)") == [
        "pass",
        "x = Module(name, behaviour=3, most=5)",
    ]


def test_the_words_of_an_error() -> None:
    """An error may be left out, but what it says is not broken."""
    assert broken("raise Wrong(f'{a} is over {3}', 4)") == ["pass"]


def test_only_names_of_types_are_types() -> None:
    """A constant that is looked up is no type, whatever its case."""
    assert len(broken("LIMIT = table[3]")) == len(broken("limit = a | b")) + 1 == 2


PACKAGE = """
def least(values, floor=0):
    found = floor
    if values:
        found = min(values)
    else:
        untested = 1
    return found
"""
TESTS = """
from pathlib import Path
from counted import least
assert Path("counted/build/names.txt").exists()
assert not Path("build").exists()
assert least([3, 2]) == 2
assert least([]) == 0
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a small project in which one line is not tested."""
    root = tmp_path / "small"
    root.mkdir()
    (root / "counted").mkdir()
    (root / "counted" / "__init__.py").write_text(PACKAGE)
    (root / "test_counted.py").write_text(TESTS)
    (root / ".hidden").write_text("not copied")
    (root / "build").mkdir()
    (root / "build" / "old.py").write_text("not copied")
    (root / "counted" / "build").mkdir()
    (root / "counted" / "build" / "names.txt").write_text("copied")
    return root


SCRIPT = (sys.executable, "test_counted.py")
PYTEST = ("pytest", "-x", "-q", "-p", "no:cacheprovider")


def snapshot(root: Path) -> dict[str, tuple[bytes, float]]:
    """Remember the files of a project."""
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_unnoticed_breaks_are_found(project: Path) -> None:
    """Only the line that no test looks at is reported, and the project is as it was."""
    before, heard = snapshot(project), []
    report = survey(
        Workbench(project, ["counted"], SCRIPT),
        count=99,
        seed=1,
        jobs=2,
        tell=lambda one, passed: heard.append((one.line, passed)),
    )
    assert [(one.file, one.line) for one in report.unnoticed] == [("counted/__init__.py", 7)]
    assert report.broken == len(heard) == 6
    assert sorted(line for line, passed in heard if not passed) == [2, 3, 4, 5, 8]
    assert report.unnoticed[0].diff.splitlines()[:2] == [
        "--- counted/__init__.py",
        "+++ counted/__init__.py",
    ]
    assert "-        untested = 1" in report.unnoticed[0].diff
    assert in_words(report).splitlines()[0].startswith("counted/__init__.py:7 ")
    assert "5 of 6 breaks noticed, 1 not (7 possible, seed 1, " in in_words(report)
    assert snapshot(project) == before


def test_a_loop_without_end_is_noticed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A break that never comes to an end is stopped, and counts as noticed."""
    monkeypatch.setattr("tts_tool.proof.workbench.LEAST_PATIENCE", 1.0)
    monkeypatch.setattr("tts_tool.proof.workbench.PATIENCE", 1)
    (project / "counted" / "__init__.py").write_text(
        "def least(values):\n    n = max(values, default=0)\n    while n:\n        n = 0\n"
        "    return min(values, default=0)\n"
    )
    bench = Workbench(project, ["counted"], SCRIPT)
    endless = [one for one in bench.possible if (one.line, one.kind) == (4, "statement dropped")]
    assert bench.unnoticed(endless, 1, lambda _one, _passed: None) == []


@pytest.mark.parametrize(
    ("tests", "problem"),
    [
        ("assert False", "the tests fail before anything is broken"),
        ("assert True", "the tests pass although every file is broken"),
    ],
)
def test_tests_that_prove_nothing(project: Path, tests: str, problem: str) -> None:
    """Tests that fail anyway, or don't look at the code at all, are found out first."""
    (project / "test_counted.py").write_text(tests)
    with pytest.raises(BadInput, match=problem):
        survey(Workbench(project, ["counted"], SCRIPT), count=1, seed=1, jobs=1)


def test_sampling() -> None:
    """A seed names its lines; each line is broken once, and no more lines than there are."""
    source = "\n".join(f"x{n} = {n}" for n in range(50)).encode()
    possible = breaks(source, "a.py")
    assert len(possible) == 100
    first, again, other = (chosen(possible, 20, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len({one.line for one in first}) == 20
    assert {one.kind for one in first} == {"number plus one", "statement dropped"}
    assert len(chosen(possible, 99, 1)) == 50


def command(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tool as a person does."""
    return subprocess.run(
        [sys.executable, "-m", "tts_tool.proof.breaking", *arguments],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


def test_as_a_command(project: Path) -> None:
    """The exit code says whether more went unnoticed than is allowed; JSON is for programs."""
    path = "counted/__init__.py"
    strict = command(project, path, "--count", "9", "--allow", "0", "--json", "--", *SCRIPT)
    assert strict.returncode == 1
    report = json.loads(strict.stdout)
    assert (report["broken"], report["seed"], len(report["unnoticed"])) == (6, 1, 1)
    assert "MISSED counted/__init__.py:7" in strict.stderr
    lenient = command(project, path, "--count", "9", "--allow", "1", "--jobs", "1", "--", *SCRIPT)
    assert lenient.returncode == 0
    assert "5 of 6 breaks noticed" in lenient.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["counted"], 2, "say after -- how to run the tests"),
        (["counted", "--", sys.executable, "ghost.py"], 3, "the tests fail before anything"),
        (["counted", "--", "no-such-program"], 3, "no-such-program"),
        (["ghost.py", "--", *SCRIPT], 3, "ghost.py"),
    ],
)
def test_wrong_commands(project: Path, arguments: list[str], code: int, words: str) -> None:
    """What is missing or wrong is said in a line, without a traceback."""
    done = command(project, *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.soak(sample=2, full=100)
def test_the_kernel_notices(rounds: int) -> None:
    """Of a hundred random breaks in kernel lines at most three go unnoticed."""
    tests = (*PYTEST, "tests/kernel")
    report = survey(Workbench(ROOT, ["tts_tool/kernel"], tests), count=rounds, seed=1, jobs=2)
    assert isinstance(report, BreakingReport)
    assert report.broken == rounds
    assert len(report.unnoticed) <= max(1, rounds * 3 // 100), in_words(report)
