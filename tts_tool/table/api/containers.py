"""Bags, decks, stacks and zones: what is in them, what goes in, what comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from tts_tool.errors import NotFound, Refused
from tts_tool.saves.kinds import Holding
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function, prop
from tts_tool.table.api.values import fields, flag, seat_colour, text, vec, whole
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function
from tts_tool.table.world import containers, dealing
from tts_tool.table.world.containers import Taking
from tts_tool.table.world.handzones import hands
from tts_tool.table.world.people import GREY
from tts_tool.table.world.randomizing import randomize, roll
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec
from tts_tool.table.world.zones import members

__all__ = ["deal"]

End = Literal["top", "bottom"]

# ---- Looking inside


@function("object", "getObjects")
def _inside(caller: Caller, thing: Thing) -> object:
    if thing.kind.zone:
        return members(caller.world, thing)
    if not thing.kind.holds:
        return []
    return [_entry(raw, index) for index, raw in enumerate(containers.look_inside(thing))]


@function("object", "getQuantity")
def _quantity(caller: Caller, thing: Thing) -> int:
    return thing.quantity


@prop("object", "remainder")
def _remainder(caller: Caller, thing: Thing) -> Thing | None:
    left = thing.attributes.get("remainder")
    return caller.world.thing(left) if left else None


def _entry(raw: Raw, index: int) -> dict[str, Any]:
    name = str(raw.get("Nickname", ""))
    return {
        "index": index,
        "guid": raw.get("GUID", ""),
        "name": name,
        "nickname": name,
        "description": raw.get("Description", ""),
        "gm_notes": raw.get("GMNotes", ""),
        "memo": raw.get("Memo"),
        "tags": list(raw.get("Tags") or ()),
        "lua_script": raw.get("LuaScript", ""),
        "lua_script_state": raw.get("LuaScriptState", ""),
    }


# ---- Out and in


@function("object", "takeObject")
def _take(caller: Caller, thing: Thing, parameters: object = None) -> Thing | None:
    if not thing.kind.holds:
        raise RaisedInLua(f"{thing.type} is no container")
    wanted = {} if parameters is None else fields(parameters)
    try:
        return containers.take(caller.world, thing, _taking(caller, wanted))
    except (NotFound, Refused):
        if caller.switches.on("take-nothing-is-error"):
            raise
        return None


def _taking(caller: Caller, wanted: dict[str, Any]) -> Taking:
    callback = wanted.get("callback_function")
    index, guid = wanted.get("index"), wanted.get("guid")
    return Taking(
        index=None if index is None else whole(index),
        guid=None if guid is None else text(guid),
        end="top" if flag(wanted.get("top", True)) else "bottom",
        position=_place(wanted.get("position")),
        rotation=_place(wanted.get("rotation")),
        flip=flag(wanted.get("flip")),
        smooth=flag(wanted.get("smooth", True)),
        callback=caller.desk.keep(callback) if isinstance(callback, Function) else None,
    )


def _place(value: object) -> Vec | None:
    return None if value is None else vec(value)


@function("object", "putObject")
def _put(caller: Caller, thing: Thing, put_object: Thing, index: int | None = None) -> Thing | None:
    if thing is put_object:
        raise RaisedInLua("an object cannot be put into itself")
    if not thing.kind.holds and not thing.kind.piles_as:
        raise RaisedInLua(f"{thing.type} is no container")
    if caller.switches.on("put-object-asks") and not containers.may_enter(
        caller.world, thing, put_object
    ):
        return None
    return containers.enter(
        caller.world, thing, put_object, index=index, end=_nearer(thing, put_object)
    )


def _nearer(pile: Thing, thing: Thing) -> End:
    """Cards go to the end of a deck to which they are nearer in height."""
    return "top" if thing.position[1] > pile.position[1] else "bottom"


# ---- Mixing and parting


@function("object", "shuffle")
def _shuffle(caller: Caller, thing: Thing) -> bool:
    if not thing.kind.holds:
        return False
    containers.shuffle(caller.world, thing)
    return True


@function("object", "randomize")
def _randomize(caller: Caller, thing: Thing, color: str | None = None) -> bool:
    randomize(caller.world, thing, "" if color is None else seat_colour(color))
    return True


@function("object", "roll")
def _roll(caller: Caller, thing: Thing) -> bool:
    roll(caller.world, thing)
    return True


@function("object", "cut")
def _cut(caller: Caller, thing: Thing, count: int | None = None) -> list[Thing] | None:
    return _parted(caller, lambda: containers.cut(caller.world, thing, count))


@function("object", "split")
def _split(caller: Caller, thing: Thing, piles: int = 2) -> list[Thing] | None:
    return _parted(caller, lambda: containers.split(caller.world, thing, piles))


def _parted(caller: Caller, part: Callable[[], list[Thing]]) -> list[Thing] | None:
    try:
        return part()
    except Refused:
        if caller.switches.text("impossible-cut") == "nil":
            return None
        raise


@function("object", "spread")
def _spread(caller: Caller, thing: Thing, distance: float = 0.6) -> list[Thing]:
    return containers.spread(caller.world, thing, distance)


@function("object", "reset")
def _reset(caller: Caller, thing: Thing) -> bool:
    """A bag is emptied; a deck gets back the cards that came out of it."""
    if thing.kind.holding is Holding.DECK:
        for other in caller.world:
            if other.came_from == thing.handle and other.type == "Card":
                containers.enter(caller.world, thing, other)
    elif thing.kind.holds:
        containers.empty(caller.world, thing)
    else:
        return False
    return True


# ---- Dealing


@function("object", "deal")
def deal(
    caller: Caller,
    thing: Thing,
    number: int = 1,
    player_color: str = "",
    index: int = 1,
    deal_from_bottom: bool = False,
) -> bool:
    """Deal to a colour, or to everybody who is seated."""
    if not player_color:
        return bool(dealing.deal_to_all(caller.world, thing, number))
    colour = seat_colour(player_color)
    if colour == GREY or len(hands(caller.world, colour)) < index:
        return False
    end: End = "bottom" if deal_from_bottom else "top"
    return bool(dealing.deal(caller.world, thing, colour, number, index=index, end=end))


@function("object", "dealToColorWithOffset")
def _deal_beside(
    caller: Caller,
    thing: Thing,
    offset: Vec,
    flip: bool,
    player_color: str,
) -> Thing:
    colour = seat_colour(player_color)
    return dealing.deal_with_offset(caller.world, thing, colour, offset, flip=flip)
