"""Takes card types apart, and follows a value along its type.

The pieces are those of `msgspec.inspect`; the slot of an operation is the one addition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from msgspec import inspect

from tts_tool.catalog.records import Effect, Operation, Record, Sheet

__all__ = [
    "ARRAYS",
    "Key",
    "Operations",
    "Spot",
    "dotted",
    "fits",
    "parts",
    "referred",
    "refs",
    "refused",
    "spots",
    "strip_marks",
    "undotted",
]

Key = tuple[str | int, ...]
"""Where something stands: `("ware", 3, "effects", 0, "amount")`."""

Operations = Mapping[str, inspect.StructType]
"""The operations that may stand in a slot, by `op`."""

_LEAVES = (
    inspect.BoolType,
    inspect.EnumType,
    inspect.FloatType,
    inspect.IntType,
    inspect.LiteralType,
    inspect.NoneType,
    inspect.StrType,
)
ARRAYS = (inspect.VarTupleType, inspect.ListType, inspect.FrozenSetType, inspect.TupleType)
_SHAPES: Final[tuple[tuple[Any, Any], ...]] = (
    (ARRAYS, (list, tuple)),
    (inspect.DictType, dict),
    (inspect.StrType, str),
    (inspect.BoolType, bool),
    (inspect.NoneType, type(None)),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A value inside a record, where it stands, and what its type and its marks say of it."""

    path: Key
    node: inspect.Type
    value: Any
    marks: Mapping[Any, Any]


def dotted(path: Key) -> str:
    """Write a path as people do.

    >>> dotted(("effects", 0, "amount"))
    'effects[0].amount'
    """
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def undotted(path: str) -> Key:
    """Read a path that people wrote.

    >>> undotted("effects[0].amount")
    ('effects', 0, 'amount')
    """
    steps = re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)
    return tuple(int(index) if index else name for index, name in steps)


def strip_marks(node: inspect.Type) -> tuple[inspect.Type, Mapping[Any, Any]]:
    """Part a type from the marks that `Meta` put on it."""
    if isinstance(node, inspect.Metadata):
        return node.type, node.extra or {}
    return node, {}


def refs(marks: Mapping[Any, Any]) -> tuple[str, ...]:
    """Read from the marks of a field which kinds it may refer to."""
    return tuple(marks.get("ref", ()))


def parts(node: inspect.Type) -> tuple[inspect.Type, ...]:  # noqa: PLR0911 - one per case
    """Give the types directly inside a type."""
    match node:
        case inspect.Metadata():
            return (node.type,)
        case inspect.StructType():
            return tuple(part.type for part in node.fields)
        case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
            return (node.item_type,)
        case inspect.TupleType():
            return node.item_types
        case inspect.DictType():
            return (node.key_type, node.value_type)
        case inspect.UnionType():
            return node.types
        case _:
            return ()


def fits(node: inspect.Type, value: object) -> bool:  # noqa: PLR0911 - one per case
    """Say whether a value has the outer shape of a type: what is inside is not looked at."""
    node, _ = strip_marks(node)
    match node:
        case inspect.UnionType():
            return any(fits(each, value) for each in node.types)
        case inspect.IntType():
            return type(value) is int
        case inspect.FloatType():
            return type(value) in (int, float)
        case inspect.LiteralType():
            return any(value == known and type(value) is type(known) for known in node.values)
        case inspect.EnumType():
            return value in _members(node.cls)
        case inspect.StructType(tag_field=str(tag_field)):
            return isinstance(value, dict) and value.get(tag_field) == node.tag
        case inspect.StructType() | inspect.CustomType():
            return isinstance(value, dict)
    return any(isinstance(node, of) and isinstance(value, like) for of, like in _SHAPES)


def spots(
    node: inspect.Type,
    value: Any,  # noqa: ANN401 - whatever TOML or JSON can say
    operations: Operations,
    path: Key = (),
    marks: Mapping[Any, Any] | None = None,
) -> Iterator[Spot]:
    """Follow a value along its type, outside first; what does not fit is passed over."""
    if isinstance(node, inspect.Metadata):
        yield from spots(node.type, value, operations, path, node.extra)
        return
    if isinstance(node, inspect.UnionType):
        chosen = next((each for each in node.types if fits(each, value)), None)
        if chosen is not None:
            yield from spots(chosen, value, operations, path, marks)
        return
    yield Spot(path, node, value, marks or {})
    for step, inner, part in _inside(node, value, operations):
        yield from spots(inner, part, operations, (*path, step))


def _inside(
    node: inspect.Type,
    value: Any,  # noqa: ANN401 - as above
    operations: Operations,
) -> Iterator[tuple[str | int, inspect.Type, Any]]:
    match node, value:
        case inspect.CustomType(), {"op": str(op)} if op in operations:
            yield from _inside(operations[op], value, operations)
        case inspect.StructType(), dict():
            for part in node.fields:
                if part.encode_name in value:
                    yield part.encode_name, part.type, value[part.encode_name]
        case inspect.TupleType(), list() | tuple():
            yield from zip(range(len(value)), node.item_types, value, strict=False)
        case (
            inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType(),
            list() | tuple(),
        ):
            yield from ((index, node.item_type, part) for index, part in enumerate(value))
        case inspect.DictType(), dict():
            for key, part in value.items():
                yield key, node.key_type, key
                yield key, node.value_type, part


def refused(
    node: inspect.Type, referable: frozenset[str], seen: frozenset[type] = frozenset()
) -> Iterator[str]:
    """Say what of a card type could not be read from a card file."""
    if isinstance(node, inspect.StructType):
        if node.cls in seen:
            return
        seen |= {node.cls}
    if not _speakable(node):
        yield f"card files have no {type(node).__name__}"
    _, marks = strip_marks(node)
    yield from (f"ref({kind!r}) is no kind" for kind in refs(marks) if kind not in referable)
    if isinstance(node, inspect.StructType):
        yield from _refused_fields(node)
    for part in parts(node):
        yield from refused(part, referable, seen)


def referred(node: inspect.Type, seen: frozenset[type] = frozenset()) -> Iterator[str]:
    """Give the kinds that anything inside a card type may refer to."""
    if isinstance(node, inspect.StructType):
        if node.cls in seen:
            return
        seen |= {node.cls}
    yield from refs(strip_marks(node)[1])
    for part in parts(node):
        yield from referred(part, seen)


def _speakable(node: inspect.Type) -> bool:
    match node:
        case inspect.CustomType():
            return node.cls is Effect
        case inspect.StructType():
            return issubclass(node.cls, Sheet)
        case _:
            wrappers = (inspect.Metadata, inspect.DictType, inspect.UnionType)
            return isinstance(node, (*_LEAVES, *ARRAYS, *wrappers))


def _refused_fields(node: inspect.StructType) -> Iterator[str]:
    taken = {"provenance"}
    if issubclass(node.cls, Record):
        taken.add("kind")
    if issubclass(node.cls, Operation):
        taken.add("op")
    yield from (
        f"a field cannot be named {part.encode_name!r}"
        for part in node.fields
        if part.encode_name in taken
    )


def _members(enum: type[Enum]) -> list[object]:
    return [member.value for member in enum]
