"""A position: the state at a restart point as a document that a person can read and edit.

``rest`` in place of a list stands for all components that no other place names.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from tts_tool.kernel.inventory import Inventory, part_name
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import Effect, Level, Pending, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tts_tool.kernel.game import Game
    from tts_tool.kernel.module import Composition

REST = "rest"
HEAD = ("acting", "phase")
"""What a reader of the document wants to see before the places."""


class Chance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far chance has come."""

    branch: int = 0
    streams: dict[str, int] = {}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The document.  What is left out is as at the start of a game."""

    acting: str = ""
    phase: str = ""
    places: dict[str, list[str] | str] = {}
    down: list[str] = []
    shown: dict[str, tuple[str, ...] | None] = {}
    tracks: dict[str, int] = {}
    flags: dict[str, str | int] = {}
    parts: dict[str, Any] = {}
    effects: tuple[Effect, ...] = ()
    result: tuple[tuple[str, ...], ...] = ()
    lost: tuple[str, ...] = ()
    asked: dict[str, int] = {}
    chance: Chance = Chance()
    sealed: dict[str, tuple[tuple[str, Any], ...]] = {}
    queue: tuple[Level, ...] = ()
    """The reactions that wait; nothing, rather than an empty level, where none do."""


def encode(
    state: State,
    places: Mapping[str, list[str]] | None = None,
    down: list[str] | None = None,
) -> dict[str, Any]:
    """Write a state down, its places and what lies face down as somebody may have them already."""
    rest: dict[str, Any] = msgspec.to_builtins(
        Position(
            acting=state.acting,
            phase=state.phase,
            down=sorted(state.down) if down is None else down,
            shown=state.shown,
            tracks=state.tracks,
            flags=state.flags,
            parts={part_name(kind): value for kind, value in state.parts.items()},
            effects=state.effects,
            result=state.result,
            lost=state.lost,
            asked=state.asked,
            chance=Chance(state.branch, state.streams),
            sealed=state.sealed,
            queue=() if state.queue == ((),) else state.queue,
        )
    )
    if places is None:
        places = {name: list(ids) for name, ids in state.places.items()}
    document: dict[str, Any] = {name: rest.pop(name) for name in HEAD if name in rest}
    if places:
        document["places"] = places
    return document | rest


def decode(document: dict[str, Any], inventory: Inventory) -> State:
    """Read a document; a ``ValueError`` says what can't be read."""
    position = msgspec.convert(document, Position)
    state = State(inventory)
    state.acting, state.phase = position.acting, position.phase
    if position.places:
        state.places = _places(position.places, inventory)
    state.down = frozenset(position.down)
    state.shown = dict(position.shown)
    state.tracks |= position.tracks
    state.flags = dict(position.flags)
    for name, value in position.parts.items():
        if name not in inventory.parts:
            msg = f"no module keeps a part named {name}"
            raise ValueError(msg)
        kind = inventory.parts[name]
        try:
            state.parts[kind] = msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            msg = f"part {name}: {error}"
            raise ValueError(msg) from None
    state.effects = position.effects
    state.result, state.lost = position.result, position.lost
    state.asked = dict(position.asked)
    state.branch = position.chance.branch
    state.streams = dict(position.chance.streams)
    state.sealed, state.queue = dict(position.sealed), position.queue or ((),)
    return state


def strange_fields(document: dict[str, Any], inventory: Inventory) -> Iterator[Rejection]:
    """Name what stands in the parts of a document and no part has: it would be forgotten."""
    for name, value in document.get("parts", {}).items():
        if name in inventory.parts:
            for field, known in _strange(value, inspect.type_info(inventory.parts[name])):
                near = get_close_matches(field, known, 1)
                hint = f" ({near[0]}?)" if near else ""
                params: dict[str, str | int] = {"part": name, "field": field, "hint": hint}
                yield Rejection("unknown-field", params)


def _strange(value: object, kind: inspect.Type) -> Iterator[tuple[str, list[str]]]:
    """Give each key that its type does not have, with those that it has."""
    match value, kind:
        case dict(), inspect.StructType(fields=fields):
            types = {field.encode_name: field.type for field in fields}
            for key, inner in value.items():
                if key not in types:
                    yield key, list(types)
                else:
                    yield from _strange(inner, types[key])
        case dict(), inspect.DictType(value_type=of):
            for inner in value.values():
                yield from _strange(inner, of)
        case list(), inspect.VarTupleType(item_type=of) | inspect.ListType(item_type=of):
            for inner in value:
                yield from _strange(inner, of)
        case _, inspect.UnionType(types=some):
            structs = [each for each in some if isinstance(each, inspect.StructType)]
            if len(structs) == 1:
                yield from _strange(value, structs[0])


def _places(given: dict[str, list[str] | str], inventory: Inventory) -> dict[str, tuple[str, ...]]:
    """Put components where the document says, those it doesn't name where ``rest`` stands."""
    named = {component for ids in given.values() if ids != REST for component in ids}
    rest = tuple(component for component in inventory.components if component not in named)
    places: dict[str, tuple[str, ...]] = dict.fromkeys(inventory.places, ())
    for place, ids in given.items():
        places[place] = rest if ids == REST else tuple(ids)
    return places


def flaws(composition: Composition, state: State) -> list[Rejection]:
    """Say everything that is wrong with a position, by the kernel and by the rules."""
    from tts_tool.kernel.game import Game, Luck  # noqa: PLC0415  # a game needs positions

    wrong = [*_misplaced(state), *_out_of_range(state), *_between_stages(composition, state)]
    if not wrong:
        wrong = [*_unsound(composition, Game(composition, Luck(), state))]
    return wrong


def _unsound(composition: Composition, g: Game) -> Iterator[Rejection]:
    """Ask the rules; who stumbles over what nobody else objects to has found a flaw, too."""
    stumbled = ""
    objected = False
    for holds in composition.invariants:
        try:
            flaw = holds(g)
        except Exception:  # noqa: BLE001  # a position may be as strange as it likes
            stumbled = stumbled or holds.__name__.replace("_", "-")
            continue
        if flaw is not None:
            objected = True
            yield flaw
    if stumbled and not objected:
        yield Rejection("rules-stumble", {"rule": stumbled})


def _between_stages(composition: Composition, state: State) -> Iterator[Rejection]:
    """Say at which points nobody can tell whose stage it is (see `Game.stages`)."""
    points = {point.name for module in composition.modules for point in module.points}
    for flag, number in state.flags.items():
        if flag in points and not (isinstance(number, int) and number >= 0):
            yield Rejection("unknown-stage", {"point": flag})


def _misplaced(state: State) -> list[Rejection]:
    wrong: list[Rejection] = []
    lies: dict[str, str] = {}
    for place, ids in state.places.items():
        if place not in state.inventory.places:
            wrong.append(Rejection("unknown-place", {"place": place}))
        for component in ids:
            if component not in state.inventory.components:
                params: dict[str, str | int] = {"component": component, "place": place}
                wrong.append(Rejection("unknown-component", params))
            elif component in lies:
                params = {"component": component, "place": place, "other": lies[component]}
                wrong.append(Rejection("component-twice", params))
            lies[component] = place
    missing = [component for component in state.inventory.components if component not in lies]
    wrong.extend(Rejection("component-missing", {"component": c}) for c in missing)
    return wrong


def _out_of_range(state: State) -> list[Rejection]:
    wrong: list[Rejection] = []
    for name, value in state.tracks.items():
        track = state.inventory.tracks.get(name)
        if track is None:
            wrong.append(Rejection("unknown-track", {"track": name}))
        elif not track.low <= value <= track.high:
            limits: dict[str, str | int] = {"low": track.low, "high": track.high}
            params: dict[str, str | int] = {"track": name, "value": value, **limits}
            wrong.append(Rejection("track-out-of-range", params, track.rule))
    seats = {state.acting, *state.sealed} - {"", *state.inventory.seats}
    wrong.extend(Rejection("unknown-seat", {"seat": seat}) for seat in sorted(seats))
    return wrong


def canonical(state: State) -> bytes:
    """Write a state as the same bytes on every machine and in every process."""
    return msgspec.json.encode(encode(state), order="deterministic")


__all__ = [
    "REST",
    "Chance",
    "Pending",
    "Position",
    "canonical",
    "decode",
    "encode",
    "flaws",
    "strange_fields",
]
