"""Hand stashes: cards put aside inside a hand, where nobody plays with them.

A stashed card stays on the table, so that saving and going back never lose it: it lies locked at
its place in the first hand of its colour, hidden, and out of everybody's reach.
"""

from __future__ import annotations

from tts_tool.table.world.handzones import colour_of_hand, hands, send_to_hand
from tts_tool.table.world.motion import relocate, stop
from tts_tool.table.world.people import COLOURS
from tts_tool.table.world.seeing import hide
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec, scaled
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import hand_holding

__all__ = ["draw_stash", "place_stash", "stash", "stashed"]

_OWNER = "stashed by"
_PLACE = "stash"
_USUAL: tuple[Vec, int] = ((1.0, 0.0, 0.0), 0)
_QUARTER = 90.0


def stash(world: World, thing: Thing) -> bool:
    """Put a card of a hand away; False if it is in no hand."""
    zone = hand_holding(world, thing)
    if zone is None:
        return False
    colour = colour_of_hand(zone)
    thing.attributes[_OWNER] = colour
    thing.locked, thing.interactable = True, False
    hide(thing, _PLACE, _blind(world, colour), invisible=False)
    _lay(world, thing, hands(world, colour)[0])
    return True


def stashed(world: World, colour: str) -> list[Thing]:
    """List what somebody's stash holds, oldest first."""
    return [thing for thing in world if thing.attributes.get(_OWNER) == colour]


def draw_stash(world: World, colour: str) -> bool:
    """Take all of a stash into the hand; False if there was nothing."""
    found = stashed(world, colour)
    for thing in found:
        del thing.attributes[_OWNER]
        thing.locked, thing.interactable = False, True
        hide(thing, _PLACE, frozenset(), invisible=False)
        send_to_hand(world, thing, colour)
    return bool(found)


def place_stash(world: World, colour: str, position: Vec, rotation: int) -> bool:
    """Say where in a hand the stash lies, from -1 to 1 on each axis, and how it is turned."""
    found = hands(world, colour)
    if not found:
        return False
    x, y, z = (min(max(part, -1.0), 1.0) for part in position)
    found[0].attributes[_PLACE] = ((x, y, z), rotation)
    for thing in stashed(world, colour):
        _lay(world, thing, found[0])
    return True


def _lay(world: World, thing: Thing, zone: Thing) -> None:
    place, quarters = zone.attributes.get(_PLACE, _USUAL)
    x, y, z = zone.rotation
    turned = (x, y + quarters * _QUARTER, z)
    stop(world, thing)
    relocate(world, thing, zone.to_world(scaled(place, 0.5)), turned)
    world.stir(thing)


def _blind(world: World, colour: str) -> frozenset[str]:
    own = world.switches.text("stash-hides-from") == "others"
    return frozenset(COLOURS) - ({colour} if own else set())
