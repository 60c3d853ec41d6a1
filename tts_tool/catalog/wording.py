"""Says in words what a field expects, and what stands there instead."""

from __future__ import annotations

import json
from collections.abc import Iterable

from msgspec import inspect

from tts_tool.catalog.anatomy import strip_marks

__all__ = ["expected", "found"]

_LONGEST = 40  # half of the columns of a terminal: the rest of the line says what is wrong


def expected(node: inspect.Type) -> str:  # noqa: PLR0911 - one per case
    """Describe what may stand where this type is: `a whole number from 0 to 9`."""
    node, marks = strip_marks(node)
    if "expected" in marks:
        return str(marks["expected"])
    match node:
        case inspect.IntType():
            return f"a whole number{_range(node)}"
        case inspect.FloatType():
            return f"a number{_range(node)}"
        case inspect.StrType():
            return _text(node)
        case inspect.LiteralType():
            return _one_of(node.values)
        case inspect.EnumType():
            return _one_of(member.value for member in node.cls)
        case inspect.TupleType():
            return f"an array of {len(node.item_types)}"
        case _:
            return _container(node)


def found(value: object) -> str:
    """Name a value the way it is written in TOML, or its sort if it is long.

    >>> found(True), found("damp"), found([1, 2])
    ('true', '"damp"', 'an array')
    """
    match value:
        case None:
            return "nothing"
        case dict():
            return "a table"
        case list() | tuple():
            return "an array"
        case bool() | int() | float():
            return _shortened(json.dumps(value))
        case str():
            return _shortened(json.dumps(value, ensure_ascii=False))
        case _:
            return f"a {type(value).__name__}"


def _container(node: inspect.Type) -> str:  # noqa: PLR0911 - one per case
    match node:
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "nothing"
        case inspect.UnionType():
            return " or ".join(expected(each) for each in node.types)
        case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
            return f"an array{_count(node.min_length, node.max_length)}"
        case inspect.DictType():
            return f"a table{_count(node.min_length, node.max_length)}"
        case inspect.CustomType():
            return "an operation"
        case _:
            return "a table"


def _range(node: inspect.IntType | inspect.FloatType) -> str:
    if node.ge is not None and node.le is not None:
        limits = f" from {node.ge} to {node.le}"
    elif node.ge is not None:
        limits = f" of at least {node.ge}"
    else:
        limits = "" if node.le is None else f" of at most {node.le}"
    above = "" if node.gt is None else f" above {node.gt}"
    below = "" if node.lt is None else f" below {node.lt}"
    steps = "" if node.multiple_of is None else f" in steps of {node.multiple_of}"
    return limits + above + below + steps


def _text(node: inspect.StrType) -> str:
    limits = _count(node.min_length, node.max_length)
    form = "" if node.pattern is None else f" of the form {node.pattern}"
    return f"a text{limits}{' characters' if limits else ''}{form}"


def _count(least: int | None, most: int | None) -> str:
    match least, most:
        case ((None | 0), None):
            return ""
        case _, None:
            return f" of at least {least}"
        case ((None | 0), _):
            return f" of at most {most}"
        case _:
            return f" of {least}" if least == most else f" of {least} to {most}"


def _one_of(values: Iterable[object]) -> str:
    return f"one of {', '.join(map(found, values))}"


def _shortened(text: str) -> str:
    text = text.encode(errors="backslashreplace").decode()  # half characters can't be printed
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
