"""The table and everything on it, without a word of Lua.

`World` holds the state: things by handle, people, chance, time. What happens to it stands in the
modules beside: `containers`, `motion`, `zones`, `time` and so on, each a set of functions that
take the world. Whoever wants to know or to prevent gives the world a `Sink`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from tts_tool.saves.tree import Document, number
from tts_tool.table.switches import Switches
from tts_tool.table.world.chance import SeededChance
from tts_tool.table.world.events import Answer, Foreseen, Handle, ObjectDestroy, Occurred
from tts_tool.table.world.ground import GroundSquares
from tts_tool.table.world.movement import Motion
from tts_tool.table.world.patience import Patience
from tts_tool.table.world.people import People
from tts_tool.table.world.thing import Guesses, Raw, Thing
from tts_tool.table.world.vectors import Extent

if TYPE_CHECKING:
    from tts_tool.table.world.joints import Bonds
    from tts_tool.table.world.screens import Screen
    from tts_tool.table.world.snapping import SnapPoint

__all__ = ["HOLDING_JOINTS", "JOINTS", "Silence", "Sink", "World", "handles"]

# The joints that hold two things together; a spring does not.
HOLDING_JOINTS = ("JointFixed", "JointHinge")
JOINTS = (*HOLDING_JOINTS, "JointSpring")


class Sink(Protocol):
    """Whoever is told what happens and asked what may happen: the scripts, or a test."""

    def tell(self, event: Occurred) -> None:
        """Take notice."""

    def may(self, question: Foreseen) -> Answer:
        """Answer; whatever is not `question.stops` lets it happen."""

    def save_state(self, handle: Handle | None) -> None:
        """Let a script (None: Global) write its state into its thing; it is about to be saved."""

    def busy(self) -> bool:
        """Tell whether a script waits for something that time will bring."""

    def waiting(self) -> int:
        """Count the functions that scripts have put off."""


class Silence:
    """A table without scripts: nobody listens, nobody objects."""

    def tell(self, event: Occurred) -> None:
        """Take no notice."""

    def may(self, question: Foreseen) -> Answer:
        """Let everything happen."""
        del question
        return None

    def save_state(self, handle: Handle | None) -> None:
        """Have no state."""

    def busy(self) -> bool:
        """Wait for nothing."""
        return False

    def waiting(self) -> int:
        """Have nothing put off."""
        return 0


class World:
    """All that is on, under and around a table, at one moment."""

    def __init__(  # noqa: PLR0913 - all that one can say about a table
        self,
        save: Raw,
        *,
        seed: int = 0,
        switches: Switches | None = None,
        sink: Sink | None = None,
        document: Document | None = None,
        first: int = 1,
    ) -> None:
        self.save = save
        self.document = document
        self.switches = switches or Switches()
        self.sink = sink or Silence()
        self.chance = SeededChance(seed)
        self.people = People()
        # Without an end: only who runs strangers' scripts is in a hurry.
        self.patience = Patience()
        self.frame = 0
        # How many frames a second has.
        self.pace = self.switches.count("frames-per-second")
        self.things: dict[int, Thing] = {}
        self.zones: dict[int, Thing] = {}
        # Who is in which zone, both ways; a hand keeps its order here.
        self.members: dict[int, dict[int, None]] = {}
        self.inside: dict[int, dict[int, None]] = {}
        self.solid_ground = GroundSquares()
        self.zone_ground = GroundSquares()
        self.motions: dict[int, Motion] = {}
        # What zones must look at, and whether it has moved itself; the loose may fall.
        self.stirred: dict[int, bool] = {}
        self.loose: dict[int, None] = {}
        # By layout zone: what moves, or has moved, in it. What somebody let go, until it lies.
        self.arriving: dict[int, dict[int, None]] = {}
        self.let_go: dict[int, None] = {}
        # Collisions are watched for these only, since every mod would pay for them otherwise.
        self.touching: dict[int, dict[int, None]] = {}
        self.tells_of_staying = False
        """Whether a script has ever asked for that; else nobody looks who touches whom."""
        self.waking: dict[int, list[tuple[Handle, int | None]]] = {}
        # Dice in the air, and when they come down.
        self.rolling: dict[int, int] = {}
        self.floor: float | None = None
        # The table itself, once somebody has asked for it (see `furniture`).
        self.table: Thing | None = None
        # The snap points of the save, and what was read of them (see `snapping`).
        self.snap_points: tuple[list[Raw], list[SnapPoint]] = ([], [])
        # What scripts have added to the menu of the table, and the keys that they wait for.
        self.menu: list[str] = []
        self.hotkeys: dict[str, None] = {}
        # Custom interfaces that somebody has looked at; 0 is the screen (see `screens`).
        self.screens: dict[int, Screen] = {}
        # What is jointed to something else (see `joints`).
        self.jointed: dict[int, None] = {}
        self.bonds: Bonds | None = None
        self._guids: dict[str, int] = {}
        self._named: list[Thing] = []
        self._guesses = Guesses(
            self.switches.number("sizes-of-unknown"),
            self.switches.number("tile-ratio"),
            self.switches.number("card-width"),
            {
                "FogOfWarTrigger": self.switches.text("hidden-zone-type"),
                "FogOfWar": self.switches.text("fog-of-war-type"),
            },
        )
        self._next = first
        self._graves: dict[int, list[int]] = {}
        self._clocks: dict[int, None] = {}
        self._news: deque[Occurred] = deque()
        self._delivering = False

    @property
    def gravity(self) -> float:
        """Say how strong gravity is, as the save has it; 0.5 is as on earth."""
        return number(self.save.get("Gravity", 0.5))

    # ---- Things

    @property
    def seconds(self) -> float:
        """Say how long the table has been open."""
        return self.frame / self.pace

    def __iter__(self) -> Iterator[Thing]:
        """Give everything on the table, oldest first."""
        things = list(self.things.values())
        return (thing for thing in things if not thing.gone and thing is not self.table)

    @property
    def next_handle(self) -> int:
        """Say which handle no thing has had yet."""
        return self._next

    def thing(self, handle: int) -> Thing | None:
        """Find a thing by its handle; also one that goes this frame."""
        return self.things.get(handle)

    def by_guid(self, guid: str) -> Thing | None:
        """Find a thing on the table by its GUID."""
        return self.things.get(self._guids.get(guid, 0))

    def add(self, raw: Raw) -> Thing:
        """Put a thing on the table as its data say; it gets a new GUID if its own is taken."""
        thing = Thing(self._next, raw, self._guesses)
        self._next += 1
        self.things[thing.handle] = thing
        self._name(thing)
        if self.frame:
            raw["GUID"] = thing.guid
        if thing.kind.zone:
            self.zones[thing.handle] = thing
            self.members[thing.handle] = {}
        elif thing.type == "Clock":
            self._clocks[thing.handle] = None
        self.rejoint(thing)
        self.placed(thing)
        return thing

    def furnish(self, raw: Raw) -> Thing:
        """Put the table itself there, which is none of the things on it."""
        self.table = Thing(self._next, raw, self._guesses)
        self._next += 1
        self.things[self.table.handle] = self.table
        return self.table

    def remove(self, thing: Thing) -> None:
        """Take a thing off the table; scripts may look at it until the frame ends."""
        if thing.gone:
            return
        self.tell(ObjectDestroy(Handle(thing.handle)))
        self.lift_out(thing)
        thing.gone = True
        if self._guids.get(thing.guid) == thing.handle:
            del self._guids[thing.guid]
        due = self.frame + max(1, self.switches.count("destruct-frames"))
        self._graves.setdefault(due, []).append(thing.handle)

    def rejoint(self, thing: Thing) -> None:
        """Take notice that joints of a thing have changed, or that it was locked or freed."""
        self.bonds = None
        if any(kind in thing.raw for kind in HOLDING_JOINTS):
            self.jointed[thing.handle] = None
        else:
            self.jointed.pop(thing.handle, None)

    def jointed_to(self, thing: Thing) -> list[Thing]:
        """List what a joint holds to a thing, whichever of the two has the joint."""
        named = map(self.by_guid, _named_by_joints(thing))
        naming = (self.things[handle] for handle in self.jointed)
        return [
            *(other for other in named if other is not None),
            *(other for other in naming if thing.guid in _named_by_joints(other)),
        ]

    def lift_out(self, thing: Thing) -> None:
        """Take a thing out of everything that keeps track of where things are."""
        self.disturb_above(thing.box, thing)
        for other in self.jointed_to(thing):
            self.loosen(other)
        handle = thing.handle
        for watched in (self.motions, self.stirred, self.loose, self.touching, self._clocks):
            watched.pop(handle, None)
        self.jointed.pop(handle, None)
        self.bonds = None
        self.solid_ground.remove(handle)
        self.zone_ground.remove(handle)
        for zone in self.inside.pop(handle, ()):
            self.members[zone].pop(handle, None)
            if self.zones[zone].type == "Layout":
                self.arriving.setdefault(zone, {}).pop(handle, None)
        self.arriving.pop(handle, None)
        if self.zones.pop(handle, None):
            for member in self.members.pop(handle):
                self.inside[member].pop(handle, None)
                if thing.type == "Hand":
                    self.loosen(self.things[member])

    def bury(self) -> None:
        """Forget what went in this frame, and write down how new things are called."""
        for thing in self._named:
            thing.raw["GUID"] = thing.guid
        self._named.clear()
        for handle in self._graves.pop(self.frame, ()):
            self.things.pop(handle, None)
            self.screens.pop(handle, None)

    def rename(self, thing: Thing, guid: str) -> None:
        """Give a thing another GUID, or a fresh one if that is taken."""
        if self._guids.get(thing.guid) == thing.handle:
            del self._guids[thing.guid]
        thing.guid = thing.raw["GUID"] = guid
        self._name(thing)
        thing.raw["GUID"] = thing.guid
        self.bonds = None

    def share_guid(self, thing: Thing, guid: str) -> None:
        """Give a thing a GUID, also one that another has; the older one is found by it."""
        if thing.guid != guid:
            self._guids.pop(thing.guid, None)
            thing.guid = thing.raw["GUID"] = guid
            self._guids.setdefault(guid, thing.handle)
            self.bonds = None

    def fresh_guid(self) -> str:
        """Make up a GUID that nothing on the table has."""
        guid = self.chance.guid()
        while guid in self._guids:
            guid = self.chance.guid()
        return guid

    def _name(self, thing: Thing) -> None:
        """Make sure of a GUID; what a save left without one keeps its words until time passes."""
        if not thing.guid or thing.guid in self._guids:
            thing.guid = self.fresh_guid()
            self._named.append(thing)
        self._guids[thing.guid] = thing.handle

    def clocks(self) -> list[Thing]:
        """List the clocks on the table."""
        return [self.things[handle] for handle in self._clocks]

    def with_snap_points(self) -> list[Thing]:
        """List the things that carry snap points."""
        return [thing for thing in self.things.values() if thing.raw.get("AttachedSnapPoints")]

    # ---- Where things are

    def placed(self, thing: Thing) -> None:
        """Take notice that a thing is somewhere, or reaches farther, than a moment ago."""
        if thing.gone:  # a script may still move what it has just destroyed
            return
        if thing.kind.zone:
            self.zone_ground.put(thing.handle, thing.box)
            for other in (*self.solid_ground.near(thing.box), *self.members[thing.handle]):
                self.stirred.setdefault(other, False)
            return
        self.solid_ground.put(thing.handle, thing.box)
        self.stirred[thing.handle] = True

    def reshape(self, thing: Thing) -> None:
        """Measure a thing again: what it holds, or what it is, has changed."""
        was = thing.box
        thing.reshape()
        if thing.box != was:
            self.disturb_above(was, thing)
            self.placed(thing)

    def stir(self, thing: Thing) -> None:
        """Let zones look again at a thing that has not moved."""
        if not thing.gone:
            self.stirred.setdefault(thing.handle, False)

    def loosen(self, thing: Thing) -> None:
        """Let a thing fall if nothing holds it."""
        if not thing.gone:
            self.loose[thing.handle] = None

    def near(self, box: Extent) -> list[Thing]:
        """List things, not zones, whose ground may touch that of a box."""
        return [self.things[handle] for handle in self.solid_ground.near(box)]

    def disturb_above(self, box: Extent, but: Thing) -> None:
        """Let fall what may have stood on something that moves away."""
        for other in self.near(box):
            if other is not but and other.box.stands_on(box):
                self.loose[other.handle] = None

    # ---- Telling and asking

    def tell(self, event: Occurred) -> None:
        """Pass on what happened, after all that happened before it."""
        self._news.append(event)

    def forget_news(self, but: int = 0) -> None:
        """Drop what has not been handed out, but for the first so many."""
        self._news = deque(list(self._news)[:but])

    def deliver(self) -> None:
        """Hand out the news; what happens meanwhile comes after it."""
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._news:
                self.patience.breathe(self)
                self.sink.tell(self._news.popleft())
        finally:
            self._delivering = False

    @property
    def news(self) -> Sequence[Occurred]:
        """List what has not been handed out."""
        return tuple(self._news)

    def may(self, question: Foreseen) -> bool:
        """Ask whether something may happen."""
        return self.sink.may(question) is not question.stops

    def sorted_by(self, question: Foreseen) -> list[Handle] | None:
        """Ask for an order; None if nobody has one."""
        answer = self.sink.may(question)
        return answer if isinstance(answer, list) else None

    @property
    def idle(self) -> bool:
        """Tell whether nothing would happen by itself."""
        moving = self.motions or self.stirred or self.loose or self.waking or self.arriving
        if moving or self._news or self.sink.busy():
            return False
        return not any(screen.loading for screen in self.screens.values())


def _named_by_joints(thing: Thing) -> list[str]:
    joints = [thing.raw.get(kind) or {} for kind in HOLDING_JOINTS]
    return [str(joint["ConnectedBodyGUID"]) for joint in joints if joint.get("ConnectedBodyGUID")]


def handles(things: Iterable[Thing]) -> tuple[Handle, ...]:
    """Name things as events do."""
    return tuple(Handle(thing.handle) for thing in things)
