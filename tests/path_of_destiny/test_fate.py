"""The fate token: votes follow from symbols, and the display votes where two play."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, at

Counts = Sequence[tuple[int, int]]
"""Of each seat how many left and how many right symbols it has."""


def voted(counts: Counts, display: tuple[int, int] = (0, 0), number: int = 1, **more: Any) -> Table:
    """Let the token of a round be placed."""
    tracks: dict[str, int] = {}
    for seat, (left, right) in zip(("red", "blue", "green", "yellow"), counts, strict=False):
        tracks |= {f"combat.{seat}": left, f"magic.{seat}": right}
    cards = [f"red-combat-{n + 1}" for n in range(display[0])]
    cards += [f"red-magic-{n + 1}" for n in range(display[1])]
    cards += [f"blue-none-{n + 1}" for n in range(len(cards) % 2)]
    rows = {f"row.{n + 1}": cards[2 * n : 2 * n + 2] for n in range(4)}
    return at("fate", rows, seats=len(counts), tracks=tracks, number=number, **more)


def side(t: Table, which: str = "fate.1") -> str:
    """Say where a token lies."""
    return t.timeline.state.place_of(which).removeprefix("fate.")


@pytest.mark.rule("PD-FATE-01", "PD-FATE-02", "PD-FATE-04")
@pytest.mark.parametrize(
    ("counts", "place"),
    [
        ([(3, 0), (0, 0), (0, 0)], "left"),
        ([(0, 1), (4, 4), (0, 0)], "right"),
        ([(2, 1), (1, 2), (0, 5)], "right"),
    ],
)
def test_more_of_a_symbol_is_a_vote_for_its_path(counts: Counts, place: str) -> None:
    """Nobody is asked; as many of both are no vote; the side with more votes has the token."""
    t = voted(counts)
    assert (side(t), t.asked()) == (place, ["take/red"])


@pytest.mark.rule("PD-FATE-03")
def test_a_wide_margin_is_one_vote_too() -> None:
    """Five symbols left and four right in all, and yet it goes right."""
    assert side(voted([(3, 0), (1, 2), (1, 2)])) == "right"


@pytest.mark.rule("PD-FATE-05")
def test_who_has_no_vote_stops_nobody() -> None:
    """One of four votes left, the others for nothing."""
    assert side(voted([(1, 0), (0, 0), (2, 2), (0, 0)])) == "left"


@pytest.mark.rule("PD-FATE-06")
@pytest.mark.parametrize(
    "counts", [[(1, 0), (1, 0), (0, 1), (0, 1)], [(1, 0), (0, 1), (2, 2)], [(0, 0), (0, 0), (0, 0)]]
)
def test_as_many_votes_for_both_set_the_token_aside(counts: Counts) -> None:
    """Two and two, one and one, none and none."""
    assert side(voted(counts)) == "aside"


@pytest.mark.rule("PD-FATE-07", "PD-FATE-08")
@pytest.mark.parametrize("number", [1, 2])
def test_each_round_has_its_own_token(number: int) -> None:
    """What was set aside is not used for a later round; all cards of the chapter count."""
    aside = {"fate.aside": ["fate.1"]} if number == 2 else {}
    t = at(
        "fate",
        {TIMELINE: ["red-combat-1", "red-combat-2"], **aside},
        seats=3,
        tracks={"magic.red": 1, "magic.blue": 0},
        number=number,
    )
    assert side(t, f"fate.{number}") == "left"
    assert len(t.lies("fate")) == 3 - number


@pytest.mark.rule("PD-FATE-09", "PD-SYM-05")
def test_covered_and_inactive_symbols_do_not_vote() -> None:
    """With one of two combats covered, magic leads; diplomacy is nothing here."""
    lying = ["red-combat-1", "red-magic-1", "red-diplomacy-1", "red-diplomacy-2"]
    assert side(at("fate", {TIMELINE: lying}, seats=3)) == "aside"
    t = at("fate", {TIMELINE: lying}, seats=3, covered=("red-combat-1",))
    assert side(t) == "right"


@pytest.mark.rule("PD-FATE-10", "PD-FATE-11")
def test_with_two_seats_the_display_votes() -> None:
    """It turns a tie, by printed symbols alone; it takes no path token."""
    t = voted([(1, 2), (3, 0)], display=(0, 1))
    assert side(t) == "right"
    t = voted([(1, 2), (3, 0)], display=(2, 1))
    assert side(t) == "left"
    lying = {"timeline.red": ["blue-none-1"], "timeline.blue": ["blue-none-2"]}
    rows = {"row.1": ["red-combat-1", "red-combat-2"]}
    t = at("paths", {**rows, **lying}, tracks={"combat.blue": 1}, main="left")
    assert t.lies("path.blue") == ["path-token.left"]


@pytest.mark.rule("PD-FATE-12")
def test_the_display_may_have_no_vote() -> None:
    """One of each there: the two players stay against each other."""
    assert side(voted([(1, 2), (3, 0)], display=(1, 1))) == "aside"


@pytest.mark.rule("PD-FATE-13")
def test_with_three_seats_it_does_not() -> None:
    """Whatever lies there."""
    assert side(voted([(1, 2), (3, 0), (0, 0)], display=(0, 4))) == "aside"


@pytest.mark.rule("PD-FATE-14")
def test_what_is_left_after_taking_is_what_votes() -> None:
    """Of two rows with magic one was taken: the other decides, and no new pair does."""
    t = voted([(1, 2), (3, 0)], display=(0, 2))
    assert (side(t), t.lies("discard")) == ("right", ["red-magic-1", "red-magic-2"])
