"""Chance: every number as likely as the next, and each stream and branch on its own."""

from collections import Counter
from itertools import permutations
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.kernel.chance import in_order, numbers, on_top, scaled
from tts_tool.kernel.state import FlowError

T = TypeVar("T")
CARDS = ("a.1", "a.2", "b.1", "c.1")


def kind(card: str) -> str:
    """Say of what kind a card is."""
    return card[0]


def chi_square(counts: Counter[T], outcomes: int) -> float:
    """Measure how far counts, of which none is missing, are from all being alike."""
    expected = sum(counts.values()) / outcomes
    return sum((n - expected) ** 2 / expected for n in counts.values())


def thrown_by(varied: str, n: int) -> int:
    """Draw a number by the n-th seed, branch or count."""
    return {
        "seed": lambda: numbers(f"s{n}", 0, "die", 0, 1),
        "branch": lambda: numbers("s", n, "die", 0, 1),
        "count": lambda: numbers("s", 0, "die", n, 1),
    }[varied]()[0]


def test_a_die_is_fair() -> None:
    """Over 6,000 throws, branches, counts and seeds alike, no side is preferred."""
    for of in ("seed", "branch", "count"):
        thrown = Counter(scaled(thrown_by(of, n), 6) for n in range(6000))
        assert set(thrown) == set(range(6))
        assert chi_square(thrown, 6) < 20.5  # p = 0.001


def test_an_order_is_fair() -> None:
    """Every order of three comes equally often."""
    orders = Counter(in_order(numbers("s", 0, "deck", n, 3), ("x", "y", "z")) for n in range(6000))
    assert set(orders) == set(permutations("xyz"))
    assert chi_square(orders, 6) < 20.5


def test_numbers_are_the_same_on_every_machine() -> None:
    """These were drawn once and for all: a change here breaks every saved game."""
    assert numbers("seed", 1, "die", 2, 2) == [1782886917940447336, 13215743936761500771]
    assert numbers("seed", 1, "die", 2, 0) == []


@pytest.mark.parametrize(
    "other", [("t", 0, "die", 0), ("s", 1, "die", 0), ("s", 0, "dice", 0), ("s", 0, "die", 1)]
)
def test_everything_that_counts_matters(other: tuple[str, int, str, int]) -> None:
    """Another seed, branch, stream or count gives other numbers."""
    assert numbers("s", 0, "die", 0, 3) == numbers("s", 0, "die", 0, 3)
    assert not set(numbers("s", 0, "die", 0, 3)) & set(numbers(*other, 3))


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_scaled_stays_in_range(number: int, sides: int) -> None:
    """However big the number, it becomes one of the sides, in proportion."""
    assert scaled(number, sides) * 2**64 <= number * sides < (scaled(number, sides) + 1) * 2**64
    assert 0 <= scaled(number, sides) < sides


def test_in_order_follows_the_keys() -> None:
    """The smallest key comes first; equal keys keep their order."""
    assert in_order([5, 1, 3], ("x", "y", "z")) == ("y", "z", "x")
    assert in_order([1, 1, 0], ("x", "y", "z")) == ("z", "x", "y")


@pytest.mark.parametrize(
    ("wanted", "order"),
    [
        ([], CARDS),
        (["b"], ("b.1", "a.1", "a.2", "c.1")),
        (["a.2", "c.1"], ("a.2", "c.1", "a.1", "b.1")),
        (["a", "a"], ("a.1", "a.2", "b.1", "c.1")),
        (["c", "b", "a", "a"], ("c.1", "b.1", "a.1", "a.2")),
    ],
)
def test_on_top(wanted: list[str], order: tuple[str, ...]) -> None:
    """What a script wants, by component or by kind, comes on top; the rest stays in order."""
    assert on_top(wanted, CARDS, kind) == order


@pytest.mark.parametrize("wanted", [["d"], ["b", "b"], ["a.1", "a.1"]])
def test_on_top_of_what_is_not_there(wanted: list[str]) -> None:
    """A script that wants what is not there, or not any more, is a fault that says so."""
    with pytest.raises(FlowError, match=f"wants {wanted[-1]} on top, but it isn't there"):
        on_top(wanted, CARDS, kind)
