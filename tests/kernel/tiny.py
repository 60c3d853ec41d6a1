"""Tiny games of a few lines, from which each test of the kernel makes the one it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Fault, Header, Refused, Reply
from tts_tool.kernel.events import Event
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import Component, Inventory, Place, Seat, Track
from tts_tool.kernel.module import Composition, Module, Ruleset, Setup
from tts_tool.kernel.position import canonical
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import Timeline

T = TypeVar("T")
SEATS = ("ann", "bob", "cid")
KINDS = ("ace", "ace", "king", "queen")

Rules = Callable[[Game], Flow[Any]]


class Score(msgspec.Struct, frozen=True):
    """What the tiny games keep in the state."""

    round: int = 0
    done: tuple[Seat, ...] = ()


class Prices(msgspec.Struct, frozen=True):
    """A table of numbers, as a catalogue has them."""

    bread: int = 2


class Shelf:
    """A catalogue with one table and no records; it counts how often it is asked."""

    digest = "shelf"

    def __init__(self) -> None:
        self.asked = 0

    def of(self, kind: type[T]) -> Mapping[str, T]:
        """Give no records."""
        assert kind
        return {}

    def table(self, kind: type[T]) -> T:
        """Give the table as it is by default."""
        self.asked += 1
        return kind()

    def without(self, boxes: frozenset[str]) -> Shelf:
        """Give the same: nothing here comes in a box."""
        assert isinstance(boxes, frozenset)
        return self


def things(setup: Setup) -> Iterator[Component | Place | Track]:
    """Lay out a deck of four cards, a hand for each seat, a table, and some gold."""
    yield Place("deck", "nobody")
    yield Place("table")
    yield Place("pit", "owner")
    for seat in setup.seats:
        yield Place(f"hand.{seat}", "owner", seat)
        yield Track(f"gold.{seat}", high=9, start=3, owner=seat)
    for number, kind in enumerate(KINDS, 1):
        face: dict[str, str | int] = {"name": kind}
        yield Component(f"card.{number}", kind, "deck", face, {"back": "blue"}, "cards", number)
    yield Component("coin", "coin", "table")
    yield Track("clock", low=1, high=12, start=1, rule="TINY-CLOCK")


def box(name: str = "box", **declared: Any) -> Module:  # noqa: ANN401  # as Module has it
    """Make the module that every tiny game has."""
    module = Module(name, **{"parts": (Score,), **declared})
    module.content(things)
    return module


def composed(
    rules: Rules, *modules: Module, seats: tuple[Seat, ...] = SEATS, cards: object = None
) -> Composition:
    """Put modules together for a game with these rules."""
    declared = modules or (box(),)
    ruleset = Ruleset("tiny", modules=declared, play=rules, seats=SEATS)
    return Composition(ruleset, Setup(seats, tuple(m.name for m in declared), {}, cards or Shelf()))


def begun(
    rules: Rules, *modules: Module, luck: Luck | None = None, seats: tuple[Seat, ...] = SEATS
) -> Timeline:
    """Begin a game with these rules."""
    header = Header(game="tiny", seats=seats, luck=luck or Luck(seed="tiny"))
    return Timeline(composed(rules, *modules, seats=seats), header)


def quiet(_: Game) -> Flow[None]:
    """Play a game in which nothing happens."""
    yield from ()


def game(*modules: Module, luck: Luck | None = None) -> Game:
    """Make a game that has not begun, to call its methods by hand."""
    composition = composed(quiet, *modules)
    return Game(composition, luck or Luck(seed="tiny"), State(composition.inventory))


def inventory() -> Inventory:
    """Give what is in the box of the tiny games."""
    return composed(quiet).inventory


def state() -> State:
    """Give the state in which the tiny games begin."""
    return State(inventory())


def after(start: State, *events: Event) -> State:
    """Give the state after some events."""
    changed = start.copy()
    for event in events:
        event.fold(changed)
    return changed


def ran(flow: Flow[T]) -> T:
    """Run a flow that asks nothing to its end, and give what it gives."""
    try:
        want = next(flow)
    except StopIteration as done:
        result: T = done.value
        return result
    raise AssertionError(f"it asked for {want}")


def pay(seat: Seat, *values: str | int, name: str = "pay") -> Callable[[Game], Flow[Any]]:
    """Make a flow that asks a seat to choose one of some values."""
    return lambda g: g.ask(seat, name, lambda: Choice(values or ("yes", "no")), always=True)


def found(timeline: Timeline, key: str) -> Decision[Any]:
    """Find an open question or offer by name and seat."""
    decision = timeline.driver.find(key)
    assert decision is not None, f"{key} is not among {keys(timeline)}"
    return decision


def tell(timeline: Timeline, key: str, value: object) -> Reply:
    """Answer an open question, named by its key, by its id."""
    decision = found(timeline, key)
    return timeline.answer(decision.seat, decision.id, value)


def do(timeline: Timeline, key: str, value: object) -> Accepted:
    """Answer an open question; anything but yes is a failure."""
    reply = tell(timeline, key, value)
    assert isinstance(reply, Accepted), reply
    return reply


def fails(timeline: Timeline, key: str, value: object) -> str:
    """Answer so that the rules fail; give the first line of why."""
    reply = tell(timeline, key, value)
    assert isinstance(reply, Fault), reply
    return reply.trace.splitlines()[0]


def refused(reply: Reply) -> Rejection:
    """Give the reason of a refusal."""
    assert isinstance(reply, Refused), reply
    return reply.rejection


def keys(timeline: Timeline) -> list[str]:
    """List the keys of the open questions."""
    return [decision.key for decision in timeline.decisions()]


def names(timeline: Timeline, since: int = 0) -> list[str]:
    """List the names of the events that happened."""
    return [type(happened.event).__name__ for happened in timeline.happened[since:]]


def told(timeline: Timeline) -> tuple[bytes, list[dict[str, Any]], list[str]]:
    """Give all that two equal games have in common."""
    events = [happened.event.told() for happened in timeline.happened]
    return canonical(timeline.state), events, [d.id for d in timeline.decisions()]
