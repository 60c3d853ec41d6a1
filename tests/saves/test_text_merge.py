"""Two changes of one text become one text, and nothing of either is lost without a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.saves.text_merge import Clash, marked_lines, merge_texts

LINES = st.lists(st.sampled_from("abcdefgh"), max_size=12).map("\n".join)
ENDS = st.sampled_from(("\n", "\r\n"))


@given(LINES, LINES)
def test_one_side_only(base: str, changed: str) -> None:
    """What only one side has changed is as that side has it; what both have changed alike, too."""
    assert merge_texts(base, changed, base) == (changed, ())
    assert merge_texts(base, base, changed) == (changed, ())
    assert merge_texts(base, changed, changed) == (changed, ())


@given(LINES, LINES, LINES)
def test_nothing_is_lost(base: str, ours: str, theirs: str) -> None:
    """A line that a side has added stands in the merged text, between markers or not."""
    merged = merge_texts(base, ours, theirs, names=("files", "game"))
    there = merged.text.split("\n")
    for side in (ours, theirs):
        assert set(side.split("\n")) - set(base.split("\n")) <= set(there)
    assert len(marked_lines(merged.text)) == len(merged.clashes)
    assert [clash.line for clash in merged.clashes] == marked_lines(merged.text)


@given(LINES, LINES, LINES)
def test_it_does_not_matter_who_comes_first(base: str, ours: str, theirs: str) -> None:
    """The other way round it is the same text with the same conflicts, sides exchanged."""
    one = merge_texts(base, ours, theirs, "ours")
    other = merge_texts(base, theirs, ours, "theirs")
    assert one.text == other.text
    sides = [(c.line, c.theirs, c.ours) for c in one.clashes]
    assert sides == [(c.line, c.ours, c.theirs) for c in other.clashes]


@given(LINES, LINES, LINES, ENDS, ENDS)
def test_line_ends(base: str, ours: str, theirs: str, here: str, there: str) -> None:
    """Line ends make no difference, and stay those of our side."""
    plain = merge_texts(base, ours, theirs, "ours")
    ended = merge_texts(
        base.replace("\n", there), ours.replace("\n", here), theirs.replace("\n", there), "ours"
    )
    assert ended.text.replace("\r\n", "\n") == plain.text
    if "\n" in ours:
        assert ("\r\n" in ended.text) <= (here == "\r\n")
        assert "\n" not in ended.text.replace("\r\n", "") or here == "\n"


BASE = "one\ntwo\nthree\nfour\nfive"


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ("ONE\ntwo\nthree\nfour\nfive", "one\ntwo\nthree\nfour\nFIVE",
         "ONE\ntwo\nthree\nfour\nFIVE"),
        ("zero\none\ntwo\nthree\nfour\nfive", "one\ntwo\nfour\nfive",
         "zero\none\ntwo\nfour\nfive"),
        ("one\nthree\nfour\nfive", "one\nthree\nfour\nfive\nsix", "one\nthree\nfour\nfive\nsix"),
    ],
)  # fmt: skip
def test_both_sides(ours: str, theirs: str, merged: str) -> None:
    """Changes in different places are both there."""
    assert merge_texts(BASE, ours, theirs) == (merged, ())


def test_a_conflict() -> None:
    """Both versions stand between markers, or one of them, and it is told where."""
    ours, theirs = BASE.replace("three", "3"), BASE.replace("three", "III")
    clash = (Clash(3, 3, ("3",), ("III",), ("three",)),)
    marked = merge_texts(BASE, ours, theirs, names=("files", "game"))
    between = "<<<<<<< files\n3\n=======\nIII\n>>>>>>> game"
    assert marked == (BASE.replace("three", between), clash)
    assert merge_texts(BASE, ours, theirs, "ours") == (ours, clash)
    assert merge_texts(BASE, ours, theirs, "theirs") == (theirs, clash)
