"""The line of a key is found in whatever way TOML lets people write it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.catalog.anatomy import Key
from tts_tool.catalog.lines import find_lines

TRICKY = r'''# comment with [brackets] = "and quotes

title = "a # b ] } \" c"  # not "closed
[a.b]   # comment
x . "y z" = { k = 1, l = [ 2, { m = 3 } ] }
"qu\u006fted" = 'lit # eral'
text = """
[not.a.header]
key = "no" ""  \""" still
""""
raw = \'\'\'
[[nor.this]]'\'\'\'\'
when = 1979-05-27 07:32:00
[[ware]]
id = "one"
effects = [ # first
  { op = "x" }, # }
  # ] , [
  { op = "y",
    n = 1 }
  ,
  [ 1,
    2 ]
]
[[ware.part]]
p = 1
[[ware.part]]
p = 2
[ware.name]
en = "E"
[[ware]]
[[ware.part]]
p.q.r = 3
'''.replace(r"\'", "'").replace('{ op = "y",\n    n = 1 }', '{ op = "y", n = 1 }')


def keys(value: object, path: Key = ()) -> set[Key]:
    """List everything that has a place in a document."""
    here = {path} if path else set()
    if isinstance(value, dict):
        return here.union(*(keys(part, (*path, key)) for key, part in value.items()))
    if isinstance(value, list):
        return here.union(*(keys(part, (*path, index)) for index, part in enumerate(value)))
    return here


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("key", "beginning"),
    [
        (("title",), "title ="),
        (("a", "b"), "[a.b]"),
        (("a", "b", "x", "y z", "l", 1, "m"), "x . "),
        (("a", "b", "quoted"), '"qu'),
        (("a", "b", "raw"), "raw ="),
        (("a", "b", "when"), "when"),
        (("ware", 0, "id"), "id ="),
        (("ware", 0, "effects", 0, "op"), '  { op = "x"'),
        (("ware", 0, "effects", 1, "n"), '  { op = "y"'),
        (("ware", 0, "effects", 2), "  [ 1,"),
        (("ware", 0, "effects", 2, 1), "    2 ]"),
        (("ware", 0, "name", "en"), "en ="),
        (("ware", 1, "part", 0, "p", "q", "r"), "p.q.r"),
    ],
)
def test_place(key: Key, beginning: str, ends: str) -> None:
    """Inline tables, arrays over several lines, strings with brackets, comments, line ends."""
    text = TRICKY.replace("\n", ends)
    line = find_lines(text)[key]
    assert text.split(ends)[line - 1].startswith(beginning)


def test_same_keys_as_the_parser() -> None:
    """Nothing is overlooked, and nothing inside a string is taken for a key."""
    assert set(find_lines(TRICKY)) == keys(tomllib.loads(TRICKY))


names = st.sampled_from(["a", "b-1", "c_2", "3"])
quoted = st.sampled_from(['"a b"', "'x.y'", '"t\\u00e4"', '""'])
spaces = st.sampled_from(["", " ", "\t"])
scalars = st.sampled_from(
    [
        "1",
        "-2.5e3",
        "true",
        "2024-01-02 03:04:05Z",
        "07:32:00",
        '"x # ] }"',
        "'#'",
        '"""\nk = 1\n[t]\n"""',
        "'''\n'' ]\n'''",
        '"""a""""',
        '"\\\\"',
        "0xff",
    ]
)
gaps = st.sampled_from(["", " ", "\n", " # no ] \n", "\r\n\r\n"])


@st.composite
def arrays(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    """Write an array with whatever may stand between its elements."""
    parts = [f"{draw(gaps)}{value}{draw(gaps)}" for value in draw(st.lists(values, max_size=3))]
    comma = draw(st.sampled_from(["", ","])) if parts else ""
    return "[" + ",".join(parts) + comma + draw(gaps) + "]"


@st.composite
def inline_tables(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    """Write an inline table, its keys all different."""
    fields = draw(st.lists(st.one_of(names, quoted), max_size=3, unique=True))
    return "{ " + ", ".join(f"{key}{draw(spaces)}= {draw(values)}" for key in fields) + " }"


values = st.recursive(scalars, lambda inner: st.one_of(arrays(inner), inline_tables(inner)))


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Write a document; a part of them is refused by the parser, which is no matter."""
    lines = []
    for _ in range(draw(st.integers(0, 8))):
        dotted = f"{draw(spaces)}.{draw(spaces)}".join(
            draw(st.lists(st.one_of(names, quoted), min_size=1, max_size=3))
        )
        written = [f"[{dotted}]", f"[[ {dotted} ]]", f"{dotted} = {draw(values)}", "# [c] = 1", ""]
        lines.append(draw(st.sampled_from(written)) + draw(st.sampled_from(["", " # x = [", "\t"])))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines)


@given(documents())
def test_agrees_with_the_parser(text: str) -> None:
    """For any valid document: the same keys, and each on a line where its last part is written."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = find_lines(text)
    assert set(found) == keys(document)
    lines = text.split("\n")
    for key, line in found.items():
        assert _mentions(lines[line - 1], key[-1]), (key, line)


def _mentions(line: str, last: str | int) -> bool:
    spelt = {"tä": "t\\u00e4", "": '""'}
    return isinstance(last, int) or spelt.get(last, last) in line


@given(st.lists(st.tuples(gaps, values), max_size=6))
def test_elements(elements: list[tuple[str, Any]]) -> None:
    """Each element of an array is on the line where it was put."""
    text, wanted = "k = [", []
    for gap, value in elements:
        text += gap
        wanted.append(text.count("\n") + 1)
        text += f"{value},"
    found = find_lines(f"{text}]")
    assert [found["k", index] for index in range(len(wanted))] == wanted
