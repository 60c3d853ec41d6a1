"""What an object is called, which tags and tint it has, and the switches in its menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller, Entity
from tts_tool.table.api.registry import function, prop, setter
from tts_tool.table.api.values import Tint, text
from tts_tool.table.notices import GLOBAL as GLOBAL_GUID
from tts_tool.table.world import motion
from tts_tool.table.world.bodies import read_body, write_body
from tts_tool.table.world.keys import put_beside
from tts_tool.table.world.thing import Thing, colour_of, vec_of
from tts_tool.table.world.vectors import Vec

__all__: list[str] = []

# What Global says of itself; others who have asked the game wrote it down.
_GLOBAL_NAME = "Scripting Manager"
_GLOBAL_TYPE = "Untagged"

# ---- Texts, by getter, setter and property

_TEXTS = (
    ("getName", "setName", "Nickname"),
    ("getDescription", "setDescription", "Description"),
    ("getGMNotes", "setGMNotes", "GMNotes"),
)

_FLAGS = {
    "auto_raise": "Autoraise",
    "drag_selectable": "DragSelectable",
    "grid_projection": "GridProjection",
    "hide_when_face_down": "HideWhenFaceDown",
    "ignore_fog_of_war": "IgnoreFoW",
    "measure_movement": "MeasureMovement",
    "sticky": "Sticky",
    "tooltip": "Tooltip",
    "use_grid": "Grid",
    "use_hands": "Hands",
    "use_snap_points": "Snap",
}

# What scripts call what a save says of the body.
_BODY = {
    "angular_drag": "AngularDrag",
    "drag": "Drag",
    "mass": "Mass",
    "bounciness": "Bounciness",
    "dynamic_friction": "DynamicFriction",
    "static_friction": "StaticFriction",
}

# What no save keeps, with what it is at first.
_UNSAVED_FLAGS = {
    "gizmo_selectable": True,
    "held_reduce_force": False,
    "use_rotation_value_flip": False,
}
_UNSAVED_WHOLES = {"held_flip_index": 0, "held_spin_index": 0, "value_flags": 0}
_UNSAVED_PLACES = ("held_rotation_offset",)


def _register_text(getter: str, changer: str, key: str) -> None:
    @function("object", getter)
    def _get(caller: Caller, thing: Thing) -> str:
        del caller
        return str(thing.get(key))

    @function("object", changer)
    def _put(caller: Caller, thing: Thing, words: str) -> bool:
        del caller
        thing.put(key, words)
        return True


def _register_flag(
    name: str, get: Callable[[Thing], object], put: Callable[[Thing, bool], None]
) -> None:
    @prop("object", name)
    def _get(caller: Caller, thing: Thing) -> object:
        del caller
        return get(thing)

    @setter("object", name)
    def _put(caller: Caller, thing: Thing, value: bool) -> None:
        put(thing, value)
        caller.world.stir(thing)  # hands ask for some of them


def _register_saved(name: str, key: str) -> None:
    _register_flag(
        name, lambda thing: bool(thing.get(key)), lambda thing, value: thing.put(key, value)
    )


def _register_body(name: str, key: str) -> None:
    @prop("object", name)
    def _get(caller: Caller, thing: Thing) -> float:
        del caller
        return number(read_body(thing, key))

    @setter("object", name)
    def _put(caller: Caller, thing: Thing, value: float) -> None:
        del caller
        write_body(thing, key, value)


def _register_unsaved(name: str, first: bool) -> None:
    def put(thing: Thing, value: bool) -> None:
        thing.attributes[name] = value

    _register_flag(name, lambda thing: thing.attributes.get(name, first), put)


def _register_whole(name: str, first: int) -> None:
    @prop("object", name)
    def _get(caller: Caller, thing: Thing) -> int:
        del caller
        return int(thing.attributes.get(name, first))

    @setter("object", name)
    def _put(caller: Caller, thing: Thing, value: int) -> None:
        del caller
        thing.attributes[name] = value


def _register_place(name: str) -> None:
    @prop("object", name)
    def _get(caller: Caller, thing: Thing) -> object:
        del caller
        return thing.attributes.get(name, (0.0, 0.0, 0.0))

    @setter("object", name)
    def _put(caller: Caller, thing: Thing, value: Vec) -> None:
        del caller
        thing.attributes[name] = value


for _row in _TEXTS:
    _register_text(*_row)
for _name, _key in _FLAGS.items():
    _register_saved(_name, _key)
for _name, _key in _BODY.items():
    _register_body(_name, _key)
for _name, _first in _UNSAVED_FLAGS.items():
    _register_unsaved(_name, _first)
for _name, _number in _UNSAVED_WHOLES.items():
    _register_whole(_name, _number)
for _name in _UNSAVED_PLACES:
    _register_place(_name)

# ---- Single properties


@prop("object", "guid")
@function("object", "getGUID")
def _guid(caller: Caller, owner: Entity) -> str:
    return GLOBAL_GUID if owner.thing is None else owner.thing.guid


@prop("object", "name")
def _name_of(caller: Caller, owner: Entity) -> str:
    return _GLOBAL_NAME if owner.thing is None else owner.thing.name


@prop("object", "type", "tag")
def _type(caller: Caller, owner: Entity) -> str:
    return _GLOBAL_TYPE if owner.thing is None else owner.thing.type


@prop("object", "memo")
def _memo(caller: Caller, thing: Thing) -> str | None:
    return thing.raw.get("Memo")


@setter("object", "memo")
def _set_memo(caller: Caller, thing: Thing, value: str | None) -> None:
    if value is None:
        thing.raw.pop("Memo", None)
    else:
        put_beside(thing.raw, "Memo", value, caller.switches.text("memo-after"), "after")


@prop("object", "alt_view_angle")
def _alt_view(caller: Caller, thing: Thing) -> Vec:
    return vec_of(thing.raw.get("AltLookAngle"))


@setter("object", "alt_view_angle")
def _set_alt_view(caller: Caller, thing: Thing, value: Vec) -> None:
    thing.raw["AltLookAngle"] = dict(zip("xyz", value, strict=True))


@prop("object", "use_gravity")
def _use_gravity(caller: Caller, thing: Thing) -> bool:
    return bool(read_body(thing, "UseGravity"))


@setter("object", "use_gravity")
def _set_use_gravity(caller: Caller, thing: Thing, value: bool) -> None:
    write_body(thing, "UseGravity", value)
    caller.world.loosen(thing)


@prop("object", "interactable")
def _interactable(caller: Caller, thing: Thing) -> bool:
    return thing.interactable


@setter("object", "interactable")
def _set_interactable(caller: Caller, thing: Thing, value: bool) -> None:
    thing.interactable = value


@prop("object", "locked")
@function("object", "getLock")
def _locked(caller: Caller, thing: Thing) -> bool:
    return thing.locked


@setter("object", "locked")
def _set_locked(caller: Caller, thing: Thing, value: bool) -> None:
    thing.locked = value
    caller.world.rejoint(thing)
    caller.world.stir(thing)
    if not value:
        caller.world.loosen(thing)


@function("object", "setLock")
def _set_lock(caller: Caller, thing: Thing, lock: bool) -> bool:
    _set_locked(caller, thing, lock)
    return True


@function("object", "lock")
def _lock(caller: Caller, thing: Thing) -> bool:
    return _set_lock(caller, thing, True)


@function("object", "unlock")
def _unlock(caller: Caller, thing: Thing) -> bool:
    return _set_lock(caller, thing, False)


@prop("object", "is_face_down")
def _face_down(caller: Caller, thing: Thing) -> bool:
    return thing.face_down


@prop("object", "resting")
def _resting(caller: Caller, thing: Thing) -> bool:
    return motion.resting(caller.world, thing)


@prop("object", "spawning")
def _spawning(caller: Caller, thing: Thing) -> bool:
    return thing.spawning


@prop("object", "loading_custom")
def _loading(caller: Caller, thing: Thing) -> bool:
    """Pictures and models load at once here: nobody looks at them."""
    return thing.spawning and any(key.startswith("Custom") for key in thing.raw)


@prop("object", "held_by_color")
def _held_by(caller: Caller, thing: Thing) -> str | None:
    return thing.held_by or None


@prop("object", "held_position_offset")
def _held_offset(caller: Caller, thing: Thing) -> Vec:
    return thing.held_offset


@setter("object", "held_position_offset")
def _set_held_offset(caller: Caller, thing: Thing, value: Vec) -> None:
    thing.held_offset = value


@prop("object", "pick_up_position")
def _picked_up_at(caller: Caller, thing: Thing) -> Vec:
    return thing.picked_up_at


@prop("object", "pick_up_rotation")
def _picked_up_turned(caller: Caller, thing: Thing) -> Vec:
    return thing.picked_up_turned


@prop("object", "max_typed_number")
def _max_typed(caller: Caller, thing: Thing) -> int:
    return thing.max_typed_number


@setter("object", "max_typed_number")
def _set_max_typed(caller: Caller, thing: Thing, value: int) -> None:
    thing.max_typed_number = value


@prop("object", "value")
def _value(caller: Caller, thing: Thing) -> float:
    return number(thing.get("Value"))


@setter("object", "value")
def _set_value(caller: Caller, thing: Thing, value: int) -> None:
    thing.put("Value", value)


# ---- Tint


@function("object", "getColorTint")
def _tint(caller: Caller, thing: Thing) -> Tint:
    return colour_of(thing.raw.get("ColorDiffuse"))


@function("object", "setColorTint")
def _set_tint(caller: Caller, thing: Thing, color: Tint) -> bool:
    was = thing.raw.get("ColorDiffuse") or {}
    if colour_of(was) != color:
        letters = "rgba" if "a" in was or color[3] != 1.0 else "rgb"
        thing.raw["ColorDiffuse"] = dict(zip(letters, color, strict=False))
    return True


# ---- Tags


def _same_tag(one: str, two: str) -> bool:
    return one.casefold() == two.casefold()


def _retagged(caller: Caller, thing: Thing, tags: list[str]) -> bool:
    thing.tags = tags
    caller.world.placed(thing)
    return True


@function("object", "getTags")
def _tags(caller: Caller, thing: Thing) -> list[str]:
    return list(thing.tags)


@function("object", "setTags")
def _set_tags(caller: Caller, thing: Thing, tags: list[Any]) -> bool:
    return _retagged(caller, thing, [text(tag) for tag in tags])


@function("object", "addTag")
def _add_tag(caller: Caller, thing: Thing, tag: str) -> bool:
    if _has_tag(caller, thing, tag):
        return False
    return _retagged(caller, thing, [*thing.tags, tag])


@function("object", "removeTag")
def _remove_tag(caller: Caller, thing: Thing, tag: str) -> bool:
    if not _has_tag(caller, thing, tag):
        return False
    return _retagged(caller, thing, [each for each in thing.tags if not _same_tag(each, tag)])


@function("object", "hasTag")
def _has_tag(caller: Caller, thing: Thing, tag: str) -> bool:
    return any(_same_tag(each, tag) for each in thing.tags)


@function("object", "hasAnyTag")
def _has_any_tag(caller: Caller, thing: Thing) -> bool:
    return bool(thing.tags)


@function("object", "hasMatchingTag")
def _has_matching_tag(caller: Caller, thing: Thing, other: Thing) -> bool:
    return any(_has_tag(caller, other, tag) for tag in thing.tags)
