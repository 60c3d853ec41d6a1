"""The loose functions: finding, spawning, copying and grouping objects."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from tts_tool.saves.kinds import spawnable, spawned_as
from tts_tool.saves.shapes import check_object
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.data import from_lua, from_text
from tts_tool.table.api.reactions import react_to
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import Tint, flag, text, vec
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function
from tts_tool.table.world import copying, piles, spawning
from tts_tool.table.world.events import Called
from tts_tool.table.world.fresh import fresh, lay_down
from tts_tool.table.world.people import TINTS
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec, added

if TYPE_CHECKING:
    from tts_tool.table.api.scripted import ScriptedWorld

__all__: list[str] = []

_DROPPED_AT: Vec = (0.0, 3.0, 0.0)

# ---- Finding


@function("base", "getObjectFromGUID")
def _by_guid(caller: Caller, guid: object = None) -> Thing | None:
    return caller.world.by_guid(guid) if isinstance(guid, str) else None


@function("base", "getObjects")
def _objects(caller: Caller) -> list[Thing]:
    hidden = () if caller.switches.on("objects-include-hands") else ("Hand",)
    return [thing for thing in caller.world if thing.type not in hidden]


@function("base", "getAllObjects")
def _all_objects(caller: Caller) -> list[Thing]:
    return _objects(caller)


@function("base", "getObjectsWithTag")
def _with_tag(caller: Caller, tag: str) -> list[Thing]:
    return _with_any(caller, [tag])


@function("base", "getObjectsWithAnyTags")
def _with_any(caller: Caller, tags: list[Any]) -> list[Thing]:
    wanted = {text(tag).casefold() for tag in tags}
    return [thing for thing in caller.world if wanted & _tags(thing)]


@function("base", "getObjectsWithAllTags")
def _with_all(caller: Caller, tags: list[Any]) -> list[Thing]:
    wanted = {text(tag).casefold() for tag in tags}
    return [thing for thing in caller.world if wanted <= _tags(thing)]


def _tags(thing: Thing) -> set[str]:
    return {tag.casefold() for tag in thing.tags}


@function("base", "getSeatedPlayers")
def _seated(caller: Caller) -> list[str]:
    return [person.colour for person in caller.world.people.seated]


@function("base", "stringColorToRGB")
def _tint_of_seat(caller: Caller, player_color: str) -> Tint | None:
    name = player_color.capitalize()
    return (*TINTS[name], 1.0) if name in TINTS else None


# ---- Going and coming


@function("base", "destroyObject")
def _destroy(caller: Caller, obj: Thing) -> bool:
    spawning.destroy(caller.world, obj)
    return True


@function("base", "spawnObject")
def _spawn(caller: Caller, parameters: dict[str, Any]) -> Thing | None:
    name = text(parameters.get("type"))
    wanted = spawned_as(name)
    if wanted is None:
        if caller.switches.text("spawn-unknown-type") == "nil":
            return None
        raise RaisedInLua(f"there is no type '{name}' to spawn{_meant(name)}")
    raw = fresh(caller.world, wanted)
    thing = _spawned(caller, raw, {"position": _DROPPED_AT, **parameters})
    if wanted.lies:
        lay_down(caller.world, thing)
    return thing


def _meant(name: str) -> str:
    near = get_close_matches(name, spawnable(), n=1)
    return f": is '{near[0]}' meant?" if near else ""


@function("base", "spawnObjectData")
def _spawn_data(caller: Caller, parameters: dict[str, Any]) -> Thing:
    if parameters.get("data") is None:
        raise RaisedInLua("data is missing")
    return _spawned(caller, from_lua(parameters["data"]), parameters)


@function("base", "spawnObjectJSON")
def _spawn_json(caller: Caller, parameters: dict[str, Any]) -> Thing:
    return _spawned(caller, from_text(text(parameters.get("json"))), parameters)


def _spawned(caller: Caller, raw: Raw, parameters: dict[str, Any]) -> Thing:
    check_object(raw)
    callback = parameters.get("callback_function")
    if flag(parameters.get("snap_to_grid", False)):
        raw["Grid"] = True
    return spawning.spawn(
        caller.world,
        raw,
        position=_place(parameters.get("position")),
        rotation=_place(parameters.get("rotation")),
        scale=_place(parameters.get("scale")),
        callback=caller.desk.keep(callback) if isinstance(callback, Function) else None,
    )


def _place(value: object) -> Vec | None:
    if value is None:
        return None
    return value if isinstance(value, tuple) else vec(value)


# ---- Copying and grouping


@function("base", "copy")
def _copy(caller: Caller, object_list: list[Any]) -> bool:
    things = [caller.as_thing(each) for each in object_list]
    caller.desk.clipboard[:] = copying.copy_of(caller.world, things)
    return True


@function("base", "paste")
def _paste(caller: Caller, parameters: dict[str, Any] | None = None) -> list[Thing]:
    position = _place((parameters or {}).get("position")) or _DROPPED_AT
    return copying.paste(caller.world, caller.desk.clipboard, position)


@function("base", "group")
def _group(caller: Caller, objects: list[Any]) -> list[Thing]:
    """Make piles of what makes piles; what fits nothing stays alone and is not given back."""
    things = [caller.as_thing(each) for each in objects]
    return [pile for pile in piles.group(caller.world, things) if pile.kind.holds]


# ---- The table and the game


@function("base", "flipTable")
def _flip_table(caller: Caller) -> bool:
    """Throw the table over: everything loose turns upside down where it is."""
    for thing in caller.world:
        if thing.kind.solid and not thing.locked:
            thing.rotation = added(thing.rotation, (0.0, 0.0, 180.0))
            caller.world.placed(thing)
            caller.world.loosen(thing)
    return True


@function("base", "setLookingForPlayers")
def _looking(caller: Caller, lfp: bool) -> bool:
    caller.desk.memory["looking for players"] = lfp
    return True


@react_to(Called)
def _called(table: ScriptedWorld, event: Called) -> None:
    """Run the callback of what has finished spawning."""
    function_left = table.desk.callbacks.pop(event.reference, None)
    if function_left is not None:
        objects = [table.world.thing(handle) for handle in event.objects]
        table.run_function(function_left, *objects, name="callback_function")
