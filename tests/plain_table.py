"""The plainest table on which a game can be refereed: a zone for each place, a card for each piece.

Nothing is drawn or designed: whoever writes a ruleset can play it on a table at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tts_tool.kernel.inventory import Component, Inventory, Place, Seat, Track
from tts_tool.lua.bundle import Folders, LuaModule, bundle
from tts_tool.lua.templates import Templates
from tts_tool.resources import lua_templates_dir
from tts_tool.saves.objects import (
    Card,
    Counter,
    Deck,
    HandZone,
    Save,
    ScriptingZone,
    Sheet,
    StandardDie,
    Text3D,
    Thing,
    Vector,
    object_trees,
)

__all__ = ["Die", "Look", "plain_table"]

_ACROSS, _DEEP = 16.0, 4.0
_COLUMNS = 4
_STEP = 2.4
_HIGH = 1.6
_LYING = 1.1
_FACE_DOWN = Vector(0, 180, 180)


class Die(NamedTuple):
    """A die on the table: the stream of chance that it stands for, and its sides."""

    stream: str
    sides: int


class Look(NamedTuple):
    """How pieces look: addresses of a picture for a face and for a back, and a name."""

    face: Callable[[Component], str]
    back: Callable[[Component], str]
    name: Callable[[Component], str]


def plain_table(  # noqa: PLR0913  # a table is made of this much
    name: str,
    inventory: Inventory,
    colours: Mapping[Seat, str],
    look: Look,
    dice: Sequence[Die] = (),
    *,
    digest: str = "",
    language: str = "en",
) -> Save:
    """Lay out all places in rows, and put every piece where it is before the game begins."""
    spots = {place: _spot(number) for number, place in enumerate(inventory.places)}
    things: list[Thing] = []
    for place in inventory.places.values():
        things += _zone(place, spots[place.name], colours)
    sheets = _sheets(inventory.components.values(), look)
    for place in inventory.places.values():
        lying = [
            _card(each, sheets[each.id], look.name(each), spots[place.name])
            for each in inventory.components.values()
            if each.start == place.name
        ]
        things += _pile(place, lying, spots[place.name])
    things += _dice(dice)
    counted = [track for track in inventory.tracks.values() if track.shown != "none"]
    things += [_counter(track.name, number) for number, track in enumerate(counted)]
    known = {thing.id: tree["GUID"] for thing, tree in _named(things)}
    facts = {
        "game": name,
        "digest": digest,
        "lang": language,
        "order": list(inventory.places),
        "homes": {each.id: each.start for each in inventory.components.values()},
        "heaps": {},
        "places": {
            place.name: _place(place, spots[place.name], known[f"place {place.name}"], colours)
            for place in inventory.places.values()
        },
        "dice": [_set(die, known[f"die {die.stream}"]) for die in dice],
        "tracks": {each.name: _track(each, known[f"track {each.name}"]) for each in counted},
    }
    return Save(name=name, objects=tuple(things), script=_script(facts))


def _script(facts: Mapping[str, Any]) -> str:
    """Make the script of the table out of its template and the modules it requires."""
    folder = lua_templates_dir()
    made = Templates(folder).render("global/main.lua", dict(facts))
    return bundle(LuaModule("Global", made.text, made.map), Folders(folder)).text


def _named(things: Sequence[Thing]) -> list[tuple[Thing, dict[str, Any]]]:
    return list(zip(things, object_trees(things), strict=True))


def _spot(number: int) -> Vector:
    row, column = divmod(number, _COLUMNS)
    return Vector((column - 1.5) * _ACROSS, _LYING, 14.0 - row * _DEEP)


def _place(place: Place, spot: Vector, guid: str, colours: Mapping[Seat, str]) -> dict[str, object]:
    kind = "hand" if _is_hand(place) else "pile" if _is_pile(place) else "row"
    slots = int((_ACROSS - _STEP) / _STEP) if kind == "row" else 1
    first = spot.x - _ACROSS / 2 + _STEP if kind == "row" else spot.x
    return {
        "guid": guid,
        "kind": kind,
        "down": _is_pile(place),
        "turn": 180,
        "slots": [{"x": first + _STEP * n, "y": spot.y, "z": spot.z} for n in range(slots)],
        "piles": {},
        **({"colour": colours[place.owner or ""]} if kind == "hand" else {}),
    }


def _set(die: Die, guid: str) -> dict[str, object]:
    return {"name": die.stream, "sides": die.sides, "streams": [die.stream], "guids": [guid]}


def _track(track: Track, guid: str) -> dict[str, object]:
    known = {"low": track.low, "high": track.high, "start": track.start, "values": {}}
    return {"guid": guid, "shape": "counter", **known}


def _is_hand(place: Place) -> bool:
    return place.seen == "owner"


def _is_pile(place: Place) -> bool:
    return place.seen == "nobody"


def _zone(place: Place, spot: Vector, colours: Mapping[Seat, str]) -> list[Thing]:
    size = Vector(_ACROSS - 1, 5, _DEEP - 0.5)
    identity, title = f"place {place.name}", place.name
    if _is_hand(place):
        where = Vector(spot.x, spot.y + _HIGH, spot.z)
        player = colours[place.owner or ""]
        return [HandZone(id=identity, player=player, position=where, scale=size, nickname=title)]
    label = Text3D(
        id=f"label {place.name}",
        text=title,
        font_size=32,
        position=Vector(spot.x, 1.0, spot.z - _DEEP / 2),
    )
    notes = f"place {place.name}"
    where = Vector(spot.x, spot.y + 2, spot.z)
    return [ScriptingZone(id=identity, position=where, scale=size, gm_notes=notes), label]


def _pile(place: Place, cards: Sequence[Card], spot: Vector) -> list[Thing]:
    """Put pieces where they are at first: all in one pile."""
    if len(cards) > 1:
        identity = f"pile {place.name}"
        return [Deck(id=identity, cards=tuple(cards), position=spot, rotation=_FACE_DOWN)]
    return list(cards)


def _card(component: Component, sheet: Sheet, name: str, spot: Vector) -> Card:
    return Card(
        id=component.id,
        memo=component.id,
        sticky=False,  # who lifts it lifts nothing else
        sheet=sheet,
        nickname=name,
        position=spot,
        rotation=_FACE_DOWN,
        hide_when_face_down=True,
    )


def _sheets(components: Iterable[Component], look: Look) -> dict[str, Sheet]:
    """Give each piece its pictures: numbered, and the same ones have the same number."""
    pictures = {each.id: (look.face(each), look.back(each)) for each in components}
    numbers = {both: number for number, both in enumerate(dict.fromkeys(pictures.values()), 1)}
    return {
        piece: Sheet(key=numbers[face, back], face=face, back=back)
        for piece, (face, back) in pictures.items()
    }


def _dice(dice: Sequence[Die]) -> list[Thing]:
    return [
        StandardDie(
            id=f"die {die.stream}",
            sides=die.sides,  # type: ignore[arg-type]  # judged by the builder
            nickname=die.stream,
            gm_notes=f"die {die.stream}",
            position=Vector(-36, _LYING, 12 - 3 * number),
        )
        for number, die in enumerate(dice)
    ]


def _counter(track: str, number: int) -> Counter:
    where = Vector(36 + 5 * (number % 3), _LYING, 12 - 3 * (number // 3))
    return Counter(id=f"track {track}", nickname=track, position=where, locked=True)
