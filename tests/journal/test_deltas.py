"""What a restart point holds is how its position differs from the one before."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.journal.deltas import difference, patched

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["a", "b", ""])
PLAIN = st.recursive(
    LEAVES,
    lambda below: (
        st.lists(below, max_size=6) | st.dictionaries(st.sampled_from("abcd"), below, max_size=4)
    ),
    max_leaves=20,
)


@given(PLAIN, PLAIN)
def test_the_difference_leads_from_one_to_the_other(was: Any, now: Any) -> None:  # noqa: ANN401
    """Through JSON, to the same text with the same order of keys; no difference: the same."""
    delta = difference(was, now)
    assert json.dumps(patched(was, json.loads(json.dumps(delta)))) == json.dumps(now)
    assert (delta is None) == (json.dumps(was) == json.dumps(now))


def test_a_drawn_card_is_a_short_difference() -> None:
    """Of two long piles only what has moved is told, and what has not moved is shared."""
    deck = [f"card.{n}" for n in range(500)]
    was: dict[str, Any] = {"places": {"deck": deck, "hand": [], "shelf": ["x"]}}
    now: dict[str, Any] = {"places": {"deck": deck[1:], "hand": ["card.0"], "shelf": ["x"]}}
    delta = difference(was, now)
    assert len(json.dumps(delta)) < 100
    assert patched(was, delta)["places"]["shelf"] is was["places"]["shelf"]


def test_what_is_no_difference_is_said() -> None:
    """A difference that makes no sense is an error, not a guess."""
    with pytest.raises(ValueError, match="is no difference"):
        patched({}, ["?", 1])
