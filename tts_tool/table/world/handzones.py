"""Hands of players: zones that lay out what is dealt into them, and hide it from others."""

from __future__ import annotations

from collections.abc import Sequence

from tts_tool.errors import NotFound
from tts_tool.table.world.motion import glide_to, relocate, stop, turn_smoothly
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec, added, scaled
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import covers, hand_holding, members

__all__ = [
    "arrange",
    "colour_of_hand",
    "hand_objects",
    "hand_zone",
    "hands",
    "send_to_hand",
    "sort_by_place",
]

_GAP = 0.1  # a guess: cards side by side don't touch
_HALF_TURN = 180.0
_SHRINK = 0.9  # a guess: the outer cards stay inside


def hands(world: World, colour: str = "") -> list[Thing]:
    """List the hands on the table, or those of a colour, oldest first."""
    found = [zone for zone in world.zones.values() if zone.type == "Hand"]
    return [zone for zone in found if not colour or colour_of_hand(zone) == colour]


def colour_of_hand(zone: Thing) -> str:
    """Say whose hand it is."""
    return str(zone.raw.get("FogColor", "Grey"))


def hand_zone(world: World, colour: str, index: int = 1) -> Thing:
    """Find a hand of a colour; they count from 1."""
    found = hands(world, colour)
    if not 1 <= index <= len(found):
        raise NotFound(
            f"{colour} has no hand {index}",
            fix=f"{colour} has {len(found)} hand zones on this table",
        )
    return found[index - 1]


def hand_objects(world: World, colour: str, index: int = 1) -> list[Thing]:
    """List what a hand holds, from left to right."""
    return members(world, hand_zone(world, colour, index))


def send_to_hand(world: World, thing: Thing, colour: str, index: int = 1) -> None:
    """Let a thing glide to the right end of a hand."""
    zone = hand_zone(world, colour, index)
    number = len(world.members[zone.handle]) + _on_their_way(world, zone)
    world.motions.pop(thing.handle, None)
    glide_to(world, thing, _place(zone, number, number + 1, _width(thing)), fast=True)
    turn_smoothly(world, thing, _facing(world, zone), fast=True)


def arrange(world: World, zone: Thing, new: Sequence[Thing] = ()) -> None:
    """Lay out a hand in its order, which is that of the places if the switch says so.

    What is new shows its face; what somebody has turned over since stays so. What is jointed to
    something else stays where it was put, since it could not be moved alone.
    """
    if world.switches.on("hand-order-by-place"):
        sort_by_place(world, zone)
    cards = [thing for thing in members(world, zone) if _is_laid_out(world, zone, thing)]
    width = max((_width(card) for card in cards), default=0.0)
    for number, card in enumerate(cards):
        stop(world, card)
        place = _place(zone, number, len(cards), width)
        over = _HALF_TURN if card.face_down and card not in new else 0.0
        relocate(world, card, place, _facing(world, zone, over))


def sort_by_place(world: World, zone: Thing) -> None:
    """Bring a hand into the order in which its cards lie, from left to right."""
    cards = members(world, zone)
    cards.sort(key=lambda card: (round(zone.to_local(card.position)[0], 4), card.handle))
    world.members[zone.handle] = {card.handle: None for card in cards}


def _is_laid_out(world: World, zone: Thing, thing: Thing) -> bool:
    first = hand_holding(world, thing) is zone
    return first and not (thing.held_by or world.jointed_to(thing))


def _on_their_way(world: World, zone: Thing) -> int:
    """Count what already glides into a hand."""
    return sum(
        1
        for motion in world.motions.values()
        if motion.move is not None and covers(zone, motion.move.end)
    )


def _place(zone: Thing, number: int, count: int, width: float) -> Vec:
    room = zone.scale[0] * _SHRINK
    step = min(width + _GAP, room / max(count, 1))
    along = (number - (count - 1) / 2) * step
    return added(zone.position, scaled(zone.axes.right, along))


def _width(thing: Thing) -> float:
    return thing.flat_size[0]


def _facing(world: World, zone: Thing, over: float = 0.0) -> Vec:
    """Cards of a hand show their faces to whoever sits behind it."""
    turned = world.switches.number("hand-cards-turned")
    return (0.0, zone.rotation[1] + turned, over)
