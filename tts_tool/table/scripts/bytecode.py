"""Takes tail calls out of compiled Lua, so that every call leaves its line for error messages.

`return f(x)` gives its place on the stack to `f`; if `f` fails, nobody knows any more which line
called it. The game knows, for all functions that are its own. A call that is no tail call differs
in one number of one instruction.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable

__all__ = ["without_tail_calls"]

# All as Lua 5.2 writes it: its header, the three bytes and two numbers at the head of a function,
# the lowest six bits of an instruction, which say what it does, and the numbers of both calls.
_HEADER = 18
_INT = 4
_NUMBERS_BEFORE_CODE = 2 * _INT + 3
_OPCODE = 0x3F
_CALL, _TAIL_CALL = 29, 30
_CONSTANT_SIZES = {0: 0, 1: 1, 3: 8}
_STRING = 4


def without_tail_calls(compiled: bytes) -> bytes:
    """Make calls of all tail calls; `compiled` is what `string.dump` of Lua 5.2 has made."""
    reader = _Reader(bytearray(compiled))
    reader.function()
    return bytes(reader.data)


class _Reader:
    """Goes through a compiled function and those inside it."""

    def __init__(self, data: bytearray) -> None:
        self.data = data
        self._at = _HEADER
        self._word = data[8]

    def function(self) -> None:
        """Read one, with those inside it."""
        self._at += _NUMBERS_BEFORE_CODE
        self._code()
        self._each(self._constant)
        self._each(self.function)
        self._skip(2)
        self._string()
        self._skip(_INT)
        self._each(self._local)
        self._each(self._string)

    def _code(self) -> None:
        count = self._number(_INT)
        end = self._at + count * _INT
        code = array("I", bytes(self.data[self._at : end]))
        for place, instruction in enumerate(code):
            if instruction & _OPCODE == _TAIL_CALL:
                changed = instruction & ~_OPCODE | _CALL
                start = self._at + place * _INT
                self.data[start : start + _INT] = changed.to_bytes(_INT, sys.byteorder)
        self._at = end

    def _constant(self) -> None:
        kind = self._number(1)
        if kind == _STRING:
            self._string()
        else:
            self._at += _CONSTANT_SIZES[kind]

    def _local(self) -> None:
        self._string()
        self._at += 2 * _INT

    def _string(self) -> None:
        length = self._number(self._word)
        self._at += length

    def _skip(self, size: int) -> None:
        count = self._number(_INT)
        self._at += count * size

    def _each(self, read: Callable[[], None]) -> None:
        for _ in range(self._number(_INT)):
            read()

    def _number(self, size: int) -> int:
        end = self._at + size
        number = int.from_bytes(self.data[self._at : end], sys.byteorder)
        self._at = end
        return number
