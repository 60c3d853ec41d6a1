"""Brings things onto the table and takes them away; a new thing needs a moment to be ready."""

from __future__ import annotations

from tts_tool.table.limits import MOST_THINGS, make_room
from tts_tool.table.world.events import Called, Handle, ObjectSpawn, ScriptDue
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec
from tts_tool.table.world.world import World

__all__ = ["copied", "destroy", "reload", "spawn", "wake"]


def spawn(  # noqa: PLR0913 - all that one can say about a new thing
    world: World,
    raw: Raw,
    *,
    position: Vec | None = None,
    rotation: Vec | None = None,
    scale: Vec | None = None,
    callback: int | None = None,
) -> Thing:
    """Bring a thing onto the table; the data become its own, so hand in a copy.

    Its script runs, `ObjectSpawn` is told and the callback is called when it has finished
    spawning, some frames later.
    """
    make_room(len(world.things), MOST_THINGS, "things on the table")
    thing = world.add(raw)
    if position is not None:
        thing.position = position
    if rotation is not None:
        thing.rotation = rotation
    if scale is not None:
        thing.scale = scale
    world.placed(thing)
    world.loosen(thing)
    _await(world, thing, callback)
    return thing


def destroy(world: World, thing: Thing) -> None:
    """Take a thing off the table for good."""
    world.remove(thing)


def reload(world: World, thing: Thing) -> Thing:
    """Let a thing go and come again from its data, with the same GUID but as a new object."""
    raw = copied(thing.data())
    world.remove(thing)
    return spawn(world, raw)


def copied(raw: Raw) -> Raw:
    """Copy data so that the copy may change."""
    return {key: _copied(value) for key, value in raw.items()}


def wake(world: World) -> None:
    """Finish the spawning that is due in this frame."""
    for handle, callback in world.waking.pop(world.frame, ()):
        thing = world.thing(handle)
        if thing is None or thing.gone:
            continue
        thing.ready_at = 0
        world.tell(ScriptDue(handle))
        world.tell(ObjectSpawn(handle))
        if callback is not None:
            world.tell(Called(callback, (handle,)))


def _copied(node: object) -> object:
    """Copy what may change; texts and numbers never do."""
    if isinstance(node, dict):
        return {key: _copied(value) for key, value in node.items()}
    return [_copied(value) for value in node] if isinstance(node, list) else node


def _await(world: World, thing: Thing, callback: int | None) -> None:
    thing.ready_at = world.frame + world.switches.count("spawn-frames")
    world.waking.setdefault(thing.ready_at, []).append((Handle(thing.handle), callback))
