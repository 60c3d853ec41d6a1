"""Brings edits to the things of the open table, each by the cheapest way that does it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path as File
from typing import Any, Final, NamedTuple

from tts_tool.build.imprints import key_of
from tts_tool.lua.literals import lua
from tts_tool.saves.tree import Number, number
from tts_tool.sync.dev.edits import ABSENT, Edit, EditedThing, Path, Print
from tts_tool.sync.wire import GameLine

__all__ = ["Carried", "Carrying", "carry", "carryings", "plain_data", "row_of"]

_TRIES: Final = 4
_AGAIN: Final = 0.25
"""Seconds, one in all: what is held for longer is told as busy, so that the rest need not wait."""
_CARRY: Final = File(__file__).with_name("carry.lua")

_SETTERS: Final = frozenset(
    {"Nickname", "Description", "GMNotes", "Locked", "Tags", "ColorDiffuse", "Memo", "Tooltip"}
    | {"Grid", "Snap", "Autoraise", "Sticky", "Hands", "HideWhenFaceDown", "IgnoreFoW"}
    | {"GridProjection", "DragSelectable", "MeasureMovement"}
)
_WHOLE: Final = frozenset({"ColorDiffuse", "Tags"})
"""Properties that are set as a whole."""
_CUSTOM: Final[Mapping[Path, str]] = {
    ("CustomImage", "ImageURL"): "image",
    ("CustomImage", "ImageSecondaryURL"): "image_bottom",
    ("CustomImage", "CustomTile", "Type"): "type",
    ("CustomImage", "CustomTile", "Thickness"): "thickness",
    ("CustomImage", "CustomToken", "Thickness"): "thickness",
    ("CustomMesh", "MeshURL"): "mesh",
    ("CustomMesh", "DiffuseURL"): "diffuse",
    ("CustomMesh", "NormalURL"): "normal",
    ("CustomMesh", "ColliderURL"): "collider",
    ("CustomAssetbundle", "AssetbundleURL"): "assetbundle",
    ("CustomAssetbundle", "AssetbundleSecondaryURL"): "assetbundle_secondary",
    ("CustomPDF", "PDFUrl"): "url",
}
_PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "at": ("posX", "posY", "posZ"),
    "turn": ("rotX", "rotY", "rotZ"),
    "scale": ("scaleX", "scaleY", "scaleZ"),
}


class Carried(NamedTuple):
    """What became of the edits of one thing."""

    thing: EditedThing
    edits: tuple[Edit, ...]
    copies: int = 0
    moved: Mapping[str, str] = {}
    """Things on the table that have another GUID now."""
    kept: str = ""
    """Why something stays as it is in the game."""
    unseen: str | None = None
    """The script that was found there, which nobody here has seen."""
    failed: str = ""
    whole: bool = False
    """Whether a thing was made again, it or what it lies in."""
    busy: str = ""
    """What keeps it from being done just now, as in `held by Red`."""


class Carrying(NamedTuple):
    """A thing, its edits, and what the game is told to do."""

    thing: EditedThing
    edits: tuple[Edit, ...]
    row: dict[str, Any]

    @property
    def way(self) -> str:
        """Say how much of the thing is touched: `set`, `reload` or `respawn`."""
        return str(self.row["way"])


def carryings(
    changed: Iterable[Edit], called: Mapping[str, str] = {}, *, force: bool = False
) -> list[Carrying]:
    """Say for each thing what is to be done with it; `called` are GUIDs that are others now."""
    grouped: defaultdict[str, list[Edit]] = defaultdict(list)
    for edit in changed:
        grouped[edit.thing.known].append(edit)
    return [
        Carrying(some[0].thing, tuple(some), row_of(some[0].thing, some, called, force=force))
        for some in grouped.values()
    ]


async def carry(line: GameLine, work: list[Carrying], tries: int = _TRIES) -> list[Carried]:
    """Do it; what is held or moves is waited for a little, and told as `busy` then.

    What is not there is told as no copy.
    """
    done: dict[str, Carried] = {}
    left = work
    for left_over in reversed(range(tries)):
        answers: list[dict[str, Any]] = await line.execute(_chunk(left))
        for each, answer in zip(left, answers, strict=True):
            done[each.thing.known] = _carried(each, answer, done.get(each.thing.known))
        left = [each for each in left if done[each.thing.known].busy]
        if not (left and left_over):
            break
        await asyncio.sleep(_AGAIN)
    return list(done.values())


def _carried(each: Carrying, answer: Mapping[str, Any], before: Carried | None) -> Carried:
    earlier = before or Carried(each.thing, each.edits)
    return Carried(
        each.thing,
        each.edits,
        int(answer["copies"]) + earlier.copies,
        {**earlier.moved, **dict(answer["moved"] or {})},
        str(answer.get("kept") or ""),
        answer.get("unseen"),
        str(answer.get("failed") or ""),
        bool(answer.get("whole")) or earlier.whole,
        str(answer.get("busy") or ""),
    )


def row_of(
    thing: EditedThing,
    changed: Iterable[Edit],
    called: Mapping[str, str] = {},
    *,
    force: bool = False,
) -> dict[str, Any]:
    """Write down for the game what is to be done with a thing."""
    changed = tuple(changed)
    ways = {_way(edit) for edit in changed}
    guid = called.get(thing.guid, thing.guid)
    row: dict[str, Any] = {"guid": guid, "sets": [], "force": force}
    row["way"] = next((way for way in ("respawn", "reload") if way in ways), "set")
    if thing.memo:
        row["memo"] = thing.memo
    for edit in changed:
        _add(row, edit)
    return row


def _way(edit: Edit) -> str:
    """Say how much of a thing an edit touches."""
    match edit.path:
        case ("XmlUI",) | ("Transform", _):
            return "set"
        case ("LuaScript",):
            return "reload"
        case (key, *_) if key in _SETTERS and edit.after is not ABSENT:
            return "set"
        case path if path in _CUSTOM and edit.after is not ABSENT:
            return "reload"
    return "respawn"


def _add(row: dict[str, Any], edit: Edit) -> None:
    """Add an edit to what is to be done; what lies in something is always changed in its data."""
    path, before, after = edit.path, edit.before, edit.after
    if path == ("CustomDeck",):
        row["was"], row["print"] = _print(before), _print(after)
        return
    if path[0] == "Transform":
        _place(row.setdefault("place", {}), edit)
        return
    if path == ("XmlUI",):
        row["ui"] = _text(after)
    elif path == ("LuaScript",):
        row["script"], row["seen"] = _text(after), _text(before)
    elif path in _CUSTOM:
        row.setdefault("custom", {})[_CUSTOM[path]] = plain_data(None if after is ABSENT else after)
    if path[0] in _WHOLE:
        path, after = path[:1], edit.thing.data.get(path[0])
    told = {"path": path, **({} if after is ABSENT else {"value": plain_data(after)})}
    simple = isinstance(before, str | bool) or before is ABSENT
    row["sets"].append(
        {**told, **({"before": "" if before is ABSENT else before} if simple else {})}
    )


def _text(value: Any) -> str:  # noqa: ANN401 - as it stands in a save
    return "" if value is ABSENT or value is None else str(value)


def _place(place: dict[str, Any], edit: Edit) -> None:
    """Say where a thing was and is to be; it was where it is to be, but for what was edited."""
    name, now = edit.path[-1], edit.thing.data.get("Transform") or {}
    for what, names in _PLACES.items():
        if name in names:
            both = {side: _vector(now, names) for side in ("before", "after")}
            moved = place.setdefault(what, both)["before"]
            moved["xyz"[names.index(name)]] = _real(edit.before)


def _vector(now: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, float]:
    return {axis: _real(now.get(name, 0)) for axis, name in zip("xyz", names, strict=True)}


def _real(value: Any) -> float:  # noqa: ANN401 - a number of a save
    return 0.0 if value is ABSENT else float(number(value))


def _print(printed: Print) -> dict[str, Any]:
    sheet = plain_data(printed.sheet)
    told: dict[str, Any] = {"cell": printed.cell, "key": _key_of(sheet)}
    return {**told, **({} if sheet is None else {"sheet": sheet})}


def _key_of(sheet: Mapping[str, Any] | None) -> int:
    """Give a sheet a number of its own: sheets that share one are mixed up."""
    about = sheet or {}
    return key_of(str(about.get("FaceURL")), str(about.get("BackURL")))


def plain_data(value: Any) -> Any:  # noqa: ANN401 - data of a save
    """Make of data of a save what Lua can be told: without what is nothing."""
    if isinstance(value, dict):
        return {key: plain_data(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [plain_data(each) for each in value if each is not None]
    return number(value) if isinstance(value, Number) else value


@cache
def _program() -> str:
    return _CARRY.read_text(encoding="utf-8")


def _chunk(work: Iterable[Carrying]) -> str:
    return f"local rows = {lua([each.row for each in work])}\n{_program()}"
