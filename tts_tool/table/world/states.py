"""States: one thing with several bodies, of which one is on the table."""

from __future__ import annotations

from typing import Any

from tts_tool.errors import NotFound
from tts_tool.table.world.events import Handle, ObjectStateChange
from tts_tool.table.world.spawning import spawn
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World

__all__ = ["set_state", "shuffle_states", "state_count", "state_id", "states"]


def states(thing: Thing) -> dict[int, Raw]:
    """List the bodies that are not on the table, by their numbers."""
    found: dict[str, Any] = thing.raw.get("States") or {}
    return {int(key): raw for key, raw in sorted(found.items(), key=lambda each: int(each[0]))}


def state_count(thing: Thing) -> int:
    """Count the bodies with the one on the table; -1 if there is no other."""
    others = states(thing)
    return len(others) + 1 if others else -1


def state_id(thing: Thing) -> int:
    """Say which state is on the table: the number that the others leave out; -1 if none do."""
    others = states(thing)
    if not others:
        return -1
    return next(number for number in range(1, len(others) + 2) if number not in others)


def set_state(world: World, thing: Thing, wanted: int) -> Thing:
    """Put another body on the table where this one is; it is a new object."""
    others = states(thing)
    now = state_id(thing)
    if wanted == now:
        return thing
    if wanted not in others:
        raise NotFound(f"{thing!r} has no state {wanted}", fix=f"it has {sorted({*others, now})}")
    world.sink.save_state(Handle(thing.handle))
    old = thing.data()
    kept: dict[str, Raw] = old.pop("States")
    raw = kept[str(wanted)]
    # The body that goes takes the place, and leaves the number, of the one that comes.
    raw["States"] = {
        str(now) if key == str(wanted) else key: old if key == str(wanted) else body
        for key, body in kept.items()
    }
    world.remove(thing)
    made = spawn(world, raw, position=thing.position, rotation=thing.rotation)
    made.locked = thing.locked
    world.tell(ObjectStateChange(Handle(made.handle), thing.guid))
    return made


def shuffle_states(world: World, thing: Thing) -> Thing:
    """Put one of the other bodies on the table, drawn by chance."""
    others = list(states(thing))
    return set_state(world, thing, world.chance.one_of(others, "states")) if others else thing
