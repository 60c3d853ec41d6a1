"""What all objects have in common: every key that TTS writes, in its order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import ClassVar, Final

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.objects.guids import guids
from tts_tool.saves.objects.values import (
    WHITE,
    AttachedDecal,
    Color,
    SnapPoint,
    Tree,
    UIAsset,
    Vector,
    transform,
)

__all__ = ["Thing", "image", "object_trees", "transforms"]

_FLAT: Final = 0.0


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """An object. Its `id` names it in the project and decides about its GUID.

    `memo` is the id of the component that it stands for in the game; the table's script knows it
    by that. `value` is what it counts for when a player adds up a selection.
    """

    id: str
    position: Vector = Vector(0, 1, 0)
    rotation: Vector = Vector(0, 180, 0)
    scale: Vector = Vector(1, 1, 1)
    nickname: str = ""
    description: str = ""
    gm_notes: str = ""
    memo: str = ""
    alt_look_angle: Vector | None = None
    color: Color = WHITE
    tags: tuple[str, ...] = ()
    value: int = 0
    locked: bool = False
    grid: bool = True
    snap: bool = True
    ignore_fog: bool = False
    measure_movement: bool = False
    drag_selectable: bool = True
    autoraise: bool = True
    sticky: bool = True
    tooltip: bool = True
    grid_projection: bool = False
    hide_when_face_down: bool = False
    hands: bool = False
    script: str = ""
    script_state: str = ""
    xml: str = ""
    ui_assets: tuple[UIAsset, ...] = ()
    decals: tuple[AttachedDecal, ...] = ()
    snap_points: tuple[SnapPoint, ...] = ()
    state: int = 1
    states: tuple[Thing, ...] = ()
    children: tuple[Thing, ...] = ()

    title: ClassVar[str] = ""
    kind: ClassVar[str] = "object"

    def __post_init__(self) -> None:
        self._check(bool(self.id), "has no id", "an id is what its GUID is made from")
        scale = self.scale.tree().values()
        self._check(_FLAT not in scale, "has no size", "no part of scale may be 0")
        self._check(all(self.tags), "has an empty tag", "leave it out")
        self._check(len(set(self.tags)) == len(self.tags), "has a tag twice", "say it once")
        highest = len(self.states) + 1
        fits = 1 <= self.state <= highest
        self._check(fits, f"is state {self.state} of {highest}", f"state is one of 1 to {highest}")

    @property
    def where(self) -> str:
        """How errors call it."""
        return f'{self.kind} "{self.id}"'

    def object_name(self) -> str:
        """What TTS calls this kind of object."""
        return self.title

    def own_keys(self) -> Tree:
        """Give the keys that only this kind of object has."""
        return {}

    def tint(self) -> Color:
        """Give the color in which it is shown."""
        return self.color

    def contents(self) -> tuple[Thing, ...]:
        """Give what lies in it."""
        return ()

    def all(self) -> Iterator[Thing]:
        """Give itself and everything in it, on it and behind it."""
        yield self
        for part in (*self.contents(), *self.states, *self.children):
            yield from part.all()

    def tree(self, names: Mapping[str, str]) -> Tree:
        """Write it as TTS does; `names` are the GUIDs by id."""
        return {
            "GUID": names[self.id],
            "Name": self.object_name(),
            "Transform": transform(self.position, self.rotation, self.scale),
            "Nickname": self.nickname,
            "Description": self.description,
            "GMNotes": self.gm_notes,
            **_unless_empty({"Memo": self.memo}),
            **({} if self.alt_look_angle is None else {"AltLookAngle": self.alt_look_angle.tree()}),
            "ColorDiffuse": self.tint().tree(),
            **_unless_empty({"Tags": list(self.tags)}),
            "LayoutGroupSortIndex": 0,
            "Value": self.value,
            **self._switches(),
            **self.own_keys(),
            "LuaScript": self.script,
            "LuaScriptState": self.script_state,
            "XmlUI": self.xml,
            **_unless_empty(self._belongings(names)),
        }

    def _switches(self) -> Tree:
        return {
            "Locked": self.locked,
            "Grid": self.grid,
            "Snap": self.snap,
            "IgnoreFoW": self.ignore_fog,
            "MeasureMovement": self.measure_movement,
            "DragSelectable": self.drag_selectable,
            "Autoraise": self.autoraise,
            "Sticky": self.sticky,
            "Tooltip": self.tooltip,
            "GridProjection": self.grid_projection,
            "HideWhenFaceDown": self.hide_when_face_down,
            "Hands": self.hands,
        }

    def _belongings(self, names: Mapping[str, str]) -> Tree:
        others = (number for number in count(1) if number != self.state)
        return {
            "CustomUIAssets": [asset.tree() for asset in self.ui_assets],
            "ContainedObjects": [thing.tree(names) for thing in self.contents()],
            "AttachedDecals": [decal.tree() for decal in self.decals],
            "AttachedSnapPoints": [point.tree() for point in self.snap_points],
            "RotationValues": self.rotation_values(),
            "States": {
                str(number): thing.tree(names)
                for number, thing in zip(others, self.states, strict=False)
            },
            "ChildObjects": [thing.tree(names) for thing in self.children],
        }

    def rotation_values(self) -> list[Tree]:
        """Give what each side is worth, if sides have values."""
        return []

    def _check(self, holds: bool, what: str, fix: str) -> None:  # noqa: FBT001 - as in assert
        if not holds:
            raise BadInput(f"{self.where} {what}", fix=fix)


def object_trees(things: Iterable[Thing]) -> list[Tree]:
    """Write objects that stand for themselves: a saved object, or what a script spawns."""
    known = list(things)
    names = guids(part.id for thing in known for part in thing.all())
    return [thing.tree(names) for thing in known]


def transforms(things: Iterable[Thing]) -> dict[str, Tree]:
    """Say by their GUIDs where such objects are."""
    known = list(things)
    names = guids(part.id for thing in known for part in thing.all())
    return {names[it.id]: transform(it.position, it.rotation, it.scale) for it in known}


def image(front: str, back: str = "", *, width_scale: float = 0.0) -> Tree:
    """Write the pictures of a board, tile, token or figurine."""
    return {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": float(width_scale),
    }


def _unless_empty(keys: Tree) -> Tree:
    """Leave out what TTS leaves out when there is nothing in it."""
    return {key: value for key, value in keys.items() if value}
