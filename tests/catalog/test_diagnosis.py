"""The walk that explains agrees with the decoder that judges."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.night import SCHEMA, Ware
from tts_tool.catalog.diagnosis import diagnose
from tts_tool.catalog.reading import ReadDraft, Reader, unfit
from tts_tool.catalog.sources import Draft, Source

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 11),
    st.sampled_from(
        [0.5, 3.0, float("inf"), "small", "red", "none", "a", "a-b", "a\n", "ware", ""]
    ),
)
OPS = st.sampled_from(["gain-gold", "take-ware", "choose", "x", 1])


def tables(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Make values that look like parts of cards."""
    return st.one_of(
        st.lists(inner, max_size=3),
        st.fixed_dictionaries({}, optional={"en": inner, "de": inner, "base": inner, "x": inner}),
        st.fixed_dictionaries(
            {}, optional={"op": OPS, "amount": inner, "ware": inner, "options": inner}
        ),
    )


VALUES = st.recursive(LEAVES, tables, max_leaves=6)
RIGHT = {"id": "a", "name": {"en": "A", "de": "A"}, "cost": 1}
FIELDS = sorted({"id", "name", "cost", "price", "colour", "size", "effects", "goes_with", "spot"})
MORE = ["stock", "limit", "nickname", "tags", "unknown"]


@given(st.dictionaries(st.sampled_from(FIELDS + MORE), VALUES, max_size=3))
def test_faults_exactly_when_unreadable(changes: dict[str, Any]) -> None:
    """No card is refused without a reason, and none that is accepted has one."""
    body = {**RIGHT, **changes}
    source = Source("test", {"provenance": {"default": "house"}})
    draft = Draft(space="record", name="a", kind="ware", body=body, source=source, key=())
    if any(unfit(draft)):
        return
    result = Reader(SCHEMA).read(draft)
    faults = diagnose(SCHEMA.anatomy[Ware], body, SCHEMA.slots)
    assert bool(faults) != isinstance(result, ReadDraft)
    if not isinstance(result, ReadDraft):
        assert [each.message for each in result] == [each.message for each in faults]
