"""Boxes that join in at every point, in each of its kinds, and change nothing: to be composed.

Of what replaces, one holds at a time: whose number is that of the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.hooks import Point
from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.turn.turn import Turn

__all__ = ["CALLED", "DUMMIES", "dummies"]

CALLED: set[tuple[str, str, str]] = set()
"""Box, point and kind of each hook that the rules have called."""


def dummies(count: int, *boxes: Module) -> tuple[Module, ...]:
    """Make so many boxes, each of which joins in everywhere, also at the points of some boxes."""
    return tuple(_dummy(number, count, boxes) for number in range(count))


def _dummy(number: int, count: int, boxes: tuple[Module, ...]) -> Module:
    made = Module(f"dummy-{number + 1}", needs=("base", *(box.name for box in boxes)))
    for point in (point for module in (base, *boxes) for point in module.points):
        for kind in point.kinds:
            note = _noting(made, point, kind)
            if kind == "replace":
                made.hook(point, kind, when=_mine(number, count, _others(point, boxes)))(
                    _usual(note)
                )
            else:
                made.hook(point, kind)(HARMLESS[kind](note))
    return made


def _others(point: Point, boxes: tuple[Module, ...]) -> list[Callable[..., bool]]:
    """List when one of the boxes replaces what there is to replace."""
    hooks = [hook for box in boxes for hook in box.hooks]
    return [each.when for each in hooks if each.point == point.name and each.when is not None]


def _noting(module: Module, point: Point, kind: str) -> Callable[[], None]:
    return lambda: CALLED.add((module.name, point.name, kind))


def _mine(number: int, count: int, others: list[Callable[..., bool]]) -> Callable[..., bool]:
    def holds(g: Game, **context: object) -> bool:
        """Leave it to a box that replaces it now."""
        mine = g.part(Turn).number % count == number
        return mine and not any(other(g, **context) for other in others)

    return holds


def _usual(note: Callable[[], None]) -> Callable[..., Any]:
    def usual_way(_g: Game, usual: Callable[[], Any], **_: object) -> object:
        note()
        return usual()

    return usual_way


def _modify(note: Callable[[], None]) -> Callable[..., Any]:
    def as_it_is(_g: Game, value: object, **_: object) -> object:
        note()
        return value

    return as_it_is


def _veto(note: Callable[[], None]) -> Callable[..., Any]:
    return lambda _g, **_: note()


def _provide(note: Callable[[], None]) -> Callable[..., Any]:
    def nothing(_g: Game, **_: object) -> list[object]:
        note()
        return []

    return nothing


def _flow(note: Callable[[], None]) -> Callable[..., Any]:
    def quiet(_g: Game, *_args: object, **_: object) -> Flow[None]:
        note()
        yield from ()

    return quiet


def _around(note: Callable[[], None]) -> Callable[..., Any]:
    def through(_g: Game, inner: Callable[[], Flow[Any]], **_: object) -> Flow[Any]:
        note()
        return (yield from inner())

    return through


HARMLESS: dict[str, Callable[[Callable[[], None]], Callable[..., Any]]] = {
    "modify": _modify,
    "veto": _veto,
    "provide": _provide,
    "notify": _flow,
    "ask": _flow,
    "around": _around,
}

DUMMIES = dummies(4)
