"""An id counts for the statement or the datum that it stands beside, and that alone."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tts_tool.proof.rule_data import in_data
from tts_tool.proof.rule_lines import digest_of, in_code


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def f():\n    x = 1  # NM-01", ("statement", 2, 2)),
        ("def f():\n    x = g(\n        1,  # NM-01\n        2,\n    )", ("statement", 2, 5)),
        ("def f():\n    if x:  # NM-01\n        y()", ("statement", 2, 2)),
        ("def f():\n    if (\n        x\n    ):  # NM-01\n        y()", ("statement", 2, 4)),
        ("def f():\n    if x: y()  # NM-01", ("statement", 2, 2)),
        ("def f():\n    if x:\n        y()\n    else:  # NM-01\n        z()", ("statement", 5, 5)),
        (
            "def f():\n    try:  # NM-01\n        y()\n    finally:\n        z()",
            ("statement", 3, 3),
        ),
        ("def f():\n    match x:\n        case 1:  # NM-01\n            y()", ("statement", 4, 4)),
        ("def f():\n    # NM-01\n    y()", ("statement", 3, 3)),
        ("def f():\n    with a:  # NM-01\n        y()", ("statement", 2, 2)),
        ("def f():\n    y(rule='NM-01')", ("statement", 2, 2)),
        ("def f():\n    y(why=f'NM-01 {x}')", ("statement", 2, 2)),
        ("def f():  # NM-01\n    y()", ("entry", 1, 1)),
        ("@hook\n@other  # NM-01\ndef f():\n    y()", ("entry", 1, 3)),
        ("class A:\n    def f(self):  # NM-01\n        y()", ("entry", 2, 2)),
        ("def f():\n    def g():  # NM-01\n        y()", ("entry", 2, 2)),
        ("MOST = 3  # NM-01", ("constant", 1, 1)),
        ("MOST: int = 3  # NM-01", ("constant", 1, 1)),
        ("A, B = {\n    1: 2,  # NM-01\n}", ("constant", 1, 3)),
        ("class A:\n    x: int = 3  # NM-01", ("field", 2, 2)),
        ("class A(B):  # NM-01\n    x: int = 3", ("field", 1, 1)),
        ("R = g(\n    1,\n    lambda: 3,  # NM-01\n)", ("statement", 3, 3)),
        ("offer(why='NM-01')", ("import", 1, 1)),
        ("def f():\n    'As NM-01 says.'\n    y()", None),
        ("def f():\n    y()  # NM-011 and XNM-01", None),
        ("y = 1  # NM-02", None),
    ],
)
def test_lines_of_code(tmp_path: Path, source: str, wanted: tuple[str, int, int] | None) -> None:
    """A comment or a string counts for its statement, of a compound one for the header."""
    (tmp_path / "a.py").write_text(source + "\n", encoding="utf-8")
    found = in_code(tmp_path / "a.py", "a.py", ["NM-01"])
    assert [(line.role, line.first, line.last) for line in found] == ([wanted] if wanted else [])


def test_where_an_id_stands(tmp_path: Path) -> None:
    """The line of the comment itself is told, once for each statement; several ids may stand."""
    source = "def f():\n    g(\n        1,  # NM-01\n        rule='NM-01',  # NM-02, NM-03\n    )\n"
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    found = in_code(tmp_path / "a.py", "rules/a.py", ["NM-01", "NM-02", "NM-03"])
    places = sorted((line.rule, f"{line.file}:{line.line}") for line in found)
    assert places == [
        ("NM-01", "rules/a.py:3"),
        ("NM-02", "rules/a.py:4"),
        ("NM-03", "rules/a.py:4"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = 1  # NM-01", "x = 1  # NM-02", True),
        ("if a:  # one", "if  a: # two", True),
        ("x = '# a'", "x = '# b'", False),
        ("x = (\n    1\n)", "x = ( 1 )", True),
        ("x = 1", "x = 2", False),
        ("    while a(\n        b  # c", "while a( b", True),
    ],
)
def test_digests(one: str, other: str, same: bool) -> None:  # noqa: FBT001  # a row of the table
    """Comments and layout do not matter to the fingerprint of a statement, all else does."""
    assert (digest_of(one) == digest_of(other)) == same


CARDS = """
# Cards of NM-09.

[[ware]]
id = "tea"
worth = 2 # NM-01
name = { en = "# NM-02", de = "Tee" }
# NM-03
effects = [
    { op = "earn" }, # NM-04
]

[[ware]] # NM-05
id = "silk"

[table.market]
nights = 3 # NM-06, NM-07
[table.market.provenance]
nights = "house" # NM-08

[rules.NM-09]
en = "Nine" # NM-09
"""


def test_fields_of_cards(tmp_path: Path) -> None:
    """A comment counts for the field beside or below it, or for all of a record; words don't."""
    (tmp_path / "a.toml").write_text(textwrap.dedent(CARDS), encoding="utf-8")
    known = [f"NM-0{n}" for n in range(1, 9)]
    found = {line.rule: line.name for line in in_data(tmp_path / "a.toml", "a.toml", known)}
    assert found == {
        "NM-01": "ware tea worth",
        "NM-03": "ware tea effects",
        "NM-04": "ware tea effects",
        "NM-05": "ware silk *",
        "NM-06": "table market nights",
        "NM-07": "table market nights",
    }
