"""Leads what the table itself is set to back: to a view's entry, a place, or a file of its own."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.table.layout import Camera, Layout, Point
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.pieces import Laid
from tts_tool.build.table.prints import prints_of
from tts_tool.build.table.saving import unprinted
from tts_tool.build.table.settings import FILE, KEYS, SNAPS
from tts_tool.saves.merging.values import ABSENT, equal
from tts_tool.saves.tree import Node, number
from tts_tool.sync.pull.entries import entry_at
from tts_tool.sync.pull.pieces import plain
from tts_tool.sync.pull.proposals import Edit, Left

__all__ = ["settings"]

_CAMERAS: Final = "CameraStates"
_NEAR: Final = 0.02
_DEGREE: Final = 0.5
"""As in `merging.values`: numbers are written otherwise after a load, by less than this."""
_TEN: Final = 10  # keys: 1 to 9, then 0


def settings(mod: Mod, layout: Layout, old: Node, new: Node) -> Iterator[Edit | Left]:
    """Propose what makes the table set as it is in the game."""
    said = dict(layout.settings)
    changed = [key for key in sorted(KEYS - {SNAPS}) if not _equal(old, new, key)]
    for key in changed:
        if key in new:
            said[key] = plain(new[key])
        else:
            said.pop(key, None)
    come, gone = _apart(old.get(SNAPS) or (), new.get(SNAPS) or ())
    if come or gone:
        own = [it for it in said.pop(SNAPS, []) if not any(_same(it, other) for other in gone)]
        own += [plain(each) for each in come]
        said |= {SNAPS: own} if own else {}
        computed = [
            it for it in gone if not any(_same(it, o) for o in layout.settings.get(SNAPS, ()))
        ]
        for point in computed:
            yield _snapped(mod, layout, point)
    if said != layout.settings:
        names = ", ".join(
            [*changed, *([SNAPS] if said.get(SNAPS) != layout.settings.get(SNAPS) else [])]
        )
        yield _file(layout, said, f"{names} of the table changed")
    yield from _cameras(mod, layout, old, new)


def _equal(old: Node, new: Node, key: str) -> bool:
    return equal(old.get(key, ABSENT), new.get(key, ABSENT), key)


def _file(layout: Layout, said: dict[str, Any], why: str) -> Edit:
    file = Path(layout.files[0]).parent / FILE
    text = json.dumps(said, indent=2, ensure_ascii=False) if said else ""
    return Edit(file, 1, (), (*text.split("\n"), "") if said else (), why, is_all=True)


# Snap points


def _apart(old: Node, new: Node) -> tuple[list[Node], list[Node]]:
    """Say which of the points of one list the other lacks."""
    left = list(old)
    come = []
    for point in new:
        found = next((it for it in left if _same(it, point)), None)
        if found is None:
            come.append(point)
        else:
            left.remove(found)
    return come, left


def _same(one: Node, other: Node) -> bool:
    near = all(abs(a - b) <= _NEAR for a, b in zip(_spot(one), _spot(other), strict=True))
    tags = [sorted(it.get("Tags") or ()) for it in (one, other)]
    turns = [it.get("Rotation", ABSENT) for it in (one, other)]
    return near and tags[0] == tags[1] and equal(turns[0], turns[1], "Rotation")


def _spot(point: Node) -> tuple[float, float]:
    at = point.get("Position") or {}
    return float(number(at.get("x", 0))), float(number(at.get("z", 0)))


def _snapped(mod: Mod, layout: Layout, point: Node) -> Left:
    """Name the place or the track of which a snap point came that is not there any more."""
    laid = Laid(prints_of(mod, layout), unprinted(mod, layout))
    plan = laid.prints.plan
    x, z = _spot(point)
    near: list[tuple[float, str]] = []
    for spot in plan.spots.values():
        for at in (*spot.slots, *spot.piles.values()):
            lies = laid.lying(spot.frame, at, 0)
            near.append((math.dist((lies.x, lies.z), (x, z)), layout.where(spot.said)))
    for lane in plan.lanes.values():
        for at in lane.values.values():
            lies = laid.lying(lane.frame, at, 0)
            near.append((math.dist((lies.x, lies.z), (x, z)), layout.where(lane.said)))
    where = min(near)[1] if near else layout.files[0]
    return Left(where, f"a snap point at ({x:g}, {z:g}) is gone or another; it comes with this")


# Views


class _View(NamedTuple):
    """How one looks at the table: at which point, how steeply, from which side, from how far."""

    at: Point
    pitch: float
    turn: float
    distance: float


def _view(node: Node) -> _View | None:
    if not node:
        return None
    at, turned = node.get("Position") or {}, node.get("Rotation") or {}
    x, z = (float(number(at.get(axis, 0))) for axis in "xz")
    pitch, turn = (float(number(turned.get(axis, 0))) for axis in "xy")
    return _View((x, z), pitch, turn % 360, float(number(node.get("Distance", 0))))


def _cameras(mod: Mod, layout: Layout, old: Node, new: Node) -> Iterator[Edit | Left]:
    before, after = list(old.get(_CAMERAS) or ()), list(new.get(_CAMERAS) or ())
    for n in range(max(len(before), len(after))):
        was, now = (_view(side[n]) if n < len(side) else None for side in (before, after))
        if was == now or (was and now and _alike(was, now)):
            continue
        key = (n + 1) % _TEN
        said = next((it for it in layout.cameras if it.key == key), None)
        if now is None:
            if said is not None:
                where = _where(layout, said)
                entry = entry_at(where)
                gone = entry.gone(f"the view on key {key} is gone") if entry else None
                yield gone or Left(where, f"the view on key {key} is gone")
        elif said is None:
            yield _new_view(layout, key, now)
        else:
            yield from _other_view(mod, layout, said, now)


def _alike(one: _View, other: _View) -> bool:
    turned = abs((one.turn - other.turn + 180) % 360 - 180)
    return (
        math.dist(one.at, other.at) <= _NEAR
        and abs(one.pitch - other.pitch) <= _DEGREE
        and turned <= _DEGREE
        and abs(one.distance - other.distance) <= _NEAR
    )


def _where(layout: Layout, said: Camera) -> str:
    return place_of(layout.files, "cameras", str(layout.cameras.index(said)))


def _new_view(layout: Layout, key: int, now: _View) -> Edit | Left:
    file = Path(
        _where(layout, layout.cameras[-1]).rpartition(":")[0] if layout.cameras else layout.files[0]
    )
    why = f"the view on key {key} is new"
    if abs((now.turn + 180) % 360 - 180) > _DEGREE:
        what = f"{why}, and turned by {now.turn:g}: only a view of a mat is turned, as the mat is"
        return Left(f"{file.as_posix()}:1", what)
    lines = file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    said = (
        "", "[[cameras]]", f"key = {key}", 'mat = ""', f"distance = {now.distance:.4g}",
        f"pitch = {now.pitch:.4g}", f"offset = [{now.at[0]:.4g}, {now.at[1]:.4g}]",
    )  # fmt: skip
    at = len(lines) if lines[-1] == "" else len(lines) + 1
    return Edit(file, at, (), said, why)


def _other_view(mod: Mod, layout: Layout, said: Camera, now: _View) -> Iterator[Edit | Left]:
    """Change the numbers of an entry, if they make it so."""
    where, frames = _where(layout, said), prints_of(mod, layout).plan.frames
    frame = frames.get(said.mat)
    turn = math.radians(frame.turn if frame else 0)
    (x, z), middle = now.at, frame.place((0, 0)) if frame else (0.0, 0.0)
    x, z = x - middle[0], z - middle[1]
    offset = (
        round(x * math.cos(turn) - z * math.sin(turn), 2) + 0.0,
        round(x * math.sin(turn) + z * math.cos(turn), 2) + 0.0,
    )
    tried = msgspec.structs.replace(
        said, offset=offset, pitch=round(now.pitch, 1), distance=round(now.distance, 2)
    )
    at = frame.place(offset) if frame else offset
    made = _View(at, tried.pitch, (frame.turn if frame else 0.0) % 360, tried.distance)
    why = f"the view on key {said.key} changed"
    entry = entry_at(where)
    if entry is None or not _alike(made, now):
        yield Left(where, f"{why}; no number here does it: it is turned as its mat is")
        return
    values = {"pitch": f"{tried.pitch:g}", "distance": f"{tried.distance:g}",
              "offset": f"[{offset[0]:g}, {offset[1]:g}]"}  # fmt: skip
    for key, value in values.items():
        if getattr(tried, key) != getattr(said, key):
            yield entry.put(key, value, why)
