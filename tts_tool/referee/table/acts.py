"""What a table is told to do, and how that follows from what has happened."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import NamedTuple

import msgspec

from tts_tool.kernel.events import (
    TOP,
    Event,
    Moved,
    Overridden,
    Shuffled,
    TrackSet,
    Turned,
)
from tts_tool.kernel.inventory import kebab
from tts_tool.kernel.state import State
from tts_tool.referee.table.arrangement import (
    Arrangement,
    Lying,
    laid,
    lies_down,
    shown_tracks,
)

__all__ = [
    "Act",
    "Anew",
    "Arrange",
    "Bring",
    "Count",
    "Order",
    "Rolling",
    "Shuffling",
    "Single",
    "Spawn",
    "TurnOver",
    "again",
    "choreography",
    "everything",
    "laid_out",
    "put_back",
    "repairs",
]


class Act(msgspec.Struct, frozen=True, tag_field="act", tag=kebab):
    """One thing for the table to do; done twice it is as if done once."""


class Bring(Act, frozen=True):
    """Take a component from wherever it is and lay it on top of a place."""

    component: str
    place: str
    down: bool


class Order(Act, frozen=True):
    """Let exactly these lie in a place, in this order, the first on top."""

    place: str
    components: tuple[str, ...]
    down: tuple[bool, ...]


class Arrange(Act, frozen=True):
    """Let exactly these lie in some places, the first on top, and let counters show these numbers.

    The table touches only what lies otherwise, wherever it lies.
    """

    places: tuple[tuple[str, tuple[Lying, ...]], ...]
    counters: tuple[tuple[str, int], ...] = ()


class TurnOver(Act, frozen=True):
    """Turn a component face up or face down where it lies."""

    component: str
    down: bool


class Anew(NamedTuple):
    """A component that is made anew: to where it belongs, and the object as a save has it."""

    component: str
    place: str
    down: bool
    data: str
    """In JSON."""


class Spawn(Act, frozen=True):
    """Make components anew that are nowhere any more, those of a place with the top first.

    All at once, and cards that lie on each other as one pile.
    """

    pieces: tuple[Anew, ...]


class Single(Act, frozen=True):
    """Let a component be there once: keep the one in a place, take away what was pasted."""

    component: str
    place: str


class Count(Act, frozen=True):
    """Let a counter show a number."""

    track: str
    value: int


class Rolling(Act, frozen=True):
    """Roll so many dice and tell how they fell, in answer to a question."""

    decision: str
    stream: str
    sides: int
    count: int
    dice: tuple[int, ...]
    """Which of the throw, from 1 on."""


class Shuffling(Act, frozen=True):
    """Shuffle what lies in a place and tell the order, in answer to a question."""

    decision: str
    place: str


def choreography(state: State, events: Iterable[Event], observed: tuple[str, ...]) -> list[Act]:
    """Say what a table has to do so that it shows what has happened.

    `state` is the one after the events: of what moved twice only the last move is shown, and
    a pile that was built from below, or put in order by us, is laid out as it lies at last.
    """
    moved: dict[str, None] = {}
    ordered: dict[str, None] = {}
    turned: dict[str, None] = {}
    counted: dict[str, None] = {}
    for event in events:
        match event:
            case Moved(components, _, target, at):
                for component in reversed(components):
                    moved.pop(component, None)
                    moved[component] = None
                if at != TOP:
                    ordered[target] = None
            case Shuffled(place, _, stream) if not (observed and stream.startswith(observed)):
                ordered[place] = None
            case Turned(component):
                turned[component] = None
            case TrackSet(track):
                counted[track] = None
            case Overridden():
                return everything(state)
    brought = [c for c in moved if state.place_of(c) not in ordered]
    return [
        *(_bring(state, component) for component in brought),
        *(laid_out(state, place) for place in ordered),
        *(_turn(state, component) for component in turned if component not in moved),
        *(Count(t, v) for t, v in shown_tracks(state).items() if t in counted),
    ]


def put_back(state: State, component: str, piles: Container[str] | None = None) -> Act:
    """Bring a component to where it lies according to the rules; the order counts in `piles`."""
    place = state.place_of(component)
    if _is_pile(state, place, piles) and state.places[place][0] != component:
        return laid_out(state, place)
    return _bring(state, component)


def _bring(state: State, component: str) -> Bring:
    place = state.place_of(component)
    return Bring(component, place, lies_down(state, place, component))


def _is_pile(state: State, place: str, piles: Container[str] | None) -> bool:
    """Tell whether the order counts in which things lie in a place.

    Where somebody sees what lies there, or it lies side by side, people may arrange it as they
    like.
    """
    return state.inventory.places[place].seen == "nobody" and (piles is None or place in piles)


def again(state: State, act: Act, free: Collection[str] = ()) -> Act:
    """Say once more how some places or counters are, as the rules have it now."""
    match act:
        case Order(place):
            return laid_out(state, place)
        case Count(track):
            return Count(track, shown_tracks(state)[track])
        case Arrange(places, counters):
            lying, shown = laid(state), shown_tracks(state)
            bound = state.inventory.components.keys() - set(free)
            return _arranged(
                {place: _those(lying[place], bound) for place, _ in places},
                {track: shown[track] for track, _ in counters},
            )
        case _:
            raise NotImplementedError(act)


def everything(state: State) -> list[Act]:
    """Lay out the whole table."""
    return [_arranged(laid(state), shown_tracks(state))]


def repairs(
    state: State,
    seen: Arrangement,
    counted: Mapping[str, int],
    piles: Container[str] | None = None,
    free: Collection[str] = (),
) -> list[Act]:
    """Say what a table has to do so that it agrees with the rules again: nothing if it does.

    The order counts in `piles`; what is `free`, a component, a place or a track, stays as somebody
    has left it, and what belongs to seats that are empty is nobody's business.
    """
    bound = state.inventory.components.keys() - set(free)
    wrong = {
        place: _those(lying, bound)
        for place, lying in laid(state).items()
        if place not in free
        and not _agrees(
            _those(lying, bound),
            _those(seen.get(place, ()), bound),
            pile=_is_pile(state, place, piles),
        )
    }
    shown = {
        track: value
        for track, value in shown_tracks(state).items()
        if counted.get(track) != value and track not in free
    }
    return [_arranged(wrong, shown)] if wrong or shown else []


def _those(lying: Iterable[Lying], wanted: Container[str]) -> list[Lying]:
    return [each for each in lying if each.component in wanted]


def _agrees(lying: list[Lying], there: list[Lying], *, pile: bool) -> bool:
    return there == lying if pile else sorted(there) == sorted(lying)


def _arranged(places: Arrangement, counters: Mapping[str, int]) -> Arrange:
    lying = tuple((place, tuple(there)) for place, there in places.items())
    return Arrange(lying, tuple(counters.items()))


def laid_out(state: State, place: str) -> Order:
    """Lay out what lies in a place according to the rules."""
    lying = laid(state)[place]
    return Order(place, tuple(each.component for each in lying), tuple(each.down for each in lying))


def _turn(state: State, component: str) -> TurnOver:
    return TurnOver(component, lies_down(state, state.place_of(component), component))
