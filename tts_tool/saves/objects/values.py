"""Small parts that objects and tables are made of."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.numbers import single

__all__ = [
    "PLAYER_COLORS",
    "WHITE",
    "AttachedDecal",
    "Color",
    "Decal",
    "DieSide",
    "SnapPoint",
    "Tree",
    "UIAsset",
    "Vector",
    "check_player",
    "transform",
]

Tree = dict[str, Any]

_MOST_COLOR: Final = 1.0
_FAR: Final = 1e30
"""What is less far is a number of single precision for sure; nothing lies nearly so far."""


class Vector(msgspec.Struct, frozen=True):
    """A position, a rotation in degrees or a scale."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0

    def __post_init__(self) -> None:
        for value in (self.x, self.y, self.z):
            if not -_FAR < value < _FAR and not math.isfinite(single(value)):
                raise BadInput(f"{value} is no place, rotation or scale", fix="use finite numbers")

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {"x": float(self.x), "y": float(self.y), "z": float(self.z)}


class Color(msgspec.Struct, frozen=True):
    """A tint; `a` is left out unless it is said."""

    r: float
    g: float
    b: float
    a: float | None = None

    def __post_init__(self) -> None:
        for value in (self.r, self.g, self.b, self.a or 0.0):
            if not 0 <= value <= _MOST_COLOR:
                raise BadInput(f"a part of a color is {value}", fix="parts go from 0 to 1")

    def tree(self) -> Tree:
        """Write it as TTS does."""
        tree = {"r": float(self.r), "g": float(self.g), "b": float(self.b)}
        return tree if self.a is None else {**tree, "a": float(self.a)}


WHITE: Final = Color(1, 1, 1)

# The seats of a table, with the colors in which TTS shows them.
PLAYER_COLORS: Final[Mapping[str, Color]] = MappingProxyType(
    {
        "White": Color(1, 1, 1),
        "Brown": Color(0.443, 0.231, 0.09),
        "Red": Color(0.856, 0.1, 0.094),
        "Orange": Color(0.956, 0.392, 0.113),
        "Yellow": Color(0.905, 0.898, 0.172),
        "Green": Color(0.192, 0.701, 0.168),
        "Blue": Color(0.118, 0.53, 1),
        "Teal": Color(0.129, 0.694, 0.607),
        "Purple": Color(0.627, 0.125, 0.941),
        "Pink": Color(0.96, 0.439, 0.807),
        "Grey": Color(0.5, 0.5, 0.5),
        "Black": Color(0.25, 0.25, 0.25),
    }
)


def check_player(color: str, where: str) -> None:
    """Refuse what is not a player color."""
    if color not in PLAYER_COLORS:
        fix = f"one of {', '.join(PLAYER_COLORS)}"
        raise BadInput(f'"{color}" is not a player color', where=where, fix=fix)


class SnapPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point that catches what is dropped near it; with a rotation, it also turns it."""

    position: Vector
    rotation: Vector | None = None
    tags: tuple[str, ...] = ()

    def tree(self) -> Tree:
        """Write it as TTS does."""
        tree: Tree = {"Position": self.position.tree()}
        if self.rotation is not None:
            tree["Rotation"] = self.rotation.tree()
        return {**tree, "Tags": list(self.tags)} if self.tags else tree


class Decal(msgspec.Struct, frozen=True, kw_only=True):
    """A sticker."""

    name: str
    url: str
    size: float = 1.0

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {"Name": self.name, "ImageURL": self.url, "Size": float(self.size)}


class AttachedDecal(msgspec.Struct, frozen=True, kw_only=True):
    """A sticker on an object; it lies flat on the top unless it is turned."""

    decal: Decal
    position: Vector = Vector()
    rotation: Vector = Vector(90, 180, 0)
    scale: Vector = Vector(1, 1, 1)

    def tree(self) -> Tree:
        """Write it as TTS does."""
        placed = transform(self.position, self.rotation, self.scale)
        return {"Transform": placed, "CustomDecal": self.decal.tree()}


class UIAsset(msgspec.Struct, frozen=True, kw_only=True):
    """A picture, or a bundle, that the XML of the interface calls by its name."""

    name: str
    url: str
    kind: Literal["image", "bundle"] = "image"

    def __post_init__(self) -> None:
        if not self.name or not self.url:
            raise BadInput(f"a UI asset lacks its {'url' if self.name else 'name'}")

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {"Type": int(self.kind == "bundle"), "Name": self.name, "URL": self.url}


class DieSide(msgspec.Struct, frozen=True, kw_only=True):
    """What a side of a die is worth, and how the die lies when that side is up."""

    value: str | int
    rotation: Vector

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {"Value": self.value, "Rotation": self.rotation.tree()}


def transform(position: Vector, rotation: Vector, scale: Vector) -> Tree:
    """Write where something is, how it is turned and how large it is."""
    parts = (("pos", position), ("rot", rotation), ("scale", scale))
    return {
        f"{name}{axis.upper()}": part
        for name, vector in parts
        for axis, part in vector.tree().items()
    }
