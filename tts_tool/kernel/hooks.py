"""Points at which modules join in, and the composition of who joins in where.

Value points are pure and may be called any number of times: `modify` changes a value,
`veto` forbids with a rejection, `provide` adds to a list, `replace` takes over.  Flow points
are flows that are called once: `around` gets the inner flow, `ask` is a flow of its own,
`replace` takes over.  `notify` is a queued reaction.

Where it matters who comes first, modules come in the order in which their ruleset lists them. A
hook says `before` or `after` only where that would be wrong: so boxes need not know each other.

What replaces is given what it replaces, as a function without arguments.  It may say `when` it
holds (this monster, this seat); of several, one at the most may hold at any time, and the one that
always holds stands behind all that do under a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from tts_tool.errors import meant

HookKind = Literal["notify", "modify", "veto", "provide", "replace", "around", "ask"]


class CompositionError(Exception):
    """Modules that can't be played together, or don't say in which order; perhaps by a rule."""

    def __init__(self, what: str, rule: str = "") -> None:
        super().__init__(what)
        self.rule = rule


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
    when: Callable[..., bool] | None = None
    """For what replaces: whether it holds, asked with what the point is called with."""


Hooks = Mapping[tuple[str, HookKind], tuple[Hook, ...]]


def compose_hooks(points: Iterable[Point], hooks: Iterable[Hook]) -> Hooks:
    """Put the hooks of every point in order, or say which can't be."""
    known = {point.name: point for point in points}
    found: dict[tuple[str, HookKind], list[Hook]] = {}
    for hook in hooks:
        point = known.get(hook.point)
        if point is None or hook.kind not in point.kinds:
            there = meant(hook.point, known) if point is None else meant("", point.kinds)
            msg = (
                f"{_place(hook.run)}module {hook.module} hooks {hook.kind} at {hook.point}, "
                f"which no module offers; {there}"
            )
            raise CompositionError(msg)
        found.setdefault((hook.point, hook.kind), []).append(hook)
    return {key: tuple(in_order(key, several)) for key, several in found.items()}


def _place(run: Callable[..., Any]) -> str:
    """Say in which file and line a function is; of what is no function nobody can say it."""
    code = getattr(run, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}: " if code is not None else ""


def in_order(key: tuple[str, HookKind], hooks: list[Hook]) -> list[Hook]:
    """Let the hooks of one point stand as their modules do, but for what they ask for."""
    point, kind = key
    if kind == "replace":
        return _one_at_a_time(point, hooks)
    left, order = list(hooks), []
    while left:
        free = [hook for hook in left if not any(_comes_before(h, hook) for h in left)]
        if not free:
            msg = f"the order at {point} goes in a circle: {', '.join(h.module for h in left)}"
            raise CompositionError(msg)
        order.append(free[0])
        left.remove(free[0])
    return order


def _one_at_a_time(point: str, hooks: list[Hook]) -> list[Hook]:
    """Put what holds under a condition first; what always holds can't be there twice."""
    always = [hook for hook in hooks if hook.when is None]
    if len(always) > 1:
        owners = " and ".join(hook.module for hook in always)
        msg = f"{owners} both replace {point} always; one of them has to say when it does"
        raise CompositionError(msg)
    return [*(hook for hook in hooks if hook.when is not None), *always]


def _comes_before(first: Hook, second: Hook) -> bool:
    return second.module in first.before or first.module in second.after
