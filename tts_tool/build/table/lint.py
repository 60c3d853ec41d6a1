"""What is wrong with a table, for people: nothing in each other's way, in the air or unreadable.

A layout that cannot be read is an error elsewhere; this looks at tables that could be built, and
says what players would stumble over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from tts_tool.build.mod import Mod
from tts_tool.build.table.engraving import pixels_per_unit
from tts_tool.build.table.ground import Ground, ground_of
from tts_tool.build.table.layout import Layout, read_layout
from tts_tool.build.table.saving import save, unprinted
from tts_tool.build.table.spots import BESIDE, Plan, unlike
from tts_tool.saves.objects import Deck, HandZone, Save, ScriptingZone, SnapPoint, Thing, Zone

__all__ = ["Finding", "lint", "look_over"]

_NEAR: Final = 0.12
"""So far above or below its ground something may begin: it falls, and nobody sees it."""
_CLOSE: Final = 0.25
"""Two snap points that are closer cannot both be meant."""


class Finding(NamedTuple):
    """Something that is wrong, by a code that programs know."""

    code: str
    what: str


def lint(mod: Mod, layout: Layout, made: Save) -> tuple[Finding, ...]:
    """Say everything that is wrong with a table; nothing, if it is as it should be."""
    plan = Plan(mod, layout)
    table = _Table(mod, plan, made)
    found = [Finding("places", each) for each in unlike(mod, layout)]
    for check in _CHECKS:
        found += [Finding(check.__name__.strip("_"), each) for each in check(table)]
    return tuple(found)


def look_over(mod: Mod) -> tuple[Finding, ...]:
    """Read the layout of a mod and say what is wrong with its table, before anything is drawn."""
    layout = read_layout(mod)
    return lint(mod, layout, save(mod, layout, unprinted(mod, layout)))


class _Table:
    """What the checks look at."""

    def __init__(self, mod: Mod, plan: Plan, save: Save) -> None:
        self.mod = mod
        self.plan = plan
        self.layout = plan.layout
        self.save = save
        self.grounds = {thing.id: ground_of(thing) for thing in save.objects}
        self.zones = [each for each in save.objects if isinstance(each, ScriptingZone)]
        solid = [each for each in save.objects if not isinstance(each, Zone)]
        self.floors = [each for each in solid if each.id.startswith(("mat.", "surface"))]
        self.things = [each for each in solid if each not in self.floors]

    def floor(self, ground: Ground) -> float | None:
        """Say how high the ground is there; None off the table."""
        tops = [
            below.high
            for floor in self.floors
            if (below := self.grounds[floor.id]).has(ground.x, ground.z)
        ]
        return max(tops, default=None)

    def spread(self, one: Thing, other: Thing) -> bool:
        """Tell whether two lie in one place that spreads its pieces over each other."""
        mine, others = self.grounds[one.id], self.grounds[other.id]
        return any(
            zone.has(mine.x, mine.z) and zone.has(others.x, others.z)
            for spot in self.plan.spots.values()
            if len(spot.slots) > 1 and not spot.said.piles
            for zone in [self.grounds[f"zone.{spot.name}"]]
            if (mine.x, mine.z) != (others.x, others.z)
        )


def _overlap(table: _Table) -> Iterator[str]:
    """Things that lie in each other."""
    for one, other in combinations(table.things, 2):
        if table.grounds[one.id].meets(table.grounds[other.id]) and not table.spread(one, other):
            yield f'"{one.id}" and "{other.id}" lie in one place'


def _zones(table: _Table) -> Iterator[str]:
    """Zones that share ground: what lies there would be in two places."""
    for one, other in combinations(table.zones, 2):
        if table.grounds[one.id].meets(table.grounds[other.id]):
            yield f'the places of "{one.id}" and "{other.id}" share ground'
    notes = Counter(zone.gm_notes for zone in table.zones)
    for name in table.plan.spots:
        if notes[f"place {name}"] != 1:
            yield f'the place "{name}" has {notes[f"place {name}"]} zones'


def _outside(table: _Table) -> Iterator[str]:
    """Slots and zones that stick out of where they belong."""
    surface = table.grounds.get("surface")
    for spot in table.plan.spots.values():
        zone = table.grounds.get(f"zone.{spot.name}")
        if zone is None:
            continue
        for slot in spot.slots:
            if not zone.has(*spot.frame.place(slot)):
                yield f'a slot of "{spot.name}" is outside its zone'
                break
        home = surface if spot.said.kind in BESIDE else table.grounds[f"mat.{spot.frame.name}"]
        if home is not None and not home.holds(zone):
            yield f'the place "{spot.name}" reaches over the edge of its mat'


def _ground(table: _Table) -> Iterator[str]:
    """Things in the air, in the ground, or off the table."""
    surface = table.grounds.get("surface")
    for thing in table.things:
        ground = table.grounds[thing.id]
        floor = table.floor(ground)
        if floor is None or surface is None or not surface.holds(ground):
            yield f'"{thing.id}" is off the table'
        elif ground.low > floor + _NEAR:
            yield f'"{thing.id}" hangs {ground.low - floor:.2f} above the ground'
        elif ground.low < floor - _NEAR:
            yield f'"{thing.id}" sinks {floor - ground.low:.2f} into the ground'


def _floors(table: _Table) -> Iterator[str]:
    """Mats that lie on each other or reach over the edge."""
    mats = [each for each in table.floors if each.id != "surface"]
    for one, other in combinations(mats, 2):
        if table.grounds[one.id].meets(table.grounds[other.id]):
            yield f'"{one.id}" and "{other.id}" lie on each other'
    surface = table.grounds.get("surface")
    for mat in mats:
        if surface is not None and not surface.holds(table.grounds[mat.id]):
            yield f'"{mat.id}" reaches over the edge of the table'


def _snaps(table: _Table) -> Iterator[str]:
    """Snap points that nothing can reach, or that are in each other's way."""
    tags = {tag for thing in table.save.objects for part in thing.all() for tag in part.tags}
    locked = [each for each in table.things if each.locked]
    for point in table.save.snap_points:
        where = f"the snap point at {point.position.x:.1f}, {point.position.z:.1f}"
        spot = Ground(point.position.x, point.position.z, 0, 0)
        floor = table.floor(spot)
        if floor is None:
            yield f"{where} is off the table"
        elif abs(point.position.y - floor) > _NEAR:
            yield f"{where} is {point.position.y - floor:.2f} above the ground"
        if point.tags and not tags.intersection(point.tags):
            yield f"{where} catches {', '.join(point.tags)}, and there is no such thing"
        if any(table.grounds[each.id].has(spot.x, spot.z) for each in locked):
            yield f"{where} is under something that cannot be moved"
    yield from _close(table.save.snap_points)


def _close(points: Iterable[SnapPoint]) -> Iterator[str]:
    squares: dict[tuple[int, int], list[SnapPoint]] = {}
    for point in points:
        column, row = int(point.position.x // 1), int(point.position.z // 1)
        for near in ((column + x, row + z) for x in (-1, 0, 1) for z in (-1, 0, 1)):
            for other in squares.get(near, ()):
                if _distance(point, other) < _CLOSE:
                    yield f"two snap points at {point.position.x:.1f}, {point.position.z:.1f}"
        squares.setdefault((column, row), []).append(point)


def _distance(one: SnapPoint, other: SnapPoint) -> float:
    return float(
        max(
            abs(one.position.x - other.position.x),
            abs(one.position.z - other.position.z),
        )
    )


def _text(table: _Table) -> Iterator[str]:
    """Names too small to be read from where one looks, or blurred."""
    reading = table.layout.reading
    for name, mat in table.layout.mats.items():
        seen = pixels_per_unit(reading, mat)
        if mat.label * seen < reading.least:
            what = f"{mat.label * seen:.1f} pixels high, {reading.least:g} can be read"
            yield f'the names on the mat "{name}" are {what}'
        if mat.density < seen:
            what = f"{mat.density} pixels per unit, a screen shows {seen:.0f}"
            yield f'the picture of the mat "{name}" has {what}'


def _components(table: _Table) -> Iterator[str]:
    """Components that are there twice, or not at all, or nobody knows."""
    there = Counter(part.memo for thing in table.save.objects for part in thing.all() if part.memo)
    known = table.mod.inventory.components
    for component, times in there.items():
        if component not in known:
            yield f'"{component}" is no component'
        elif times > 1:
            yield f'the component "{component}" is on the table {times} times'
    for component in known:
        if component not in there:
            yield f'the component "{component}" is not on the table'


def _hands(table: _Table) -> Iterator[str]:
    """Seats without a hand."""
    players = {each.player for each in table.save.objects if isinstance(each, HandZone)}
    for seat in table.mod.inventory.seats:
        if table.layout.seats[seat].colour not in players:
            yield f'the seat "{seat}" has no hand'


def _secrets(table: _Table) -> Iterator[str]:
    """Things that show from behind what they are."""
    for thing in table.save.objects:
        for part in thing.cards if isinstance(thing, Deck) else (thing,):
            component = table.mod.inventory.components.get(part.memo)
            if component and component.back and not part.hide_when_face_down:
                yield f'"{part.id}" shows its name when it lies face down'


_CHECKS: Final = (
    _overlap,
    _zones,
    _outside,
    _ground,
    _floors,
    _snaps,
    _text,
    _components,
    _hands,
    _secrets,
)
