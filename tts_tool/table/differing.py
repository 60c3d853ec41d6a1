"""What of a table is not as whoever asks saw it last, so that nobody reads it whole again.

It is found by comparing what each thing is now with what was told of it, whatever has changed it.
"""

from __future__ import annotations

from typing import Any, Final

from tts_tool.saves.tree import Number, number
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World

__all__ = ["Differing"]

_TOLD: Final = ("GUID", "Name", "GMNotes", "Memo", "Number")


class Differing:
    """Remembers what of a table was told."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[Any, ...]] = {}

    def since(self, world: World) -> tuple[list[tuple[int, Raw]], list[int]]:
        """Give what has changed by its handle, in the shape of a save; and what is gone."""
        now = {thing.handle: _signature(thing) for thing in world}
        gone = [handle for handle in self._told if handle not in now]
        changed = [
            (handle, _outline(world.things[handle]))
            for handle, signature in now.items()
            if self._told.get(handle) != signature
        ]
        self._told = now
        return changed, gone


def _signature(thing: Thing) -> tuple[Any, ...]:
    """Take from a thing all that is told of it."""
    raw = thing.raw
    inside, counter = raw.get("ContainedObjects"), raw.get("Counter")
    return (
        *map(raw.get, _TOLD),
        thing.position,
        thing.rotation,
        thing.scale,
        thing.tags,
        counter and counter.get("value"),
        inside and tuple([each.get("Memo") for each in inside]),
        tuple(raw.get("States") or ()),
    )


def _outline(thing: Thing) -> Raw:
    """Write down what a position can be read from: where it lies, what it is, what is in it."""
    raw = thing.data()
    found: Raw = {key: _plain(raw[key]) for key in _TOLD if key in raw}
    found["Transform"] = {key: _plain(each) for key, each in (raw.get("Transform") or {}).items()}
    found["Tags"] = list(thing.tags)
    if "Counter" in raw:
        found["Counter"] = {"value": _plain(raw["Counter"].get("value"))}
    if "ContainedObjects" in raw:
        inside = raw["ContainedObjects"]
        found["ContainedObjects"] = [{"Memo": each.get("Memo")} for each in inside]
    if raw.get("States"):
        found["States"] = dict.fromkeys(raw["States"])
    return found


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    return number(value) if isinstance(value, Number) else value
