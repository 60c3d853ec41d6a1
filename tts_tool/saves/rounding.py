"""A steadier view of a save: what physics moves by a hair is rounded. Nothing brings it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tts_tool.saves.tree import Number, number, number_from

__all__ = ["rounded"]

# Finer than what counts as moved in `merging.values`: 0.02 of a unit, and half a degree.
_PLACES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("posX", "posY", "posZ", "scaleX", "scaleY", "scaleZ"), 3),
    **dict.fromkeys(("rotX", "rotY", "rotZ"), 1),
}


def rounded(node: Any) -> Any:  # noqa: ANN401 - a tree is what JSON can say
    """Round places and sizes to a thousandth and angles to a tenth, in every Transform."""
    if isinstance(node, list):
        return [rounded(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _steady(value) if key == "Transform" and isinstance(value, dict) else rounded(value)
        for key, value in node.items()
    }


def _steady(transform: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _short(key, value) for key, value in transform.items()}


def _short(key: str, value: Any) -> Any:  # noqa: ANN401
    if not isinstance(value, Number) or key not in _PLACES:
        return value
    exact = number(value)
    near = round(exact, _PLACES[key])
    near = near % 360 if key.startswith("rot") else near
    return number_from(near) if abs(near) < _FAR else value  # also NaN and Infinity stay


_FAR: Final = 1e6
"""Single precision has steps of a sixteenth there: no thousandths are left to round."""
