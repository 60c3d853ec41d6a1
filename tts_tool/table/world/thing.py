"""A thing on the table: the JSON of its save, and what moves.

Everything that a save keeps stays in `raw`, as it was read, and is changed only when somebody
changes it. Position, rotation and scale are live numbers; they go back into `raw` when it is
asked for, and only where they differ, so that a thing nobody touched is written as it was read.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from tts_tool.saves.kinds import DECK_BASE, DECK_EACH, MODEL_TYPES, Holding, Kind, kind_of
from tts_tool.saves.numbers import rounded
from tts_tool.saves.tree import number, number_from
from tts_tool.table.world.vectors import (
    ZERO,
    Axes,
    Extent,
    Vec,
    added,
    axes,
    normal_rotation,
    times,
)

__all__ = ["Guesses", "Hider", "Raw", "Thing", "colour_of", "transform_of", "vec_of"]

Raw = dict[str, Any]

_POSITION = ("posX", "posY", "posZ")
_ROTATION = ("rotX", "rotY", "rotZ")
_SCALE = ("scaleX", "scaleY", "scaleZ")

# What a key means when a save leaves it out.
_ABSENT: Mapping[str, Any] = {
    "GUID": "",
    "Nickname": "",
    "Description": "",
    "GMNotes": "",
    "Memo": "",
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
    "Locked": False,
    "Grid": True,
    "Snap": True,
    "IgnoreFoW": False,
    "MeasureMovement": False,
    "DragSelectable": True,
    "Autoraise": True,
    "Sticky": True,
    "Tooltip": True,
    "GridProjection": False,
    "HideWhenFaceDown": False,
    "SidewaysCard": False,
    "Value": 0,
    "LayoutGroupSortIndex": 0,
    "Number": 1,
    "AltSound": False,
}

# What hands take if a save says nothing of it, as old ones do.
_FOR_HANDS = ("Card", "Deck")

_MODEL_SIZE = (1.0, 1.0, 1.0)


class Guesses(Struct, frozen=True):
    """What no save tells of sizes, and of the types of zones by their names, as switches say."""

    unknown: float = 1.0
    tile_ratio: float = 1.0
    card_width: float = 2.2
    zone_types: Mapping[str, str] = {}


class Thing:
    """One object, addressed by its handle as long as the world lives."""

    __slots__ = (
        "_axes",
        "_box",
        "_position",
        "_rotation",
        "_scale",
        "alt_view",
        "attributes",
        "buttons",
        "came_from",
        "collides",
        "context",
        "gone",
        "guesses",
        "guid",
        "handle",
        "held_by",
        "held_offset",
        "hiders",
        "highlight",
        "inputs",
        "interactable",
        "kind",
        "last_held_by",
        "max_typed_number",
        "picked_up_at",
        "picked_up_turned",
        "raw",
        "ready_at",
        "searched_by",
        "spin",
        "velocity",
    )

    def __init__(self, handle: int, raw: Raw, guesses: Guesses) -> None:
        self.handle = handle
        self.guesses = guesses
        self.raw = raw
        self.guid = str(raw.get("GUID") or "")
        self.kind = _kind(raw, guesses)
        self.gone = False
        self.ready_at = 0
        self.velocity: Vec = ZERO
        self.spin: Vec = ZERO
        self.interactable = True
        self.held_by = ""
        self.last_held_by = ""
        self.held_offset: Vec = ZERO
        self.picked_up_at: Vec = ZERO
        self.picked_up_turned: Vec = ZERO
        self.max_typed_number = 0
        self.came_from: int | None = None
        self.collides = False
        self.searched_by: list[str] = []
        self.hiders: dict[str, Hider] = {}
        self.highlight: Vec | None = None
        self.buttons: list[dict[str, Any]] = []
        self.inputs: list[dict[str, Any]] = []
        self.context: list[str] = []
        # Whatever a binding must remember of a thing and no save keeps.
        self.attributes: dict[str, Any] = {}
        self.alt_view: Vec = ZERO
        self._position, self._rotation, self._scale = transform_of(raw)
        self._axes: Axes | None = None
        self._box: Extent | None = None

    def __repr__(self) -> str:
        return f"<{self.name} {self.guid} {self.nickname!r}>"

    # ---- What the save says

    def get(self, key: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        """Read a value of the save, or what its absence means."""
        if key == "Hands" and key not in self.raw:
            return self.type in _FOR_HANDS
        return self.raw.get(key, _ABSENT.get(key))

    def put(self, key: str, value: Any) -> None:  # noqa: ANN401
        """Write a value of the save, unless it is already so."""
        if self.get(key) != value or (key in self.raw and type(self.raw[key]) is not type(value)):
            self.raw[key] = value

    @property
    def name(self) -> str:
        """Name its resource, such as `Custom_Tile`."""
        return str(self.raw.get("Name", ""))

    @property
    def type(self) -> str:
        """Name its type, such as `Tile`."""
        return self.kind.type

    @property
    def nickname(self) -> str:
        """Say what people call it."""
        return str(self.get("Nickname"))

    @property
    def locked(self) -> bool:
        """Tell whether it stays where it is."""
        return bool(self.get("Locked"))

    @locked.setter
    def locked(self, value: bool) -> None:
        self.put("Locked", value)

    @property
    def tags(self) -> tuple[str, ...]:
        """List its tags in their order."""
        return tuple(self.raw.get("Tags") or ())

    @tags.setter
    def tags(self, tags: Iterable[str]) -> None:
        wanted = list(dict.fromkeys(tags))
        if wanted:
            self.put("Tags", wanted)
        else:
            self.raw.pop("Tags", None)

    @property
    def contents(self) -> list[Raw]:
        """Hold what lies inside, from top to bottom for decks, as data without a life."""
        inside = self.raw.get("ContainedObjects")
        if inside is None:
            inside = self.raw["ContainedObjects"] = []
        found: list[Raw] = inside
        return found

    @property
    def quantity(self) -> int:
        """Count what lies inside a container; -1 for what is none."""
        if not self.kind.holds:
            return -1
        inside = self.raw.get("ContainedObjects")
        if inside:
            return len(inside)
        if self.kind.holding is Holding.STACK:
            return int(self.get("Number"))
        return len(self.raw.get("DeckIDs") or ()) if self.kind.holding is Holding.DECK else 0

    @property
    def spawning(self) -> bool:
        """Tell whether it is not ready yet."""
        return self.ready_at > 0

    # ---- Where it is

    @property
    def position(self) -> Vec:
        """Say where its own point is."""
        return self._position

    @position.setter
    def position(self, value: Vec) -> None:
        self._position = value
        self._box = None

    @property
    def rotation(self) -> Vec:
        """Say how it is turned, in degrees."""
        return self._rotation

    @rotation.setter
    def rotation(self, value: Vec) -> None:
        self._rotation = normal_rotation(value)
        self._axes = self._box = None

    @property
    def scale(self) -> Vec:
        """Say how large it is beside its own size."""
        return self._scale

    @scale.setter
    def scale(self, value: Vec) -> None:
        self._scale = value
        self._box = None

    @property
    def axes(self) -> Axes:
        """Say where its right, up and forward point."""
        if self._axes is None:
            self._axes = axes(self._rotation)
        return self._axes

    @property
    def face_down(self) -> bool:
        """Tell whether its top looks at the table."""
        return self.axes.up[1] < 0

    @property
    def box(self) -> Extent:
        """Say how far it reaches along the axes of the world."""
        if self._box is None:
            half, middle = self._shape()
            turned = self.axes
            self._box = Extent.around(
                added(self._position, turned.outward(middle)), turned.extent(half)
            )
        return self._box

    @property
    def flat_size(self) -> Vec:
        """Measure it as if it were not turned."""
        half, _ = self._shape()
        return (half[0] * 2, half[1] * 2, half[2] * 2)

    def reshape(self) -> None:
        """Measure it again: what it holds, or what it is, has changed."""
        self.kind = _kind(self.raw, self.guesses)
        self._box = None

    def to_local(self, point: Vec) -> Vec:
        """Say where a point of the world is for the thing."""
        inner = self.axes.inward(
            (
                point[0] - self._position[0],
                point[1] - self._position[1],
                point[2] - self._position[2],
            )
        )
        x, y, z = self._scale
        return (inner[0] / (x or 1.0), inner[1] / (y or 1.0), inner[2] / (z or 1.0))

    def to_world(self, point: Vec) -> Vec:
        """Say where a point of the thing is in the world."""
        return added(self._position, self.axes.outward(times(point, self._scale)))

    def data(self) -> Raw:
        """Give the JSON of the thing as it is now; changing it changes the thing."""
        if self.raw:
            _write_transform(self.raw, self._position, self._rotation, self._scale)
        return self.raw

    def _shape(self) -> tuple[Vec, Vec]:
        """Give half the size, and where the middle lies seen from its own point."""
        width, height, depth = _size(self.raw, self.kind, self.quantity, self.guesses)
        x, y, z = self._scale
        half = (abs(width * x) / 2, abs(height * y) / 2, abs(depth * z) / 2)
        return half, (0.0, height * y * (0.5 - self.kind.foot), 0.0)


class Hider:
    """Who may not see a thing, and whether they see its back or nothing at all."""

    __slots__ = ("colours", "invisible")

    def __init__(self, colours: frozenset[str], *, invisible: bool) -> None:
        self.colours = colours
        self.invisible = invisible


def transform_of(raw: Raw) -> tuple[Vec, Vec, Vec]:
    """Read position, rotation and scale; what is missing stands at the origin, unturned, at 1."""
    transform = raw.get("Transform") or {}
    return (
        _three(transform, _POSITION, 0.0),
        _three(transform, _ROTATION, 0.0),
        _three(transform, _SCALE, 1.0),
    )


def vec_of(raw: Mapping[str, Any] | None) -> Vec:
    """Read a point that is written as x, y, z."""
    return _three(raw or {}, ("x", "y", "z"), 0.0)


def colour_of(raw: Mapping[str, Any] | None) -> tuple[float, float, float, float]:
    """Read a colour; what is missing is white and opaque."""
    found = raw or {}
    red, green, blue = _three(found, ("r", "g", "b"), 1.0)
    return (red, green, blue, number(found.get("a", 1.0)))


def _three(raw: Mapping[str, Any], keys: tuple[str, str, str], absent: float) -> Vec:
    x, y, z = (number(raw[key]) if key in raw else absent for key in keys)
    return (x, y, z)


def _write_transform(raw: Raw, position: Vec, rotation: Vec, scale: Vec) -> None:
    """Change what differs and nothing else, so that a save keeps its own words."""
    was = transform_of(raw)
    if was == (position, rotation, scale):
        return
    transform = raw["Transform"] = raw.get("Transform") or {}
    for keys, old, new in zip(
        (_POSITION, _ROTATION, _SCALE), was, (position, rotation, scale), strict=True
    ):
        for key, before, now in zip(keys, old, new, strict=True):
            changed = before != now and not (math.isnan(before) and math.isnan(now))
            if changed or key not in transform:
                transform[key] = number_from(rounded(now))


def _kind(raw: Raw, guesses: Guesses) -> Kind:
    name = str(raw.get("Name", ""))
    kind = kind_of(name)
    if name in guesses.zone_types:
        return structs.replace(kind, type=guesses.zone_types[name])
    model = raw.get("CustomMesh") or raw.get("CustomAssetbundle")
    if not model or kind.holds or kind.type != "Generic":
        return kind
    index = int(number(model.get("TypeIndex", 0)))
    if not 0 < index < len(MODEL_TYPES):
        return kind
    return _model_kind(MODEL_TYPES[index])


def _model_kind(model_type: str) -> Kind:
    held = {"Bag": Holding.BAG, "Infinite": Holding.INFINITE}.get(model_type, Holding.NOTHING)
    piles_as = "Custom_Model_Stack" if model_type == "Chip" else ""
    sides = {"Dice": 6, "Coin": 2}.get(model_type, 0)
    return Kind(model_type, _MODEL_SIZE, 0.0, held, piles_as=piles_as, sides=sides)


def _size(raw: Raw, kind: Kind, quantity: int, guesses: Guesses) -> Vec:
    """Measure a thing of scale 1."""
    if kind.size is None:
        return (guesses.unknown, guesses.unknown, guesses.unknown)
    width, height, depth = kind.size
    if kind.image:
        height = _thickness(raw, height)
        depth = width * guesses.tile_ratio
    if kind.type in {"Card", "Deck"}:
        width, depth = guesses.card_width, depth * guesses.card_width / width
    if kind.holding is Holding.DECK:
        height = DECK_BASE + DECK_EACH * max(quantity, 1)
    elif kind.holding is Holding.STACK:
        height *= max(quantity, 1)
    return (width, height, depth)


def _thickness(raw: Raw, height: float) -> float:
    image = raw.get("CustomImage") or {}
    for block in ("CustomTile", "CustomToken"):
        if block in image:
            return number(image[block].get("Thickness", height))
    return height
