"""What a thing is worth, or shows; what that is depends on what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from tts_tool.table.switches import Switches
from tts_tool.table.world.chips import face_of
from tts_tool.table.world.clocks import clock_value
from tts_tool.table.world.randomizing import plain, rotation_value
from tts_tool.table.world.thing import Thing

__all__ = ["KEPT", "Kept", "worth"]

Worth = int | float | str | None


class Kept(NamedTuple):
    """Where a save keeps it: a block and a key in it (or none), and what its absence means."""

    block: str
    key: str
    absent: int | str


# By the name of the thing.
KEPT: Final[Mapping[str, Kept]] = {
    "Counter": Kept("Counter", "value", 0),
    "FogOfWarTrigger": Kept("FogColor", "", ""),
    "HandTrigger": Kept("FogColor", "", ""),
    "FogOfWar": Kept("FogColor", "", ""),
    "Tablet": Kept("Tablet", "PageURL", ""),
    "3DText": Kept("Text", "Text", ""),
}


def worth(thing: Thing, switches: Switches) -> Worth:
    """Say what a thing is worth; None if it is worth nothing that anybody could read off it."""
    if thing.name in KEPT:
        return _kept(thing, KEPT[thing.name])
    if thing.type == "Clock":
        return clock_value(thing)
    face = face_of(thing.raw)
    if face is not None:
        summed = thing.kind.holds and switches.text("chip-stack-value") == "sum"
        return face * thing.quantity if summed else face
    return rotation_value(thing)


def _kept(thing: Thing, kept: Kept) -> Worth:
    block = thing.raw.get(kept.block)
    if kept.key:
        block = block.get(kept.key) if isinstance(block, dict) else None
    found = plain(block)
    return kept.absent if found is None else found
