"""Finds everything that is wrong with a record that could not be read.

Reading stops at the first fault. This walk goes on to the last; it runs only after reading
has failed, so it may take its time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, ValidationError, convert, inspect

from tts_tool.catalog.anatomy import ARRAYS, Key, Operations, fits, strip_marks
from tts_tool.catalog.problems import did_you_mean
from tts_tool.catalog.wording import expected, found

__all__ = ["Misfit", "diagnose"]


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something wrong at `path`; `at` is the key to point at, if that is another."""

    path: Key
    message: str
    suggestion: str | None = None
    at: Key | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Follows a value along its type; a method per kind of type."""

    operations: Operations

    def of(self, node: inspect.Type, value: object, path: Key = ()) -> Iterator[Misfit]:
        bare, marks = strip_marks(node)
        match bare:
            case inspect.UnionType():
                yield from self.of_union(bare, value, path)
            case inspect.CustomType():
                yield from self.of_operation(value, path)
            case inspect.StructType():
                yield from self.of_sheet(bare, value, path)
            case inspect.DictType() if isinstance(value, dict):
                yield from self.of_dict(bare, value, path)
            case _ if _is_array(bare) and isinstance(value, list | tuple):
                yield from self.of_array(bare, value, path)
            case _:
                yield from _leaf(bare, str(marks.get("expected", "")), value, path)

    def of_union(self, node: inspect.UnionType, value: object, path: Key) -> Iterator[Misfit]:
        """Blame the alternative that looks most like what stands there."""
        alike = [each for each in node.types if fits(each, value)] or [
            each for each in node.types if isinstance(value, dict) and _is_sheet(each)
        ]
        faults = [tuple(self.of(each, value, path)) for each in alike]
        if not faults:
            wanted = " or ".join(expected(each) for each in node.types if not _is_none(each))
            faults = [(Misfit(path, f"expected {wanted}, found {found(value)}"),)]
        yield from min(faults, key=len)

    def of_operation(self, value: object, path: Key) -> Iterator[Misfit]:
        op = value.get("op") if isinstance(value, dict) else None
        if not isinstance(value, dict):
            yield Misfit(path, f"expected an operation, found {found(value)}")
        elif op is None:
            yield Misfit(path, 'missing key "op"')
        elif op not in list(self.operations):
            guess = did_you_mean(op, self.operations)
            yield Misfit(path, f"unknown operation {found(op)}", guess, (*path, "op"))
        else:
            yield from self.of_sheet(self.operations[op], value, path)

    def of_sheet(self, node: inspect.StructType, value: object, path: Key) -> Iterator[Misfit]:
        if not isinstance(value, dict):
            yield Misfit(path, f"expected a table, found {found(value)}")
            return
        fields = {part.encode_name: part for part in node.fields}
        yield from _keys(node, value, path)
        for name, part in fields.items():
            if name in value:
                yield from self.of(part.type, value[name], (*path, name))

    def of_dict(self, node: inspect.DictType, value: dict[Any, Any], path: Key) -> Iterator[Misfit]:
        for key, part in value.items():
            for fault in self.of(node.key_type, key, (*path, key)):
                yield Misfit(path, f"key {found(key)}: {fault.message}", None, (*path, key))
            yield from self.of(node.value_type, part, (*path, key))
        yield from _length(node, value, path)

    def of_array(self, node: inspect.Type, value: Sequence[object], path: Key) -> Iterator[Misfit]:
        if isinstance(node, inspect.TupleType):
            if len(value) != len(node.item_types):
                yield Misfit(path, f"expected {expected(node)}, found {len(value)}")
            inner: Sequence[inspect.Type] = node.item_types
        else:
            item = getattr(node, "item_type")  # noqa: B009 - the other arrays all have it
            inner = [item] * len(value)
            yield from _length(node, value, path)
        for index, (kind, part) in enumerate(zip(inner, value, strict=False)):
            yield from self.of(kind, part, (*path, index))


def diagnose(node: inspect.StructType, value: object, operations: Operations) -> tuple[Misfit, ...]:
    """List all faults of a value, none if there is none."""
    return tuple(Diagnosis(operations).of_sheet(node, value, ()))


def _keys(node: inspect.StructType, value: dict[Any, Any], path: Key) -> Iterator[Misfit]:
    """Name unknown and missing keys; a key misspelt is not missing as well."""
    known = {part.encode_name for part in node.fields}
    required = {part.encode_name for part in node.fields if part.required}
    if node.tag_field is not None:
        known.add(node.tag_field)
    meant: set[str] = set()
    for name in value:
        if name not in known:
            absent = sorted(known - value.keys())
            needed = [each for each in absent if each in required]
            likely = (did_you_mean(name, those) for those in (needed, absent, sorted(known)))
            guess = next(filter(None, likely), None)
            meant.update(each for each in absent if guess == f'did you mean "{each}"?')
            yield Misfit(path, f"unknown key {found(name)}", guess, (*path, name))
    for part in node.fields:
        if part.encode_name in required - value.keys() - meant:
            yield Misfit(path, f'missing key "{part.encode_name}"')


def _length(node: inspect.Type, value: Any, path: Key) -> Iterator[Misfit]:  # noqa: ANN401
    least = getattr(node, "min_length", None) or 0
    most = getattr(node, "max_length", None)
    if len(value) < least or (most is not None and len(value) > most):
        yield Misfit(path, f"expected {expected(node)}, found {len(value)}")


def _leaf(node: inspect.Type, wanted: str, value: object, path: Key) -> Iterator[Misfit]:
    if not fits(node, value) or not _within(node, value):
        guess = None
        if isinstance(node, inspect.LiteralType):
            guess = did_you_mean(value, [each for each in node.values if isinstance(each, str)])
        yield Misfit(path, f"expected {wanted or expected(node)}, found {found(value)}", guess)


def _within(node: inspect.Type, value: object) -> bool:
    """Let msgspec judge the limits of a number or text: it will do so when reading."""
    match node:
        case inspect.IntType():
            return _passes(int, node, ("gt", "ge", "lt", "le", "multiple_of"), value)
        case inspect.FloatType():
            return _passes(float, node, ("gt", "ge", "lt", "le", "multiple_of"), value)
        case inspect.StrType():
            return _passes(str, node, ("min_length", "max_length", "pattern"), value)
        case _:
            return True


def _passes(kind: type, node: inspect.Type, limits: Sequence[str], value: object) -> bool:
    marks = {name: getattr(node, name) for name in limits if getattr(node, name) is not None}
    try:
        convert(value, Annotated[kind, Meta(**marks)])
    except ValidationError:
        return False
    return True


def _is_array(node: inspect.Type) -> bool:
    return isinstance(node, ARRAYS)


def _is_sheet(node: inspect.Type) -> bool:
    return isinstance(strip_marks(node)[0], inspect.StructType)


def _is_none(node: inspect.Type) -> bool:
    return isinstance(node, inspect.NoneType)
