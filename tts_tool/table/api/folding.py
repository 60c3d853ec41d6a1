"""Turns what happens in the world into calls of handlers: which ones, in which order, with what.

A universal handler may stand in any script, Global first; the thing that an event is about has a
handler of its own, without the argument that it is itself. Old names are heard as well; a script
that has the new name and the old one hears the new one only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Any, Protocol, get_args, get_type_hints

from tts_tool.table.api.actions import action_number
from tts_tool.table.api.caller import GLOBAL
from tts_tool.table.api.values import OBJECT, PLAYER, key_of
from tts_tool.table.scripts.values import Handle as Proxy
from tts_tool.table.switches import Switches
from tts_tool.table.world.events import (
    EVENTS,
    QUESTIONS,
    Answer,
    Collision,
    Foreseen,
    Handle,
    ObjectCollisionEnter,
    ObjectCollisionExit,
    ObjectCollisionStay,
    Occurred,
    PlayerAction,
    Seat,
)
from tts_tool.table.world.world import World

__all__ = ["Handlers", "handler_names", "order_of"]

_COLLISIONS = (ObjectCollisionEnter, ObjectCollisionStay, ObjectCollisionExit)

Heard = tuple[int, str, tuple[object, ...]]
Shaping = Callable[[Any], object]


# The handlers that the game calls without an event of the world.
_CALLED_DIRECTLY = frozenset({"onLoad", "onSave", "onExternalMessage"})


def handler_names() -> frozenset[str]:
    """Name every function that the game calls by itself, old names too."""
    kinds = (*EVENTS.values(), *QUESTIONS.values())
    return _CALLED_DIRECTLY | {
        name
        for kind in kinds
        for name in (kind.everywhere, kind.own, *kind.old_everywhere, *kind.old_own)
        if name
    }


class Ears(Protocol):
    """Who can hear: the scripts, by the handles of their things."""

    switches: Switches
    world: World

    @property
    def scripts(self) -> Mapping[int, object]:
        """The scripts."""

    def has(self, handle: int, name: str) -> bool:
        """Tell whether a script has a function of that name."""


class Handlers:
    """Who hears of one kind of event, and what an answer means."""

    def __init__(self, kind: type[Occurred | Foreseen]) -> None:
        self._kind = kind
        self._everywhere = (kind.everywhere, *kind.old_everywhere) if kind.everywhere else ()
        self._own = (kind.own, *kind.old_own) if kind.own else ()
        self._shapes = _shapes(kind)
        self._subject = (
            kind.__struct_fields__.index(kind.subject)
            if self._own and kind.subject in kind.__struct_fields__
            else -1
        )

    @staticmethod
    @cache
    def of(kind: type[Occurred | Foreseen]) -> Handlers:
        """Find the handlers of a kind of event."""
        return Handlers(kind)

    def heard_by(self, event: Occurred | Foreseen, ears: Ears) -> Iterator[Heard]:
        """Give every handler there is, in order; whoever hears first may change who hears next."""
        if not self._everywhere and not self._own:
            return
        arguments = self._arguments(event)
        parts = [self._universal(arguments, ears), self._of_subject(arguments, event, ears)]
        if ears.switches.text("universal-handlers-first") == "object":
            parts.reverse()
        for part in parts:
            yield from part

    def meaning(self, name: str, answer: object, switches: Switches) -> tuple[bool, Answer]:
        """Say whether an answer decides the question, and how."""
        if issubclass(self._kind, Foreseen) and isinstance(answer, list):
            return True, [Handle(key) for key in map(key_of, answer) if key is not None]
        stops: bool = getattr(self._kind, "stops", False)
        if name.startswith("filter") and switches.on("filter-needs-true"):
            return (False, None) if answer is True else (True, False)
        return (True, stops) if answer is stops else (False, None)

    def _universal(self, arguments: tuple[object, ...], ears: Ears) -> Iterator[Heard]:
        if not self._everywhere or self._is_private(arguments, ears):
            return
        only_global = self._kind.only_global
        everybody = sorted(ears.scripts)  # Global is 0, then the oldest object
        for handle in [GLOBAL] if only_global else everybody:
            name = self._name(handle, self._everywhere, ears)
            if name:
                yield handle, name, arguments

    def _is_private(self, arguments: tuple[object, ...], ears: Ears) -> bool:
        """Everybody hears of collisions only if a script has asked for those of the thing."""
        if not issubclass(self._kind, _COLLISIONS):
            return False
        thing = ears.world.thing(key_of(arguments[0]) or GLOBAL)
        return thing is None or not thing.collides

    def _of_subject(
        self, arguments: tuple[object, ...], event: Occurred | Foreseen, ears: Ears
    ) -> Iterator[Heard]:
        if self._subject < 0:
            return
        handle = event.arguments[self._subject]
        name = handle and self._name(handle, self._own, ears)
        if name:
            at = self._subject
            yield handle, name, arguments[:at] + arguments[at + 1 :]

    def _name(self, handle: int, names: Iterable[str], ears: Ears) -> str:
        return next((name for name in names if ears.has(handle, name)), "")

    def _arguments(self, event: Occurred | Foreseen) -> tuple[object, ...]:
        return tuple(
            shape(value) for shape, value in zip(self._shapes, event.arguments, strict=True)
        )


def order_of(handles: Iterable[int], switches: Switches) -> list[int]:
    """Put the scripts into the order in which they load: oldest object first."""
    objects = sorted(handle for handle in handles if handle != GLOBAL)
    return [GLOBAL, *objects] if switches.on("global-loads-first") else [*objects, GLOBAL]


def _shapes(kind: type[Occurred | Foreseen]) -> tuple[Shaping, ...]:
    hints = get_type_hints(kind)
    return tuple(
        _action if kind is PlayerAction and name == "action" else _shape(hints[name])
        for name in kind.__struct_fields__
    )


def _shape(hint: Any) -> Shaping:
    if hint is Handle or set(get_args(hint)) == {Handle, NoneType}:
        return _object
    if hint is Seat or Seat in get_args(hint):
        return _player
    if hint == tuple[Handle, ...]:
        return lambda handles: [_object(each) for each in handles]
    if hint is Collision:
        return _collision
    return lambda value: value


def _object(handle: int | None) -> Proxy | None:
    return None if handle is None else Proxy(OBJECT, handle)


def _player(colour: str | None) -> Proxy | None:
    return None if colour is None else Proxy(PLAYER, colour)


def _action(name: str) -> int:
    return action_number(name)


def _collision(met: Collision) -> dict[str, object]:
    """Points and speed are plain lists here, not Vectors."""
    return {
        "collision_object": _object(met.collision_object),
        "contact_points": [list(point) for point in met.contact_points],
        "relative_velocity": list(met.relative_velocity),
    }
