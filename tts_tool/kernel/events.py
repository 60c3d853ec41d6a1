"""Everything that can happen.  Folding the events of a game gives its state.

An event is also what the table performs and what a seat may be told: each knows who sees
it whole (`sight`) and what the others are told (`redacted`).
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from tts_tool.kernel.inventory import (
    Audience,
    Seat,
    common,
    covers,
    kebab,
    part_name,
    union,
)
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import Effect, FlowError, Pending, State
from tts_tool.kernel.views import EVERYTHING

TOP, BOTTOM = 0, -1


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=kebab):
    """One change of the state, or something worth telling that changes nothing."""

    wall: ClassVar[bool] = False
    """Whether somebody always learns something from it that can't be unlearned."""

    def fold(self, state: State) -> None:
        """Change the state."""

    def sight(self, state: State) -> tuple[Audience, bool]:  # noqa: ARG002  # most are public
        """Say who sees it whole, and whether it is a wall for undo.  Asked before folding."""
        return None, self.wall

    def told(self) -> dict[str, Any]:
        """Give the whole event as plain data."""
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told

    def redacted(self, state: State) -> dict[str, Any] | None:  # noqa: ARG002
        """Say what those outside the audience are told; ``None``: nothing."""
        return self.told()


class Moved(Event, frozen=True):
    """Components went from one place to another, the first named ending up on top."""

    components: tuple[str, ...]
    source: str
    target: str
    at: int = TOP
    down: bool = False

    def fold(self, state: State) -> None:
        places, moving = state.places, self.components
        places[self.source] = _without(places[self.source], moving, self.source)
        target, where = self.target, state.where
        there = places[target]
        at = self.at if self.at >= 0 else len(there)
        places[target] = there[:at] + moving + there[at:] if at else moving + there
        if where is not None:
            for component in moving:
                where[component] = target
        if state.down or self.down:
            left = state.down.difference(moving)
            state.down = left.union(moving) if self.down else left
        if state.shown:
            for component in moving:
                state.shown.pop(component, None)

    def sight(self, state: State) -> tuple[Audience, bool]:
        if not self.down and state.lie_open(self.components):
            return state.inventory.sight(self.source, self.target)
        whole: Audience = None
        learned = False
        after: Audience = () if self.down else state.inventory.seers(self.target)
        for component in self.components:
            before = state.seers(self.source, component)
            whole = common(whole, union(before, after))
            learned = learned or not covers(before, after)
        return whole, learned

    def redacted(self, state: State) -> dict[str, Any]:
        backs = [state.inventory.components[c].back for c in self.components]
        return {
            "event": "moved",
            "backs": backs,
            "source": self.source,
            "target": self.target,
            "at": self.at,
        }


def _without(here: tuple[str, ...], gone: tuple[str, ...], place: str) -> tuple[str, ...]:
    """Give what is left in a place; mostly the top goes, or one thing from among many."""
    if here[: len(gone)] == gone:
        return here[len(gone) :]
    if len(gone) == 1 and gone[0] in here:
        at = here.index(gone[0])
        return here[:at] + here[at + 1 :]
    rest = tuple([c for c in here if c not in gone])
    if len(rest) + len(gone) != len(here):
        msg = f"{gone} don't all lie in {place}"
        raise FlowError(msg)
    return rest


class Shuffled(Event, frozen=True, omit_defaults=True):
    """A place got a new order that nobody knows; what is `held` stayed where it was."""

    place: str
    order: tuple[str, ...]
    stream: str
    held: tuple[str, ...] = ()

    def fold(self, state: State) -> None:
        if sorted(self.order) != sorted(state.places[self.place]):
            msg = f"{self.order} is no order of {self.place}"
            raise FlowError(msg)
        state.places[self.place] = self.order
        state.streams[self.stream] = state.streams.get(self.stream, 0) + 1
        if state.shown:
            for component in self.order:
                if component not in self.held:
                    state.shown.pop(component, None)

    def sight(self, state: State) -> tuple[Audience, bool]:
        hidden = not state.down.isdisjoint(self.order)
        seers: Audience = () if hidden else state.inventory.seers(self.place)
        return seers, not covers((), seers)

    def redacted(self, state: State) -> dict[str, Any]:
        count = len(self.order)
        backs = [state.inventory.components[c].back for c in self.order]
        return {"event": "shuffled", "place": self.place, "count": count, "backs": backs}


class Turned(Event, frozen=True):
    """A component was turned face up or face down where it lies."""

    component: str
    place: str
    down: bool

    def fold(self, state: State) -> None:
        one = {self.component}
        state.down = state.down | one if self.down else state.down - one

    def sight(self, state: State) -> tuple[Audience, bool]:
        before = state.seers(self.place, self.component)
        after = () if self.down else state.inventory.seers(self.place)
        return union(before, after), not covers(before, after)

    def redacted(self, state: State) -> dict[str, Any]:
        back = state.inventory.components[self.component].back
        return {"event": "turned", "place": self.place, "down": self.down, "back": back}


class Showed(Event, frozen=True):
    """Seats looked at components that stay hidden from the others; ``None``: all, whoever watches.

    They know them until they are moved or shuffled.
    """

    components: tuple[str, ...]
    place: str
    seats: Audience

    def fold(self, state: State) -> None:
        for component in self.components:
            state.shown[component] = union(state.shown.get(component, ()), self.seats)

    def sight(self, state: State) -> tuple[Audience, bool]:
        seers = [state.seers(self.place, component) for component in self.components]
        return self.seats, not all(covers(known, self.seats) for known in seers)

    def redacted(self, state: State) -> dict[str, Any]:  # noqa: ARG002
        count, seats = len(self.components), None if self.seats is None else list(self.seats)
        return {"event": "showed", "place": self.place, "seats": seats, "count": count}


class TrackSet(Event, frozen=True):
    """A counted thing has a new value."""

    track: str
    value: int
    was: int

    def fold(self, state: State) -> None:
        known = state.inventory.tracks[self.track]
        if not known.low <= self.value <= known.high:
            msg = f"{self.track} can't be {self.value}: it goes from {known.low} to {known.high}"
            raise FlowError(msg)
        state.tracks[self.track] = self.value


class Flagged(Event, frozen=True):
    """A named public value was set, or with ``None`` lifted."""

    flag: str
    value: str | int | None

    def fold(self, state: State) -> None:
        if self.value is None:
            state.flags.pop(self.flag, None)
        else:
            state.flags[self.flag] = self.value


class Noted(Event, frozen=True):
    """A module's part of the state has a new value."""

    part: str
    value: Any

    def fold(self, state: State) -> None:
        kind = state.inventory.parts[self.part]
        value = self.value
        state.parts[kind] = value if value.__class__ is kind else msgspec.convert(value, kind)


class Rolled(Event, frozen=True):
    """Dice fell, or something else was left to chance in the open."""

    wall: ClassVar[bool] = True
    stream: str
    sides: int
    values: tuple[int, ...]

    def fold(self, state: State) -> None:
        state.streams[self.stream] = state.streams.get(self.stream, 0) + 1


class EffectBegan(Event, frozen=True):
    """Something that lasts began."""

    effect: Effect

    def fold(self, state: State) -> None:
        state.effects = (*state.effects, self.effect)


class EffectEnded(Event, frozen=True):
    """Something that lasted is over."""

    effect: str

    def fold(self, state: State) -> None:
        state.effects = tuple(e for e in state.effects if e.id != self.effect)


class TurnBegan(Event, frozen=True):
    """It is now this seat's turn."""

    seat: Seat

    def fold(self, state: State) -> None:
        state.acting = self.seat


class PhaseBegan(Event, frozen=True):
    """A named stretch of the game began."""

    phase: str

    def fold(self, state: State) -> None:
        state.phase = self.phase


class Moment(Event, frozen=True):
    """A moment that rules can react to; it changes nothing itself."""

    point: str
    seat: Seat = ""
    args: dict[str, Any] = {}


class Said(Event, frozen=True):
    """Something worth telling, as a message code with parameters."""

    code: str
    params: dict[str, str | int] = {}
    seats: tuple[Seat, ...] | None = None

    def sight(self, state: State) -> tuple[Audience, bool]:  # noqa: ARG002
        return self.seats, False

    def redacted(self, state: State) -> None:  # noqa: ARG002
        return None


class Disclosed(Said, frozen=True, tag="said"):
    """Something told that nobody could know before; who has heard it can't unhear it."""

    def sight(self, state: State) -> tuple[Audience, bool]:  # noqa: ARG002
        return self.seats, True


class Answered(Event, frozen=True):
    """A question was answered, or an offer taken."""

    decision: str
    seat: Seat
    value: Any

    def fold(self, state: State) -> None:
        state.asked[self.decision] = state.asked.get(self.decision, 0) + 1

    def sight(self, state: State) -> tuple[Audience, bool]:
        return _seers(self.value, self.seat, state), False

    def redacted(self, state: State) -> dict[str, Any]:  # noqa: ARG002
        return {"event": "answered", "decision": self.decision, "seat": self.seat}


class Offered(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that could be chosen, with its words by language, or why it couldn't."""

    value: Any
    words: dict[str, str] = {}
    rejection: Rejection | None = None


class Forced(Event, frozen=True, omit_defaults=True):
    """Only one answer was allowed, so nobody was asked."""

    decision: str
    seat: Seat
    value: Any
    why: str = ""
    words: dict[str, str] = {}
    """What the answer is called, by language; what has a name of its own needs none."""
    read: tuple[Offered, ...] = ()
    """All that was offered, where that is worth reading also for whoever has no choice."""

    def sight(self, state: State) -> tuple[Audience, bool]:
        return _seers(self.value, self.seat, state), False

    def redacted(self, state: State) -> dict[str, Any]:  # noqa: ARG002
        return {"event": "forced", "decision": self.decision, "seat": self.seat}


def _seers(value: object, seat: Seat, state: State) -> Audience:
    """Say who may know an answer: who sees the components that it names, and who gave it."""
    if isinstance(value, str) and value not in state.inventory.components:
        return None
    whole: Audience = None
    for component in _components(value, state):
        whole = common(whole, state.seers(state.place_of(component), component))
    return None if whole is None else union(whole, (seat,))


def _components(value: object, state: State) -> list[str]:
    """Find the components that an answer names."""
    if isinstance(value, str):
        return [value] if value in state.inventory.components else []
    if isinstance(value, dict):
        return [c for pair in value.items() for part in pair for c in _components(part, state)]
    if isinstance(value, list | tuple):
        return [c for part in value for c in _components(part, state)]
    return []


class Closed(Event, frozen=True):
    """A question was closed without an answer of its own: somebody else was first."""

    decision: str

    def fold(self, state: State) -> None:
        state.asked[self.decision] = state.asked.get(self.decision, 0) + 1


class Sealed(Event, frozen=True):
    """A seat answered in secret; the others learn only that it did."""

    decision: str
    seat: Seat
    value: Any

    def fold(self, state: State) -> None:
        state.asked[self.decision] = state.asked.get(self.decision, 0) + 1
        before = state.sealed.get(self.seat, ())
        state.sealed[self.seat] = (*before, (self.decision, self.value))

    def sight(self, state: State) -> tuple[Audience, bool]:  # noqa: ARG002
        return (self.seat,), False

    def redacted(self, state: State) -> dict[str, Any]:  # noqa: ARG002
        return {"event": "sealed", "seat": self.seat}


class Unsealed(Event, frozen=True):
    """A seat took its secret back to choose again; how far it had come stays secret, too."""

    decision: str
    seat: Seat
    closed: tuple[str, ...] = ()

    def fold(self, state: State) -> None:
        for key in (self.decision, *self.closed):
            state.asked[key] = state.asked.get(key, 0) + 1
        state.sealed.pop(self.seat, None)

    def sight(self, state: State) -> tuple[Audience, bool]:  # noqa: ARG002
        return (self.seat,), False

    def redacted(self, state: State) -> dict[str, Any]:  # noqa: ARG002
        return {"event": "unsealed", "seat": self.seat}


class Opened(Event, frozen=True):
    """All secrets are on the table."""

    wall: ClassVar[bool] = True
    secrets: dict[Seat, tuple[tuple[str, Any], ...]]

    def fold(self, state: State) -> None:
        state.sealed.clear()


class Queued(Event, frozen=True):
    """A reaction waits."""

    pending: Pending

    def fold(self, state: State) -> None:
        *below, level = state.queue
        state.queue = (*below, (*level, self.pending))


class Reacting(Event, frozen=True):
    """A reaction begins; what it sets off is dealt with inside it."""

    pending: Pending

    def fold(self, state: State) -> None:
        *below, level = state.queue
        at = level.index(self.pending)
        state.queue = (*below, (*level[:at], *level[at + 1 :]), ())


class Reacted(Event, frozen=True):
    """A reaction is done."""

    reaction: str

    def fold(self, state: State) -> None:
        state.queue = state.queue[:-1]


class Branched(Event, frozen=True):
    """Something already known was taken back: from here on chance falls anew."""

    branch: int

    def fold(self, state: State) -> None:
        state.branch = self.branch


class Overridden(Event, frozen=True):
    """The table set up a position by hand."""

    wall: ClassVar[bool] = True
    position: State

    def fold(self, state: State) -> None:
        twin = self.position.copy()
        for slot in State.__slots__:
            setattr(state, slot, getattr(twin, slot))

    def told(self) -> dict[str, Any]:
        return {"event": "overridden"}


class Ended(Event, frozen=True, omit_defaults=True):
    """The game is over; seats that share a rank stand together.  What waited is void.

    Who lost has no rank: against the game, alone or all together, or out of it before the end.
    """

    result: tuple[tuple[Seat, ...], ...]
    lost: tuple[Seat, ...] = ()

    def fold(self, state: State) -> None:
        state.result, state.lost = self.result, self.lost
        state.queue = ((),)


def noted(part: msgspec.Struct) -> Noted:
    """Make the event that gives a module's part a new value."""
    return Noted(part_name(type(part)), part)


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event as it fell: with its rule, who sees it whole, and whether it is a wall."""

    event: Event
    rule: str
    audience: Audience
    wall: bool

    def seen_by(self, seat: Seat | None, state: State) -> dict[str, Any] | None:
        """Tell the event to one seat, with ``None`` to a spectator, with ``"*"`` whole."""
        whole = self.audience is None or seat == EVERYTHING or seat in self.audience
        told = self.event.told() if whole else self.event.redacted(state)
        if told is not None and self.rule:
            told["rule"] = self.rule
        return told
