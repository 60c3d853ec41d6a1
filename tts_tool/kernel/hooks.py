"""Points at which modules join in, and the composition of who joins in where.

Value points are pure and may be called any number of times: `modify` changes a value,
`veto` forbids with a rejection, `provide` adds to a list, `replace` takes over.  Flow points
are flows that are called once: `around` gets the inner flow, `ask` is a flow of its own,
`replace` takes over.  `notify` is a queued reaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

HookKind = Literal["notify", "modify", "veto", "provide", "replace", "around", "ask"]
ORDERED: tuple[HookKind, ...] = ("modify", "around", "ask")
"""Kinds for which it matters who comes first: an order that nobody gave is an error."""


class CompositionError(Exception):
    """Modules that can't be played together, or don't say in which order."""


class Point(msgspec.Struct, frozen=True):
    """A named moment or value of the rules that modules may join in."""

    name: str
    kinds: tuple[HookKind, ...]
    doc: str


class Hook(msgspec.Struct, frozen=True):
    """One module's part at one point; `before` and `after` name modules."""

    module: str
    point: str
    kind: HookKind
    run: Callable[..., Any]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


Hooks = Mapping[tuple[str, HookKind], tuple[Hook, ...]]


def compose_hooks(points: Iterable[Point], hooks: Iterable[Hook]) -> Hooks:
    """Put the hooks of every point in order, or say which can't be."""
    known = {point.name: point for point in points}
    found: dict[tuple[str, HookKind], list[Hook]] = {}
    for hook in hooks:
        point = known.get(hook.point)
        if point is None or hook.kind not in point.kinds:
            msg = f"module {hook.module} hooks {hook.kind} at {hook.point}, which no module offers"
            raise CompositionError(msg)
        found.setdefault((hook.point, hook.kind), []).append(hook)
    return {key: tuple(in_order(key, several)) for key, several in found.items()}


def in_order(key: tuple[str, HookKind], hooks: list[Hook]) -> list[Hook]:
    """Sort the hooks of one point by what they say about each other."""
    point, kind = key
    if kind == "replace" and len(hooks) > 1:
        owners = " and ".join(hook.module for hook in hooks)
        msg = f"{owners} both replace {point}"
        raise CompositionError(msg)
    left, order = list(hooks), []
    while left:
        free = [hook for hook in left if not any(_comes_before(h, hook) for h in left)]
        if not free:
            msg = f"the order at {point} goes in a circle: {', '.join(h.module for h in left)}"
            raise CompositionError(msg)
        if len(free) > 1 and kind in ORDERED:
            msg = f"no order is given at {point} between {' and '.join(h.module for h in free)}"
            raise CompositionError(msg)
        order.append(free[0])
        left.remove(free[0])
    return order


def _comes_before(first: Hook, second: Hook) -> bool:
    return second.module in first.before or first.module in second.after
