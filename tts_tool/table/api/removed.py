"""Names that the documentation had once, or never had, and that published mods still use.

The game answers to them, and so does the table: see `tts_tool.lua.removed`.
"""

from __future__ import annotations

from tts_tool.lua.removed import NOTEBOOK
from tts_tool.table.api.caller import GLOBAL, Caller
from tts_tool.table.api.containers import deal
from tts_tool.table.api.personal import hand_of
from tts_tool.table.api.persons import person_of
from tts_tool.table.api.reading import ObjectHandle, PlayerColour
from tts_tool.table.api.registry import function, members
from tts_tool.table.api.values import PLAYER, fields
from tts_tool.table.scripts.values import Handle
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec

__all__ = ["is_there"]


def is_there(page: str, name: str) -> bool:
    """Tell whether something answers to a removed name."""
    return (page, name) in members() or (page == "base" and name in NOTEBOOK)


# ---- Hands and pointers


@function("player/instance", "getPlayerHand")
def _hand(caller: Caller, who: str) -> dict[str, float] | None:
    zone = hand_of(caller, who, 1)
    if zone is None:
        return None
    return {
        **_parts("pos_", zone.position),
        **_parts("rot_", zone.rotation),
        **_parts("trigger_forward_", zone.axes.forward),
        **_parts("trigger_right_", zone.axes.right),
        **_parts("trigger_up_", zone.axes.up),
    }


def _parts(begin: str, vector: Vec) -> dict[str, float]:
    return {begin + axis: part for axis, part in zip("xyz", vector, strict=True)}


@function("base", "getPlayerHandPositionAndRotation")
def _hand_by_colour(
    caller: Caller, player_color: PlayerColour | None = None
) -> dict[str, float] | None:
    return None if player_color is None else _hand(caller, player_color)


@function("base", "getPointerPosition")
def _pointer(caller: Caller, player_color: PlayerColour) -> Vec | None:
    person = person_of(caller, player_color)
    return None if person is None else person.pointer


@function("base", "getPointerRotation")
def _pointer_angle(caller: Caller, player_color: PlayerColour) -> float | None:
    person = person_of(caller, player_color)
    return None if person is None else person.pointer_angle


@function("base", "getPlayer")
def _player(caller: Caller, player_color: PlayerColour) -> Handle:
    return Handle(PLAYER, player_color)


@function("base", "getPlayerSteamName")
def _name(caller: Caller, player_color: str = "White") -> str | None:
    person = person_of(caller, player_color)
    return None if person is None else person.name


# ---- Dealing


@function("object", "dealToAll")
def _deal_to_all(caller: Caller, thing: Thing, number: int = 1) -> bool:
    return deal(caller, thing, number)


@function("object", "dealToColor")
def _deal_to_one(caller: Caller, thing: Thing, number: int, player_color: str) -> bool:
    return deal(caller, thing, number, player_color)


# ---- Other scripts


@function("base", "callLuaFunctionInOtherScript")
def _call(caller: Caller, owner: ObjectHandle | None, func_name: str) -> object:
    return _call_with(caller, owner, func_name)


@function("base", "callLuaFunctionInOtherScriptWithParams")
def _call_with(
    caller: Caller, owner: ObjectHandle | None, func_name: str, func_params: object = None
) -> object:
    """Call a function; of no object, that is of Global."""
    label = f"call/{func_name}"
    return caller.scripts.call(owner or GLOBAL, func_name, func_params, label=label)


@function("base", "getGlobalScriptVar")
def _var(caller: Caller, name: str) -> object:
    return caller.scripts.read(GLOBAL, name)


@function("base", "setGlobalScriptVar")
def _set_var(caller: Caller, name: str, value: object = None) -> bool:
    return caller.scripts.write(GLOBAL, name, value)


@function("base", "getGlobalScriptTable")
def _table(caller: Caller, name: str) -> object:
    value = caller.scripts.read(GLOBAL, name)
    return value if isinstance(value, dict | list) else None


@function("base", "setGlobalScriptTable")
def _set_table(caller: Caller, name: object, value: object = None) -> bool:
    """Take name and table in either order: mods have both."""
    if not isinstance(name, str):
        name, value = value, name
    if value is not None:
        fields(value)
    return caller.scripts.write(GLOBAL, str(name), value)


# ---- What was painted on the table, which no save keeps


@function("base", "clearPixelPaint")
def _clear_pixels(caller: Caller) -> bool:
    return True


@function("base", "clearVectorPaint")
def _clear_lines(caller: Caller) -> bool:
    caller.world.save.pop("VectorLines", None)
    return True
