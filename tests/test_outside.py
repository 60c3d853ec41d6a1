"""Neither a test nor a tool of ours reads outside the repository without saying so."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("tts_tool", "tests", "docs", ".ci")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
SAY_SO = {"tests/wants.py", "tests/outside.py", "tests/test_outside.py"}

PLUGIN = "pytest_plugins = ['tests.outside']\n"
READING = """
import os
from pathlib import Path
{at_import}
def test_of_its_own(tmp_path):
    (tmp_path / "a").write_text("a")
    assert (tmp_path / "a").read_text() == os.fsdecode(b"a")
    assert Path(os.__file__).read_text() and list(Path({root!r}).iterdir())
def test_reading():
    {reads}
def test_later():
    pass
"""


@pytest.fixture
def beside(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file at home, in a run of tests that are watched."""
    home = pytester.mkdir("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("TTS_TOOL_SHARED", str(home / "shared"))
    (home / "shared").mkdir()
    for file in (home / "notes.txt", home / "shared" / "notes.txt"):
        file.write_text("secret")
    pytester.makeconftest(PLUGIN)
    pytester.makeini(f"[pytest]\npythonpath = {ROOT.as_posix()}\nnorecursedirs = home\n")
    return home


@pytest.mark.parametrize(
    "reads",
    [
        "open({notes!r}).close()",
        "Path({notes!r}).read_bytes()",
        "os.chdir({home!r}); open('notes.txt').close()",
        "os.listdir({home!r})",
        "list(Path({home!r}).glob('*.json'))",
        "open({above!r}).close()",
    ],
)
def test_reading_outside_fails(pytester: pytest.Pytester, beside: Path, reads: str) -> None:
    """However a test reads at home or beside the repository, that test fails, and says what."""
    above = ROOT.parent / "nothing of this name"
    reads = reads.format(notes=str(beside / "notes.txt"), home=str(beside), above=str(above))
    reads = f"try:\n        {reads}\n    except FileNotFoundError:\n        pass"
    pytester.makepyfile(READING.format(at_import="", root=str(ROOT), reads=reads))
    run = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    run.assert_outcomes(passed=2, failed=1)
    run.stdout.fnmatch_lines(["_* test_reading _*", "read outside the repository: *"])


def test_reading_outside_while_imported_fails(pytester: pytest.Pytester, beside: Path) -> None:
    """A file of tests that reads there when it is imported fails as a whole."""
    at_import = f"os.listdir({str(beside)!r})"
    pytester.makepyfile(READING.format(at_import=at_import, root=str(ROOT), reads="pass"))
    run = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    run.assert_outcomes(errors=1)
    run.stdout.fnmatch_lines(["*read outside the repository: *home*"])


def test_what_is_said_may_be_read(pytester: pytest.Pytester, beside: Path) -> None:
    """The one folder that is declared is read without a fault."""
    reads = f"assert open({str(beside / 'shared' / 'notes.txt')!r}).read() == 'secret'"
    pytester.makepyfile(READING.format(at_import="", root=str(ROOT), reads=reads))
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=3)


def climbs(source: str, depth: int) -> list[int]:
    """List the lines on which a source climbs, from its own place, out of a folder so far up."""
    if "__file__" not in source:
        return []  # it does not know its own place
    tree = ast.parse(source)
    names: dict[str, int] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(
                ast.Name(name), _, ast.expr() as value
            ):
                if (level := _level(value, names)) is not None:
                    names[name] = level
    return sorted({line for line, level in _levels(tree, names) if level > depth})


def _levels(tree: ast.AST, names: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and (level := _level(node, names)) is not None:
            yield node.lineno, level


def _level(node: ast.AST, names: Mapping[str, int]) -> int | None:
    """Say how far above its own file an expression leads, if it starts there."""
    match node:
        case ast.Name(name):
            return 0 if name == "__file__" else names.get(name)
        case ast.Call(ast.Name("Path"), [inner]):
            steps = 0
        case ast.Call(ast.Attribute(inner, "resolve" | "absolute" | "with_name")):
            steps = 0
        case ast.Attribute(inner, "parent"):
            steps = 1
        case ast.Subscript(ast.Attribute(inner, "parents"), ast.Constant(int(number))):
            steps = number + 1
        case ast.BinOp(inner, ast.Div(), ast.Constant(str(path))):
            # Whoever goes up and down again has been up there.
            steps = path.split("/").count("..") or -len(path.split("/"))
        case ast.BinOp(inner, ast.Div()):
            steps = -1
        case _:
            return None
    level = _level(inner, names)
    return None if level is None else level + steps


def test_no_source_climbs_out() -> None:
    """No test, bench or tool names a place above the repository, except where that is said."""
    found = {}
    for path in SOURCES:
        place = path.relative_to(ROOT)
        if lines := climbs(path.read_text(encoding="utf-8"), len(place.parts)):
            found[place.as_posix()] = lines
    assert found.keys() == SAY_SO, found


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("A = Path(__file__).parents[2]\nB = A / 'shared'", [1, 2]),
        ("A = Path(__file__).parents[1]\nB = A.parent / 'shared'", [2]),
        ("A = Path(__file__).resolve().parent.parent\nB = A.joinpath(A.parent)", [2]),
        ("HERE = Path(__file__).parent\nB = HERE / '../../shared'", [2]),
        ("HERE = Path(__file__).parent\nB = HERE / 'x' / '..' / '..' / '..' / 'shared'", [2]),
        ("A = Path(__file__).parents[1]\nB = (A / 'docs' / 'x').parent.parent", []),
        ("B = Path('x').parent.parent.parent / word.parents[7]", []),
    ],
)
def test_climbing_is_seen(source: str, lines: list[int]) -> None:
    """The check itself can fail: in a folder of the root, three steps up are too many."""
    assert climbs(source, 2) == lines
