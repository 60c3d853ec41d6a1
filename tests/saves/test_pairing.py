"""What stands in the same place of the same object is found again, whatever players have done."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus import each_save
from tests.saves.all_places import CLOUD, TABLE, addresses, local
from tests.saves.uploading import COVERED, DEEDS, played, uploaded
from tts_tool.saves.pairing import paired
from tts_tool.saves.tree import read

Object = dict[str, Any]


def found(after: Object) -> dict[str, set[str]]:
    """Pair, and give what is on Steam by now."""
    pairs = {ours: set(theirs) - set(CLOUD) for ours, theirs in paired(TABLE, after).items()}
    return {ours: theirs for ours, theirs in pairs.items() if theirs}


def test_all_places() -> None:
    """Nothing was played: each address is found, and only what it became."""
    assert len(CLOUD) == 19
    assert found(uploaded(TABLE, CLOUD)) == {ours: {steam} for ours, steam in CLOUD.items()}


@pytest.mark.parametrize("left_out", sorted(COVERED))
def test_what_was_not_uploaded(left_out: str) -> None:
    """Where Upload All does not look, the address stays as it was; all others are found.

    What the cards in a deck show, the deck itself says, too, and they say what it does.
    """
    after = uploaded(TABLE, CLOUD, COVERED - {left_out})
    there = set(addresses(after))
    expected = {ours: {steam} for ours, steam in CLOUD.items() if steam in there}
    assert (len(expected) < len(CLOUD)) == (left_out not in {"decks", "cards"})
    assert found(after) == expected


@given(
    st.lists(st.sampled_from(sorted(DEEDS)), max_size=8),
    st.sets(st.sampled_from(sorted(COVERED))),
    st.integers(0, 2**32),
)
def test_played(deeds: list[str], covers: Collection[str], seed: int) -> None:
    """After whatever play, no address is taken for another's, and none is lost that is there.

    An object that is known by nothing but its GUID, and lost that, tells nothing.
    """
    after = uploaded(played(TABLE, deeds, seed), CLOUD, covers)
    pairs = found(after)
    assert all(pairs[ours] == {CLOUD[ours]} for ours in pairs)
    there = set(addresses(after))
    named = {local("board"), *(local(f"side {n}") for n in (1, 2, 3)), local("below")}
    lacking = {ours for ours, steam in CLOUD.items() if steam in there} - pairs.keys()
    assert lacking <= (named if "double" in deeds else set())


def test_somebody_elses_guid() -> None:
    """What has the GUID of one object and the memo of another is neither for sure."""
    after = uploaded(TABLE, CLOUD)
    screen = next(each for each in after["ObjectStates"] if each.get("Memo") == "screen")
    lone = next(each for each in after["ObjectStates"] if each.get("Memo") == "lone")
    board = next(each for each in after["ObjectStates"] if each["Name"] == "Custom_Board")
    screen["GUID"], lone["GUID"] = board["GUID"], screen["GUID"]
    board["GUID"] = "ffffff"
    pairs = found(after)
    assert local("board") not in pairs
    assert local("screen") not in pairs
    assert pairs[local("sign")] == {CLOUD[local("sign")]}
    assert pairs[local("lone")] == {CLOUD[local("lone")]}


@pytest.mark.parametrize(
    "strange", [[], None, 5, {}, {"ObjectStates": 5}, {"ObjectStates": [7, {"CardID": "x"}]}]
)
def test_no_save(strange: Any) -> None:  # noqa: ANN401 - whatever a file may hold
    """What is no save has no places."""
    assert paired(strange, TABLE) == {}
    assert paired(TABLE, strange) == {}


@each_save
def test_real_saves(path: Path) -> None:
    """Real saves, as if they had been built here: what Upload All made of them is found again.

    Every address on the web becomes one on this computer, and is found where it was.
    """
    after = read(path.read_bytes(), path.name).root
    web = dict.fromkeys(each for each in addresses(after) if each.startswith("http"))
    home = {each: local(str(number)) for number, each in enumerate(web)}
    before = uploaded(after, home)
    pairs = paired(before, after)
    back = {ours: each for each, ours in home.items()}
    assert all(set(pairs[ours]) == {back[ours]} for ours in pairs if ours in back)
    assert len(pairs.keys() & back.keys()) >= 0.9 * len(back)
