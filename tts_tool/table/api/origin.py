"""What Global answers although it has no body: it is where nothing has been moved or turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tts_tool.table.api.values import vec
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.world.vectors import ZERO, Vec

__all__ = ["at_origin"]

_WHOLE: Vec = (1.0, 1.0, 1.0)

_ANSWERS: Mapping[str, Callable[..., Vec | bool]] = {
    **dict.fromkeys(("getPosition", "getRotation"), lambda: ZERO),
    **dict.fromkeys(("getVelocity", "getAngularVelocity"), lambda: ZERO),
    "getScale": lambda: _WHOLE,
    "getTransformRight": lambda: (1.0, 0.0, 0.0),
    "getTransformUp": lambda: (0.0, 1.0, 0.0),
    "getTransformForward": lambda: (0.0, 0.0, 1.0),
    "isSmoothMoving": lambda: False,
    **dict.fromkeys(("positionToWorld", "positionToLocal"), vec),
}


def at_origin(name: str, *given: object) -> Vec | bool:
    """Answer a function that asks where something is; of all others Global has none."""
    if name not in _ANSWERS:
        raise RaisedInLua(f"Global has no {name}")
    return _ANSWERS[name](*given)
