"""Where a new key stands among those of a save or an object: people look for it in its place."""

from __future__ import annotations

from typing import Any, Literal

__all__ = ["put_beside"]

_LAST = "ObjectStates"


def put_beside(
    raw: dict[str, Any], key: str, value: object, beside: str, side: Literal["before", "after"]
) -> None:
    """Write a key; a new one stands beside another, or else last, but before the objects."""
    if key in raw:
        raw[key] = value
        return
    keys = list(raw)
    if beside in raw:
        at = keys.index(beside) + (side == "after")
    else:
        at = keys.index(_LAST) if _LAST in raw else len(keys)
    raw[key] = value
    for later in keys[at:]:
        raw[later] = raw.pop(later)
