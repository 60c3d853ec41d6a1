"""What joints do without physics: what is fixed to a thing goes where it goes.

A fixed joint carries and turns; a hinge carries, and lets each of the two turn alone. Springs,
motors and forces that break a joint are physics, and do nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Axes, Vec, added, angles, subtracted
from tts_tool.table.world.world import HOLDING_JOINTS, World

__all__ = ["Bonds", "anchor", "bonds", "carried", "leader"]

_FIXED = HOLDING_JOINTS[0]


class Bonds:
    """Who hangs together, as the joints and locks are now: found out when asked, and kept."""

    def __init__(self, world: World) -> None:
        self.edges: dict[int, list[tuple[Thing, bool]]] = {}
        self._known: dict[int, dict[int, bool]] = {}
        for one, other, turns in _joined(world):
            self.edges.setdefault(one.handle, []).append((other, turns))
            self.edges.setdefault(other.handle, []).append((one, turns))

    def of(self, handle: int) -> dict[int, bool]:
        """Find all that goes where a thing goes, and whether it turns with it."""
        if handle not in self._known:
            self._known[handle] = self._found(handle)
        return self._known[handle]

    def _found(self, root: int) -> dict[int, bool]:
        found = {root: True}
        waiting = [root]
        while waiting:
            handle = waiting.pop()
            for there, turns in self.edges.get(handle, ()):
                now = found[handle] and turns
                new = there.handle not in found or (now and not found[there.handle])
                if new and not there.locked:
                    found[there.handle] = now
                    waiting.append(there.handle)
        del found[root]
        return found


def bonds(world: World, thing: Thing) -> Mapping[int, bool]:
    """Find all that goes where a thing goes, and whether it turns with it; what is locked stays."""
    return _bonds(world).of(thing.handle) if world.jointed else {}


def anchor(world: World, thing: Thing) -> Thing | None:
    """Find something locked that holds a thing where it is."""
    if not world.jointed:
        return None
    edges = _bonds(world).edges
    for handle in (thing.handle, *bonds(world, thing)):
        for other, _ in edges.get(handle, ()):
            if other.locked:
                return other
    return None


def leader(world: World, thing: Thing) -> Thing:
    """Find the one of those that hang together which falls for all of them."""
    return world.things[min([thing.handle, *bonds(world, thing)])]


def carried(thing: Thing, was: Vec, axes: Axes, partner: Thing) -> tuple[Vec, Vec]:
    """Say where, and how turned, a partner is after a thing has moved from where it was."""
    offset = axes.inward(subtracted(partner.position, was))
    position = added(thing.position, thing.axes.outward(offset))
    if axes == thing.axes:
        return position, partner.rotation
    right, up, forward = (thing.axes.outward(axes.inward(each)) for each in partner.axes)
    return position, angles(Axes(right, up, forward))


def _bonds(world: World) -> Bonds:
    if world.bonds is None:
        world.bonds = Bonds(world)
    return world.bonds


def _joined(world: World) -> Iterator[tuple[Thing, Thing, bool]]:
    """Give both ends of each joint that holds, and whether it turns the one with the other."""
    for handle in world.jointed:
        thing = world.things[handle]
        for kind in HOLDING_JOINTS:
            other = world.by_guid(str((thing.raw.get(kind) or {}).get("ConnectedBodyGUID", "")))
            if other is not None and other is not thing:
                yield thing, other, kind == _FIXED
