"""Chooses, by the annotation of a parameter, how what a script passes is read."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin

from tts_tool.table.api import values
from tts_tool.table.api.caller import Caller, Entity
from tts_tool.table.api.values import PLAYER, Tint
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function, Handle
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec

__all__ = ["ObjectHandle", "PlayerColour", "Reader", "reader_of"]

Reader = Callable[[Caller, object], object]

ObjectHandle = NewType("ObjectHandle", int)
"""An object that may be gone, or Global (0): it is not looked up."""

PlayerColour = NewType("PlayerColour", str)
"""A player, or the colour of one."""


def reader_of(annotation: Any) -> Reader:
    """Find how a parameter is read; `… | None` is read as the first, and may be missing."""
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        inner = reader_of(parts[0]) if len(parts) == 1 else _as_is
        return lambda caller, value: None if value is None else inner(caller, value)
    return _READERS[annotation]


def _thing(caller: Caller, value: object) -> Thing:
    return caller.thing(_object(caller, value))


def _entity(caller: Caller, value: object) -> Entity:
    return caller.entity(_object(caller, value))


def _object(caller: Caller, value: object) -> int:
    """The prelude passes what a function belongs to by its bare handle."""
    key = value if type(value) is int else values.key_of(value)
    if key is not None:
        return key
    raise RaisedInLua(f"Object expected, got {values.kind_of(value)}")


def _callback(caller: Caller, value: object) -> Function:
    if isinstance(value, Function):
        return value
    raise RaisedInLua(f"function expected, got {values.kind_of(value)}")


def _player(caller: Caller, value: object) -> PlayerColour:
    if isinstance(value, Handle) and value.kind == PLAYER:
        return PlayerColour(str(value.key))
    return PlayerColour(values.seat_colour(value))


def _as_is(caller: Caller, value: object) -> object:
    return value


def _plain(read: Callable[[object], object]) -> Reader:
    return lambda _caller, value: read(value)


_READERS: dict[Any, Reader] = {
    bool: _plain(values.flag),
    int: _plain(values.whole),
    float: _plain(values.real),
    str: _plain(values.text),
    Vec: _plain(values.vec),
    Tint: _plain(values.tint),
    list[Any]: _plain(values.items),
    dict[str, Any]: _plain(values.fields),
    Thing: _thing,
    Entity: _entity,
    ObjectHandle: _object,
    Function: _callback,
    PlayerColour: _player,
    object: _as_is,
    Any: _as_is,
}
