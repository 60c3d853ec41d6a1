"""Whose turn it is, by the table's own turn keeper."""

from __future__ import annotations

import math

from tts_tool.table.world.events import Colour, PlayerTurn, PlayerTurnEnd, PlayerTurnStart, Seat
from tts_tool.table.world.handzones import hand_objects, hands
from tts_tool.table.world.settings import read_setting, write_setting
from tts_tool.table.world.world import World

__all__ = [
    "begin_turn",
    "enable_turns",
    "end_turn",
    "may_touch",
    "next_colour",
    "previous_colour",
    "turn_order",
]

_CUSTOM = 1


def turn_order(world: World) -> list[str]:
    """List the colours in the order of their turns: as set, or as they sit around the table."""
    seated = [person.colour for person in world.people.seated]
    if int(read_setting(world, "Turns", "Type")) == _CUSTOM:
        chosen = read_setting(world, "Turns", "TurnOrder")
        order = [colour for colour in chosen if colour in seated]
    else:
        order = sorted(seated, key=lambda colour: (_angle(world, colour), colour))
    return order[::-1] if read_setting(world, "Turns", "Reverse") else order


def next_colour(world: World) -> str:
    """Say whose turn comes after this one; "" if nobody's."""
    return _beside(world, 1)


def previous_colour(world: World) -> str:
    """Say whose turn was before this one; "" if nobody's."""
    return _beside(world, -1)


def enable_turns(world: World, *, on: bool) -> None:
    """Let the table keep turns, beginning with the first in order, or stop doing so."""
    write_setting(world, "Turns", "Enable", on)
    order = turn_order(world)
    if on and not read_setting(world, "Turns", "TurnColor") and order:
        begin_turn(world, order[0])


def may_touch(world: World, colour: str) -> bool:
    """Tell whether somebody may touch things: the table may let only one play at a time."""
    kept_from = read_setting(world, "Turns", "Enable") and read_setting(
        world, "Turns", "DisableInteractions"
    )
    return not kept_from or read_setting(world, "Turns", "TurnColor") in ("", colour)


def end_turn(world: World) -> None:
    """Let the turn of whoever has it end, and the next one begin."""
    following = next_colour(world)
    if following:
        begin_turn(world, following)


def begin_turn(world: World, colour: str) -> None:
    """Make it somebody's turn."""
    before = str(read_setting(world, "Turns", "TurnColor") or "")
    write_setting(world, "Turns", "TurnColor", colour)
    if not read_setting(world, "Turns", "Enable") or not colour or before == colour:
        return
    if before:
        world.tell(PlayerTurnEnd(Colour(before), Colour(colour)))
    world.tell(PlayerTurn(Seat(colour), Seat(before) if before else None))
    world.tell(PlayerTurnStart(Colour(colour), Colour(before)))


def _beside(world: World, step: int) -> str:
    order = turn_order(world)
    now = str(read_setting(world, "Turns", "TurnColor") or "")
    if read_setting(world, "Turns", "SkipEmpty"):
        order = [colour for colour in order if colour == now or _holds_something(world, colour)]
    if not order:
        return ""
    if now not in order:
        return order[0]
    return order[(order.index(now) + step) % len(order)]


def _holds_something(world: World, colour: str) -> bool:
    return any(hand_objects(world, colour, index + 1) for index in range(len(hands(world, colour))))


def _angle(world: World, colour: str) -> float:
    """Go round the table clockwise, seen from above, starting at the near side."""
    found = hands(world, colour)
    if not found:
        return math.tau
    x, _, z = found[0].position
    return math.atan2(-x, -z) % math.tau
