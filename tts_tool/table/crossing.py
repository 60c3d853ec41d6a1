"""What crosses between a table and its cage: plain values, references to objects, notices.

An object crosses as `{"object": handle}`, so that no table of a script can be mistaken for one:
its own keys are sent as pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Final

from tts_tool.errors import BadInput
from tts_tool.saves.tree import Number, number
from tts_tool.table import notices
from tts_tool.table.notices import Notice, Wanted

__all__ = ["packed", "packed_lines", "packed_notices", "unpacked", "unpacked_notices"]

_OBJECT: Final = "object"
_TABLE: Final = "table"


def packed(value: Any, reference: Callable[[Any], int | None]) -> Any:  # noqa: ANN401
    """Make a value plain; `reference` tells the handle of what is an object."""
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    if isinstance(value, Number):
        return number(value)
    handle = reference(value)
    if handle is not None:
        return {_OBJECT: handle}
    if isinstance(value, dict):
        return {_TABLE: [[packed(each, reference) for each in pair] for pair in value.items()]}
    if isinstance(value, list | tuple):
        return [packed(each, reference) for each in value]
    raise BadInput(f"a {type(value).__name__} cannot be passed to or from a table")


def unpacked(value: Any, reference: Callable[[int], Any]) -> Any:  # noqa: ANN401
    """Read a plain value; `reference` gives the object of a handle."""
    if isinstance(value, list):
        return [unpacked(each, reference) for each in value]
    if not isinstance(value, dict):
        return value
    if _OBJECT in value:
        return reference(value[_OBJECT])
    return {
        _key(unpacked(key, reference)): unpacked(each, reference) for key, each in value[_TABLE]
    }


def _key(key: Any) -> Any:  # noqa: ANN401
    return tuple(key) if isinstance(key, list) else key


def packed_notices(several: Sequence[Notice | Wanted]) -> list[Any]:
    """Write notices as name and fields; of a flood, only its beginning."""
    fitting = several[: _how_many([len(str(each)) for each in several])]
    left_out = len(several) - len(fitting)
    told = [*fitting, notices.Printed(f"… and {left_out} more")] if left_out else fitting
    return [[type(each).__name__, asdict(each)] for each in told]


def unpacked_notices(several: Sequence[Any]) -> list[Notice | Wanted]:
    """Read notices."""
    return [getattr(notices, name)(**fields) for name, fields in several]


def packed_lines(several: Sequence[Any]) -> list[Any]:
    """Write lines of chat; of a flood, only its beginning."""
    fitting = several[: _how_many([len(each.text) for each in several])]
    return [{name: getattr(each, name) for name in _LINE} for each in fitting]


_LINE: Final = ("kind", "text", "tint", "to", "tag")
# A script that says more than this at one time says nothing that anybody reads.
_MOST: Final = 10_000
# Of four bytes at most: no more than a message may have (`wire.MOST_BYTES`).
_MOST_LETTERS: Final = 16 << 20


def _how_many(lengths: Sequence[int]) -> int:
    """Say how many of these may be sent at one time; the first may, unless it is monstrous."""
    total = 0
    for count, length in enumerate(lengths):
        total += length
        if total > _MOST_LETTERS or count == _MOST:
            return count
    return len(lengths)
