"""What hangs on objects and on the table: parts, joints, decals, snap points, lines."""

from __future__ import annotations

from typing import Any

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller, Entity
from tts_tool.table.api.data import to_lua
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import fields, flag, items, real, text, tint, vec
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.world import attaching
from tts_tool.table.world.keys import put_beside
from tts_tool.table.world.thing import Raw, Thing, colour_of, vec_of
from tts_tool.table.world.vectors import Vec

__all__: list[str] = []


def _xyz(point: Vec) -> dict[str, float]:
    return dict(zip("xyz", point, strict=True))


def _keep(caller: Caller, owner: Entity, name: str, rows: list[Raw]) -> bool:
    key = owner.attached(name)
    if not rows:
        owner.raw.pop(key, None)
    elif name == "VectorLines":
        first = caller.switches.on("vector-lines-before-assets")
        put_beside(owner.raw, key, rows, "CustomUIAssets", "before" if first else "after")
    else:
        beside = caller.switches.text("decals-after") if name == "Decals" else ""
        put_beside(owner.raw, key, rows, beside, "after")
    return True


def _kept(owner: Entity, name: str) -> list[Raw]:
    return list(owner.raw.get(owner.attached(name)) or ())


# ---- Parts


@function("object", "getAttachments")
def _attachments(caller: Caller, thing: Thing) -> list[dict[str, Any]]:
    return [
        {
            "index": index,
            "guid": raw.get("GUID", ""),
            "name": raw.get("Nickname", ""),
            "nickname": raw.get("Nickname", ""),
            "description": raw.get("Description", ""),
            "gm_notes": raw.get("GMNotes", ""),
            "lua_script": raw.get("LuaScript", ""),
            "lua_script_state": raw.get("LuaScriptState", ""),
        }
        for index, raw in enumerate(attaching.attachments(thing))
    ]


@function("object", "addAttachment")
def _attach(caller: Caller, thing: Thing, Object: Thing) -> bool:
    if Object is thing:
        raise RaisedInLua("an object cannot be attached to itself")
    attaching.attach(caller.world, thing, Object)
    return True


@function("object", "removeAttachment")
def _detach(caller: Caller, thing: Thing, index: int) -> Thing:
    return attaching.detach(caller.world, thing, index)


@function("object", "removeAttachments")
def _detach_all(caller: Caller, thing: Thing) -> list[Thing]:
    return [attaching.detach(caller.world, thing, 0) for _ in attaching.attachments(thing)]


@function("object", "destroyAttachment")
def _destroy_attachment(caller: Caller, thing: Thing, index: int) -> bool:
    attaching.destroy_attachment(thing, index)
    return True


@function("object", "destroyAttachments")
def _destroy_attachments(caller: Caller, thing: Thing) -> bool:
    for _ in attaching.attachments(thing):
        attaching.destroy_attachment(thing, 0)
    return True


# ---- Joints: name of an argument, key of the save, what the tool begins with

_JOINT: dict[str, tuple[str, Any]] = {
    "collision": ("EnableCollision", False),
    "axis": ("Axis", (0.0, 0.0, 0.0)),
    "anchor": ("Anchor", (0.0, 0.0, 0.0)),
    "connector_anchor": ("ConnectedAnchor", (0.0, 0.0, 0.0)),
    "break_force": ("BreakForce", 1000.0),
    "break_torgue": ("BreakTorgue", 1000.0),
}
_OF_KIND: dict[str, dict[str, tuple[str, Any]]] = {
    "Fixed": {},
    "Hinge": {
        "motor_force": ("MotorForce", 0.0),
        "motor_velocity": ("MotorVelocity", 0.0),
        "motor_free_spin": ("MotorFreeSpin", False),
    },
    "Spring": {
        "spring": ("Spring", 50.0),
        "damper": ("Damper", 0.1),
        "max_distance": ("MaxDistance", 10.0),
        "min_distance": ("MinDistance", 0.0),
    },
}
# The documentation has two spellings; which of them the game reads nobody says, so here both.
_ALSO = {"motor_free_spin": "motor_freeSpin"}


@function("object", "jointTo")
def _joint(
    caller: Caller,
    thing: Thing,
    object: Thing | None = None,
    parameters: dict[str, Any] | None = None,
) -> bool:
    if object is None:
        attaching.release(caller.world, thing)
        return True
    given = parameters or {}
    kind = text(given.get("type", "Fixed"))
    if kind not in _OF_KIND:
        raise RaisedInLua(f"there is no joint '{kind}': one of {', '.join(_OF_KIND)}")
    settings = {
        key: _joint_value(given.get(name, given.get(_ALSO.get(name, name))), absent)
        for name, (key, absent) in {**_JOINT, **_OF_KIND[kind]}.items()
    }
    attaching.join_to(caller.world, thing, object, f"Joint{kind}", settings)
    return True


def _joint_value(given: Any, absent: Any) -> Any:
    if isinstance(absent, tuple):
        return _xyz(absent if given is None else vec(given))
    if given is None:
        return absent
    return flag(given) if isinstance(absent, bool) else real(given)


@function("object", "getJoints")
def _joints(caller: Caller, thing: Thing) -> list[dict[str, Any]]:
    return [_joint_row(kind.removeprefix("Joint"), raw) for kind, raw in attaching.joints(thing)]


def _joint_row(kind: str, raw: Raw) -> dict[str, Any]:
    row: dict[str, Any] = {"type": kind, "joint_object_guid": raw.get("ConnectedBodyGUID", "")}
    for names in (_JOINT, *_OF_KIND.values()):
        for name, (key, absent) in names.items():
            kept = raw.get(key)
            row[name] = vec_of(kept) if isinstance(absent, tuple) else _or(kept, absent)
    return row


def _or(kept: Any, absent: Any) -> Any:
    return absent if kept is None else to_lua(kept)


# ---- Decals


@function("object", "getDecals")
def _decals(caller: Caller, owner: Entity) -> list[dict[str, Any]]:
    return [_decal_row(raw) for raw in _kept(owner, "Decals")]


def _decal_row(raw: Raw) -> dict[str, Any]:
    transform, custom = raw.get("Transform") or {}, raw.get("CustomDecal") or {}
    points = {
        name: tuple(number(transform.get(f"{short}{axis}", absent)) for axis in "XYZ")
        for name, short, absent in (
            ("position", "pos", 0.0),
            ("rotation", "rot", 0.0),
            ("scale", "scale", 1.0),
        )
    }
    return {"name": custom.get("Name", ""), "url": custom.get("ImageURL", ""), **points}


@function("object", "addDecal")
def _add_decal(caller: Caller, owner: Entity, parameters: dict[str, Any]) -> bool:
    return _keep(caller, owner, "Decals", [*_kept(owner, "Decals"), _decal(parameters)])


@function("object", "setDecals")
def _set_decals(caller: Caller, owner: Entity, parameters: list[Any]) -> bool:
    return _keep(caller, owner, "Decals", [_decal(fields(each)) for each in parameters])


def _decal(given: dict[str, Any]) -> Raw:
    scale = given.get("scale", 1.0)
    size = vec(scale) if isinstance(scale, dict | list) else (real(scale),) * 3
    points = (vec(given.get("position") or []), vec(given.get("rotation") or []), size)
    transform = {
        f"{short}{axis}": part
        for short, point in zip(("pos", "rot", "scale"), points, strict=True)
        for axis, part in zip("XYZ", point, strict=True)
    }
    custom = {"Name": text(given.get("name", "")), "ImageURL": text(given.get("url", ""))}
    return {"Transform": transform, "CustomDecal": {**custom, "Size": 1.0}}


# ---- Snap points


@function("object", "getSnapPoints")
def _snap_points(caller: Caller, owner: Entity) -> list[dict[str, Any]]:
    return [
        {
            "position": vec_of(raw.get("Position")),
            "rotation": vec_of(raw.get("Rotation")),
            "rotation_snap": "Rotation" in raw,
            "tags": list(raw.get("Tags") or ()),
        }
        for raw in _kept(owner, "SnapPoints")
    ]


@function("object", "setSnapPoints")
def _set_snap_points(caller: Caller, owner: Entity, snap_points: list[Any]) -> bool:
    return _keep(caller, owner, "SnapPoints", [_snap_point(fields(each)) for each in snap_points])


def _snap_point(given: dict[str, Any]) -> Raw:
    raw: Raw = {"Position": _xyz(vec(given.get("position") or []))}
    if flag(given.get("rotation_snap")):
        raw["Rotation"] = _xyz(vec(given.get("rotation") or []))
    tags = [text(tag) for tag in items(given.get("tags") or [])]
    return {**raw, "Tags": tags} if tags else raw


# ---- Lines


@function("object", "getVectorLines")
def _lines(caller: Caller, owner: Entity) -> list[dict[str, Any]] | None:
    rows = [
        {
            "points": [vec_of(point) for point in raw.get("points3") or ()],
            "color": colour_of(raw.get("color")),
            "thickness": number(raw.get("thickness", 0.1)),
            "rotation": vec_of(raw.get("rotation")),
            "loop": bool(raw.get("loop", False)),
            "square": bool(raw.get("square", False)),
        }
        for raw in _kept(owner, "VectorLines")
    ]
    return rows or None


@function("object", "setVectorLines")
def _set_lines(caller: Caller, owner: Entity, parameters: list[Any]) -> bool:
    return _keep(caller, owner, "VectorLines", [_line(fields(each)) for each in parameters])


def _line(given: dict[str, Any]) -> Raw:
    colour = tint(given.get("color") or [1.0, 1.0, 1.0])
    raw: Raw = {
        "points3": [_xyz(vec(point)) for point in items(given.get("points") or [])],
        "color": dict(zip("rgb", colour, strict=False)),
        "thickness": real(given.get("thickness", 0.1)),
        "rotation": _xyz(vec(given.get("rotation") or [])),
    }
    for name in ("loop", "square"):
        if flag(given.get(name)):
            raw[name] = True
    return raw
