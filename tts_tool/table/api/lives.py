"""How objects come, go and change: destroyed, reloaded, cloned, flipped, in another state."""

from __future__ import annotations

from typing import Any

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.data import from_lua, to_lua, to_text
from tts_tool.table.api.reading import ObjectHandle
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import Tint, fields, items, seat_colour, text, vec, whole
from tts_tool.table.world import clocks, copying, motion, randomizing, spawning, states
from tts_tool.table.world.seeing import hide
from tts_tool.table.world.stash import stash
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.worth import KEPT, worth
from tts_tool.table.world.zones import zones_of

__all__: list[str] = []

_TURNED_OVER = 180.0
_EVERYBODY = (
    *("White", "Brown", "Red", "Orange", "Yellow", "Green"),
    *("Teal", "Blue", "Purple", "Pink", "Grey", "Black"),
)


@function("object", "destruct", "destroy")
def _destruct(caller: Caller, thing: Thing) -> bool:
    spawning.destroy(caller.world, thing)
    return True


@function("object", "isDestroyed")
def _is_destroyed(caller: Caller, handle: ObjectHandle) -> bool:
    thing = caller.world.thing(handle)
    return thing is None or thing.gone


@function("object", "reload")
def _reload(caller: Caller, thing: Thing) -> Thing:
    caller.scripts.save_state(thing.handle)
    return spawning.reload(caller.world, thing)


@function("object", "clone")
def _clone(caller: Caller, thing: Thing, parameters: dict[str, Any] | None = None) -> Thing:
    position = (parameters or {}).get("position")
    place = (0.0, 3.0, 0.0) if position is None else vec(position)
    return copying.clone(caller.world, thing, place)


@function("object", "getData")
def _data(caller: Caller, thing: Thing) -> dict[str, Any]:
    caller.scripts.save_state(thing.handle)
    copied: dict[str, Any] = to_lua(thing.data())
    return copied


@function("object", "getJSON")
def _json(caller: Caller, thing: Thing, indented: bool = True) -> str:
    caller.scripts.save_state(thing.handle)
    words = to_text(thing.data())
    return words if indented else " ".join(line.strip() for line in words.splitlines())


@function("object", "flip")
def _flip(caller: Caller, thing: Thing) -> bool:
    x, y, z = thing.rotation
    turned = (
        (x + _TURNED_OVER, y, z)
        if thing.attributes.get("use_rotation_value_flip")
        else (x, y, z + _TURNED_OVER)
    )
    motion.turn_smoothly(caller.world, thing, turned, fast=True)
    return True


@function("object", "drop")
def _drop(caller: Caller, thing: Thing) -> bool:
    if not thing.held_by:
        return False
    thing.held_by = ""
    caller.world.placed(thing)
    caller.world.loosen(thing)
    return True


# ---- States


@function("object", "getStateId")
def _state_id(caller: Caller, thing: Thing) -> int:
    return states.state_id(thing)


@function("object", "getStates")
def _states(caller: Caller, thing: Thing) -> list[dict[str, Any]] | None:
    return [_state_entry(each, raw) for each, raw in states.states(thing).items()] or None


@function("object", "setState")
def _set_state(caller: Caller, thing: Thing, state_id: int) -> Thing | None:
    known = {states.state_id(thing), *states.states(thing)}
    if state_id not in known and caller.switches.text("unknown-state") == "nil":
        return None
    return states.set_state(caller.world, thing, state_id)


@function("object", "shuffleStates")
def _shuffle_states(caller: Caller, thing: Thing) -> Thing:
    return states.shuffle_states(caller.world, thing)


def _state_entry(number_of: int, raw: Raw) -> dict[str, Any]:
    name = raw.get("Nickname", "")
    return {
        "id": number_of,
        "guid": raw.get("GUID", ""),
        "name": name,
        "nickname": name,
        "description": raw.get("Description", ""),
        "lua_script": raw.get("LuaScript", ""),
        "lua_script_state": raw.get("LuaScriptState", ""),
    }


# ---- Values


@function("object", "getRotationValue")
def _rotation_value(caller: Caller, thing: Thing) -> object:
    return randomizing.rotation_value(thing)


@function("object", "getRotationValues")
def _rotation_values(caller: Caller, thing: Thing) -> list[dict[str, Any]]:
    return [
        {"value": to_lua(value), "rotation": turn}
        for value, turn in randomizing.rotation_values(thing)
    ]


@function("object", "setRotationValue")
def _set_rotation_value(caller: Caller, thing: Thing, rotation_value: object) -> bool:
    return randomizing.set_rotation_value(caller.world, thing, rotation_value)


@function("object", "setRotationValues")
def _set_rotation_values(caller: Caller, thing: Thing, rotation_values: list[Any]) -> bool:
    rows = [fields(each) for each in rotation_values]
    thing.raw["RotationValues"] = [
        {
            "Value": from_lua(row.get("value")),
            "Rotation": dict(zip("xyz", vec(row.get("rotation") or []), strict=True)),
        }
        for row in rows
    ]
    return True


@function("object", "getValue")
def _value(caller: Caller, thing: Thing) -> object:
    """Say what the thing is worth; what that is depends on its type."""
    return worth(thing, caller.switches)


@function("object", "setValue")
def _set_value(caller: Caller, thing: Thing, value: object) -> bool:
    if thing.type == "Clock":
        clocks.set_countdown(thing, whole(value))
        return True
    if thing.name in KEPT:
        block, key, _ = KEPT[thing.name]
        kept = _VALUE_READERS[thing.name](value)
        if key:
            thing.raw.setdefault(block, dict(_FRESH_BLOCKS.get(block, {})))[key] = kept
        else:
            thing.put(block, kept)
        return True
    return randomizing.set_rotation_value(caller.world, thing, value)


_VALUE_READERS: dict[str, Any] = {
    "Counter": whole,
    "FogOfWarTrigger": seat_colour,
    "HandTrigger": seat_colour,
    "FogOfWar": seat_colour,
    "Tablet": text,
    "3DText": text,
}
_FRESH_BLOCKS = {
    "Text": {"Text": "", "colorstate": {"r": 1.0, "g": 1.0, "b": 1.0}, "fontSize": 64},
}


# ---- Who sees it


def _colours(players: object) -> frozenset[str]:
    return frozenset(seat_colour(each) for each in items(players))


@function("object", "setHiddenFrom")
def _hide(caller: Caller, thing: Thing, players: list[Any]) -> bool:
    hide(thing, "setHiddenFrom", _colours(players), invisible=False)
    return True


@function("object", "setInvisibleTo")
def _veil(caller: Caller, thing: Thing, players: list[Any]) -> bool:
    hide(thing, "setInvisibleTo", _colours(players), invisible=True)
    return True


@function("object", "attachHider")
def _attach_hider(
    caller: Caller,
    thing: Thing,
    id: str,
    hidden: bool,
    players: list[Any] | None = None,
) -> bool:
    hide(thing, f"hider {id}", _hidden_from(players) if hidden else frozenset(), invisible=False)
    return True


@function("object", "attachInvisibleHider")
def _attach_veil(
    caller: Caller,
    thing: Thing,
    id: str,
    hidden: bool,
    players: list[Any] | None = None,
) -> bool:
    hide(thing, f"veil {id}", _hidden_from(players) if hidden else frozenset(), invisible=True)
    return True


def _hidden_from(players: list[Any] | None) -> frozenset[str]:
    """No players, or an empty list, are all of them."""
    return _colours(players or list(_EVERYBODY))


@function("object", "highlightOn")
def _highlight(caller: Caller, thing: Thing, color: Tint, duration: float | None = None) -> bool:
    red, green, blue, _ = color
    thing.highlight = (red, green, blue)
    if duration is not None:
        frames = round(duration * caller.switches.count("frames-per-second"))
        caller.desk.waiting.after(frames, lambda: _dim(thing))
    return True


@function("object", "highlightOff")
def _highlight_off(caller: Caller, thing: Thing, color: object = None) -> bool:
    _dim(thing)
    return True


def _dim(thing: Thing) -> None:
    thing.highlight = None


# ---- Fog, zones, collisions, selections


@function("object", "getFogOfWarReveal")
def _fog(caller: Caller, thing: Thing) -> dict[str, Any]:
    kept = thing.raw.get("FogOfWarRevealer") or {}
    return {
        "reveal": bool(kept.get("Active", False)),
        "color": str(kept.get("Color", "All")),
        "range": number(kept.get("Range", 5)),
    }


@function("object", "setFogOfWarReveal")
def _set_fog(caller: Caller, thing: Thing, fog_settings: dict[str, Any]) -> bool:
    now = {**_fog(caller, thing), **fog_settings}
    thing.raw["FogOfWarRevealer"] = {
        "Active": bool(now["reveal"]),
        "Color": text(now["color"]),
        "Range": float(now["range"]),
    }
    caller.world.stir(thing)
    return True


@function("object", "getZones")
def _zones(caller: Caller, thing: Thing) -> list[Thing]:
    return zones_of(caller.world, thing)


@function("object", "registerCollisions")
def _register_collisions(
    caller: Caller,
    thing: Thing,
    stay: bool = False,
) -> bool:
    thing.collides = True
    thing.attributes["collision_stay"] = stay
    caller.world.tells_of_staying = caller.world.tells_of_staying or stay
    return True


@function("object", "unregisterCollisions")
def _unregister_collisions(caller: Caller, thing: Thing) -> bool:
    was, thing.collides = thing.collides, False
    thing.attributes.pop("collision_stay", None)
    return was


@function("object", "getSelectingPlayers")
def _selected_by(caller: Caller, thing: Thing) -> list[str]:
    return [
        person.colour for person in caller.world.people.seated if thing.handle in person.selected
    ]


@function("object", "addToPlayerSelection")
def _select(caller: Caller, thing: Thing, player_color: str) -> bool:
    person = caller.world.people.at(seat_colour(player_color))
    if person is None:
        return False
    person.selected[thing.handle] = None
    return True


@function("object", "removeFromPlayerSelection")
def _unselect(caller: Caller, thing: Thing, player_color: str) -> bool:
    person = caller.world.people.at(seat_colour(player_color))
    return person is not None and person.selected.pop(thing.handle, 0) is None


@function("object", "moveToHandStash")
def _stash(caller: Caller, thing: Thing) -> bool:
    return stash(caller.world, thing)
