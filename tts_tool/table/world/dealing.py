"""Deals from decks, bags and stacks into hands."""

from __future__ import annotations

from tts_tool.errors import Refused
from tts_tool.table.world.containers import End, Taking, take
from tts_tool.table.world.handzones import hand_zone, hands, send_to_hand
from tts_tool.table.world.motion import glide_to, turn_smoothly
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec, added
from tts_tool.table.world.world import World

__all__ = ["deal", "deal_to_all", "deal_with_offset"]


def deal(  # noqa: PLR0913 - all that one can say about a deal
    world: World, source: Thing, colour: str, count: int = 1, *, index: int = 1, end: End = "top"
) -> list[Thing]:
    """Deal to a hand; if fewer are there, those. What is no container goes itself."""
    hand_zone(world, colour, index)
    dealt: list[Thing] = []
    for _ in range(count):
        thing = _next(world, source, dealt, end)
        if thing is None:
            break
        send_to_hand(world, thing, colour, index)
        dealt.append(thing)
    return dealt


def deal_to_all(world: World, source: Thing, count: int = 1) -> list[Thing]:
    """Deal round after round to everybody who sits and has a hand."""
    seats = [person.colour for person in world.people.seated if hands(world, person.colour)]
    dealt: list[Thing] = []
    for _ in range(count):
        for colour in seats:
            thing = _next(world, source, dealt, "top")
            if thing is not None:
                send_to_hand(world, thing, colour)
                dealt.append(thing)
    return dealt


def deal_with_offset(world: World, source: Thing, colour: str, offset: Vec, *, flip: bool) -> Thing:
    """Lay the next card beside a hand, as seen by whoever sits there."""
    zone = hand_zone(world, colour)
    thing = _next(world, source, [], "top")
    if thing is None:
        raise Refused(f"{source!r} has nothing to deal")
    glide_to(world, thing, added(zone.position, zone.axes.outward(offset)))
    over = 0.0 if flip else source.rotation[2]
    turn_smoothly(world, thing, (0.0, zone.rotation[1] + 180.0, over))
    return thing


def _next(world: World, source: Thing, dealt: list[Thing], end: End) -> Thing | None:
    """Take the next one; the last of a pile is what the pile has become."""
    if not source.gone and source.kind.holds:
        return take(world, source, Taking(end=end)) if source.quantity else None
    left = source if not source.gone else _remainder(world, source)
    return None if left is None or left in dealt else left


def _remainder(world: World, source: Thing) -> Thing | None:
    handle = source.attributes.get("remainder")
    left = world.thing(handle) if handle is not None else None
    return None if left is None or left.gone else left
