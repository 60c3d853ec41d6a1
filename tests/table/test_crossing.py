"""What crosses between a table and its cage arrives as it was, and a flood only in part."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.errors import BadInput
from tts_tool.table.crossing import packed, packed_notices, unpacked, unpacked_notices
from tts_tool.table.notices import (
    Created,
    ExternalNotice,
    Failed,
    Loaded,
    Notice,
    Printed,
    Pushed,
    Saved,
)


class Thing:
    """Something on a table."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other.handle == self.handle

    __hash__ = None  # type: ignore[assignment]


scalars = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8)
keys = st.integers(-9, 9) | st.text(max_size=8) | st.sampled_from(["object", "table"])
values = st.recursive(
    scalars | st.builds(Thing, st.integers(0, 99)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


def over_the_pipe(value: object) -> object:
    """Send a value as the pipe does."""
    plain = packed(value, lambda each: each.handle if isinstance(each, Thing) else None)
    return unpacked(msgspec.msgpack.decode(msgspec.msgpack.encode(plain)), Thing)


@given(values)
def test_values(value: object) -> None:
    """Any value of a script, whatever its tables are keyed by, comes out as it went in."""
    assert over_the_pipe(value) == value


@pytest.mark.parametrize("value", [object(), print, {"a": [object()]}, {1, 2}])
def test_what_cannot_cross(value: object) -> None:
    """What is no value is refused, also deep inside."""
    with pytest.raises(BadInput, match="cannot be passed"):
        over_the_pipe(value)


def test_notices() -> None:
    """Every kind of notice comes out as it went in."""
    every: list[Notice] = [
        Printed("x"),
        Failed("e", "abcdef", "p"),
        ExternalNotice({"a": {"b": [1.0]}}),
        Created("abcdef"),
        Saved("s"),
        Loaded(),
        Pushed("abcdef", "n"),
    ]
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(packed_notices(every)))
    assert unpacked_notices(sent) == every


@pytest.mark.parametrize(
    ("text", "count", "kept"), [("x", 50_000, 10_000), ("x" * (6 << 20), 5, 2), ("x", 7, 7)]
)
def test_floods(text: str, count: int, kept: int) -> None:
    """Of too many words at one time the first are kept, and the rest is counted."""
    told = unpacked_notices(packed_notices([Printed(text)] * count))
    assert told[:kept] == [Printed(text)] * kept
    assert told[kept:] == ([Printed(f"… and {count - kept} more")] if kept < count else [])
