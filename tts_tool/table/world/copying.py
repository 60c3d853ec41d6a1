"""Copy and paste: by people, who keep what they copied, and by scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tts_tool.table.world.attaching import joints
from tts_tool.table.world.events import Handle
from tts_tool.table.world.spawning import copied, spawn
from tts_tool.table.world.thing import Raw, Thing, transform_of
from tts_tool.table.world.vectors import Vec, added, subtracted
from tts_tool.table.world.world import World

__all__ = ["clone", "copy_of", "paste"]

_ABOVE: Vec = (0.0, 1.0, 0.0)


def copy_of(world: World, things: Iterable[Thing]) -> list[Raw]:
    """Take copies of things, with the state that their scripts have now."""
    made = []
    for thing in things:
        world.sink.save_state(Handle(thing.handle))
        made.append(copied(thing.data()))
    return made


def paste(
    world: World, copies: Iterable[Raw], position: Vec | None = None, callback: int | None = None
) -> list[Thing]:
    """Put copies on the table: the first at the position, the others around it as they were.

    Copies that hang on their originals would drag them along; to what they are jointed is a switch.
    """
    copies = list(copies)
    made: list[Thing] = []
    origin: Vec | None = None
    for raw in copies:
        place, _, _ = transform_of(raw)
        origin = origin or place
        way = subtracted(position, origin) if position is not None else _ABOVE
        made.append(spawn(world, copied(raw), position=added(place, way), callback=callback))
    copy_of_guid = {raw.get("GUID"): thing for raw, thing in zip(copies, made, strict=True)}
    for thing in made:
        _rejoint(world, thing, copy_of_guid)
    return made


def _rejoint(world: World, thing: Thing, copy_of_guid: Mapping[Any, Thing]) -> None:
    how = world.switches.text("copied-joints")
    if how == "as-written":
        return
    for kind, joint in joints(thing):
        other = copy_of_guid.get(joint.get("ConnectedBodyGUID"))
        if other is None or how == "none":
            del thing.raw[kind]
        else:
            joint["ConnectedBodyGUID"] = other.guid
    world.rejoint(thing)


def clone(
    world: World, thing: Thing, position: Vec | None = None, callback: int | None = None
) -> Thing:
    """Put a copy of one thing on the table."""
    return paste(world, copy_of(world, [thing]), position, callback)[0]
