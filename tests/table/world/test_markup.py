"""Interfaces are read, written and told without loss, whatever their elements are called."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.errors import BadInput
from tts_tool.lua.api import pages
from tts_tool.table.world.markup import built, elements, told, xml
from tts_tool.table.world.screens import trigger_of

NAMES = st.from_regex(r"[A-Za-z_][-A-Za-z0-9_.]{0,8}", fullmatch=True)
WORDS = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Co", "Cn"]), max_size=12)
PLAIN = WORDS.map(str.strip)


def rows(children: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Make an element as scripts have it."""
    return st.fixed_dictionaries(
        {
            "tag": NAMES,
            "attributes": st.dictionaries(NAMES, WORDS, max_size=3),
            "value": PLAIN,
            "children": children,
        }
    )


TREES = st.recursive(rows(st.just([])), lambda inner: rows(st.lists(inner, max_size=3)))


@given(st.lists(TREES, max_size=3))
def test_writing_and_reading(given_rows: list[dict[str, Any]]) -> None:
    """What is written as XML is read as the same elements, and told as the same tables."""
    roots = built(given_rows)
    again = elements(xml(roots))
    assert [told(root) for root in again] == [told(root) for root in roots]
    assert xml(again) == xml(roots)


@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    """Any text is XML that can be written again, or is refused with the place that is wrong."""
    try:
        roots = elements(text)
    except BadInput as error:
        refusal = error.what
    else:
        refusal = ""
        assert xml(elements(xml(roots))) == xml(roots)
    assert not refusal or re.match(r"this is no XML: line \d+, column -?\d+: ", refusal)


@pytest.mark.parametrize(
    "page", [name for name, page in pages().items() if page.kind == "attributes"]
)
def test_documented_attributes_are_kept(page: str) -> None:
    """Each attribute of a page keeps what was written into it."""
    names = list(pages()[page].variables)
    assert names
    (root,) = elements(
        f"<Any {' '.join(f'{name}={chr(34)}{at}{chr(34)}' for at, name in enumerate(names))} />"
    )
    assert root.attributes == {name: str(at) for at, name in enumerate(names)}


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><A/>',
        "\ufeff<A/>",
        "<!-- note --><A/>",
        "<A><![CDATA[<b>]]></A>",
        " <A/> ",
    ],
)
def test_what_else_may_stand_there(text: str) -> None:
    """Declarations, comments, marks and blanks around do no harm."""
    assert [root.tag for root in elements(text)] == ["A"]


@pytest.mark.parametrize(
    ("calls", "owner", "function", "argument"),
    [
        ("go", "", "go", None),
        ("go()", "", "go", None),
        ("go(a/b c)", "", "go", "a/b c"),
        ("Global/go", "Global", "go", None),
        ("0ca4d0/go(x)", "0ca4d0", "go", "x"),
        (" 0ca4d0 / go ( x", "0ca4d0", "go", " x"),
    ],
)
def test_what_an_element_calls(calls: str, owner: str, function: str, argument: str | None) -> None:
    """A function may be someone else's, and be given a word."""
    assert trigger_of(calls) == (owner, function, argument)
