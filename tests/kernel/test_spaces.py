"""Option spaces: right answers pass, wrong ones are refused with a reason, never an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import (
    Assignment,
    Choice,
    Dice,
    Incomplete,
    Number,
    Option,
    Ordering,
    Record,
    Space,
    Subset,
)

NO = Rejection("no", rule="T-1")


def not_b(value: object) -> Rejection | None:
    """Forbid b and 2."""
    return NO if value in ("b", 2) else None


def not_b_to_south(item: str, target: str) -> Rejection | None:
    """Forbid to send b south."""
    return NO if (item, target) == ("b", "south") else None


def not_both(chosen: tuple[str, ...]) -> Rejection | None:
    """Forbid to have a and c together."""
    return NO if {"a", "c"} <= set(chosen) else None


def not_a_last(order: tuple[str, ...]) -> Rejection | None:
    """Forbid to put a at the end."""
    return NO if order[-1] == "a" else None


def not_all_north(chosen: dict[str, str]) -> Rejection | None:
    """Forbid to send everyone north."""
    return NO if set(chosen.values()) == {"north"} else None


def card(given: Mapping[str, Any]) -> Choice[str]:
    """Offer cards that the coins can pay; the function trusts what it is given."""
    coins: int = given.get("coins", 9)
    return Choice(("a", "b", "c"), lambda v: NO if {"a": 1, "b": 2, "c": 5}[v] > coins else None)


def coins(given: Mapping[str, Any]) -> Number:
    """Offer at least the price of the card."""
    return Number({"a": 1, "b": 2, "c": 5, "": 0}[given.get("card", "")], 3)


def buyers(given: Mapping[str, Any]) -> Subset[str]:
    """Offer one buyer for each coin."""
    return Subset(("x", "y", "z"), 1, min(given.get("coins", 3), 3))


PURCHASE = Record({"card": card, "coins": coins, "buyers": buyers})
NESTED = Record(
    {"deal": lambda _: Record({"n": lambda _: Number(0, 1), "m": lambda _: Number(0, 1)})}
)

SPACES: dict[str, Space[Any]] = {
    "choice": Choice(("a", "b", 1, 2), not_b),
    "free choice": Choice(("a", "b")),
    "subset": Subset(("a", "b", "c", "d"), 1, 3, why_not=not_b, judge=not_both),
    "free subset": Subset(("a", "b", "c")),
    "number": Number(-1, 3, not_b),
    "free number": Number(0, 3),
    "dice": Dice(6, 2),
    "ordering": Ordering(("a", "b", "c"), not_a_last),
    "free ordering": Ordering(("a", "b", "c")),
    "assignment": Assignment(("a", "b"), ("north", "south"), not_b_to_south, not_all_north),
    "free assignment": Assignment(("a", "b"), ("north", "south")),
    "record": PURCHASE,
    "nested": NESTED,
}


def malformed(wanted: str) -> Rejection:
    """Give the refusal of an answer of the wrong form."""
    return Rejection("malformed", {"wanted": wanted})


ONE, MANY = "one of the choices", "a list of different choices"
WHOLE, ITEMS, TARGETS = (
    "a whole number",
    "all of the items, each once, in order",
    "a target for each item",
)
THROWN, FIELDS = "a list with the value of each die", "a record of the named fields"


@pytest.mark.parametrize(
    ("name", "answer", "wanted"),
    [
        ("choice", "a", "a"),
        ("choice", 1, 1),
        ("free choice", "b", "b"),
        ("subset", ["a"], ("a",)),
        ("subset", ["d", "a"], ("a", "d")),
        ("subset", ("c", "d"), ("c", "d")),
        ("free subset", [], ()),
        ("free subset", ["c", "b", "a"], ("a", "b", "c")),
        ("number", 0, 0),
        ("number", -1, -1),
        ("number", 3, 3),
        ("free number", 0, 0),
        ("free number", 3, 3),
        ("dice", [1, 6], (1, 6)),
        ("dice", (6, 1), (6, 1)),
        ("ordering", ["a", "c", "b"], ("a", "c", "b")),
        ("free ordering", ("c", "b", "a"), ("c", "b", "a")),
        ("assignment", {"b": "north", "a": "south"}, {"a": "south", "b": "north"}),
        ("free assignment", {"a": "north", "b": "north"}, {"a": "north", "b": "north"}),
        (
            "record",
            {"buyers": ["z", "x"], "coins": 2, "card": "b"},
            {"card": "b", "coins": 2, "buyers": ("x", "z")},
        ),
        ("nested", {"deal": {"m": 1, "n": 0}}, {"deal": {"n": 0, "m": 1}}),
    ],
)
def test_right_answers(name: str, answer: object, wanted: object) -> None:
    """A right answer comes back as the rules want it, in the order of what was offered."""
    judged = SPACES[name].check(answer)
    assert judged == wanted
    assert not isinstance(wanted, dict) or list(cast("dict[str, Any]", judged)) == list(wanted)


@pytest.mark.parametrize(
    ("name", "answer", "refusal"),
    [
        ("choice", "b", NO),
        ("choice", 2, NO),
        ("choice", "c", Rejection("not-an-option", {"answer": "c"})),
        ("choice", 3, Rejection("not-an-option", {"answer": "3"})),
        ("choice", "1", Rejection("not-an-option", {"answer": "1"})),
        ("choice", True, malformed(ONE)),
        ("choice", None, malformed(ONE)),
        ("choice", 1.0, malformed(ONE)),
        ("choice", ["a"], malformed(ONE)),
        ("subset", "a", malformed(MANY)),
        ("subset", {"a": 1}, malformed(MANY)),
        ("subset", ["a", "a"], malformed(MANY)),
        ("subset", [["a"]], malformed(ONE)),
        ("subset", [True], malformed(ONE)),
        ("subset", ["a", "x"], Rejection("not-an-option", {"answer": "x"})),
        ("subset", ["a", "b"], NO),
        ("subset", ["a", "c"], NO),
        ("subset", [], Rejection("too-few", {"least": 1})),
        ("free subset", ["a", "b", "c", "d"], Rejection("not-an-option", {"answer": "d"})),
        ("number", 2, NO),
        ("number", 4, Rejection("out-of-range", {"low": -1, "high": 3})),
        ("number", -2, Rejection("out-of-range", {"low": -1, "high": 3})),
        ("number", True, malformed(WHOLE)),
        ("number", 1.0, malformed(WHOLE)),
        ("number", "1", malformed(WHOLE)),
        ("number", None, malformed(WHOLE)),
        ("dice", [1], malformed(THROWN)),
        ("dice", [1, 2, 3], malformed(THROWN)),
        ("dice", 3, malformed(THROWN)),
        ("dice", "12", malformed(THROWN)),
        ("dice", None, malformed(THROWN)),
        ("dice", [1, 7], Rejection("out-of-range", {"low": 1, "high": 6})),
        ("dice", [0, 1], Rejection("out-of-range", {"low": 1, "high": 6})),
        ("dice", [True, 1], Rejection("out-of-range", {"low": 1, "high": 6})),
        ("dice", ["1", 1], Rejection("out-of-range", {"low": 1, "high": 6})),
        ("ordering", ["b", "c", "a"], NO),
        ("ordering", ["a", "b"], malformed(ITEMS)),
        ("ordering", ["a", "b", "b"], malformed(ITEMS)),
        ("ordering", ["a", "b", ["c"]], malformed(ITEMS)),
        ("ordering", "abc", malformed(ITEMS)),
        ("assignment", {"a": "north", "b": "south"}, NO),
        ("assignment", {"a": "north", "b": "north"}, NO),
        ("assignment", {"a": "north"}, malformed(TARGETS)),
        ("assignment", {"a": "north", "b": "north", "c": "north"}, malformed(TARGETS)),
        ("assignment", ["a", "b"], malformed(TARGETS)),
        ("assignment", {"a": "west", "b": "north"}, Rejection("not-an-option", {"answer": "west"})),
        ("assignment", {"a": [], "b": "north"}, malformed(ONE)),
        ("record", [], malformed(FIELDS)),
        ("record", {"card": "a", "colour": "red"}, malformed(FIELDS)),
        ("record", {"card": "x"}, Rejection("not-an-option", {"answer": "x"})),
        ("record", {"card": ["a"], "coins": 2}, malformed(ONE)),
        ("record", {"card": "a", "coins": "x"}, malformed(WHOLE)),
        (
            "record",
            {"card": "x", "coins": [], "buyers": {}},
            Rejection("not-an-option", {"answer": "x"}),
        ),
        ("record", {"card": "b", "coins": 1}, NO),
        ("record", {"card": "c", "coins": 3}, NO),
        ("record", {"card": "a", "coins": 0}, NO),
        ("record", {"coins": 1, "buyers": ["x", "y"]}, Rejection("too-many", {"most": 1})),
        ("record", {"card": "c"}, Rejection("no-complete-answer", {"answer": "card c"})),
        ("record", {"coins": 0}, Rejection("no-complete-answer", {"answer": "coins 0"})),
        (
            "record",
            {"buyers": ["x"], "card": "c"},
            Rejection("no-complete-answer", {"answer": "buyers ['x'], card c"}),
        ),
        ("nested", {"deal": {"n": 0}}, malformed(FIELDS)),
        ("nested", {"deal": 1}, malformed(FIELDS)),
    ],
)
def test_wrong_answers(name: str, answer: object, refusal: Rejection) -> None:
    """Every kind of wrong answer is refused with the reason that helps."""
    assert SPACES[name].check(answer) == refusal


def test_one_die_may_be_told_as_a_number() -> None:
    """Whoever rolls a single die need not make a list of it."""
    assert Dice(6, 1).check(4) == (4,)
    assert Dice(6, 1).check(7) == Rejection("out-of-range", {"low": 1, "high": 6})


def test_subset_never_wants_more_than_there_is() -> None:
    """The most is at most everything; what is chosen is counted after it is looked at."""
    assert Subset(("a", "b"), most=5).most == 2
    assert Subset(("a", "b", "c"), most=1).check(["a", "b"]) == Rejection("too-many", {"most": 1})
    assert Subset(("a", "b"), least=1).check(["b"]) == ("b",)


ANSWERS: dict[str, int] = {
    "choice": 2,
    "free choice": 2,
    "subset": 5,
    "free subset": 8,
    "number": 4,
    "free number": 4,
    "dice": 36,
    "ordering": 4,
    "free ordering": 6,
    "assignment": 1,
    "free assignment": 4,
    "record": 29,
    "nested": 4,
}


@pytest.mark.parametrize("name", SPACES)
def test_answers_are_all_that_pass(name: str) -> None:
    """Every listed answer passes and stays as it is, none comes twice, none is missing."""
    space = SPACES[name]
    answers = list(space.answers())
    assert len(answers) == ANSWERS[name]
    assert all(space.check(answer) == answer for answer in answers)
    assert len({repr(answer) for answer in answers}) == len(answers)


@pytest.mark.parametrize("name", SPACES)
def test_sole_gives_two_at_most_of_those_that_count(name: str) -> None:
    """`sole` is the beginning of the answers, long enough to know whether there is a choice."""
    space = SPACES[name]
    assert space.sole()[:2] == list(space.answers())[:2]
    assert len(space.sole()) == min(2, ANSWERS[name])


@pytest.mark.parametrize(
    ("space", "sole"),
    [
        (Choice(("a", "b"), not_b), ["a"]),
        (Choice(()), []),
        (Number(2, 2), [2]),
        (Number(1, 2, not_b), [1]),
        (Number(3, 2), []),
        (Subset(("a", "b"), 2), [("a", "b")]),
        (Subset(()), [()]),
        (Subset(("a", "b"), 2, why_not=not_b), []),
        (Ordering(()), [()]),
        (Ordering(("a",)), [("a",)]),
        (Assignment((), ("north",)), [{}]),
        (Assignment(("a",), ()), []),
        (Record({}), [{}]),
        (Record({"n": lambda _: Number(1, 1)}), [{"n": 1}]),
    ],
)
def test_nothing_to_decide(space: Space[Any], sole: list[object]) -> None:
    """One answer, or none at all, is seen as such."""
    assert space.sole() == sole
    assert [space.check(answer) for answer in sole] == sole


@pytest.mark.parametrize("name", SPACES)
@given(data=st.data())
def test_samples_pass(name: str, data: st.DataObject) -> None:
    """Whatever a bot draws, its answer is allowed."""
    space = SPACES[name]
    answer = space.sample(lambda n: data.draw(st.integers(0, n - 1)))
    assert space.check(answer) == answer


@pytest.mark.parametrize("name", sorted(set(SPACES) - {"record"}))
def test_samples_reach_everything(name: str) -> None:
    """Going through all ways to draw, a bot can come to every answer there is."""
    space = SPACES[name]
    sampled = {repr(answer) for answer in all_samples(space)}
    assert sampled == {repr(answer) for answer in space.answers()}


def all_samples(space: Space[Any]) -> list[Any]:
    """Draw in every possible way."""
    found: list[Any] = []
    ways: list[tuple[int, ...]] = [()]
    while ways:
        way = ways.pop()
        asked: list[int] = []

        def pick(n: int, way: tuple[int, ...] = way, asked: list[int] = asked) -> int:
            asked.append(n)
            return way[len(asked) - 1] if len(asked) <= len(way) else 0

        answer = space.sample(pick)
        if len(asked) > len(way):
            ways.extend((*way, first) for first in range(asked[len(way)]))
        else:
            found.append(answer)
    return found


@pytest.mark.parametrize(
    "fields",
    [
        {
            "n": lambda _: Number(0, 3),
            "card": lambda g: Choice(("a", "b"), lambda _: NO if g.get("n", 0) else None),
        },
        {
            "card": lambda g: Choice(("a", "b"), lambda _: NO if g.get("n", 0) else None),
            "n": lambda _: Number(0, 3),
        },
        {
            "n": lambda _: Number(0, 3),
            "m": lambda g: Number(0, 3, lambda m: NO if m != g.get("n", 0) * 3 else None),
        },
    ],
)
@given(data=st.data())
def test_samples_of_thorny_records_pass(
    fields: Mapping[str, Callable[[Mapping[str, Any]], Space[Any]]], data: st.DataObject
) -> None:
    """Even where the first draw leads nowhere, a complete answer is found."""
    record = Record(fields)
    answer = record.sample(lambda n: data.draw(st.integers(0, n - 1)))
    assert record.check(answer) == answer


def test_sample_goes_through_the_answers_where_drawing_fails() -> None:
    """A judge may make most draws wrong: then one of the right ones is taken."""
    assert Subset(("a", "b", "c"), 2, 2, judge=not_both).sample(lambda n: n - 1) in {
        ("a", "b"),
        ("b", "c"),
    }
    assert Ordering(("a", "b"), not_a_last).sample(lambda n: n - 1) == ("a", "b")
    assert Ordering(("a", "b", "c"), not_a_last).sample(lambda n: n - 1)[-1] != "a"


def test_drawing_needs_no_search() -> None:
    """Of spaces too big to go through, every answer can be drawn, one pick per choice."""
    values = tuple(range(40))
    assert Subset(values).sample(lambda n: n - 1) == values
    assert Subset(values, 38).sample(lambda _: 0) == values[:38]
    assert Ordering(values).sample(lambda n: n - 1) == values[::-1]
    assert Dice(6, 40).sample(lambda n: n - 1) == (6,) * 40


@given(st.data())
def test_records_in_any_order(data: st.DataObject) -> None:
    """Filling the fields one by one in any order, by what is left, comes to an answer."""
    given_so_far: dict[str, Any] = {}
    for field in data.draw(st.permutations(["card", "coins", "buyers"])):
        answers = list(PURCHASE.left(field, given_so_far).answers())
        fitting = [a for a in answers if not refuses({**given_so_far, field: a})]
        given_so_far[field] = data.draw(st.sampled_from(fitting))
        judged = PURCHASE.check(given_so_far)
        if len(given_so_far) < 3:
            assert isinstance(judged, Incomplete)
            assert set(judged.left) == {"card", "coins", "buyers"} - set(given_so_far)
    assert PURCHASE.check(given_so_far) in list(PURCHASE.answers())


@pytest.mark.parametrize("first", ["coins", "buyers"])
def test_what_a_record_says_goes_together_does(first: str) -> None:
    """A field that takes several values lists only what leads to an answer, whatever came first."""
    pair = Record(
        {
            "buyers": lambda given: Subset(("x", "y", "z"), given.get("coins", 1)),
            "coins": lambda _: Choice((2, 3)),
        }
    )
    left = pair.left("buyers", {}).describe()
    assert left["least"] == 1
    assert left["together"] == [["x", "y"], ["x", "z"], ["y", "z"], ["x", "y", "z"]]
    given: dict[str, Any] = {first: 3} if first == "coins" else {first: ["x", "y", "z"]}
    for field in {"buyers", "coins"} - set(given):
        for value in pair.left(field, given).answers():
            assert not isinstance(pair.check({**given, field: value}), Rejection)


def refuses(answer: Mapping[str, Any]) -> bool:
    """Tell whether the purchase refuses an answer, complete or not."""
    return isinstance(PURCHASE.check(dict(answer)), Rejection)


@pytest.mark.parametrize(
    ("given_so_far", "left"),
    [
        ({}, {"card": "ab", "coins": [0, 1, 2, 3], "buyers": 7}),
        ({"coins": 1}, {"card": "a", "buyers": 3}),
        ({"card": "b"}, {"coins": [2, 3], "buyers": 7}),
        ({"card": "b", "coins": 2}, {"buyers": 6}),
        ({"buyers": ["x", "y", "z"]}, {"card": "ab", "coins": [0, 1, 2, 3]}),
    ],
)
def test_what_is_left_of_a_record(given_so_far: dict[str, Any], left: dict[str, Any]) -> None:
    """A partial answer gives back the missing fields, with what leads nowhere disabled."""
    judged = PURCHASE.check(given_so_far)
    assert isinstance(judged, Incomplete)
    assert list(judged.left) == list(left)
    for field, space in judged.left.items():
        answers = list(space.answers())
        assert len(answers) == left[field] if field == "buyers" else answers == list(left[field])


def test_dead_ends_of_a_record_say_so() -> None:
    """A value that its own field allows but that leads nowhere is listed with that reason."""
    left = PURCHASE.left("card", {})
    assert left.options() == [
        Option("a"),
        Option("b"),
        Option("c", Rejection("no-complete-answer", {"answer": "c"})),
    ]
    cheap = PURCHASE.left("card", {"coins": 1}).options()
    assert [option.rejection for option in cheap] == [None, NO, NO]
    assert PURCHASE.left("coins", {}).options() == []
    bare = Record({"n": lambda _: Choice((1, 2)), "m": lambda g: Choice((1,)[: g.get("n", 1) % 2])})
    assert [option.rejection is None for option in bare.options()] == [True, False, True]


A, B, C = Option("a"), Option("b", NO), Option("c")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("choice", [A, B, Option(1), Option(2, NO)]),
        ("free choice", [A, Option("b")]),
        ("subset", [A, B, C, Option("d")]),
        ("free subset", [A, Option("b"), C]),
        ("number", [Option(-1), Option(0), Option(1), Option(2, NO), Option(3)]),
        ("free number", []),
        ("dice", []),
        ("ordering", [A, Option("b"), C]),
        (
            "assignment",
            [
                Option(["a", "north"]),
                Option(["a", "south"]),
                Option(["b", "north"]),
                Option(["b", "south"], NO),
            ],
        ),
        (
            "record",
            [
                Option(["card", "a"]),
                Option(["card", "b"]),
                Option(["card", "c"], Rejection("no-complete-answer", {"answer": "c"})),
                Option(["buyers", "x"]),
                Option(["buyers", "y"]),
                Option(["buyers", "z"]),
            ],
        ),
    ],
)
def test_options(name: str, options: list[Option]) -> None:
    """What can be chosen is listed in order, what can't with its reason."""
    assert SPACES[name].options() == options


TOLD_NO = {"code": "no", "params": {}, "rule": "T-1"}


@pytest.mark.parametrize(
    ("space", "described"),
    [
        (
            Choice(("a", "b"), not_b),
            {"space": "choice", "options": [{"value": "a"}, {"value": "b", "rejection": TOLD_NO}]},
        ),
        (
            Subset(("a", "b"), 1, 2, why_not=not_b),
            {
                "space": "subset",
                "least": 1,
                "most": 2,
                "options": [{"value": "a"}, {"value": "b", "rejection": TOLD_NO}],
            },
        ),
        (
            Number(1, 3, not_b),
            {
                "space": "number",
                "low": 1,
                "high": 3,
                "refused": [{"value": 2, "rejection": TOLD_NO}],
            },
        ),
        (Number(1, 3), {"space": "number", "low": 1, "high": 3, "refused": []}),
        (Dice(6, 2), {"space": "dice", "sides": 6, "count": 2}),
        (Ordering(("a",)), {"space": "ordering", "options": [{"value": "a"}]}),
        (
            Assignment(("a",), ("north",)),
            {
                "space": "assignment",
                "items": ["a"],
                "targets": ["north"],
                "options": [{"value": ["a", "north"]}],
            },
        ),
        (
            Record({"n": lambda _: Dice(6, 1)}),
            {"space": "record", "fields": {"n": {"space": "dice", "sides": 6, "count": 1}}},
        ),
    ],
)
def test_described_as_plain_data(space: Space[Any], described: dict[str, Any]) -> None:
    """Whoever shows a space gets all of it, reasons included."""
    assert space.describe() == described


def test_options_are_judged_once_per_look() -> None:
    """Reasons may be costly: a space asks for each once, however often it is read."""
    asked: list[str] = []

    def why_not(value: str) -> Rejection | None:
        asked.append(value)
        return None

    space = Choice(("a", "b"), why_not)
    assert space.enabled() == space.enabled() == list(space.answers())
    assert asked == ["a", "b"]


def test_a_long_search_has_an_end() -> None:
    """Where almost every draw is wrong, only so many answers are gone through."""
    looked = 0

    def picky(order: tuple[int, ...]) -> Rejection | None:
        nonlocal looked
        looked += 1
        return NO if order[0] == 7 else None

    values = tuple(range(8))
    assert Ordering(values, picky).sample(lambda n: n - 1) == next(
        order for n, order in enumerate(permutations(values)) if n == 9_999
    )
    assert looked == 10_001


def test_reasons_are_asked_for_once_in_a_look() -> None:
    """Whoever shows a question looks at it several times, alone and as a part of a record."""
    asked: list[str] = []

    def why_not(value: str) -> Rejection | None:
        asked.append(value)
        return NO if value == "b" else None

    choice = Choice(("a", "b"), why_not)
    assert choice.options() == choice.options() == [Option("a"), Option("b", NO)]
    assert asked == ["a", "b"]
    record = Record({"card": lambda _given: Choice(("a", "b"), why_not)})
    asked.clear()
    assert record.options() == record.options()
    assert record.left("card", {}).options() == [Option("a"), Option("b", NO)]
    before = len(asked)
    record.describe()
    assert len(asked) == before


# Rules that merely advise

ALSO_NO = Rejection("also-no", rule="T-2")


@pytest.mark.parametrize(
    ("space", "answer"),
    [
        (Choice(("a", "b"), not_b), "b"),
        (Number(1, 3, not_b), 2),
        (Subset(("a", "b", "c"), why_not=not_b), ("b",)),
        (Subset(("a", "b", "c"), judge=not_both), ("a", "c")),
        (Subset(("a", "b", "c"), 2, 2, rule="T-1"), ("a", "b", "c")),
        (Subset(("a", "b", "c"), 2, 2, rule="T-1"), ("a",)),
        (Ordering(("b", "a"), not_a_last), ("b", "a")),
        (Assignment(("a", "b"), ("north", "south"), not_b_to_south), {"a": "north", "b": "south"}),
        (
            Assignment(("a", "b"), ("north", "south"), judge=not_all_north),
            {"a": "north", "b": "north"},
        ),
        (Record({"card": card, "coins": lambda _: Number(0, 9)}), {"card": "c", "coins": 1}),
    ],
)
def test_without_a_rule(space: Space[Any], answer: object) -> None:
    """What only a rule refuses can be answered without it, and stays refused without another."""
    assert cast("Rejection", space.check(answer)).rule == "T-1"
    assert space.without(("T-2",)).check(answer) == space.check(answer)
    assert space.without(("T-1", "T-2")).check(answer) == answer
    assert answer in list(space.without({"T-1"}).answers())


def test_without_a_rule_the_others_hold() -> None:
    """What two rules refuse is refused by the other one; what no rule forbids stays as it is."""

    def why_not(value: object) -> Rejection | None:
        return NO if value == "a" else ALSO_NO if value == "b" else None

    space = Choice(("a", "b", "c"), why_not).without({"T-1"})
    assert [option.rejection for option in space.options()] == [None, ALSO_NO, None]
    assert space.check("x") == Choice(("a",)).check("x")
    dice = Dice(6, 2)
    assert dice.without({"T-1"}) is dice
    assert Choice(("a",)).without({"T-1"}).enabled() == ["a"]
