"""A document is whole when its brackets say so, whatever the pieces; odd spellings are read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.documents import Assembly, NoDocument, read_document

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.text(), values, max_size=5)


def pieces(raw: bytes, size: int) -> list[bytes]:
    """Cut bytes as a network might."""
    return [raw[at : at + size] for at in range(0, len(raw), size)]


@given(
    objects,
    st.integers(1, 40),
    st.sampled_from([None, 2]),
    st.sampled_from(["", "\ufeff", "\n ", "\ufeff\r\n"]),
)
def test_whole_at_its_last_bracket(
    value: dict[str, Any], size: int, indent: int | None, before: str
) -> None:
    """However it is cut and printed, the last byte of a document completes it, and none before."""
    text = before + json.dumps(value, indent=indent, ensure_ascii=bool(size % 2))
    raw = text.encode("utf-8", "replace")
    assembly = Assembly(10**6)
    *early, last = pieces(raw, size)
    assert [assembly.feed(piece) for piece in early] == [None] * len(early)
    whole = assembly.feed(last + b"\n{")
    assert whole == raw
    assert read_document(whole) == json.loads(raw.decode("utf-8-sig"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{ messageID: 0 }", {"messageID": 0}),
        ("{'a': 'it''s'}", None),
        (r"{'a': 'it\'s', \"b\": \"\"}".replace(r"\"", '"'), {"a": "it's", "b": ""}),
        ('{"a": [1, 2,], "b": {"c": null,},}', {"a": [1, 2], "b": {"c": None}}),
        ("{/* so */ a: true, // and so\n b: -1.5e3}", {"a": True, "b": -1500.0}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        (r"{a: '\u00e9\ud83d\ude00\n\/'}", {"a": "é😀\n/"}),
        (r"{a: '\ud83d'}", {"a": "\ufffd"}),
        ("{a: undefined}", {"a": None}),
        ('{"a": 1}\n\0', {"a": 1}),
        ("{", None),
        ("{]}", None),
        ("{a 1}", None),
        ("{a: b}", None),
        ("{a: 1 b: 2}", None),
        ("{a: ,}", None),
        ("{:1}", None),
        ("[1]", None),
        ('{"a": 1} {"b": 2}', None),
        ('{"a": "open}', None),
        ("{a:" + "[" * 300, None),
        ('{"a":' + "[" * 100_000 + "]" * 100_000 + "}", None),
    ],
)
def test_odd_spellings(text: str, value: dict[str, Any] | None) -> None:
    """What the game's reader takes is taken; what is broken is refused, never half read."""
    if value is not None:
        assert read_document(text.encode()) == value
        return
    with pytest.raises(NoDocument):
        read_document(text.encode())


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    "text",
    [
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n{}",
        "POST / HTTP/1.1\r\n\r\n{}",
        "[1]",
        "\x16\x03\x01",
        "x{}",
        " hello",
    ],
)
def test_other_tongues_are_refused_at_once(text: str, size: int) -> None:
    """A browser, or whatever else does not begin with an object, is refused by its first letter."""
    assembly = Assembly(1000)
    with pytest.raises(NoDocument):
        [assembly.feed(piece) for piece in pieces(text.encode(), size)]


def test_limits() -> None:
    """Too much, and nothing at all, are refused; an end in the middle gives what there is."""
    assembly = Assembly(10)
    assert assembly.feed(b'{"a": "bcd') is None
    assert assembly.end() == b'{"a": "bcd'
    with pytest.raises(NoDocument, match="more than 10"):
        assembly.feed(b"e")
    with pytest.raises(NoDocument, match="nothing"):
        Assembly(10).end()
    blank = Assembly(10)
    assert blank.feed(b"  ") is None
    with pytest.raises(NoDocument, match="nothing"):
        blank.end()
