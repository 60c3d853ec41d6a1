"""The body of a thing: what a save keeps of its weight and of what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tts_tool.table.world.thing import Raw, Thing

__all__ = ["read_body", "write_body"]

# The blocks of a save, with what they say when nobody has said anything.
_WHOLE: Mapping[str, Raw] = {
    "Rigidbody": {"Mass": 1.0, "Drag": 0.1, "AngularDrag": 0.1, "UseGravity": True},
    "PhysicsMaterial": {
        "StaticFriction": 0.4,
        "DynamicFriction": 0.4,
        "Bounciness": 0.0,
        "FrictionCombine": 0,
        "BounceCombine": 0,
    },
}
_BLOCK_OF = {key: block for block, keys in _WHOLE.items() for key in keys}


def read_body(thing: Thing, key: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Read what is so of a body, such as its `Mass`."""
    block = _BLOCK_OF[key]
    return (thing.raw.get(block) or {}).get(key, _WHOLE[block][key])


def write_body(thing: Thing, key: str, value: float | bool) -> None:  # noqa: FBT001 - as JSON holds
    """Change what is so of a body; a save has a block of it whole or not at all."""
    block = _BLOCK_OF[key]
    thing.raw.setdefault(block, dict(_WHOLE[block]))[key] = value
