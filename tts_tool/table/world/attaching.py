"""What hangs on a thing: other things that have become a part of it, and joints to others."""

from __future__ import annotations

from typing import Any

from tts_tool.errors import NotFound
from tts_tool.saves.tree import number_from
from tts_tool.table.world.events import Handle
from tts_tool.table.world.joints import bonds
from tts_tool.table.world.spawning import spawn
from tts_tool.table.world.thing import Raw, Thing, transform_of
from tts_tool.table.world.vectors import Vec, added, subtracted
from tts_tool.table.world.world import JOINTS, World

__all__ = ["attach", "attachments", "destroy_attachment", "detach", "join_to", "joints", "release"]


def attachments(thing: Thing) -> list[Raw]:
    """List what has become a part of a thing, as data."""
    return list(thing.raw.get("ChildObjects") or ())


def attach(world: World, thing: Thing, child: Thing) -> None:
    """Make one thing a part of another; it leaves the table."""
    world.sink.save_state(Handle(child.handle))
    raw = child.data()
    _place(raw, thing.to_local(child.position), subtracted(child.rotation, thing.rotation))
    thing.raw.setdefault("ChildObjects", []).append(raw)
    world.remove(child)


def detach(world: World, thing: Thing, index: int) -> Thing:
    """Make a part a thing of its own again, where it is."""
    raw = _pop(thing, index)
    position, rotation, _ = transform_of(raw)
    return spawn(
        world,
        raw,
        position=thing.to_world(position),
        rotation=added(thing.rotation, rotation),
    )


def destroy_attachment(thing: Thing, index: int) -> None:
    """Throw a part away."""
    _pop(thing, index)


def joints(thing: Thing) -> list[tuple[str, Raw]]:
    """List the joints of a thing with their kind."""
    return [(kind, thing.raw[kind]) for kind in JOINTS if thing.raw.get(kind)]


def join_to(world: World, thing: Thing, other: Thing, kind: str, settings: dict[str, Any]) -> None:
    """Joint a thing to another; it has one joint of each kind."""
    thing.raw[kind] = {"ConnectedBodyGUID": other.guid, **settings}
    world.rejoint(thing)


def release(world: World, thing: Thing) -> None:
    """Take all joints off a thing; nothing but a joint may have held it up."""
    held = [world.things[handle] for handle in bonds(world, thing)]
    for kind in JOINTS:
        thing.raw.pop(kind, None)
    world.rejoint(thing)
    for one in (thing, *held):
        world.loosen(one)


def _pop(thing: Thing, index: int) -> Raw:
    children: list[Raw] = thing.raw.get("ChildObjects") or []
    if not 0 <= index < len(children):
        raise NotFound(f"{thing!r} has {len(children)} attachments, none has index {index}")
    raw = children.pop(index)
    if not children:
        del thing.raw["ChildObjects"]
    return raw


def _place(raw: Raw, position: Vec, rotation: Vec) -> None:
    transform = raw["Transform"]
    for key, value in zip(("posX", "posY", "posZ"), position, strict=True):
        transform[key] = number_from(value)
    for key, value in zip(("rotX", "rotY", "rotZ"), rotation, strict=True):
        transform[key] = number_from(value)
