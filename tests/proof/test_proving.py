"""Of broken rule lines those are reported that no test notices, the weighty ones apart."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.proof.lamps import CONFTEST, METADATA, PYPROJECT, build, edit, python, tool
from tts_tool.errors import BadInput
from tts_tool.proof.breaks import Break, breaks
from tts_tool.proof.in_memory import FORKS, Tried, passed_in_memory
from tts_tool.proof.noticed import Noticed

pytestmark = pytest.mark.timeout(300)

RULES = """
from tts_tool.catalog import Schema
from tts_tool.kernel.module import Module, Ruleset

LOG = []


def burn(lit):
    LOG.append(lit)  # CA-01
    LOG.append(lit)  # CA-02
    LOG.clear()
    return lit * lit  # CA-03


def score(points, lit):
    points["red"] = lit  # CA-04
    points["blue"] = lit


RULESET = Ruleset(
    "lamps",
    modules=(Module("lamps"),),
    play=lambda g: iter(()),
    seats=("red",),
    schema=Schema(),
)
"""

TESTS = """
import pytest
from lamps import burn, score


@pytest.mark.rule("CA-01", "CA-02", "CA-03")
def test_burn():
    assert burn(3) == 9


def test_score():
    points = {}
    score(points, 2)
    assert points == {"red": 2, "blue": 2}
"""

CARDS = "".join(
    f'[rules.CA-0{n}]\nen = "Rule {n}."\nde = "Regel {n}."\nkind = "{kind}"\n'
    for n, kind in enumerate(("limit", "effect", "effect", "scoring"), start=1)
)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a checkout in which two rule lines do nothing that matters, with its evidence."""
    files = {
        "pyproject.toml": PYPROJECT,
        "lamps/__init__.py": RULES,
        "lamps-1.0.dist-info/entry_points.txt": "[tts_tool.rulesets]\nlamps = lamps:RULESET\n",
        "lamps-1.0.dist-info/METADATA": METADATA,
        "cards/lamps/box/all.toml": CARDS,
        "tests/conftest.py": CONFTEST,
        "tests/test_lamps.py": TESTS,
    }
    root = build(tmp_path_factory.mktemp("shown") / "candles", files)
    assert python(root, "-m", "pytest", "-q", "--rule-evidence").returncode == 0
    return root


@pytest.fixture
def candles(shown: Path, tmp_path: Path) -> Path:
    """Give a copy of that checkout."""
    return Path(shutil.copytree(shown, tmp_path / "candles"))


SCRIBE = """

def pytest_collection_finish(session):
    with open("RUNS", "a") as runs:
        runs.write(" ".join(item.name for item in session.items) + "\\n")
"""


@pytest.mark.long
def test_prove(candles: Path, tmp_path: Path) -> None:
    """Lines of no rule are left alone; one weighty break that nobody notices is too many.

    Who has executed the line is asked first, all tests only where nobody has noticed. Begun again,
    only what went unnoticed is broken.
    """
    source = (candles / "lamps/__init__.py").read_bytes()
    runs, kept = tmp_path / "runs.txt", tmp_path / "kept.txt"
    edit(candles, "tests/conftest.py", CONFTEST, CONFTEST + SCRIBE.replace("RUNS", runs.as_posix()))
    options = ("coverage", "lamps", "--prove", "99", "--jobs", "2", "--into", str(kept))
    code, out, err = tool(candles, *options)
    assert code == 1
    told = sorted(line for line in err.splitlines() if "lamps/__init__" in line)
    assert [line.partition(" statement ")[0] for line in told] == [
        "MISSED lamps/__init__.py:8",
        "MISSED lamps/__init__.py:9",
        "noticed lamps/__init__.py:11",
        "noticed lamps/__init__.py:15",
    ]
    weighty, _, light = out.partition("no test noticed, in other rules:")
    assert "no test noticed, in legality, limit and scoring rules:" in weighty
    assert re.search(r"lamps/__init__.py:8 statement (dropped|doubled|moved) \[CA-01\]", weighty)
    assert re.search(r"lamps/__init__.py:9 statement (dropped|doubled|moved) \[CA-02\]", light)
    assert "    LOG.append(lit)  # CA-02" in light
    assert "2 of 4 breaks noticed (8 possible, seed 1); unnoticed: 1 in " in out
    assert (candles / "lamps/__init__.py").read_bytes() == source
    near, whole = "test_burn", "test_burn test_score"
    ran = runs.read_text(encoding="utf-8").splitlines()
    # Line 11 is noticed by the nearest, 8 and 9 by nobody, and of 15 there is no evidence; once all
    # tests are run without a break, and once they find nothing that can be imported. In memory they
    # are collected but once; 8 moves what is its neighbour's equal: no change of a function.
    broken = [whole, whole, near, whole] if FORKS else [near, *[near, whole] * 3]
    assert sorted(ran) == sorted(["", whole, *broken])
    code, again, err = tool(candles, *options)
    assert (code, again) == (1, out)
    assert (err.count("MISSED"), err.count("noticed")) == (2, 0)


def test_only_some(candles: Path) -> None:
    """Every break has a number by which it alone can be tried; another number is refused."""
    options = ("coverage", "lamps", "--prove", "99", "--seed", "3", "--near")
    code, out, err = tool(candles, *options)
    told = dict(re.findall(r"(?:MISSED|noticed) (.+) \(number (\d)\)", err))
    assert (code, sorted(told.values())) == (1, ["1", "2", "3", "4"])
    weighty = next(number for what, number in told.items() if "lamps/__init__.py:8 " in what)
    harmless = next(number for what, number in told.items() if "lamps/__init__.py:11 " in what)
    code, out, err = tool(candles, *options, "--only", f"{weighty},{harmless}")
    assert (code, err.count("MISSED"), err.count("noticed")) == (1, 1, 1)
    assert re.search(rf"lamps/__init__.py:8 .* \[CA-01\] \(number {weighty}\)", out)
    assert "1 of 2 breaks noticed" in out
    code, out, err = tool(candles, *options, "--only", harmless)
    assert (code, err.splitlines()) == (0, [line for line in err.splitlines() if harmless in line])
    code, out, err = tool(candles, *options, "--only", "5")
    assert code == 3
    assert "there is no break number 5" in err
    assert tool(candles, *options, "--only", "one")[0] == 2


WAITER = """
import threading

import pytest
from lamps import score


@pytest.fixture
def points():
    scored = threading.Event()
    yield {}, scored
    scored.wait()  # in vain, if nothing was scored


def test_scored(points):
    found, scored = points
    score(found, 2)
    if found:
        scored.set()
"""


@pytest.mark.skipif(not FORKS, reason="processes cannot be forked here")
def test_waiting_for_ever_is_noticed(candles: Path) -> None:
    """A break that lets the end of a test wait for ever is noticed, and the next one is tried."""
    build(candles, {"tests/test_waiting.py": WAITER})
    source = (candles / "lamps/__init__.py").read_bytes()
    file, waiting = "lamps/__init__.py", (("tests/test_waiting.py::test_scored",),)
    at = source.index(b"points[")
    nothing = Break(file, 15, "statement dropped", (at, source.index(b"\n\n\nRULESET")), "pass")
    other = Break(file, 15, "number plus one", (at, at + 13), 'points["rot"]')
    tried = [Tried(each, waiting) for each in (nothing, other)]
    heard = list(passed_in_memory(candles, "tests/test_waiting.py", tried, grace=2))
    assert heard == [(0, False), (1, True)]


def test_what_has_changed_is_broken_anew(tmp_path: Path) -> None:
    """A break is known by what it makes of its file."""
    source = b"a = f()\nb = 2\n"
    drop, *_ = breaks(source, "a.py")
    Noticed(tmp_path / "kept", {"a.py": source}).note(drop)
    assert drop in Noticed(tmp_path / "kept", {"a.py": source})
    assert drop not in Noticed(tmp_path / "kept", {"a.py": source + b"c = 3\n"})
    assert drop not in Noticed(None, {"a.py": source})
    with pytest.raises(BadInput, match="nothing can be remembered here"):
        Noticed(tmp_path, {"a.py": source})


@pytest.mark.long
def test_few_others_may_go_unnoticed(candles: Path) -> None:
    """Up to five breaks in rules of other kinds are let through; the sample follows the seed."""
    edit(candles, "cards/lamps/box/all.toml", 'kind = "limit"', 'kind = "timing"')
    options = ("--prove", "3", "--seed", "4", "--json")
    code, out, _ = tool(candles, "coverage", "lamps", *options)
    report = json.loads(out)
    assert code == 0
    assert (report["possible"], report["broken"], report["seed"]) == (8, 3, 4)
    assert not any(each["weighty"] for each in report["unnoticed"])
    assert {rule for each in report["unnoticed"] for rule in each["rules"]} <= {"CA-01", "CA-02"}


NEIGHBOURS = """

@pytest.mark.rule("CA-03")
def test_broken_anyway():
    assert burn(2) == 5


@pytest.mark.rule("CA-03")
def test_slow():
    time.sleep(1)
    with open("ORDER", "a") as order:
        order.write("slow ")
    burn(2)


@pytest.mark.rule("CA-03")
def test_quick():
    with open("ORDER", "a") as order:
        order.write("quick ")
    burn(2)
"""


@pytest.mark.long
@pytest.mark.skipif(not FORKS, reason="processes cannot be forked here")
def test_the_quick_are_asked_first(candles: Path, tmp_path: Path) -> None:
    """Of equally near tests the quick run first; one that fails anyway notices nothing."""
    order = tmp_path / "order.txt"
    more = NEIGHBOURS.replace("ORDER", order.as_posix())
    build(candles, {"tests/test_lamps.py": f"import time\n{TESTS}{more}"})
    source = (candles / "lamps/__init__.py").read_bytes()
    file, names = "lamps/__init__.py", ("broken_anyway", "slow", "quick")
    dropped = source.index(b"LOG.append(lit)  # CA-01")
    one = Break(file, 8, "statement dropped", (dropped, dropped + 15), "pass")
    other = Break(file, 9, "statement dropped", (dropped + 29, dropped + 44), "pass")
    near = (tuple(f"tests/test_lamps.py::test_{name}" for name in names),)
    tried = [Tried(each, near) for each in (one, other)]
    heard = [*passed_in_memory(candles, "tests/test_lamps.py", tried, near=True)]
    assert heard == [(0, True), (1, True)]
    assert order.read_text(encoding="utf-8") == "slow quick quick slow "


@pytest.mark.long
def test_only_who_is_near_is_asked(candles: Path, tmp_path: Path) -> None:
    """With `--near` nobody else notices, be the change inside of a function or not."""
    into = tmp_path / "kept.txt"
    options = ("coverage", "lamps", "--prove", "99", "--near", "--into", str(into))
    code, out, err = tool(candles, *options)
    told = sorted(line.partition(" statement ")[0] for line in err.splitlines() if ".py:" in line)
    assert (code, told) == (
        1,
        [
            "MISSED lamps/__init__.py:15",
            "MISSED lamps/__init__.py:8",
            "MISSED lamps/__init__.py:9",
            "noticed lamps/__init__.py:11",
        ],
    )
    assert len(into.read_text(encoding="utf-8").splitlines()) == 1
    assert "1 of 4 breaks noticed" in out
    code, out, err = tool(candles, *options, "--every")
    assert code == 1
    assert "noticed (8 possible, seed 1)" in out
    assert " of 8 breaks" in out
    code, out, err = tool(candles, *options, "--with", "lamp")
    assert code != 0
    assert 'lamps has no module "lamp"' in err


@pytest.mark.long
def test_only_lines_of_a_module(candles: Path) -> None:
    """With `--with` only what one module brings is broken."""
    build(candles, {"lamps/box/__init__.py": "", "lamps/box/more.py": "X = 1  # CA-03\n"})
    box = 'modules=(Module("lamps"), Module("box")),'
    edit(candles, "lamps/__init__.py", 'modules=(Module("lamps"),),', box)
    options = ("coverage", "lamps", "--with", "box", "--prove", "99", "--json")
    code, out, err = tool(candles, *options)
    assert code == 0, err
    assert json.loads(out)["possible"] == 2
