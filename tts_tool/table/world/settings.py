"""What a save says about the table as a whole: grid, light, hands, turns, notes.

A block that a save lacks has the values of a fresh table; it is written only when somebody
changes one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tts_tool.saves.tree import Number, number, number_from
from tts_tool.table.world.world import World

__all__ = ["FRESH", "read_setting", "write_setting"]

_BLACK = dict.fromkeys("rgb", 0.0)
_GREY = dict.fromkeys("rgb", 0.5)

FRESH: Mapping[str, Mapping[str, Any]] = {
    "Grid": {
        "Type": 0,
        "Lines": False,
        "Color": _BLACK,
        "Opacity": 0.75,
        "ThickLines": False,
        "Snapping": False,
        "Offset": False,
        "BothSnapping": False,
        "xSize": 2.0,
        "ySize": 2.0,
        "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0},
    },
    "Lighting": {
        "LightIntensity": 0.54,
        "LightColor": {"r": 1.0, "g": 0.9804, "b": 0.8902},
        "AmbientIntensity": 1.3,
        "AmbientType": 0,
        "AmbientSkyColor": _GREY,
        "AmbientEquatorColor": _GREY,
        "AmbientGroundColor": _GREY,
        "ReflectionIntensity": 1.0,
        "LutIndex": 0,
        "LutContribution": 1.0,
        "LutURL": "",
    },
    "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
    "Turns": {
        "Enable": False,
        "Type": 0,
        "TurnOrder": [],
        "Reverse": False,
        "SkipEmpty": False,
        "DisableInteractions": False,
        "PassTurns": True,
        "TurnColor": "",
    },
}

# How saves of long ago have it.
_OLD_NAMES: Mapping[str, str] = {"Hiding": "Hidding"}


def read_setting(world: World, block: str, key: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Read one value; numbers come as numbers."""
    found = world.save.get(block) or {}
    old = _OLD_NAMES.get(key)
    value = found.get(key, found.get(old, FRESH[block][key]))
    return number(value) if isinstance(value, Number) else value


def write_setting(world: World, block: str, key: str, value: Any) -> None:  # noqa: ANN401
    """Change one value, and write the block down if the save had none."""
    if read_setting(world, block, key) == value:
        return
    if not world.save.get(block):
        world.save[block] = {name: _as_written(fresh) for name, fresh in FRESH[block].items()}
    world.save[block][key] = _as_written(value)


def _as_written(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, float):
        return number_from(value)
    if isinstance(value, Mapping):
        return {key: _as_written(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, list | tuple) else value
