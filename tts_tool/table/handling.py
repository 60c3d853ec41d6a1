"""What hands do to the things on the table: draw, turn, shake, select, throw away.

A gesture goes the way that it goes in the game: scripts may forbid it, it is done, and what came
of it is told. It returns whether it was done; False means that a script said no. What no person
could do (a locked thing picked up, an empty seat) is `Refused` or `NotFound`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tts_tool.errors import Refused
from tts_tool.saves.kinds import Holding
from tts_tool.table.fingers import Fingers
from tts_tool.table.world import (
    containers,
    copying,
    dealing,
    falling,
    piles,
    randomizing,
    states,
)
from tts_tool.table.world import motion as moving
from tts_tool.table.world.events import (
    Colour,
    Handle,
    NumberTyped,
    ObjectFlick,
    ObjectPageChange,
    ObjectPeek,
    ObjectRotate,
    ObjectSearchEnd,
    ObjectSearchStart,
    TryRandomize,
    TryRotate,
    TryStateChange,
)
from tts_tool.table.world.joints import anchor
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec, added, normal_angle, scaled

__all__ = ["Handling"]

_LIFT = 1.5  # a guess: clear of what it lay on
_ABOVE: Vec = (0.0, 2.0, 0.0)
_STEP = 15.0  # degrees: by so many the game turns, until somebody sets others
_HALF_TURN = 180.0
# The number of that order in a save: see `containers`.
_RANDOM = 2


class Handling(Fingers):
    """Somebody at a colour, who does something to things."""

    # ---- Cards and containers

    def draw(self, source: Thing, count: int = 1) -> bool:
        """Draw into one's hand, as by the menu or by typing a number."""
        self._reach(source)
        _check_count(count)
        if self.world.switches.on("menu-draw-asks-pick-up") and not self._may("PickUp", [source]):
            return False
        dealing.deal(self.world, source, self.colour, count)
        return self._done()

    def pull(self, source: Thing, guid: str | None = None) -> Thing | None:
        """Drag the top card off a deck, or something out of a bag, and hold it."""
        self._reach(source)
        asked = self.world.switches.on("draw-asks-pick-up")
        by_card = self.world.switches.text("drawn-action-names") == "card"
        if asked and not by_card and not self._may("PickUp", [source]):
            return None
        above = added(source.position, _ABOVE)
        how = containers.Taking(guid=guid, position=above, smooth=False)
        thing = containers.take(self.world, source, how)
        if asked and by_card and not self._may("PickUp", [thing]):
            self._return(thing, source)
            return None
        self._hold(thing)
        self._done()
        return thing

    def deal(self, source: Thing, colour: str, count: int = 1) -> bool:
        """Deal to somebody, as by the menu."""
        self._reach(source)
        _check_count(count)
        dealing.deal(self.world, source, colour, count)
        return self._done()

    def search(self, container: Thing) -> list[Raw]:
        """Open a container and look through it, until `close` is called."""
        self._reach(container)
        inside = containers.look_inside(container)
        if self.colour not in container.searched_by:
            container.searched_by.append(self.colour)
            self.world.tell(ObjectSearchStart(Handle(container.handle), Colour(self.colour)))
        self._done()
        return inside

    def close(self, container: Thing) -> None:
        """Stop looking through a container."""
        if self.colour not in container.searched_by:
            raise Refused(f"{self.colour} does not search {container!r}")
        container.searched_by.remove(self.colour)
        if _order(container) == _RANDOM and self.world.switches.on("bag-shuffles-on-search"):
            containers.shuffle(self.world, container)
        self.world.tell(ObjectSearchEnd(Handle(container.handle), Colour(self.colour)))
        self._done()

    def peek(self, thing: Thing) -> bool:
        """Look under a thing."""
        self._reach(thing)
        self.world.tell(ObjectPeek(Handle(thing.handle), Colour(self.colour)))
        return self._done()

    def cut(self, deck: Thing, count: int | None = None) -> list[Thing]:
        """Cut a deck by the menu."""
        self._reach(deck)
        _check_pile(deck)
        made = containers.cut(self.world, deck, count)
        self._done()
        return made

    def split(self, deck: Thing, piles: int = 2) -> list[Thing]:
        """Split a deck by the menu."""
        self._reach(deck)
        _check_pile(deck)
        made = containers.split(self.world, deck, piles)
        self._done()
        return made

    def spread(self, deck: Thing) -> list[Thing]:
        """Spread a deck by the menu."""
        self._reach(deck)
        _check_pile(deck)
        made = containers.spread(self.world, deck)
        self._done()
        return made

    # ---- Turning, shaking, changing

    def flip(self, *things: Thing) -> bool:
        """Turn things over."""
        return self._turn("FlipOver", things, flip=_HALF_TURN)

    def rotate(self, thing: Thing, steps: int = 1) -> bool:
        """Turn a thing clockwise by some steps; dice go to their next value."""
        action = "RotateIncrementalRight" if steps > 0 else "RotateIncrementalLeft"
        return self._turn(action, [thing], spin=_STEP * steps)

    def rotate_over(self, *things: Thing) -> bool:
        """Turn things half round."""
        return self._turn("RotateOver", things, spin=_HALF_TURN)

    def tilt(self, thing: Thing, steps: int = 1) -> bool:
        """Turn a thing about its flip axis by some steps."""
        action = "FlipIncrementalRight" if steps > 0 else "FlipIncrementalLeft"
        return self._turn(action, [thing], flip=_STEP * steps)

    def randomize(self, *things: Thing) -> bool:
        """Shuffle decks and bags, roll dice."""
        self._reach(*things)
        if not self._may("Randomize", things):
            return False
        done = False
        for thing in things:
            if self.world.may(TryRandomize(Handle(thing.handle), Colour(self.colour))):
                randomizing.randomize(self.world, thing, self.colour)
                done = True
        self._done()
        return done

    def shuffle(self, container: Thing) -> bool:
        """Shuffle a deck or a bag."""
        if not container.kind.holds:
            raise Refused(f"{container!r} cannot be shuffled", fix="randomize shakes anything")
        return self.randomize(container)

    def roll(self, *dice: Thing) -> bool:
        """Roll dice."""
        for one in dice:
            if not randomizing.rotation_values(one):
                raise Refused(f"{one!r} has no values to roll", fix="randomize shakes anything")
        return self.randomize(*dice)

    def set_state(self, thing: Thing, number: int) -> bool:
        """Change what a thing is, by its menu or by a number."""
        self._reach(thing)
        question = TryStateChange(Handle(thing.handle), number, Colour(self.colour))
        if not self.world.may(question):
            return False
        states.set_state(self.world, thing, number)
        return self._done()

    def number(self, thing: Thing, number: int, *, alt: bool = False) -> bool:
        """Type a number over a thing: draw, show a value, or change the state."""
        self._reach(thing)
        if number < 0:
            raise Refused(f"nobody can type {number}")
        if thing.max_typed_number and number > thing.max_typed_number:
            number = thing.max_typed_number
        question = NumberTyped(Handle(thing.handle), Colour(self.colour), number, alt)
        if not self.world.may(question):
            return False
        if number and (thing.kind.holds or thing.type == "Card"):
            return self.draw(thing, number)
        if number in states.states(thing):
            return self.set_state(thing, number)
        randomizing.set_rotation_value(self.world, thing, number)
        return self._done()

    def lock(self, thing: Thing, *, on: bool = True) -> bool:
        """Lock a thing, or free it."""
        self._reach(thing)
        thing.locked = on
        self.world.rejoint(thing)
        self.world.stir(thing)
        self.world.loosen(thing)
        return self._done()

    def flick(self, thing: Thing, impulse: Vec) -> bool:
        """Flick a thing; without physics it slides along the impulse and stops for nothing."""
        self._reach(thing)
        if not (thing.locked or anchor(self.world, thing)):
            x, _, z = scaled(impulse, self.world.switches.number("flick-distance"))
            moving.glide_to(self.world, thing, added(thing.position, (x, 0.0, z)), fast=True)
        self.world.tell(ObjectFlick(Handle(thing.handle), Colour(self.colour), impulse))
        return self._done()

    def turn_page(self, thing: Thing, page: int) -> bool:
        """Open a book at a page; its first is 0."""
        self._reach(thing)
        if thing.type != "Book" or page < 0:
            raise Refused(f"{thing!r} has no page {page}")
        book: dict[str, Any] = thing.raw.setdefault("CustomPDF", {})
        book["PDFPage"] = page
        self.world.tell(ObjectPageChange(Handle(thing.handle)))
        return self._done()

    # ---- Selecting, copying, throwing away

    def select(self, *things: Thing) -> bool:
        """Add things to the selection."""
        self._reach(*things)
        if not self._may("Select", things):
            return False
        self.person.selected.update(dict.fromkeys(thing.handle for thing in things))
        return self._done()

    def copy(self, *things: Thing) -> bool:
        """Keep copies of things."""
        self._reach(*things)
        if not self._may("Copy", things):
            return False
        self.person.copied = copying.copy_of(self.world, things)
        return self._done()

    def cut_out(self, *things: Thing) -> bool:
        """Keep copies of things and throw them away."""
        self._reach(*things)
        if not self._may("Cut", things):
            return False
        self.person.copied = copying.copy_of(self.world, things)
        for thing in things:
            self.world.remove(thing)
        return self._done()

    def paste(self, position: Vec = (0.0, 3.0, 0.0)) -> list[Thing]:
        """Put what was copied on the table; [] if a script says no."""
        if not self.person.copied:
            raise Refused(f"{self.colour} has copied nothing")
        made = copying.paste(self.world, self.person.copied, position)
        if not self._may("Paste", made):
            for thing in made:
                self.world.remove(thing)
            made = []
        self._done()
        return made

    def delete(self, *things: Thing) -> bool:
        """Throw things away."""
        self._reach(*things)
        if not self._may("Delete", things):
            return False
        for thing in things:
            self.world.remove(thing)
        return self._done()

    def group(self, *things: Thing) -> list[Thing]:
        """Gather what can be piled up; [] if a script says no."""
        self._reach(*things)
        if not self._may("Group", things):
            return []
        made = piles.group(self.world, things)
        self._done()
        return made

    def under(self, *things: Thing) -> bool:
        """Slide things under what lies below them."""
        self._reach(*things)
        if not self._may("Under", things):
            return False
        for thing in things:
            _, carrier = falling.below(self.world, thing)
            if carrier is not None:
                low = carrier.box.low[1]
                moving.move_to(self.world, thing, (thing.position[0], low, thing.position[2]))
                moving.move_to(self.world, carrier, added(carrier.position, (0.0, _LIFT, 0.0)))
        return self._done()

    # ---- How it is done

    def _return(self, thing: Thing, source: Thing) -> None:
        """Put back what was drawn and may not be."""
        if not source.gone:
            containers.enter(self.world, source, thing)
        self._done()

    def _turn(
        self, action: str, things: Sequence[Thing], *, spin: float = 0.0, flip: float = 0.0
    ) -> bool:
        self._reach(*things)
        if not self._may(action, things):
            return False
        done = False
        for thing in things:
            done |= self._turn_one(thing, spin, flip)
        self._done()
        return done

    def _turn_one(self, thing: Thing, spin: float, flip: float) -> bool:
        x, old_spin, old_flip = thing.rotation
        new_spin, new_flip = normal_angle(old_spin + spin), normal_angle(old_flip + flip)
        asked = (new_spin, new_flip, Colour(self.colour), old_spin, old_flip)
        if not self.world.may(TryRotate(Handle(thing.handle), *asked)):
            return False
        moving.turn_smoothly(self.world, thing, (x, new_spin, new_flip), fast=True)
        self.world.tell(ObjectRotate(Handle(thing.handle), *asked))
        return True


def _check_pile(thing: Thing) -> None:
    if thing.kind.holding not in (Holding.DECK, Holding.STACK):
        raise Refused(f"{thing!r} is no pile that could be parted")


def _check_count(count: int) -> None:
    if count < 1:
        raise Refused(f"nobody can take {count}")


def _order(container: Thing) -> int:
    """Say in which order a bag gives out what it holds."""
    return int((container.raw.get("Bag") or {}).get("Order", 0))
