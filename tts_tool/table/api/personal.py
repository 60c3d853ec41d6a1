"""What a script does to one player: talk to them, show them something, look at what they hold."""

from __future__ import annotations

from typing import Any

from tts_tool.errors import NotFound
from tts_tool.table.api.caller import Caller, SpokenLine
from tts_tool.table.api.persons import person_of
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import Tint, real, vec
from tts_tool.table.world import copying, stash
from tts_tool.table.world.events import PlayerAction, PlayerPing, Seat
from tts_tool.table.world.handzones import hand_objects, hand_zone, hands
from tts_tool.table.world.people import Person
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec
from tts_tool.table.world.world import handles

__all__ = ["hand_of"]

_WHITE: Tint = (1.0, 1.0, 1.0, 1.0)
_CAMERA_MODES = {"thirdperson": "ThirdPerson", "firstperson": "FirstPerson", "topdown": "TopDown"}
_FAR = 40.0  # a guess: what the game takes is not documented


def _colour(caller: Caller, who: str) -> str:
    person = person_of(caller, who)
    return who if person is None else person.colour


# ---- Words


def _say(caller: Caller, who: str, kind: str, message: str, tint: Tint | None) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    red, green, blue, _ = tint or _WHITE
    caller.desk.lines.append(SpokenLine(kind, message, (red, green, blue), person.colour))
    return True


@function("player/instance", "print")
def _print(caller: Caller, who: str, message: str, message_color: Tint | None = None) -> bool:
    return _say(caller, who, "print", message, message_color)


@function("player/instance", "broadcast")
def _broadcast(caller: Caller, who: str, message: str, message_color: Tint | None = None) -> bool:
    return _say(caller, who, "broadcast", message, message_color)


# ---- Hands


def hand_of(caller: Caller, who: str, index: int) -> Thing | None:
    """Find a hand of somebody; what comes of asking for one that is not there is a switch."""
    try:
        return hand_zone(caller.world, _colour(caller, who), index)
    except NotFound:
        if caller.switches.on("missing-hand-is-error"):
            raise
        return None


@function("player/instance", "getHandCount")
def _hand_count(caller: Caller, who: str) -> int:
    return len(hands(caller.world, _colour(caller, who)))


@function("player/instance", "getHandObjects")
def _hand_objects(caller: Caller, who: str, hand_index: int = 1) -> list[Thing]:
    if hand_of(caller, who, hand_index) is None:
        return []
    return hand_objects(caller.world, _colour(caller, who), hand_index)


@function("player/instance", "getHandTransform")
def _hand_transform(caller: Caller, who: str, hand_index: int = 1) -> dict[str, Vec] | None:
    zone = hand_of(caller, who, hand_index)
    if zone is None:
        return None
    return {
        "position": zone.position,
        "rotation": zone.rotation,
        "scale": zone.scale,
        "forward": zone.axes.forward,
        "right": zone.axes.right,
        "up": zone.axes.up,
    }


@function("player/instance", "setHandTransform")
def _set_hand_transform(
    caller: Caller, who: str, parameters: dict[str, Any], hand_index: int = 1
) -> bool:
    """Move a hand; what is not said of it becomes 0, as the game has it."""
    zone = hand_of(caller, who, hand_index)
    if zone is None:
        return False
    for name in ("position", "rotation", "scale"):
        setattr(zone, name, vec(parameters.get(name) or []))
    caller.world.placed(zone)
    return True


@function("player/instance", "drawHandStash")
def _draw_stash(caller: Caller, who: str) -> bool:
    return stash.draw_stash(caller.world, _colour(caller, who))


@function("player/instance", "setHandStashLocation")
def _place_stash(caller: Caller, who: str, position: Vec, rotation: int = 0) -> bool:
    return stash.place_stash(caller.world, _colour(caller, who), position, rotation)


# ---- Pointer, selection, clipboard


@function("player/instance", "getHoldingObjects")
def _holding(caller: Caller, who: str) -> list[Thing]:
    colour = _colour(caller, who)
    return [thing for thing in caller.world if thing.held_by == colour]


@function("player/instance", "getHoverObject")
def _hover(caller: Caller, who: str) -> Thing | None:
    person = person_of(caller, who)
    if person is None or person.hovers is None:
        return None
    thing = caller.world.thing(person.hovers)
    return None if thing is None or thing.gone else thing


@function("player/instance", "getPointerPosition")
def _pointer(caller: Caller, who: str) -> Vec | None:
    person = person_of(caller, who)
    return None if person is None else person.pointer


@function("player/instance", "getPointerRotation")
def _pointer_angle(caller: Caller, who: str) -> float | None:
    person = person_of(caller, who)
    return None if person is None else person.pointer_angle


@function("player/instance", "getSelectedObjects")
def _selected(caller: Caller, who: str) -> list[Thing]:
    person = person_of(caller, who)
    found = [caller.world.thing(each) for each in person.selected] if person else []
    return [thing for thing in found if thing is not None and not thing.gone]


@function("player/instance", "clearSelectedObjects")
def _clear_selected(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    person.selected.clear()
    return True


def _may(caller: Caller, person: Person, action: str, things: list[Thing]) -> bool:
    if not caller.switches.on("scripted-copy-asks"):
        return True
    return caller.world.may(PlayerAction(Seat(person.colour), action, handles(things)))


@function("player/instance", "copy")
def _copy(caller: Caller, who: str, objects: list[Any]) -> bool:
    person = person_of(caller, who)
    things = [caller.as_thing(each) for each in objects]
    if person is None or not _may(caller, person, "Copy", things):
        return False
    person.copied = copying.copy_of(caller.world, things)
    return True


@function("player/instance", "paste")
def _paste(caller: Caller, who: str, position: Vec) -> bool:
    """Put copies on the table; whether they may be there is asked when they can be named."""
    person = person_of(caller, who)
    if person is None or not person.copied:
        return False
    made = copying.paste(caller.world, person.copied, position)
    if _may(caller, person, "Paste", made):
        return True
    for thing in made:
        caller.world.remove(thing)
    return False


@function("player/instance", "pingTable")
def _ping(caller: Caller, who: str, position: Vec) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    person.pointer = position
    caller.world.tell(PlayerPing(Seat(person.colour), position, None))
    return True


# ---- Camera and theme: kept as they are set


@function("player/instance", "lookAt")
def _look_at(caller: Caller, who: str, parameters: dict[str, Any]) -> bool:
    view = {
        "position": vec(parameters.get("position") or []),
        "pitch": real(parameters.get("pitch", 0)),
        "yaw": real(parameters.get("yaw", 0)),
        "distance": real(parameters.get("distance", _FAR)),
    }
    return _remember(caller, who, camera=view, camera_mode="ThirdPerson")


@function("player/instance", "attachCameraToObject")
def _attach_camera(caller: Caller, who: str, parameters: dict[str, Any]) -> bool:
    thing = caller.as_thing(parameters.get("object"))
    offset = vec(parameters.get("offset") or [])
    return _remember(caller, who, camera={"object": thing.handle, "offset": offset})


@function("player/instance", "setCameraMode")
def _camera_mode(caller: Caller, who: str, camera_mode: str) -> bool:
    mode = _CAMERA_MODES.get(camera_mode.lower())
    return mode is not None and _remember(caller, who, camera_mode=mode)


@function("player/instance", "setUITheme")
def _theme(caller: Caller, who: str, theme: str) -> bool:
    return _remember(caller, who, theme=theme)


def _remember(caller: Caller, who: str, **facts: object) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    person.attributes.update(facts)
    return True
