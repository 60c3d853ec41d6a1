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


@pytest.mark.parametrize("kind", ["modify", "around", "ask", "veto", "provide", "notify"])
def test_the_order_of_the_modules(kind: HookKind) -> None:
    """Nobody has to know the others: hooks stand as their modules do, but for what they ask."""
    x, y, z = (hook(name, kind) for name in "xyz")
    assert in_order(("worth", kind), [y, x, z]) == [y, x, z]
    last = hook("y", kind, after=("z",))
    assert in_order(("worth", kind), [last, x, z]) == [x, z, last]
    first = hook("z", kind, before=("x",))
    assert in_order(("worth", kind), [x, y, first]) == [y, first, x]


@pytest.mark.parametrize("kind", ["modify", "veto"])
def test_a_circle_is_an_error(kind: HookKind) -> None:
    """Each before the other is no order at all."""
    with pytest.raises(CompositionError, match=r"the order at worth goes in a circle: x, y$"):
        in_order(("worth", kind), [hook("x", kind, before=("y",)), hook("y", kind, before=("x",))])


def sometimes(module: str) -> Hook:
    """Make a hook that replaces under a condition."""
    return Hook(module, "worth", "replace", nothing, when=lambda: True)


def test_a_clash_is_an_error() -> None:
    """Only one module may always take over."""
    with pytest.raises(CompositionError, match="x and y both replace worth always; one of them"):
        in_order(("worth", "replace"), [hook("x", "replace"), hook("y", "replace", after=("x",))])
    assert in_order(("worth", "replace"), [hook("x", "replace")]) == [hook("x", "replace")]


def test_what_always_holds_stands_last() -> None:
    """What replaces under a condition comes first, as its modules do."""
    always, x, y = hook("w", "replace"), sometimes("x"), sometimes("y")
    assert in_order(("worth", "replace"), [always, x, y]) == [x, y, always]


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
