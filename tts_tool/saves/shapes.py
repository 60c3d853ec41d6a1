"""Whether a save holds numbers, lists and blocks where whoever works with it looks for them.

The file may come from anybody, and an object from a script. What stands in the wrong place is told
at once, by its path, rather than by a fault in the middle of something else. Keys that nobody
reckons with may hold anything; null and empty stand for what is missing.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from tts_tool.errors import BadInput
from tts_tool.saves.numbers import rounded
from tts_tool.saves.tree import Node, Number, number

__all__ = ["check_object", "check_save"]


class _Each(NamedTuple):
    """A block all of whose keys hold the same; the keys may have to be numbers."""

    shape: Any
    numbered: bool = False


_Shape: TypeAlias = Any
"""A text that says what is wanted, a list with the shape of each entry, or keys with shapes."""

_NUMBER: Final = "a number"
_PLACED: Final = "a number up to 3.4E+38"
_TEXT: Final = "a text"
_LIST: Final = "a list"
_KEYS: Final = "a block of keys"
_BLOCK: Final[_Shape] = {}
_POINT: Final[_Shape] = dict.fromkeys("xyz", _NUMBER)
_COLOUR: Final[_Shape] = dict.fromkeys("rgba", _NUMBER)
_PLACE: Final = [f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"]
_JOINT: Final[_Shape] = {"ConnectedBodyGUID": _TEXT}
_SNAP_POINTS: Final[_Shape] = [{"Position": _POINT, "Rotation": _POINT, "Tags": [_TEXT]}]
_BODY: Final = {"Mass": _NUMBER, "Drag": _NUMBER, "AngularDrag": _NUMBER}

_OBJECT: Final[dict[str, _Shape]] = {
    "Transform": dict.fromkeys(_PLACE, _PLACED),
    "ColorDiffuse": _COLOUR,
    "AltLookAngle": _POINT,
    "Tags": [_TEXT],
    "Number": _NUMBER,
    "CardID": _NUMBER,
    "DeckIDs": [_NUMBER],
    "CustomDeck": _Each({"NumWidth": _NUMBER, "NumHeight": _NUMBER}),
    "CustomMesh": {"TypeIndex": _NUMBER},
    "CustomAssetbundle": {"TypeIndex": _NUMBER},
    "CustomImage": {"CustomTile": {"Thickness": _NUMBER}, "CustomToken": {"Thickness": _NUMBER}},
    "CustomPDF": _BLOCK,
    "Bag": {"Order": _NUMBER},
    "Tablet": _BLOCK,
    "Text": _BLOCK,
    "Mp3Player": _BLOCK,
    "Rigidbody": _BODY,
    "PhysicsMaterial": _BLOCK,
    "AttachedSnapPoints": _SNAP_POINTS,
    "AttachedDecals": [_BLOCK],
    "JointFixed": _JOINT,
    "JointHinge": _JOINT,
    "JointSpring": _JOINT,
    "FogOfWar": _BLOCK,
    "FogOfWarRevealer": {"Range": _NUMBER},
}
# Objects in objects.
_OBJECT.update(
    ContainedObjects=[_OBJECT], ChildObjects=[_OBJECT], States=_Each(_OBJECT, numbered=True)
)

_SAVE: Final[_Shape] = {
    "ObjectStates": [_OBJECT],
    "Gravity": _NUMBER,
    "PlayArea": _NUMBER,
    "Grid": {"xSize": _NUMBER, "ySize": _NUMBER, "Type": _NUMBER, "PosOffset": _POINT},
    "Hands": {
        "Hiding": _NUMBER,
        "Hidding": _NUMBER,
        "HandTransforms": [{"Color": _TEXT, "Transform": dict.fromkeys(_PLACE, _PLACED)}],
    },
    "Turns": {"TurnOrder": [_TEXT]},
    "Lighting": _BLOCK,
    "TabStates": _Each(_BLOCK),
    "MusicPlayer": _BLOCK,
    "SnapPoints": _SNAP_POINTS,
    "Decals": [_BLOCK],
    "DecalPallet": [_BLOCK],
    "VectorLines": [_BLOCK],
    "CustomUIAssets": [_BLOCK],
}


def check_save(root: Node, where: str) -> None:
    """Raise `BadInput` for the first thing of a save that stands in the wrong place."""
    _check(root, _SAVE, where)


def check_object(raw: Node, where: str = "") -> None:
    """Raise `BadInput` for the first thing of an object that stands in the wrong place."""
    _check(raw, _OBJECT, where)


def _check(root: Node, shape: _Shape, where: str) -> None:
    """Say what stands in the wrong place, if anything does: mostly nothing, and no path is made."""
    if not _is_right(root, shape):
        _refuse(root, shape, where)


def _is_right(root: Node, shape: _Shape) -> bool:
    """Go through all that has a shape; a stack of our own, for bags may lie in bags."""
    waiting = [(root, shape)]
    while waiting:
        node, shape = waiting.pop()
        if isinstance(shape, str):
            if not _FITS[shape](node):
                return False
        elif not _FITS[_wanted(shape)](node):
            return False
        elif not node:
            continue
        elif isinstance(shape, list):
            waiting += [(each, shape[0]) for each in node]
        elif isinstance(shape, _Each):
            if shape.numbered and not all(map(str.isdecimal, node)):
                return False
            waiting += [(each, shape.shape) for each in node.values()]
        else:
            waiting += [(node[key], shape[key]) for key in shape.keys() & node.keys()]
    return True


def _refuse(root: Node, shape: _Shape, where: str) -> None:
    """Find once more what stands in the wrong place, with the way that leads there."""
    waiting = [_Part(root, shape, "", "")]
    while waiting:
        part = waiting.pop()
        wanted = _wanted(part.shape)
        if not _FITS[wanted](part.node):
            found = f"{part.path or 'an object'} is {_shown(part.node)}"
            raise BadInput(
                f"{found} instead of {wanted}{part.owner}",
                where=where or None,
                fix="Tabletop Simulator writes it so; another program, or a script, has changed it",
            )
        if part.node:
            waiting.extend(_inside(part, where))


class _Part(NamedTuple):
    """Something to look at: what it should be, where it stands, and in which object."""

    node: Node
    shape: _Shape
    path: str
    owner: str


def _inside(part: _Part, where: str) -> Iterator[_Part]:
    node, shape, path, owner = part
    if isinstance(shape, list):
        for place, each in enumerate(node):
            yield _Part(each, shape[0], f"{path}[{place}]", owner)
    elif isinstance(shape, _Each):
        for key, each in node.items():
            if shape.numbered and not key.isdecimal():
                what = f"{path} has a key {key!r} instead of a number{owner}"
                raise BadInput(what, where=where or None)
            yield _Part(each, shape.shape, f"{path}.{key}", owner)
    elif isinstance(shape, dict):
        owner = _owner(node) if shape is _OBJECT else owner
        for key in shape.keys() & node.keys():
            yield _Part(node[key], shape[key], f"{path}.{key}" if path else key, owner)


def _owner(node: Mapping[str, Node]) -> str:
    """Name an object as people find it, if it has a name."""
    names = [
        text for key in ("Nickname", "GUID") if isinstance(text := node.get(key), str) and text
    ]
    return f", in {' '.join(names)}" if names else ""


def _shown(node: Node) -> str:
    return bytes(node).decode() if isinstance(node, Number) else reprlib.repr(node)


def _wanted(shape: _Shape) -> str:
    if isinstance(shape, str):
        return shape
    return _LIST if isinstance(shape, list) else _KEYS


def _is_number(node: Node) -> bool:
    """Take a number that is written as a text for one, as the game does."""
    if not isinstance(node, str):
        return isinstance(node, Number | int | float)
    try:
        float(node)
    except ValueError:
        return False
    return True


def _is_placed(node: Node) -> bool:
    """Take what fits into single precision, which is all that the game keeps, and infinity."""
    if not _is_number(node):
        return False
    value = number(node)
    return math.isinf(value) or not math.isinf(rounded(value))


def _is_nothing(node: Node) -> bool:
    """Tell whether nothing stands there; an empty table of Lua may be a list or a block."""
    return node is None or node in ([], {})


_FITS: Final[Mapping[str, Callable[[Node], bool]]] = {
    _NUMBER: _is_number,
    _PLACED: _is_placed,
    _TEXT: lambda node: isinstance(node, str | None),
    _LIST: lambda node: isinstance(node, list) or _is_nothing(node),
    _KEYS: lambda node: isinstance(node, dict) or _is_nothing(node),
}
