"""Matches what somebody passes to a function with what it takes; what does not fit is told."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, get_args, get_type_hints

from tts_tool.errors import BadInput
from tts_tool.table.pieces import Piece
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec

__all__ = ["fitted"]

_AXES = 3
_WORDS: Mapping[type, str] = {
    Thing: "an object",
    Piece: "an object",
    str: "a text",
    int: "a number",
    float: "a number",
}


def fitted(
    name: str, run: Callable[..., Any], arguments: Sequence[Any], named: Mapping[str, Any]
) -> Any:  # noqa: ANN401 - as the function says
    """Call a function by its annotations; whose it is comes first, and fits in any case."""
    signature = inspect.signature(run)
    hints = get_type_hints(run)
    try:
        bound = signature.bind(*arguments, **named)
        for parameter, value in list(bound.arguments.items())[1:]:
            fit = _fit_of(hints[parameter])
            several = signature.parameters[parameter].kind is inspect.Parameter.VAR_POSITIONAL
            bound.arguments[parameter] = tuple(map(fit, value)) if several else fit(value)
    except TypeError as error:
        takes = [str(each) for each in signature.parameters.values()][1:]
        raise BadInput(f"{name}: {error}", fix=f"it takes ({', '.join(takes)})") from error
    return run(*bound.args, **bound.kwargs)


def _fit_of(hint: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - an annotation
    """Find what makes a value fit, or raises TypeError."""
    if hint == Vec:
        return _point
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if Vec in kinds:
        return lambda value: None if value is None else _point(value)
    if float in kinds:
        kinds = (*kinds, int)

    def fit(value: Any) -> Any:  # noqa: ANN401
        mistaken = isinstance(value, bool) and bool not in kinds
        if mistaken or not isinstance(value, kinds):
            words = dict.fromkeys(_WORDS.get(kind, kind.__name__) for kind in kinds)
            raise TypeError(f"{value!r} instead of {' or '.join(words)}")
        return value

    return fit


def _point(value: Any) -> Vec:  # noqa: ANN401
    if not isinstance(value, list | tuple) or len(value) != _AXES:
        raise TypeError(f"{value!r} instead of a place (x, y, z)")
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in value):
        raise TypeError(f"{value!r} instead of three numbers")
    x, y, z = map(float, value)
    return (x, y, z)
