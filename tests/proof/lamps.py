"""A small game in a checkout of its own, with a rule for each way of being shown or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_UTF8 = {"PYTHONUTF8": "1"} if sys.platform == "win32" else {}

PYPROJECT = """
[tool.pytest.ini_options]
testpaths = ["tests"]
addopts = ["-p", "no:cacheprovider"]
"""
CONFTEST = 'pytest_plugins = ["tts_tool.proof.rule_plugin"]\n'
ENTRY_POINTS = "[tts_tool.rulesets]\nlamps = lamps:RULESET\n"
METADATA = "Metadata-Version: 2.1\nName: lamps\nVersion: 1.0\n"

RULES = """
from functools import cache, partial

import msgspec

from tts_tool.catalog import Operation, Record, Schema, Table
from tts_tool.kernel.module import Module, OpenPoint, Ruleset
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice

MOST = 3  # LA-08
UNREAD = 4  # LA-09
SPARE = 6  # LA-35
STORE = 7  # LA-36
REGISTERED = []
REGISTERED.append("LA-30")

street = Module("lamps", settings=(Setting("wicks", ("one", "two"), "how many"),))
street.settles(
    OpenPoint("LA-OPEN-01", "choice", "wicks", "How many wicks there are."),
    OpenPoint("LA-OPEN-02", "data", "shop.oil", "What oil costs."),
    OpenPoint("LA-OPEN-03", "settled", "", "Lamps do not talk."),
)


class Lamp(Record):
    light: int
    smoke: int = 0


class Shop(Table):
    oil: int
    wick: int


class Night(msgspec.Struct, frozen=True):
    hours: int = 8  # LA-10
    stars: int = 9  # LA-11


def light(lit):
    lit = lit + 1  # LA-01
    return lit


def burn(lit):
    return lit - 1  # LA-02


def never(lit):
    return 0  # LA-03


def too_many(lit):
    if lit > MOST:
        return Rejection("too-many-lamps", {}, "LA-04")  # LA-04
    return None  # LA-04


def dark(lit):
    return Rejection("dark", {}, "LA-05") if not lit else None  # LA-05 LA-06 LA-07


def shelf(lit):
    return min(
        lit,
        MOST,  # LA-16
    )


def storm(wind):
    if wind > 5:  # LA-17
        return "out"  # LA-18
    return "lit"


def oil(shop, lamps):
    return shop.oil * lamps["red"].light


def scaffolded(lit):
    return lit * 2  # LA-20


def broken(lit):
    raise ValueError("LA-21")  # LA-21


def called(lit):  # LA-22
    return lit


REDDEN = partial(
    map,
    lambda lit: lit + 7,  # LA-23
)


def within(lit):
    return lit + 5  # LA-26


def failing(lit):
    return lit  # LA-27


def below(lit):
    # LA-28
    return lit + 3


@cache
def remembered(lit):
    return lit + 4  # LA-29


def unmarked(lit):
    return lit + 6  # LA-31


def cases(lit):
    if lit:
        return 1  # LA-32
    return 0  # LA-32


def offered(lit):
    why_not = lambda lamp: Rejection("burnt", {}, "LA-33") if lamp == "red" else None  # LA-33
    return Choice(("red", "blue"), why_not)


def kindless():
    return "odd"  # LA-25


def swallowed(lit):
    return lit + 9  # LA-34


RULESET = Ruleset(
    "lamps",
    modules=(street,),
    play=lambda g: iter(()),
    seats=("red",),
    schema=Schema(kinds={"lamp": Lamp}, tables={"shop": Shop}),
)
"""

KINDS = {
    **dict.fromkeys(range(1, 37), 'kind = "effect"'),
    4: 'kind = "limit"',
    5: 'kind = "legality"',
    6: 'kind = "limit"\npermits = true',
    7: 'kind = "limit"\nsame = ["LA-05"]',
    19: 'kind = "hidden-info"\nunshowable = "nobody can see darkness"',
    25: "",
    33: 'kind = "legality"\nopen = ["LA-OPEN-01", "LA-OPEN-02", "LA-OPEN-03"]',
}

CARDS = """
[provenance]
default = "house"

[[lamp]]
id = "red"
name = { en = "Red", de = "Rot" }
light = 2 # LA-14

[[lamp]]
id = "blue"
name = { en = "Blue", de = "Blau" }
light = 3 # LA-15

[table.shop]
oil = 5 # LA-12
wick = 1 # LA-13
"""

TESTS = """
import pytest
from pathlib import Path

import lamps
from lamps import *
from lamps import SPARE as MORE
from helper import double
from tts_tool.catalog import load

rule = pytest.mark.rule
CARDS = load(Path(__file__).parents[2] / "cards" / "lamps", lamps.RULESET.schema)


@rule("LA-01")
def test_light():
    assert light(1) == 2


@rule("LA-02")
def test_asserts_before():
    assert MOST == 3
    burn(1)


@rule("LA-03")
def test_does_not_come_by():
    assert light(0) == 1


@rule("LA-04")
def test_gets_no_refusal():
    assert too_many(1) is None


@rule("LA-05", "LA-06", "LA-07")
def test_refused():
    assert dark(0).rule == "LA-05"


@rule("LA-08", "LA-09")
def test_constants():
    assert too_many(3) is None


@rule("LA-10", "LA-11")
def test_fields():
    night = Night()
    assert night.hours == 8


@rule("LA-12", "LA-13")
def test_table():
    assert oil(CARDS.table(Shop), CARDS.of(Lamp)) == 10


@rule("LA-14", "LA-15")
def test_record():
    assert oil(CARDS.table(Shop), CARDS.of(Lamp)) == 10


@rule("LA-16")
def test_several_lines():
    assert shelf(9) == 3


@rule("LA-17", "LA-18")
def test_header():
    assert storm(1) == "lit"


@rule("LA-20")
def test_scaffolding():
    double(scaffolded(1))


@rule("LA-21")
def test_raises():
    with pytest.raises(ValueError):
        broken(1)


@rule("LA-22", "LA-30")
def test_called():
    assert called(1) == 1
    assert REGISTERED == ["LA-30"]


@rule("LA-23")
def test_lambda():
    assert list(REDDEN([1])) == [8]


@rule("LA-25")
def test_kindless():
    assert kindless() == "odd"


@rule("LA-26")
def test_within_the_assertion():
    assert (
        within(1)
        == 6
    )


@rule("LA-27")
def test_fails():
    assert failing(1) == 1
    assert failing(1) == 2


@rule("LA-28")
def test_comment_above():
    assert below(1) == 4


@rule("LA-29")
def test_remembered():
    assert remembered(1) == 5


@rule("LA-29")
def test_remembered_again():
    assert remembered(1) == 5


def test_unmarked():
    assert unmarked(1) == 7


@rule("LA-32")
@pytest.mark.parametrize("lit", [0, 1])
def test_cases(lit):
    assert cases(lit) == lit


@rule("LA-33")
def test_option():
    first, second = offered(1).options()
    assert first.rejection.code == "burnt"


@rule("LA-35")
def test_constant_read_here():
    assert MORE == 6


@rule("LA-36")
def test_constant_of_a_module():
    assert lamps.STORE == 7


@rule("LA-34")
def test_nothing_after():
    assert light(1) == 2
    swallowed(1)
    if MOST > 5:
        assert MOST
"""

HELPER = """
def double(value):
    assert value == 2
"""

FILES = {
    "pyproject.toml": PYPROJECT,
    "lamps/__init__.py": RULES,
    "lamps-1.0.dist-info/entry_points.txt": ENTRY_POINTS,
    "lamps-1.0.dist-info/METADATA": METADATA,
    "cards/lamps/box/all.toml": CARDS,
    "tests/conftest.py": CONFTEST,
    "tests/lamps/helper.py": HELPER,
    "tests/lamps/test_lamps.py": TESTS,
}


def worded() -> str:
    """Write the rules as a card file."""
    return "\n".join(
        f'[rules.LA-{n:02}]\nen = "Rule {n}."\nde = "Regel {n}."\n{kind}\n'
        for n, kind in sorted(KINDS.items())
    )


def build(root: Path, files: dict[str, str]) -> Path:
    """Write a checkout."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return root


def checkout(root: Path) -> Path:
    """Write the checkout of the lamps."""
    return build(root, {**FILES, "cards/lamps/box/rules.toml": worded()})


def edit(root: Path, file: str, before: str, after: str) -> None:
    """Change a file of a checkout."""
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def python(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a checkout."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{ROOT}", **_UTF8},
    )


def tool(root: Path, *arguments: str) -> tuple[int, str, str]:
    """Run a `tts-tool rules` command in a checkout."""
    done = python(root, "-m", "tts_tool", "rules", *arguments)
    return done.returncode, done.stdout, done.stderr


def coverage(root: Path) -> dict[str, Any]:
    """Give what the tool says of the lamps."""
    _, out, err = tool(root, "coverage", "lamps", "--json")
    assert out, err
    found: dict[str, Any] = json.loads(out)
    return found


def missing(root: Path) -> dict[str, str]:
    """Give the rules of the lamps that are not shown, each with the reason."""
    return {each["rule"]: each["why"] for each in coverage(root)["missing"]}
