"""Globals whose members are values of the save: Grid, Hands, Lighting, Turns, Info."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tts_tool.saves.tree import Number, number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function, prop, setter
from tts_tool.table.api.values import Tint, flag, items, real, seat_colour, text, tint, whole
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.world import turns
from tts_tool.table.world.handzones import hands
from tts_tool.table.world.settings import read_setting, write_setting
from tts_tool.table.world.thing import Thing, colour_of

__all__: list[str] = []


class _Form(NamedTuple):
    """How a value of the save looks to scripts, and how theirs is read."""

    told: Callable[[Any], object]
    read: Callable[[object], object]


def _choice(last: int) -> _Form:
    """Numbers of a choice: from 1 for scripts, from 0 in the save."""

    def read(value: object) -> int:
        chosen = whole(value)
        if not 1 <= chosen <= last:
            raise RaisedInLua(f"a number from 1 to {last} is expected, got {chosen}")
        return chosen - 1

    return _Form(lambda kept: int(kept) + 1, read)


def _within(low: float, high: float) -> _Form:
    return _Form(float, lambda value: min(max(real(value), low), high))


def _rgb(value: object) -> dict[str, float]:
    return dict(zip("rgb", tint(value)[:3], strict=True))


_FLAG = _Form(bool, flag)
_REAL = _Form(float, real)
_WHOLE = _Form(int, whole)
_TEXT = _Form(str, text)
_TINT = _Form(colour_of, _rgb)
_COLOURS = _Form(list, lambda value: [seat_colour(each) for each in items(value)])

_SETTINGS: dict[tuple[str, str], tuple[str, str, _Form]] = {
    ("grid", "type"): ("Grid", "Type", _choice(3)),
    ("grid", "show_lines"): ("Grid", "Lines", _FLAG),
    ("grid", "color"): ("Grid", "Color", _TINT),
    ("grid", "opacity"): ("Grid", "Opacity", _within(0.0, 1.0)),
    ("grid", "thick_lines"): ("Grid", "ThickLines", _FLAG),
    ("grid", "sizeX"): ("Grid", "xSize", _REAL),
    ("grid", "sizeY"): ("Grid", "ySize", _REAL),
    ("hands", "disable_unused"): ("Hands", "DisableUnused", _FLAG),
    ("hands", "hiding"): ("Hands", "Hiding", _choice(3)),
    ("lighting", "ambient_intensity"): ("Lighting", "AmbientIntensity", _within(0.0, 4.0)),
    ("lighting", "ambient_type"): ("Lighting", "AmbientType", _choice(2)),
    ("lighting", "light_intensity"): ("Lighting", "LightIntensity", _within(0.0, 4.0)),
    ("lighting", "lut_contribution"): ("Lighting", "LutContribution", _REAL),
    ("lighting", "lut_index"): ("Lighting", "LutIndex", _WHOLE),
    ("lighting", "lut_url"): ("Lighting", "LutURL", _TEXT),
    ("lighting", "reflection_intensity"): ("Lighting", "ReflectionIntensity", _within(0.0, 1.0)),
    ("turns", "type"): ("Turns", "Type", _choice(2)),
    ("turns", "order"): ("Turns", "TurnOrder", _COLOURS),
    ("turns", "reverse_order"): ("Turns", "Reverse", _FLAG),
    ("turns", "skip_empty_hands"): ("Turns", "SkipEmpty", _FLAG),
    ("turns", "disable_interactations"): ("Turns", "DisableInteractions", _FLAG),
    ("turns", "pass_turns"): ("Turns", "PassTurns", _FLAG),
}


def _register(page: str, name: str, block: str, key: str, form: _Form) -> None:
    def get(caller: Caller) -> object:
        return form.told(read_setting(caller.world, block, key))

    def put(caller: Caller, value: object) -> None:
        write_setting(caller.world, block, key, form.read(value))

    prop(page, name)(get)
    setter(page, name)(put)


for (_page, _name), (_block, _key, _form) in _SETTINGS.items():
    _register(_page, _name, _block, _key, _form)


# ---- Grid: what one number says stands in three truths


_SNAPPING = ("", "Snapping", "Offset", "BothSnapping")


@prop("grid", "snapping")
def _snapping(caller: Caller) -> int:
    on = [at for at, key in enumerate(_SNAPPING) if key and read_setting(caller.world, "Grid", key)]
    return max(on, default=0) + 1


@setter("grid", "snapping")
def _set_snapping(caller: Caller, value: int) -> None:
    if not 1 <= value <= len(_SNAPPING):
        raise RaisedInLua(f"a number from 1 to {len(_SNAPPING)} is expected, got {value}")
    for at, key in enumerate(_SNAPPING[1:], 2):
        write_setting(caller.world, "Grid", key, at == value)


def _offset(axis: str) -> None:
    def get(caller: Caller) -> float:
        return number(read_setting(caller.world, "Grid", "PosOffset").get(axis, 0.0))

    def put(caller: Caller, value: float) -> None:
        kept = read_setting(caller.world, "Grid", "PosOffset")
        write_setting(caller.world, "Grid", "PosOffset", {**kept, axis: value})

    name = {"x": "offsetX", "z": "offsetY"}[axis]
    prop("grid", name)(get)
    setter("grid", name)(put)


_offset("x")
_offset("z")


# ---- Hands


@prop("hands", "enable")
def _hands_enabled(caller: Caller) -> bool:
    return bool(read_setting(caller.world, "Hands", "Enable"))


@setter("hands", "enable")
def _enable_hands(caller: Caller, value: bool) -> None:
    """Let hands hold things or not; they look again at what lies in them."""
    write_setting(caller.world, "Hands", "Enable", value)
    for zone in hands(caller.world):
        caller.world.placed(zone)


@function("hands", "getHands")
def _hands(caller: Caller) -> list[Thing]:
    return hands(caller.world)


# ---- Lighting: what is set holds at once, so there is nothing left to apply


@function("lighting", "apply")
def _apply(caller: Caller) -> bool:
    return True


def _light(name: str, key: str) -> None:
    def get(caller: Caller) -> Tint:
        return colour_of(read_setting(caller.world, "Lighting", key))

    def put(caller: Caller, tint: Tint) -> bool:
        write_setting(caller.world, "Lighting", key, _rgb(list(tint)))
        return True

    function("lighting", f"get{name}")(get)
    function("lighting", f"set{name}")(put)


for _name in ("LightColor", "AmbientSkyColor", "AmbientEquatorColor", "AmbientGroundColor"):
    _light(_name, _name)


# ---- Turns


@prop("turns", "enable")
def _enabled(caller: Caller) -> bool:
    return bool(read_setting(caller.world, "Turns", "Enable"))


@setter("turns", "enable")
def _enable(caller: Caller, value: bool) -> None:
    turns.enable_turns(caller.world, on=value)


@prop("turns", "turn_color")
def _turn_colour(caller: Caller) -> str:
    return str(read_setting(caller.world, "Turns", "TurnColor") or "")


@setter("turns", "turn_color")
def _set_turn_colour(caller: Caller, value: str) -> None:
    turns.begin_turn(caller.world, seat_colour(value) if value else "")


@function("turns", "getNextTurnColor")
def _next(caller: Caller) -> str:
    return turns.next_colour(caller.world)


@function("turns", "getPreviousTurnColor")
def _previous(caller: Caller) -> str:
    return turns.previous_colour(caller.world)


@function("turns", "getTurnOrder")
def _order(caller: Caller) -> list[str]:
    return turns.turn_order(caller.world)


@function("turns", "endTurn")
def _end(caller: Caller) -> bool:
    """End the turn that is; False if nobody has one."""
    if not _enabled(caller) or not turns.next_colour(caller.world):
        return False
    turns.end_turn(caller.world)
    return True


# ---- Info: what the save says of the game itself


def _fact(name: str, key: str, form: _Form, absent: object) -> None:
    def get(caller: Caller) -> object:
        kept = caller.world.save.get(key)
        return form.told(absent if kept is None else kept)

    def put(caller: Caller, value: object) -> None:
        caller.world.save[key] = form.read(value)

    prop("info", name)(get)
    setter("info", name)(put)


def _counts(kept: Any) -> list[float]:
    return [number(each) if isinstance(each, Number) else each for each in kept]


_COUNTS = _Form(_counts, lambda value: [whole(each) for each in items(value)])
_TEXTS = _Form(list, lambda value: [text(each) for each in items(value)])

_fact("name", "GameMode", _TEXT, "")
_fact("type", "GameType", _TEXT, "")
_fact("complexity", "GameComplexity", _TEXT, "")
_fact("number_of_players", "PlayerCounts", _COUNTS, [])
_fact("playing_time", "PlayingTime", _COUNTS, [])
_fact("tags", "Tags", _TEXTS, [])
