"""Carries values between Python and one Lua interpreter: everything is a copy or a token."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import itemgetter

from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.loans import Home, Loan, LoanList, changes, loan
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
    fields,
    from_bytes,
    to_bytes,
)

__all__ = ["Border"]

# What stands for things of the table comes last.
_RANK = {int: 1, float: 1, str: 2, bool: 3}
_OTHERS = 4
# From here on Lua's numbers, which are floats, leave out whole numbers.
_WHOLE = 2**53
# What is the same on both sides, however it crosses.
_SIMPLE = frozenset({bool, float, type(None)})
# What comes out of Lua as it is; whole numbers that go in may be too high.
_ALIKE = _SIMPLE | {int}
# What stands for nothing but itself.
_TOKENLESS = _ALIKE | {str, bytes, list, dict}
# So many orders of keys are remembered: what things are told as has the same keys again and again.
_MOST_ORDERS = 1_000
# So many values are passed at once: Lua has room for some thousands.
_FEW = 64


class Border:
    """The two directions: `taken` from Lua, or only `lent`; `given` to Lua.

    `lua` holds the functions of `boot.lua`; the interpreter makes its tables.
    """

    def __init__(self, owner: Value, runtime: Lua, words: Words) -> None:
        self._owner = owner
        self._table_from = runtime.table_from
        self._words = words
        self._left = 0
        self._lends = False
        self._loans: dict[int, Home] = {}
        self._next_loan = 0
        self._orders: dict[tuple[Value, ...], tuple[list[Lua], Lua]] = {}
        self.lua: dict[str, Lua] = {}

    def taken_all(self, values: Iterable[Lua]) -> list[Value]:
        """Copy what a function is called with out of Lua."""
        return [
            from_bytes(value)
            if type(value) is bytes
            else value
            if type(value) in _ALIKE
            else self.taken(value)
            for value in values
        ]

    def taken(self, value: Lua) -> Value:
        """Copy a value out of Lua; raises `RaisedInLua` if it has no copy."""
        kind = type(value)
        if kind is bytes:
            return from_bytes(value)
        if value is None or kind is int or kind is float or kind is bool:
            return value
        self._left = MOST_VALUES
        return self._copied(value, MOST_DEPTH)

    def lent(self, value: Lua) -> Value:
        """Copy a value out of Lua; if a table of it comes back, it comes back as itself."""
        self._lends = True
        try:
            return self.taken(value)
        finally:
            self._lends = False

    def _copied(self, value: Lua, depth: int) -> Value:
        kind = type(value)
        if kind is bytes:
            return from_bytes(value)
        if value is None or kind is int or kind is float or kind is bool:
            return value
        if kind is TABLE:
            return self._table(value, depth)
        if kind is FUNCTION:
            return self._words.function(Function(self._owner, self.lua["itself"](value)))
        raise RaisedInLua(f"a {kind_of(value)} cannot be passed on")

    def _table(self, table: Lua, depth: int) -> Value:
        identity = self.lua["identity"](table)
        if isinstance(identity, int):
            return loan(self._contents(table, depth), self._loans[identity])
        if identity is not None:
            return self._proxy(identity)
        copied = self._contents(table, depth)
        if not self._lends:
            return copied
        return loan(copied, Home(self, self.lua["itself"](table), fields(copied)))

    def _contents(self, table: Lua, depth: int) -> Value:
        if depth == 0:
            raise RaisedInLua("a table is nested too deeply, or contains itself")
        pairs = []
        for key, item in table.items():
            self._left -= 1
            if self._left < 0:
                raise RaisedInLua("a table has too many values")
            name = from_bytes(key) if type(key) is bytes else self._key(key)
            pairs.append((name, self._copied(item, depth - 1)))
        return _arranged(pairs)

    def _key(self, key: Lua) -> Value:
        """Copy a key: a number, a truth, or what stands for something of the table."""
        if isinstance(key, int | float):
            return key
        identity = self.lua["identity"](key)
        if isinstance(identity, tuple | bytes):
            return self._proxy(identity)
        raise RaisedInLua(f"a table with a {kind_of(key)} as key cannot be passed on")

    def _proxy(self, identity: Lua) -> Value:
        page, key = identity if isinstance(identity, tuple) else (identity, None)
        return self._words.proxy(from_bytes(page), from_bytes(key) if type(key) is bytes else key)

    def given(self, value: Value) -> Lua:  # noqa: PLR0911 - one for each kind
        """Copy a value into Lua. What Lua has no idea of is a mistake of ours."""
        kind = type(value)
        if kind is str:
            return to_bytes(value)
        if value is None or kind is float or kind is bool or kind is bytes:
            return value
        if kind is int:
            return value if -_WHOLE < value < _WHOLE else float(value)
        if kind is list:
            return self._list(value)
        if kind is dict:
            return self._mapping(value)
        if isinstance(value, Loan):
            return self._loan(value)
        return self._token(self._words.token(value))

    def answer(self, value: Value) -> tuple[Lua, ...]:
        """Copy what the prelude has asked for: true, and one value or several.

        Of a thing and of a vector the prelude gets the kind and the parts, and makes it.
        """
        kind = type(value)
        if kind in _SIMPLE or kind is str:
            return True, to_bytes(value) if kind is str else value
        if kind is Several:
            return (True, *[self.given(item) for item in value.values])
        if kind in _TOKENLESS or isinstance(value, Loan):
            return True, self.given(value)
        token = self._words.token(value)
        if isinstance(token, Handle):
            return b"proxy", to_bytes(token.kind), self.given(token.key)
        if isinstance(token, Shaped):
            return (to_bytes(token.kind), *[self.given(part) for part in token.parts])
        return True, self._token(token)

    def _list(self, value: Iterable[Value]) -> Lua:
        return self._table_from([self.given(item) for item in value])

    def _mapping(self, value: Mapping[Value, Value]) -> Lua:
        keys, order = self._order(tuple(value))
        given = self.given
        if 1 < len(keys) <= _FEW:
            return self.lua["filled"](order, *map(given, value.values()))
        table = self._table_from(dict(zip(keys, map(given, value.values()), strict=True)))
        if len(keys) > 1:
            self.lua["ordered"](table, order)
        return table

    def _order(self, names: tuple[Value, ...]) -> tuple[list[Lua], Lua]:
        """Give keys in their order: a list of what Lua has, and a table that is only read."""
        known = self._orders.get(names)
        if known is not None:
            return known
        keys = [self.given(name) for name in names]
        order = keys, self._table_from(keys)
        if all(type(name) is str for name in names):  # 1 and true would be one key here
            if len(self._orders) == _MOST_ORDERS:
                self._orders.clear()
            order = keys, self.lua["itself"](order[1])
            self._orders[names] = order
        return order

    def _loan(self, value: Loan) -> Lua:
        """Copy what another script has lent into Lua, or bring home what was ours."""
        if value.home.border is self:
            return self._come_home(value)
        made = self._list(value) if isinstance(value, LoanList) else self._mapping(value)
        self._next_loan += 1
        self._loans[self._next_loan] = replace(value.home)
        for number in self.lua["borrowed"](made, self._next_loan).values():
            del self._loans[number]
        return made

    def _come_home(self, value: Loan) -> Lua:
        items = {key: self.given(item) for key, item in fields(value).items()}
        for key in changes(value):
            self.lua["set_raw"](value.home.table, self.given(key), items.get(key))
        return value.home.table

    def _token(self, value: Value) -> Lua:
        if isinstance(value, Handle):
            return self.lua["proxy"](to_bytes(value.kind), self.given(value.key))
        if isinstance(value, Shaped):
            return self.lua["shape"](
                to_bytes(value.kind), *[self.given(one) for one in value.parts]
            )
        if isinstance(value, Function):
            if value.owner is not self._owner:
                raise RaisedInLua("a function cannot be passed to another script")
            return value.lua
        if isinstance(value, Mapping):
            return self._mapping(value)
        if isinstance(value, tuple):
            return self._list(value)
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
    pairs.sort(key=_key_of if len(kinds) == 1 and kinds <= _RANK.keys() else _rank_and_key)
    return dict(pairs)


_key_of = itemgetter(0)


def _rank_and_key(pair: tuple[Value, Value]) -> tuple[int, Value]:
    rank = _RANK.get(type(pair[0]), _OTHERS)
    return rank, pair[0] if rank < _OTHERS else str(pair[0])
