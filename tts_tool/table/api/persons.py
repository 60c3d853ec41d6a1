"""Who a player is: `Player`, `Player.Red`, and what is true of whoever sits there.

A player goes by a colour: whoever sits there now. Of several who look on in grey, all but the
first go by their own number.
"""

from __future__ import annotations

from tts_tool.table.api.actions import actions
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import any_name, function, prop, setter
from tts_tool.table.api.values import PLAYER, seat_colour
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Handle
from tts_tool.table.world import seating
from tts_tool.table.world.people import GREY, SEATS, Person

__all__ = ["person_of", "somebody"]

_NO_TEAM = "None"


def person_of(caller: Caller, who: str) -> Person | None:
    """Find who is meant; None if nobody sits there."""
    return caller.world.people.named(who)


def somebody(caller: Caller, who: str) -> Person:
    """Find who is meant, or tell the script that nobody sits there."""
    person = person_of(caller, who)
    if person is None:
        raise RaisedInLua(f"nobody sits at {who}")
    return person


def _handle(caller: Caller, person: Person) -> Handle:
    return Handle(PLAYER, caller.world.people.name_of(person))


# ---- Player


@any_name("player/manager")
def _by_colour(caller: Caller, name: str) -> Handle | None:
    try:
        return Handle(PLAYER, seat_colour(name))
    except RaisedInLua:
        if caller.switches.text("unknown-player-colour") == "error":
            raise
        return None


@prop("player/manager", "Action")
def _actions(caller: Caller) -> dict[str, int]:
    return actions()


@function("player/manager", "getPlayers")
def _players(caller: Caller) -> list[Handle]:
    return [_handle(caller, person) for person in caller.world.people]


@function("player/manager", "getSpectators")
def _spectators(caller: Caller) -> list[Handle]:
    return [_handle(caller, person) for person in caller.world.people.spectators]


@function("player/manager", "getColors")
def _colours(caller: Caller) -> list[str]:
    return [*SEATS, GREY]


@function("player/manager", "getAvailableColors")
def _available(caller: Caller) -> list[str]:
    return seating.available_colours(caller.world)


# ---- What is true of one


@prop("player/instance", "color")
def _colour(caller: Caller, who: str) -> str:
    person = caller.world.people.known(who)
    return who if person is None else person.colour


@prop("player/instance", "seated")
def _seated(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    return person is not None and person.seated


@prop("player/instance", "steam_name")
def _name(caller: Caller, who: str) -> str | None:
    person = caller.world.people.known(who)
    return None if person is None else person.name


@prop("player/instance", "steam_id")
def _steam_id(caller: Caller, who: str) -> str | None:
    person = caller.world.people.known(who)
    return None if person is None else person.steam_id


@prop("player/instance", "host")
def _host(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    return person is not None and person.host


@prop("player/instance", "admin")
def _admin(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    return person is not None and person.admin


@prop("player/instance", "promoted")
def _promoted(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    return person is not None and person.promoted


@setter("player/instance", "promoted")
def _set_promoted(caller: Caller, who: str, value: bool) -> None:
    somebody(caller, who).promoted = value


@prop("player/instance", "blindfolded")
def _blindfolded(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    return person is not None and person.blindfolded


@setter("player/instance", "blindfolded")
def _blindfold(caller: Caller, who: str, value: bool) -> None:
    seating.blindfold(caller.world, somebody(caller, who), on=value)


@prop("player/instance", "lift_height")
def _lift_height(caller: Caller, who: str) -> float | None:
    person = person_of(caller, who)
    return None if person is None else person.lift_height


@setter("player/instance", "lift_height")
def _set_lift_height(caller: Caller, who: str, value: float) -> None:
    somebody(caller, who).lift_height = min(max(value, 0.0), 1.0)


@prop("player/instance", "team")
def _team(caller: Caller, who: str) -> str:
    person = person_of(caller, who)
    return _NO_TEAM if person is None else person.team


@setter("player/instance", "team")
def _set_team(caller: Caller, who: str, value: str) -> None:
    seating.join_team(caller.world, somebody(caller, who), value)


# ---- What happens to one


@function("player/instance", "changeColor")
def _change_colour(caller: Caller, who: str, player_color: str) -> bool:
    person, colour = person_of(caller, who), seat_colour(player_color)
    taken = colour != GREY and caller.world.people.at(colour) not in (None, person)
    if person is None or taken:
        return False
    seating.sit(caller.world, person, colour)
    return True


@function("player/instance", "kick")
def _kick(caller: Caller, who: str) -> bool:
    """Send somebody away; the host cannot go."""
    person = person_of(caller, who)
    if person is None or person.host:
        return False
    seating.disconnect(caller.world, person)
    return True


@function("player/instance", "promote")
def _promote(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    seating.promote(person)
    return True


@function("player/instance", "mute")
def _mute(caller: Caller, who: str) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    person.muted = not person.muted
    return True
