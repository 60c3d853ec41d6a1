"""Modules join in at points, in an order that somebody gave."""

from __future__ import annotations

from itertools import permutations

import pytest

from tts_tool.kernel.hooks import (
    CompositionError,
    Hook,
    HookKind,
    Point,
    compose_hooks,
    in_order,
)

WORTH = Point("worth", ("modify", "veto", "provide", "notify", "around", "ask", "replace"), "value")


def nothing() -> None:
    """Do nothing: what a hook runs does not matter here."""


def hook(
    module: str,
    kind: HookKind = "modify",
    before: tuple[str, ...] = (),
    after: tuple[str, ...] = (),
    point: str = "worth",
) -> Hook:
    """Make a hook of a module."""
    return Hook(module, point, kind, nothing, before, after)


A, B, C = hook("a"), hook("b", after=("a",)), hook("c", after=("b", "a"))


@pytest.mark.parametrize("given", [*permutations((A, B, C))])
def test_order_by_constraints(given: tuple[Hook, ...]) -> None:
    """Whatever order the modules come in, the hooks stand in the order that they ask for."""
    assert in_order(("worth", "modify"), list(given)) == [A, B, C]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (hook("x", before=("y",)), hook("y")),
        (hook("x"), hook("y", after=("x",))),
        (hook("x", before=("y", "z")), hook("y", after=("w", "x"))),
    ],
)
@pytest.mark.parametrize("kind", ["modify", "around", "ask"])
def test_before_and_after(first: Hook, second: Hook, kind: HookKind) -> None:
    """One of the two saying so is enough, and names of modules that don't play are no harm."""
    assert in_order(("worth", kind), [second, first]) == [first, second]


@pytest.mark.parametrize("kind", ["modify", "around", "ask"])
def test_a_gap_is_an_error(kind: HookKind) -> None:
    """Where order matters, two that say nothing about each other can't be played together."""
    with pytest.raises(CompositionError, match="no order is given at worth between x and y"):
        in_order(("worth", kind), [hook("x", kind), hook("y", kind)])


def test_a_gap_behind_the_first_is_an_error() -> None:
    """It is not enough that one comes first: the others need an order, too."""
    with pytest.raises(CompositionError, match="between x and y"):
        in_order(("worth", "modify"), [hook("x"), hook("a", before=("x", "y")), hook("y")])


@pytest.mark.parametrize("kind", ["veto", "provide", "notify"])
def test_order_of_the_modules_where_it_does_not_matter(kind: HookKind) -> None:
    """Without constraints the hooks stand as their modules do, with them as they ask."""
    x, y, z = (hook(name, kind) for name in "xyz")
    assert in_order(("worth", kind), [y, x, z]) == [y, x, z]
    last = hook("y", kind, after=("z",))
    assert in_order(("worth", kind), [last, x, z]) == [x, z, last]


@pytest.mark.parametrize("kind", ["modify", "veto"])
def test_a_circle_is_an_error(kind: HookKind) -> None:
    """Each before the other is no order at all."""
    with pytest.raises(CompositionError, match=r"the order at worth goes in a circle: x, y$"):
        in_order(("worth", kind), [hook("x", kind, before=("y",)), hook("y", kind, before=("x",))])


def test_a_clash_is_an_error() -> None:
    """Only one module may take over."""
    with pytest.raises(CompositionError, match="x and y both replace worth"):
        in_order(("worth", "replace"), [hook("x", "replace"), hook("y", "replace", after=("x",))])
    assert in_order(("worth", "replace"), [hook("x", "replace")]) == [hook("x", "replace")]


@pytest.mark.parametrize("wrong", [hook("x", point="price"), Hook("x", "narrow", "ask", nothing)])
def test_an_unknown_point_is_an_error(wrong: Hook) -> None:
    """A point that no module offers, or not in this way, can't be hooked."""
    with pytest.raises(CompositionError, match=f"module x hooks {wrong.kind} at {wrong.point}"):
        compose_hooks([WORTH, Point("narrow", ("modify",), "one kind")], [wrong])


def test_each_kind_at_each_point_stands_alone() -> None:
    """Hooks are kept by point and kind: order is a matter of those alone."""
    other = Point("price", ("modify",), "another")
    priced, vetoed = hook("b", point="price"), hook("c", "veto")
    assert compose_hooks([WORTH, other], [A, priced, vetoed]) == {
        ("worth", "modify"): (A,),
        ("price", "modify"): (priced,),
        ("worth", "veto"): (vetoed,),
    }
    assert compose_hooks([WORTH], []) == {}
