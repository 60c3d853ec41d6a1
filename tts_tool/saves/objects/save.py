"""A whole save: the table, its settings, and the objects on it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.objects.cards import Card, Sheet
from tts_tool.saves.objects.thing import Thing, object_trees
from tts_tool.saves.objects.values import (
    PLAYER_COLORS,
    Color,
    Decal,
    SnapPoint,
    Tree,
    UIAsset,
    Vector,
    check_player,
)

__all__ = ["Camera", "Grid", "Hands", "Lighting", "Save", "Tab", "Turns", "built_at", "date_text"]

# What TTS writes for somebody else, and what a build without a clock says: 1 January 2020.
_NO_DATE: Final = 1_577_836_800
_VERSION: Final = "v13.3"  # the newest whose every key has been compared with ours
_HALF_GREY: Final = Color(0.5, 0.5, 0.5)
_KEYS: Final = 10
"""A camera lies on one of the ten digits of a keyboard."""
_SNAPS: Final = "SnapPoints"


class Tab(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the notebook; `Grey` is for everybody."""

    title: str
    body: str = ""
    player: str = "Grey"

    def __post_init__(self) -> None:
        check_player(self.player, f'notebook tab "{self.title}"')

    def tree(self, number: int) -> Tree:
        """Write it as TTS does."""
        return {
            "title": self.title,
            "body": self.body,
            "color": self.player,
            "visibleColor": PLAYER_COLORS[self.player].tree(),
            "id": number,
        }


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """The grid of the table."""

    type: Literal["box", "horizontal-hex", "vertical-hex"] = "box"
    lines: bool = False
    color: Color = Color(0, 0, 0)
    opacity: float = 0.75
    thick: bool = False
    snap: Literal["none", "lines", "center", "both"] = "none"
    size: tuple[float, float] = (2.0, 2.0)
    offset: Vector = Vector(0, 1, 0)

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {
            "Type": ("box", "horizontal-hex", "vertical-hex").index(self.type),
            "Lines": self.lines,
            "Color": self.color.tree(),
            "Opacity": float(self.opacity),
            "ThickLines": self.thick,
            "Snapping": self.snap == "lines",
            "Offset": self.snap == "center",
            "BothSnapping": self.snap == "both",
            "xSize": float(self.size[0]),
            "ySize": float(self.size[1]),
            "PosOffset": self.offset.tree(),
        }


class Camera(msgspec.Struct, frozen=True, kw_only=True):
    """A way to look at the table that a number key brings back."""

    key: int
    look_at: Vector
    pitch: float = 65.0
    turn: float = 0.0
    distance: float = 40.0

    def __post_init__(self) -> None:
        if not 0 <= self.key < _KEYS:
            raise BadInput(f"a camera is on the key {self.key}", fix="keys go from 0 to 9")
        if self.distance <= 0:
            raise BadInput(f"the camera on key {self.key} has no distance", fix="more than 0")

    def tree(self) -> Tree:
        """Write it as TTS does: what is looked at, and from where."""
        pitch, turn = math.radians(self.pitch), math.radians(self.turn)
        away = self.distance * math.cos(pitch)
        stands = Vector(
            self.look_at.x - away * math.sin(turn),
            self.look_at.y + self.distance * math.sin(pitch),
            self.look_at.z - away * math.cos(turn),
        )
        return {
            "Position": self.look_at.tree(),
            "Rotation": Vector(self.pitch, self.turn, 0).tree(),
            "Distance": float(self.distance),
            "Zoomed": False,
            "AbsolutePosition": stands.tree(),
        }


class Lighting(msgspec.Struct, frozen=True, kw_only=True):
    """The light on the table."""

    intensity: float = 0.54
    color: Color = Color(1, 0.9804, 0.8902)
    ambient_intensity: float = 1.3
    ambient: Literal["background", "gradient"] = "background"
    sky: Color = _HALF_GREY
    equator: Color = _HALF_GREY
    ground: Color = _HALF_GREY
    reflection: float = 1.0
    lut: int = 0
    lut_contribution: float = 1.0
    lut_url: str = ""

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {
            "LightIntensity": float(self.intensity),
            "LightColor": self.color.tree(),
            "AmbientIntensity": float(self.ambient_intensity),
            "AmbientType": int(self.ambient == "gradient"),
            "AmbientSkyColor": self.sky.tree(),
            "AmbientEquatorColor": self.equator.tree(),
            "AmbientGroundColor": self.ground.tree(),
            "ReflectionIntensity": float(self.reflection),
            "LutIndex": self.lut,
            "LutContribution": float(self.lut_contribution),
            "LutURL": self.lut_url,
        }


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """How hands behave."""

    enable: bool = True
    disable_unused: bool = False
    hiding: Literal["default", "reverse", "disable"] = "default"

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {
            "Enable": self.enable,
            "DisableUnused": self.disable_unused,
            "Hiding": ("default", "reverse", "disable").index(self.hiding),
        }


class Turns(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn it is, if TTS is to keep turns; an order makes them custom."""

    enable: bool = False
    order: tuple[str, ...] = ()
    reverse: bool = False
    skip_empty: bool = False
    disable_interactions: bool = False
    pass_turns: bool = True
    player: str = ""

    def __post_init__(self) -> None:
        for player in (*self.order, *filter(None, [self.player])):
            check_player(player, "turns")

    def tree(self) -> Tree:
        """Write it as TTS does."""
        return {
            "Enable": self.enable,
            "Type": int(bool(self.order)),
            "TurnOrder": list(self.order),
            "Reverse": self.reverse,
            "SkipEmpty": self.skip_empty,
            "DisableInteractions": self.disable_interactions,
            "PassTurns": self.pass_turns,
            "TurnColor": self.player,
        }


class Save(msgspec.Struct, frozen=True, kw_only=True):
    """A save that TTS opens as if it had written it.

    `more` are objects that are written as they are, `settings` what stands in place of ours, but
    for snap points, which stand beside. `epoch` is its date in seconds; without one,
    SOURCE_DATE_EPOCH counts, else a fixed day, so that building twice gives the same bytes.
    """

    name: str
    objects: tuple[Thing, ...] = ()
    more: tuple[Tree, ...] = ()
    settings: Tree = {}
    epoch: int | None = None
    game_mode: str = ""
    game_type: str = ""
    complexity: str = ""
    playing_time: tuple[int, int] = (0, 0)
    player_counts: tuple[int, int] = (0, 0)
    workshop_tags: tuple[str, ...] = ()
    gravity: float = 0.5
    play_area: float = 0.5
    table: str = "Table_None"
    table_url: str = ""
    sky: str = "Sky_Museum"
    sky_url: str = ""
    note: str = ""
    notebook: tuple[Tab, ...] = ()
    grid: Grid = Grid()
    lighting: Lighting = Lighting()
    hands: Hands = Hands()
    turns: Turns = Turns()
    cameras: tuple[Camera, ...] = ()
    decals: tuple[Decal, ...] = ()
    script: str = ""
    script_state: str = ""
    xml: str = ""
    ui_assets: tuple[UIAsset, ...] = ()
    snap_points: tuple[SnapPoint, ...] = ()

    def __post_init__(self) -> None:
        for what, (least, most) in (
            ("playing_time", self.playing_time),
            ("player_counts", self.player_counts),
        ):
            if not 0 <= least <= most:
                raise BadInput(f"{what} goes from {least} to {most}", fix="write (least, most)")
        names = [asset.name for asset in self.ui_assets]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            fix = "scripts and XML call them by name; use each name once"
            raise BadInput(f'two UI assets are called "{twice}"', fix=fix)
        _check_sheets(self.objects)

    def tree(self) -> Tree:
        """Write it as TTS does, every key in its place."""
        epoch = built_at() if self.epoch is None else self.epoch
        points = [*(point.tree() for point in self.snap_points), *self.settings.get(_SNAPS, ())]
        written = {
            "SaveName": self.name,
            "EpochTime": epoch,
            "Date": date_text(epoch),
            "VersionNumber": _VERSION,
            "GameMode": self.game_mode or self.name,
            "GameType": self.game_type,
            "GameComplexity": self.complexity,
            "PlayingTime": list(self.playing_time),
            "PlayerCounts": list(self.player_counts),
            "Tags": list(self.workshop_tags),
            "Gravity": float(self.gravity),
            "PlayArea": float(self.play_area),
            "Table": self.table,
            **({"TableURL": self.table_url} if self.table_url else {}),
            "Sky": self.sky,
            **({"SkyURL": self.sky_url} if self.sky_url else {}),
            "Note": self.note,
            **tabs(self.notebook),
            "Grid": self.grid.tree(),
            "Lighting": self.lighting.tree(),
            "Hands": self.hands.tree(),
            "ComponentTags": {"labels": [_label(tag) for tag in self._tags()]},
            "Turns": self.turns.tree(),
            **_unless_none("CameraStates", self._cameras()),
            "DecalPallet": [decal.tree() for decal in self.decals],
            "LuaScript": self.script,
            "LuaScriptState": self.script_state,
            "XmlUI": self.xml,
            **_unless_none("CustomUIAssets", [asset.tree() for asset in self.ui_assets]),
            **_unless_none(_SNAPS, points),
            "ObjectStates": [*object_trees(self.objects), *self.more],
        }
        own = {key: value for key, value in self.settings.items() if key != _SNAPS}
        return {**written, **own}

    def _cameras(self) -> list[Tree | None]:
        """List cameras by their keys, 1 to 9 and then 0, with a gap for each unused one."""
        if not self.cameras:
            return []
        places = {(camera.key - 1) % _KEYS: camera.tree() for camera in self.cameras}
        return [places.get(place) for place in range(max(places) + 1)]

    def _tags(self) -> dict[str, None]:
        """Collect the tags of objects and snap points, in the order of their first use."""
        things = [part for thing in self.objects for part in thing.all()]
        points = [*self.snap_points, *(point for thing in things for point in thing.snap_points)]
        tagged: tuple[Thing | SnapPoint, ...] = (*things, *points)
        return dict.fromkeys(tag for each in tagged for tag in each.tags)


def tabs(notebook: Iterable[Tab]) -> Tree:
    """Write the pages of a notebook."""
    return {"TabStates": {str(number): tab.tree(number) for number, tab in enumerate(notebook)}}


def built_at() -> int:
    """Say which time a build claims: SOURCE_DATE_EPOCH, else always the same."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not said:
        return _NO_DATE
    if not (said.isascii() and said.isdigit() and len(said) <= len("99999999999")):
        raise BadInput(f"SOURCE_DATE_EPOCH is {said!r}", fix="it is a number of seconds")
    return int(said)


def date_text(epoch: int) -> str:
    """Write a date as TTS does, in UTC.

    >>> date_text(1735781938)
    '1/2/2025 1:38:58 AM'
    """
    at = datetime.fromtimestamp(epoch, tz=UTC)
    hour = at.hour % 12 or 12
    return f"{at.month}/{at.day}/{at.year} {hour}:{at:%M:%S} {'AM' if at.hour < 12 else 'PM'}"  # noqa: PLR2004 - noon


def _check_sheets(objects: tuple[Thing, ...]) -> None:
    """A key means one sheet on the whole table: cards of two decks may come together."""
    sheets: dict[int, Sheet] = {}
    for card in _cards(objects):
        if sheets.setdefault(card.sheet.key, card.sheet) != card.sheet:
            what = f"another sheet has the key {card.sheet.key} too"
            raise BadInput(what, where=card.where, fix="give each sheet a key of its own")


def _cards(objects: tuple[Thing, ...]) -> Iterator[Card]:
    for thing in objects:
        yield from (part for part in thing.all() if isinstance(part, Card))


def _label(tag: str) -> Tree:
    return {"displayed": tag, "normalized": tag.lower().replace(" ", "_")}


def _unless_none(key: str, values: Sequence[Tree | None]) -> Tree:
    return {key: list(values)} if values else {}
