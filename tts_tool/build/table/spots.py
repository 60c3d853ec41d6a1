"""Where every place and track of the box is on the table: the layout, seen from above.

A mat has a frame of its own; here all is in the frame of the table. A place that the rules
declare and no layout has is an error, and so is the reverse: a table without a spot for
something could not be played on.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property
from typing import Final, NamedTuple

from tts_tool.build.mod import Mod
from tts_tool.build.table.layout import Layout, Mat, Places, Point, Prop, Seated, Tracks
from tts_tool.errors import BadInput
from tts_tool.kernel.inventory import Place, Track

__all__ = ["BESIDE", "EACH_SEAT", "Entry", "Frame", "Lane", "Spot", "SpotPlan", "unlike"]

Entry = Places | Tracks | Prop
EACH_SEAT: Final = "{seat}"
BESIDE: Final = frozenset({"hand", "hidden"})
"""Kinds of places that lie before a mat, not on it: only their owner looks into them."""
_MARGIN: Final = 0.16
"""How much larger than the pieces in it the zone of a place is, on every side."""


class Frame(NamedTuple):
    """A mat where it lies: its own points become those of the table."""

    name: str
    mat: Mat
    at: Point
    turn: float
    seat: str = ""
    grown: float = 0
    """How much deeper boxes have made it, on the side of whoever sits before it."""

    @property
    def size(self) -> tuple[float, float]:
        """Give how wide and deep it is, with all that boxes have added."""
        return self.mat.size[0], self.mat.size[1] + self.grown

    @property
    def middle(self) -> Point:
        """Give its middle: its points stay where they were before it grew."""
        return self.place((0, -self.grown / 2))

    def place(self, point: Point) -> Point:
        """Give a point of the mat as a point of the table."""
        angle = math.radians(self.turn)
        cos, sin = round(math.cos(angle), 9), round(math.sin(angle), 9)
        x, z = point
        return (
            round(self.at[0] + x * cos + z * sin, 6),
            round(self.at[1] - x * sin + z * cos, 6),
        )


class Spot(NamedTuple):
    """A place of the rules: where its zone is and where its slots are, in the mat's frame."""

    name: str
    said: Places
    place: Place
    frame: Frame
    at: Point
    slots: tuple[Point, ...]
    middle: Point
    size: tuple[float, float]
    holds: tuple[float, float]
    """How wide and deep one of the pieces lies for which there is room."""

    @property
    def declared(self) -> str:
        """Give the name as the layout says it: once for all seats."""
        seat = self.frame.seat
        return f"{self.name.removesuffix(seat)}{EACH_SEAT}" if seat else self.name

    @property
    def piles(self) -> dict[str, Point]:
        """Give the points of the piles that have one of their own, in the mat's frame."""
        return {key: (self.at[0] + x, self.at[1] + z) for key, (x, z) in self.said.piles.items()}

    @property
    def down(self) -> bool:
        """Tell whether what lies here shows its back."""
        return self.place.seen == "nobody"


class Lane(NamedTuple):
    """A track of the rules: where each of its values is, in the mat's frame."""

    name: str
    said: Tracks
    track: Track
    frame: Frame
    values: dict[int, Point]


class MatPlan:
    """The mats of a layout where they lie, for so many seats; and where entries are on them."""

    def __init__(self, layout: Layout, seats: tuple[str, ...]) -> None:
        self.layout = layout
        self.seats = seats

    @cached_property
    def frames(self) -> dict[str, Frame]:
        """Every mat where it lies; of the mat that each seat has, one for each seat."""
        frames: dict[str, Frame] = {}
        for name, mat in self.layout.mats.items():
            grown = self.layout.growth(name)
            if mat.each == "table":
                frames[name] = Frame(name, mat, mat.at, mat.turn, grown=grown)
                continue
            for seat in self.seats:
                said = self._seat(seat)
                turn = said.turn + mat.turn
                at = Frame(seat, mat, said.at, said.turn).place(mat.at)
                frames[f"{name}.{seat}"] = Frame(f"{name}.{seat}", mat, at, turn, seat, grown)
        return frames

    def frame(self, said: Entry, seat: str = "") -> Frame:
        """Give the mat that an entry names: of those that each seat has one of, the seat's."""
        mat = said.on
        name = f"{mat}.{seat}" if self.layout.mats.get(mat, _NO_MAT).each == "seat" else mat
        if name not in self.frames:
            fix = f"one of {', '.join(self.frames)}"
            raise BadInput(f'no mat "{name}"', where=self.layout.where(said), fix=fix)
        return self.frames[name]

    def _seat(self, seat: str) -> Seated:
        if seat not in self.layout.seats:
            fix = f"add [seats.{seat}]"
            raise BadInput(f'no seat "{seat}"', where=self.layout.files[0], fix=fix)
        return self.layout.seats[seat]

    def each(
        self, said: Places | Tracks, points: tuple[Point, ...]
    ) -> Iterator[tuple[str, Point, Frame]]:
        """Give each name with its point and its mat; a name for all seats once for each."""
        names, at, step = said.names, said.at, said.step
        if points and len(points) != len(names):
            what = f"{len(names)} names, {len(points)} points: {', '.join(names[:3])} …"
            raise BadInput(what, where=self.layout.where(said), fix="give each name a point")
        rows = [(name, seat) for name in names for seat in self._seats_of(name)]
        for number, (name, seat) in enumerate(rows):
            frame = self.frame(said, seat)
            row = number if not frame.seat else names.index(name)
            x, z = points[row] if points else (at[0] + row * step[0], at[1] + row * step[1])
            point = (x, z + self.shift(said, frame))
            yield name.replace(EACH_SEAT, seat), point, frame

    def shift(self, said: Entry, frame: Frame) -> float:
        """Say how far the points of an entry are from the middle that its mat had at first.

        Those of a strip are said from the middle of that; hands lie before all strips.
        """
        if isinstance(said, Places) and said.kind in BESIDE:
            return -frame.grown
        if not said.strip:
            return 0
        strips, foot = self.layout.strips, -frame.mat.size[1] / 2
        if said.strip not in strips or strips[said.strip].on != said.on:
            known = ", ".join(name for name, each in strips.items() if each.on == said.on)
            what, fix = f'the mat "{said.on}" has no strip "{said.strip}"', known or "add it"
            raise BadInput(what, where=self.layout.where(said), fix=f"there are: {fix}")
        for name, strip in strips.items():
            if name == said.strip:
                return foot - strip.deep / 2
            foot -= strip.deep if strip.on == said.on else 0
        return 0

    def _seats_of(self, name: str) -> tuple[str, ...]:
        return self.seats if EACH_SEAT in name else ("",)

    def reach(
        self, said: Places, name: str, at: Point
    ) -> tuple[tuple[Point, ...], Point, tuple[float, float]]:
        """Give the slots of a place, and the middle and the size of its zone."""
        wide, deep = self.piece_size(said, name)
        slots = tuple(_slots(said, at))
        if said.zone is not None:
            return slots, (at[0] + said.middle[0], at[1] + said.middle[1]), said.zone
        xs, zs = [x for x, _ in slots], [z for _, z in slots]
        around = (
            max(xs) - min(xs) + wide + 2 * _MARGIN,
            max(zs) - min(zs) + deep + 2 * _MARGIN,
        )
        return slots, ((max(xs) + min(xs)) / 2, (max(zs) + min(zs)) / 2), around

    def piece_size(self, said: Places, name: str) -> tuple[float, float]:
        """Say how wide and deep one of the pieces lies for which there is room in a place."""
        if said.holds not in self.layout.piece:
            fix = f"one of {', '.join(self.layout.piece)}"
            what, where = f'{name} holds unknown "{said.holds}"', self.layout.where(said)
            raise BadInput(what, where=where, fix=fix)
        wide, deep = self.layout.piece[said.holds].size
        return wide * said.scale, deep * said.scale


class SpotPlan(MatPlan):
    """The places and tracks of a mod, each in its spot."""

    def __init__(self, mod: Mod, layout: Layout) -> None:
        super().__init__(layout, mod.inventory.seats)
        self.mod = mod
        self.measured = _measured(layout, mod.inventory.seats, tuple(mod.inventory.places))
        """How large a unit of each mat is seen (see `seeing`): it is asked for every name."""

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """Every place of the rules that the layout has."""
        known = self.mod.inventory.places
        found: dict[str, Spot] = {}
        for said in self.layout.places:
            for name, at, frame in self.each(said, said.points):
                if name in found:
                    raise self._twice("place", name, found[name].said, said)
                if name in known:
                    found[name] = self._spot(name, said, known[name], at, frame)
        return found

    @cached_property
    def lanes(self) -> dict[str, Lane]:
        """Every track of the rules that the layout has."""
        known = self.mod.inventory.tracks
        found: dict[str, Lane] = {}
        for said in self.layout.tracks:
            if said.marker not in self.layout.markers:
                fix = f"one of {', '.join(self.layout.markers)}"
                what = f'{said.names[0]} has the unknown marker "{said.marker}"'
                raise BadInput(what, where=self.layout.where(said), fix=fix)
            for name, at, frame in self.each(said, ()):
                if name in found:
                    raise self._twice("track", name, found[name].said, said)
                if name in known:
                    found[name] = _lane(name, said, known[name], at, frame)
        return found

    def bearing(self, prop: Prop) -> tuple[Frame, ...]:
        """Give each mat on which an extra stands: of one that each seat has, everybody's."""
        if self.layout.mats.get(prop.on, _NO_MAT).each != "seat":
            return (self.frame(prop),)
        if prop.shape == "die":  # whoever throws names a set by its colour, and nobody's are alone
            fix = "lay them on a mat of the table"
            raise BadInput("dice are for all", where=self.layout.where(prop), fix=fix)
        return tuple(self.frame(prop, seat) for seat in self.seats)

    def _twice(self, what: str, name: str, first: Entry, second: Entry) -> BadInput:
        where, before = self.layout.where(second), self.layout.where(first)
        fix = f"take it out there or at {before}"
        return BadInput(f'the {what} "{name}" is laid out twice', where=where, fix=fix)

    def _spot(self, name: str, said: Places, place: Place, at: Point, frame: Frame) -> Spot:
        slots, middle, size = self.reach(said, name, at)
        return Spot(name, said, place, frame, at, slots, middle, size, self.piece_size(said, name))


Measured = dict[str, tuple[float, float]]
_LATELY: Final[deque[tuple[Layout, tuple[str, ...], tuple[str, ...], Measured]]] = deque(maxlen=4)


def _measured(layout: Layout, seats: tuple[str, ...], places: tuple[str, ...]) -> Measured:
    """Give what was measured of a layout: while it lies open, most edits leave it as it is."""
    for known, *box, measured in _LATELY:
        if known is layout and box == [seats, places]:
            return measured
    _LATELY.append((layout, seats, places, {}))
    return _LATELY[-1][-1]


_NO_MAT: Final = Mat(size=(1, 1))


def unlike(plan: SpotPlan) -> Iterator[tuple[str, str]]:
    """Say which places and tracks the rules have and the layout lacks, and the reverse, and where.

    What is lacking has no line: it belongs where something is called nearly so, or in the first
    file of the layout.
    """
    box, layout = plan.mod.inventory, plan.layout
    shown = {name for name, track in box.tracks.items() if track.shown != "none"}
    places = [each for each in layout.places if each.least_seats <= len(box.seats)]
    for what, declared, said in (
        ("place", box.places.keys(), places),
        ("track", shown, layout.tracks),
    ):
        laid = dict(_names(said, box.seats))
        strange = sorted(each for each in laid.keys() - declared if _plays(each, plan))
        for name in sorted(declared - laid.keys()):
            near = get_close_matches(name, strange, 1)
            where = layout.where(laid[near[0]]) if near else layout.files[0]
            yield where, f'the rules have the {what} "{name}", the layout has not'
        for name in strange:
            where = layout.where(laid[name])
            yield where, f'the layout has the {what} "{name}", the rules have not'
    for place in sorted({each.start for each in box.components.values()} - plan.spots.keys()):
        yield layout.files[0], f'components start in "{place}", which has no spot'


def _plays(name: str, plan: SpotPlan) -> bool:
    """Tell whether a name is not that of a seat at which nobody plays."""
    return name.rpartition(".")[2] not in plan.layout.seats.keys() - set(plan.seats)


def _names(said: Iterable[Places | Tracks], seats: tuple[str, ...]) -> Iterator[tuple[str, Entry]]:
    for each in said:
        for name in each.names:
            yield from ((name.replace(EACH_SEAT, seat), each) for seat in seats)


def _slots(said: Places, at: Point) -> Iterator[Point]:
    if said.pattern:
        yield from ((at[0] + x, at[1] + z) for x, z in said.pattern)
        return
    for number in range(said.slots):
        along = number - (said.slots - 1) / 2
        yield at[0] + along * said.spread[0], at[1] + along * said.spread[1]


def _lane(name: str, said: Tracks, track: Track, at: Point, frame: Frame) -> Lane:
    if not any(said.each):
        return Lane(name, said, track, frame, {track.low: at})
    (along, away), (aside, below) = said.each, said.next
    points: dict[int, Point] = {}
    for value in range(track.low, track.high + 1):
        row, column = divmod(value, said.row) if said.row else (0, value)
        x, z = at[0] + column * along + row * aside, at[1] + column * away + row * below
        points[value] = (x, z)
    return Lane(name, said, track, frame, points)
