"""Carries values between Python and one Lua interpreter: everything is a copy or a token."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from tts_tool.table.scripts.faults import Told
from tts_tool.table.scripts.runtime import FUNCTION, TABLE, kind_of
from tts_tool.table.scripts.values import (
    MOST_DEPTH,
    MOST_VALUES,
    Function,
    Handle,
    Lua,
    Several,
    Shaped,
    Value,
    Words,
    from_bytes,
    to_bytes,
)

__all__ = ["Border"]

_RANK = {bool: 3, str: 2, int: 1, float: 1}
_WHOLE = 2**53


class Border:
    """The two directions: `taken` from Lua, `given` to Lua.

    `lua` holds the functions of `boot.lua`; the interpreter makes its tables.
    """

    def __init__(self, owner: Value, runtime: Lua, words: Words) -> None:
        self._owner = owner
        self._table_from = runtime.table_from
        self._words = words
        self._left = 0
        self.lua: dict[str, Lua] = {}

    def taken(self, value: Lua) -> Value:
        """Copy a value out of Lua; raises `Told` if it has no copy."""
        kind = type(value)
        if kind is bytes:
            return from_bytes(value)
        if value is None or kind is int or kind is float or kind is bool:
            return value
        self._left = MOST_VALUES
        return self._copied(value, MOST_DEPTH)

    def _copied(self, value: Lua, depth: int) -> Value:
        kind = type(value)
        if kind is bytes:
            return from_bytes(value)
        if value is None or kind is int or kind is float or kind is bool:
            return value
        if kind is TABLE:
            return self._table(value, depth)
        if kind is FUNCTION:
            return self._words.function(Function(self._owner, value))
        raise Told(f"a {kind_of(value)} cannot be passed on")

    def _table(self, table: Lua, depth: int) -> Value:
        identity = self.lua["identity"](table)
        if identity is not None:
            page, key = identity if isinstance(identity, tuple) else (identity, None)
            return self._words.proxy(
                from_bytes(page), from_bytes(key) if isinstance(key, bytes) else key
            )
        if depth == 0:
            raise Told("a table is nested too deeply, or contains itself")
        pairs = []
        for key, item in table.items():
            self._left -= 1
            if self._left < 0:
                raise Told("a table has too many values")
            name = from_bytes(key) if type(key) is bytes else self._key(key)
            pairs.append((name, self._copied(item, depth - 1)))
        return _arranged(pairs)

    def _key(self, key: Lua) -> Value:
        if isinstance(key, int | float):
            return key
        if (page := self.lua["identity"](key)) is not None:
            raise Told(f"a table with a {page!r} as key cannot be passed on")
        raise Told(f"a table with a {kind_of(key)} as key cannot be passed on")

    def given(self, value: Value) -> Lua:
        """Copy a value into Lua. What Lua has no idea of is a mistake of ours."""
        kind = type(value)
        if kind is str:
            return to_bytes(value)
        if value is None or kind is float or kind is bool or kind is bytes:
            return value
        if kind is int:
            return value if -_WHOLE < value < _WHOLE else float(value)
        if kind is list:
            return self._table_from([self.given(item) for item in value])
        if kind is dict:
            return self._mapping(value)
        return self._token(self._words.token(value))

    def given_all(self, value: Value) -> tuple[Lua, ...]:
        """Copy what a function gives back: one value, or several at once."""
        if type(value) is Several:
            return tuple(self.given(item) for item in value.values)
        return (self.given(value),)

    def _mapping(self, value: Mapping[Value, Value]) -> Lua:
        keys = [self.given(key) for key in value]
        items = [self.given(item) for item in value.values()]
        table = self._table_from(dict(zip(keys, items, strict=True)))
        if len(keys) > 1:
            self.lua["ordered"](table, self._table_from(keys))
        return table

    def _token(self, value: Value) -> Lua:
        if isinstance(value, Handle):
            return self.lua["proxy"](to_bytes(value.kind), self.given(value.key))
        if isinstance(value, Shaped):
            return self.lua["shape"](
                to_bytes(value.kind), *[self.given(one) for one in value.parts]
            )
        if isinstance(value, Function):
            if value.owner is not self._owner:
                raise Told("a function cannot be passed to another script")
            return value.lua
        if isinstance(value, Mapping):
            return self._mapping(value)
        if isinstance(value, tuple):
            return self._table_from([self.given(item) for item in value])
        if value is None or isinstance(value, str | bool | int | float | list | dict):
            return self.given(value)
        raise TypeError(f"{type(value).__name__} cannot cross into Lua")


def _arranged(pairs: list[tuple[Value, Value]]) -> Value:
    """Make a list of the keys 1, 2, 3 …, else a dict whose order is the same in each process."""
    count = len(pairs)
    if all(type(key) is int and 0 < key <= count for key, _ in pairs):
        items: list[Value] = [None] * count
        for key, item in pairs:
            items[key - 1] = item
        return items
    kinds = {type(key) for key, _ in pairs}
    pairs.sort(key=_key_of if len(kinds) == 1 else _rank_and_key)
    return dict(pairs)


_key_of = itemgetter(0)


def _rank_and_key(pair: tuple[Value, Value]) -> tuple[int, Value]:
    return _RANK[type(pair[0])], pair[0]
