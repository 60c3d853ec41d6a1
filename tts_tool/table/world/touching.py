"""Tells who has come to touch whom, who still does, and who has parted."""

from __future__ import annotations

from tts_tool.table.world.events import (
    Collision,
    Handle,
    ObjectCollisionEnter,
    ObjectCollisionExit,
    ObjectCollisionStay,
)
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import World

__all__ = ["part", "tell_of_staying", "touch"]


def touch(world: World, thing: Thing, other: Thing, speed: float) -> None:
    """Let a thing touch another, which lies below it, unless it does already."""
    if other.handle in world.touching.setdefault(thing.handle, {}):
        return
    world.touching[thing.handle][other.handle] = None
    world.touching.setdefault(other.handle, {})[thing.handle] = None
    for one, two in ((thing, other), (other, thing)):
        world.tell(ObjectCollisionEnter(Handle(one.handle), _collision(two, thing, speed)))


def part(world: World, thing: Thing) -> None:
    """Let a thing touch nothing any more."""
    for handle in world.touching.pop(thing.handle, ()):
        world.touching.get(handle, {}).pop(thing.handle, None)
        other = world.things.get(handle)
        if other is None or other.gone:
            continue
        for one, two in ((thing, other), (other, thing)):
            world.tell(ObjectCollisionExit(Handle(one.handle), _collision(two, thing, 0.0)))


def tell_of_staying(world: World) -> None:
    """Tell those who asked for it what they still touch."""
    if not world.tells_of_staying:
        return
    for handle, others in world.touching.items():
        thing = world.things.get(handle)
        if thing is None or not thing.attributes.get("collision_stay"):
            continue
        for other in others:
            found = world.things.get(other)
            if found:
                world.tell(ObjectCollisionStay(Handle(handle), _collision(found, thing, 0.0)))


def _collision(other: Thing, upper: Thing, speed: float) -> Collision:
    x, _, z = upper.position
    return Collision(Handle(other.handle), ((x, upper.box.low[1], z),), (0.0, speed, 0.0))
