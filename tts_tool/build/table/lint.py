"""What is wrong with a table, for people: nothing in each other's way, in the air or unreadable.

A layout that cannot be read is an error elsewhere; this looks at tables that could be built, and
says what players would stumble over. Where nobody could play, the build ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tts_tool.build.graph import Given, Made
from tts_tool.build.mod import Mod
from tts_tool.build.problems import BuildError, Problem
from tts_tool.build.seams import Spread
from tts_tool.build.table.buttons import in_the_way
from tts_tool.build.table.engraving import wordless
from tts_tool.build.table.gathering import read_layout
from tts_tool.build.table.ground import Ground, ground_of
from tts_tool.build.table.layout import Layout
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.names import crowded
from tts_tool.build.table.saving import bare_save, bare_things, save, unprinted
from tts_tool.build.table.seeing import for_seat, lines_seen, unit_seen, views_of
from tts_tool.build.table.spots import BESIDE, SpotPlan, unlike
from tts_tool.errors import BadInput
from tts_tool.saves.objects import Deck, HandZone, Save, ScriptingZone, SnapPoint, Thing, Zone

__all__ = ["TableFinding", "check_playable", "lint", "look_over", "looked_over"]

_NEAR: Final = 0.12
"""So far above or below its ground something may begin: it falls, and nobody sees it."""
_CLOSE: Final = 0.25
"""Two snap points that are closer cannot both be meant."""
_DRAWN: Final = 1.5
"""So many pixels of a screen may show one of a picture before its edges look soft; by eye."""
_NAMED: Final = 3
"""So many things that are in each other's way are named; the others are counted."""


_STOPPING: Final = frozenset({"places", "overlap", "zones", "outside", "ground", "components"})
"""What no table can be played with; the rest is a matter of looks, or of convenience."""


class TableFinding(NamedTuple):
    """Something that is wrong, by a code that programs know, and where it is written."""

    code: str
    what: str
    where: str

    def __str__(self) -> str:
        """Place first, as errors have it."""
        return f"{self.where}: {self.what}"


def lint(mod: Mod, layout: Layout, made: Save) -> tuple[TableFinding, ...]:
    """Say everything that is wrong with a table; nothing, if it is as it should be."""
    return _found(_Table(mod, SpotPlan(mod, layout), made), _CHECKS)


def _found(table: _Table, checks: Iterable[Check]) -> tuple[TableFinding, ...]:
    found = [TableFinding("places", what, where) for where, what in unlike(table.plan)]
    for check in checks:
        found += [TableFinding(_code(check), what, where) for where, what in check(table)]
    return tuple(found)


def _code(check: Check) -> str:
    return check.__name__.strip("_")


def look_over(mod: Mod) -> tuple[TableFinding, ...]:
    """Read the layout of a mod and say what is wrong with its table, before anything is drawn."""
    layout = read_layout(mod)
    return lint(mod, layout, save(mod, layout, unprinted(mod, layout)))


def looked_over(given: Spread, _needed: Given) -> Made:
    """Refuse a table that nobody could play on; note what else is wrong: a node."""
    mod, layout = given.mod, given.layout
    found = lint(mod, layout, bare_save(given))
    _refuse(found)
    # The notes name lines, which move; without any, no line matters.
    return Made(b"", layout.files if found else (), tuple(map(str, found)))


def check_playable(given: Spread) -> tuple[Thing, ...]:
    """Refuse the same tables, and look for nothing else; give what lies there."""
    things = bare_things(given)
    checks = (each for each in _CHECKS if _code(each) in _STOPPING)
    plan = SpotPlan(given.mod, given.layout)
    _refuse(_found(_Table(given.mod, plan, Save(name="", objects=things)), checks))
    return things


def _refuse(found: Iterable[TableFinding]) -> None:
    errors = [BadInput(each.what, where=each.where) for each in found if each.code in _STOPPING]
    if errors:
        raise BuildError(map(Problem, errors))


Said = tuple[str, str]
"""Where it is written, and what is wrong."""
Check = Callable[["_Table"], Iterable[Said]]


class _Table:
    """What the checks look at."""

    def __init__(self, mod: Mod, plan: SpotPlan, save: Save) -> None:
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

    def where(self, thing: Thing) -> str:
        """Say which line has put a thing where it is."""
        kind, _, name = thing.id.partition(".")
        if kind == "mat":
            return self.of_mat(name.removesuffix(f".{self.plan.frames[name].seat}"))
        first = thing.cards[0] if isinstance(thing, Deck) else thing
        component = self.mod.inventory.components.get(first.memo)
        if component is not None:
            name = component.start
        elif kind == "track" and name in self.plan.lanes:
            return self.layout.where(self.plan.lanes[name].said)
        if name in self.plan.spots:
            return self.layout.where(self.plan.spots[name].said)
        props = (each for each in self.layout.props if f"{thing.id}.".startswith(f"{each.id}."))
        prop = next(props, None)
        return self.layout.files[0] if prop is None else self.layout.where(prop)

    def of_place(self, name: str) -> str:
        """Say which line has put a place where it is."""
        return self.layout.where(self.plan.spots[name].said)

    def of_mat(self, name: str) -> str:
        """Say where a mat is written."""
        return place_of(self.layout.files, "mats", name)

    def together(self, what: str, things: Sequence[Thing]) -> Said:
        """Say of several things that they are in each other's way, and where the others are."""
        ids = [each.id.removeprefix("zone.") for each in things[:_NAMED]]
        names = ", ".join(f'"{each}"' for each in ids)
        more = f" and {len(things) - _NAMED} more" if len(things) > _NAMED else ""
        first, *others = dict.fromkeys(map(self.where, reversed(things)))
        see = f", see {', '.join(others[:_NAMED])}" if others else ""
        return first, f"{names}{more} {what}{see}"

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


def _overlap(table: _Table) -> Iterator[Said]:
    """Things that lie in each other."""
    told: set[str] = set()
    for number, one in enumerate(table.things):
        ground = table.grounds[one.id]
        others = [
            each
            for each in table.things[number + 1 :]
            if ground.meets(table.grounds[each.id]) and not table.spread(one, each)
        ]
        if any(each.id not in told for each in others):
            yield table.together("lie in one place", [one, *others])
        told |= {each.id for each in others}


def _zones(table: _Table) -> Iterator[Said]:
    """Zones that share ground: what lies there would be in two places, or be counted twice.

    The zone of a heap has only tokens of its bag in it, and a place none: they may share ground.
    """
    for one, other in combinations(table.zones, 2):
        alike = {*one.tags} & {*other.tags} or one.tags == other.tags
        if alike and table.grounds[one.id].meets(table.grounds[other.id]):
            yield table.together("share ground", [one, other])
    notes = Counter(zone.gm_notes for zone in table.zones)
    for name in table.plan.spots:
        if notes[f"place {name}"] != 1:
            count = notes[f"place {name}"]
            yield table.of_place(name), f'the place "{name}" has {count} zones'


def _outside(table: _Table) -> Iterator[Said]:
    """Slots and zones that stick out of where they belong."""
    surface = table.grounds.get("surface")
    for spot in table.plan.spots.values():
        zone = table.grounds.get(f"zone.{spot.name}")
        if zone is None:
            continue
        if not all(zone.has(*spot.frame.place(slot)) for slot in spot.slots):
            yield table.of_place(spot.name), f'a slot of "{spot.name}" is outside its zone'
        home = surface if spot.said.kind in BESIDE else table.grounds[f"mat.{spot.frame.name}"]
        if home is not None and not home.holds(zone):
            what = f'the place "{spot.name}" reaches over the edge of its mat'
            yield table.of_place(spot.name), what


def _ground(table: _Table) -> Iterator[Said]:
    """Things in the air, in the ground, or off the table."""
    surface = table.grounds.get("surface")
    for thing in table.things:
        ground = table.grounds[thing.id]
        floor = table.floor(ground)
        if floor is None or surface is None or not surface.holds(ground):
            yield table.where(thing), f'"{thing.id}" is off the table'
        elif ground.low > floor + _NEAR:
            above = f"hangs {ground.low - floor:.2f} above the ground"
            yield table.where(thing), f'"{thing.id}" {above}'
        elif ground.low < floor - _NEAR:
            below = f"sinks {floor - ground.low:.2f} into the ground"
            yield table.where(thing), f'"{thing.id}" {below}'


def _floors(table: _Table) -> Iterator[Said]:
    """Mats that lie on each other or reach over the edge."""
    mats = [each for each in table.floors if each.id != "surface"]
    for one, other in combinations(mats, 2):
        if table.grounds[one.id].meets(table.grounds[other.id]):
            yield (
                table.where(other),
                f'"{one.id}" and "{other.id}" lie on each other',
            )
    surface = table.grounds.get("surface")
    for mat in mats:
        if surface is not None and not surface.holds(table.grounds[mat.id]):
            yield (
                table.where(mat),
                f'"{mat.id}" reaches over the edge of the table',
            )


def _snaps(table: _Table) -> Iterator[Said]:
    """Snap points that nothing can reach, or that are in each other's way."""
    file = table.layout.files[0]
    tags = {tag for thing in table.save.objects for part in thing.all() for tag in part.tags}
    locked = [each for each in table.things if each.locked]
    for point in table.save.snap_points:
        where = f"the snap point at {point.position.x:.1f}, {point.position.z:.1f}"
        spot = Ground(point.position.x, point.position.z, 0, 0)
        floor = table.floor(spot)
        if floor is None:
            yield file, f"{where} is off the table"
        elif abs(point.position.y - floor) > _NEAR:
            yield file, f"{where} is {point.position.y - floor:.2f} above the ground"
        if point.tags and not tags.intersection(point.tags):
            yield file, f"{where} catches {', '.join(point.tags)}, and there is no such thing"
        if any(table.grounds[each.id].has(spot.x, spot.z) for each in locked):
            yield file, f"{where} is under something that cannot be moved"
    yield from ((file, what) for what in _close(table.save.snap_points))


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


def _text(table: _Table) -> Iterator[Said]:
    """Names too small to be read from where one looks, or blurred."""
    reading = table.layout.reading
    for name, mat in table.layout.mats.items():
        frame = next(each for each in table.plan.frames.values() if each.mat is mat)
        least, most = unit_seen(table.plan, frame)
        if mat.label * least < reading.least:
            what = f"{mat.label * least:.1f} pixels high, {reading.least:g} can be read"
            yield table.of_mat(name), f'the names on the mat "{name}" are {what}'
        if mat.density * _DRAWN < most:
            what = f"{mat.density} pixels per unit, a screen shows {most:.0f}"
            yield table.of_mat(name), f'the picture of the mat "{name}" has {what}'


def _cards(table: _Table) -> Iterator[Said]:
    """Cards that are read where they lie, with type that nobody can read from anywhere."""
    reading, views = table.layout.reading, views_of(table.plan)
    for prop in table.layout.props:
        high = prop.type * prop.size[1]
        for frame in table.plan.bearing(prop) if high else ():
            at = frame.place((prop.at[0], prop.at[1] + table.plan.shift(prop, frame)))
            seen = lines_seen(reading, for_seat(frame, views), at, high)
            if seen < reading.least:
                what = f"{seen:.1f} pixels high, {reading.least:g} can be read"
                yield table.layout.where(prop), f'lines on "{prop.id}" are {what}'
                break
    for spot in table.plan.spots.values():
        piece = table.layout.piece[spot.said.holds]
        high = piece.type * spot.holds[1]
        for slot in spot.slots if spot.said.read and high else ():
            seen = lines_seen(reading, for_seat(spot.frame, views), spot.frame.place(slot), high)
            if seen < reading.least:
                what = f"{seen:.1f} pixels high, {reading.least:g} can be read"
                yield table.of_place(spot.name), f'lines of what lies in "{spot.name}" are {what}'
                break


def _cameras(table: _Table) -> Iterator[Said]:
    """Views of nothing, and such as no key is left for."""
    for number, said in enumerate(table.layout.cameras):
        where = place_of(table.layout.files, "cameras", str(number))
        name, _, seat = said.mat.partition(".")
        mat = table.layout.mats.get(name)
        known = mat is not None and (not seat or seat in table.layout.seats)
        if said.mat and not known:
            yield where, f'a camera looks at "{said.mat}", which is no mat'
        elif said.key is None and not (mat and mat.each == "seat"):
            yield where, f'no key is left for the camera of "{said.mat}"'


def _names(table: _Table) -> Iterator[Said]:
    """Names and slots that are in each other's way, or on a line of their mat."""
    yield from crowded(table.plan)


def _buttons(table: _Table) -> Iterator[Said]:
    """Buttons over each other, over what is read, or too small for their words."""
    for said, what in in_the_way(table.plan):
        yield table.layout.where(said), what


def _words(table: _Table) -> Iterator[Said]:
    """Places for whose names there is no word, so that people would read an id."""
    told: dict[str, Said] = {}
    for spot in table.plan.spots.values():
        for word in wordless(table.plan, spot):
            what = f'the place "{spot.name}" has no word "{word}", and its id is engraved'
            told.setdefault(word, (table.of_place(spot.name), what))
    yield from told.values()


def _components(table: _Table) -> Iterator[Said]:
    """Components that are there twice, or not at all, or nobody knows."""
    there = Counter(part.memo for thing in table.save.objects for part in thing.all() if part.memo)
    known, file = table.mod.inventory.components, table.layout.files[0]
    for component, times in there.items():
        if component not in known:
            yield file, f'"{component}" is no component'
        elif times > 1:
            yield file, f'the component "{component}" is on the table {times} times'
    for name, lacking in known.items():
        # A place that is nowhere has been told already, once and not for each piece.
        if name not in there and lacking.start in table.plan.spots:
            where = table.of_place(lacking.start)
            yield where, f'the component "{name}" is not on the table'


def _hands(table: _Table) -> Iterator[Said]:
    """Seats without a hand."""
    players = {each.player for each in table.save.objects if isinstance(each, HandZone)}
    for seat in table.mod.inventory.seats:
        if table.layout.seats[seat].colour not in players:
            where = place_of(table.layout.files, "seats", seat)
            yield where, f'the seat "{seat}" has no hand'


def _secrets(table: _Table) -> Iterator[Said]:
    """Things that show from behind what they are."""
    for thing in table.save.objects:
        for part in thing.cards if isinstance(thing, Deck) else (thing,):
            component = table.mod.inventory.components.get(part.memo)
            if component and component.back and not part.hide_when_face_down:
                yield table.where(thing), f'"{part.id}" shows its name when it lies face down'


# None needs another, so in any order they find the same: it is the order in which they tell it.
_CHECKS: Final = (
    _overlap,
    _zones,
    _outside,
    _ground,
    _floors,
    _snaps,
    _text,
    _cards,
    _cameras,
    _names,
    _buttons,
    _words,
    _components,
    _hands,
    _secrets,
)
