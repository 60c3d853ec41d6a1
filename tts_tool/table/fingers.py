"""One person's fingers: what they may touch, what they hold, where they let it go."""

from __future__ import annotations

from collections.abc import Sequence

from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.table.world import falling, grouping, seating, snapping
from tts_tool.table.world import motion as moving
from tts_tool.table.world.events import (
    Colour,
    Handle,
    ObjectDrop,
    ObjectPickUp,
    PlayerAction,
    Seat,
)
from tts_tool.table.world.joints import anchor
from tts_tool.table.world.people import Person
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.turns import may_touch
from tts_tool.table.world.vectors import Vec, added, subtracted
from tts_tool.table.world.world import World, handles
from tts_tool.table.world.zones import hand_holding

__all__ = ["Fingers"]

# A hand's height, for which the switch `fall-frames` says how long a fall takes.
_LIFT = 1.5
# More than what `falling` takes for lying there, so that it falls.
_CLEAR = 0.5


class Fingers:
    """Somebody at a colour, who takes things and puts them down."""

    def __init__(self, world: World, colour: str) -> None:
        self.world = world
        self.colour = colour

    @property
    def person(self) -> Person:
        """Say who sits here."""
        return seating.person_at(self.world, self.colour)

    # ---- Taking and putting

    def pick_up(self, *things: Thing) -> bool:
        """Take things into the hand, with what stands on them if they are sticky."""
        self._reach(*things)
        for thing in things:
            if thing.locked:
                raise Refused(f"{thing!r} is locked", fix="unlock it first")
            held = anchor(self.world, thing)
            if held is not None:
                raise Refused(f"{thing!r} is jointed to {held!r}, which is locked")
        if self._asks_to_pick_up(things) and not self._may("PickUp", things):
            return False
        for thing in things:
            riders = self._riders(thing)
            thing.attributes["riders"] = riders
            for one in [thing, *riders]:
                self._hold(one)
        return self._done()

    def carry(self, thing: Thing, position: Vec) -> None:
        """Hold a thing somewhere else; zones notice where it passes."""
        self._held(thing)
        self._put(thing, position)
        self._done()

    def drop(self, thing: Thing) -> bool:
        """Let go of a thing where it is held."""
        return self.drop_at(thing, thing.position)

    def drop_at(self, thing: Thing, position: Vec, rotation: Vec | None = None) -> bool:
        """Let go of a thing over a place; it slides to a snap point and falls."""
        if not thing.held_by and not self.pick_up(thing):
            return False
        self._held(thing)
        place, turned = snapping.snap(self.world, thing, position)
        if rotation is not None or turned is not None:
            thing.rotation = rotation or turned or thing.rotation
        self._put(thing, place)
        self._lift_clear(thing)
        for one in [thing, *thing.attributes.pop("riders", ())]:
            self._release(one)
        return self._done()

    def drop_on(self, thing: Thing, target: Thing) -> bool:
        """Let go of a thing over the middle of another, or in a zone."""
        x, _, z = target.box.centre
        high = target.position[1] if target.kind.zone else target.box.high[1] + _CLEAR
        return self.drop_at(thing, (x, high, z))

    def put_into(self, thing: Thing, container: Thing) -> bool:
        """Drop a thing on a container and wait until it is in, or lies beside."""
        return self.drop_on(thing, container)

    # ---- How it is done

    def _may(self, action: str, things: Sequence[Thing]) -> bool:
        return self.world.may(PlayerAction(Seat(self.colour), action, handles(things)))

    def _done(self) -> bool:
        self.world.deliver()
        return True

    def _reach(self, *things: Thing) -> None:
        """Refuse what a person could not even touch."""
        if not things:
            raise BadInput("this is done to nothing", fix="name an object")
        self.person  # noqa: B018 - an empty seat is refused here
        if not may_touch(self.world, self.colour):
            raise Refused(
                f"it is not the turn of {self.colour}, and the table lets nobody else play"
            )
        for thing in things:
            if thing.gone:
                raise NotFound(f"{thing!r} is not on the table any more")
            if not thing.interactable:
                raise Refused(f"{thing!r} cannot be touched: a script has made it so")
            if thing.held_by not in ("", self.colour):
                raise Refused(f"{thing!r} is held by {thing.held_by}")

    def _asks_to_pick_up(self, things: Sequence[Thing]) -> bool:
        """Whether taking a card out of a hand asks as well hangs on the game."""
        if self.world.switches.on("hand-drag-asks-pick-up"):
            return True
        return not all(hand_holding(self.world, thing) for thing in things)

    def _held(self, thing: Thing) -> None:
        if thing.held_by != self.colour:
            raise Refused(f"{self.colour} does not hold {thing!r}", fix="pick it up first")

    def _hold(self, thing: Thing) -> None:
        world = self.world
        moving.stop(world, thing)
        grouping.lift(world, thing)
        thing.held_by = thing.last_held_by = self.colour
        thing.picked_up_at, thing.picked_up_turned = thing.position, thing.rotation
        world.disturb_above(thing.box, thing)
        moving.relocate(world, thing, added(thing.position, (0.0, _LIFT, 0.0)))
        world.tell(ObjectPickUp(Colour(self.colour), Handle(thing.handle)))

    def _riders(self, thing: Thing) -> list[Thing]:
        """Find what comes along; in a layout zone its option decides, not the thing's own."""
        zone = grouping.layout_of(self.world, thing)
        sticky = thing.get("Sticky") if zone is None else grouping.option(zone, "StickyCards")
        return falling.standing_on(self.world, thing) if sticky else []

    def _put(self, thing: Thing, position: Vec) -> None:
        way = subtracted(position, thing.position)
        for rider in thing.attributes.get("riders", ()):
            moving.relocate(self.world, rider, added(rider.position, way))
        moving.relocate(self.world, thing, position)

    def _lift_clear(self, thing: Thing) -> None:
        """What is dropped comes from above: it is held over whatever lies there."""
        top = falling.highest_under(self.world, thing)
        lift = top + _CLEAR - thing.box.low[1]
        if lift > 0:
            x, y, z = thing.position
            self._put(thing, (x, y + lift, z))

    def _release(self, thing: Thing) -> None:
        if thing.gone:
            return
        thing.held_by = ""
        self.world.placed(thing)
        self.world.loosen(thing)
        self.world.let_go[thing.handle] = None
        self.world.tell(ObjectDrop(Colour(self.colour), Handle(thing.handle)))
