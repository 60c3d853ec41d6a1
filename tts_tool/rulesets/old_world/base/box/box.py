"""What lies on the table: Action cards, boards, miniatures, tracks and the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Setup
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import (
    ATTRIBUTES,
    Action,
    Colour,
    Extension,
    Face,
    Location,
    Symbols,
)
from tts_tool.rulesets.old_world.base.module import base

SLOTS = tuple(places.display(slot) for slot in range(1, 7))


class Card(msgspec.Struct, frozen=True):
    """One Action card, as it lies on the table."""

    kind: str
    colour: Colour
    cost: int
    school: str | None
    face: Face

    @property
    def fight(self) -> Symbols:
        """Give what the card does in a fight."""
        return self.face.fight

    @property
    def extensions(self) -> tuple[Extension, ...]:
        """Give the tabs against which the next card may be laid."""
        return self.face.extensions


def card(g: Game, component: str) -> Card:
    """Read an Action card."""
    known: Card = g.card(component)
    return known


def atlas(setup: Setup) -> dict[int, Location]:
    """Index the locations by their numbers."""
    return {known.number: known for known in setup.cards.of(Location).values()}  # OW-COMP-27


def spots(setup: Setup) -> dict[str, int]:
    """Index the numbers of the locations by the places where their visitors stand."""
    return {places.at(number): number for number in atlas(setup)}


def location(g: Game, number: int) -> Location:
    """Read a location of the map."""
    return g.once(atlas)[number]


def name(g: Game, number: int) -> str:
    """Give the id by which a location's name is found."""
    return location(g, number).id


def where(g: Game, seat: Seat) -> int:
    """Say at which location a seat's miniature stands."""
    return g.once(spots)[g.state.place_of(f"miniature.{seat}")]


@base.content
def common_cards(setup: Setup) -> Iterator[Component | Place]:
    """Lay out the common Action cards and where they can go."""
    yield Place(places.ACTION_DECK, "nobody")  # OW-HID-14 OW-COMP-02
    yield Place(places.ACTION_DISCARD)  # OW-HID-15
    yield Place(places.TRASH)  # OW-HID-06
    yield Place(places.BOX)
    for slot in SLOTS:
        yield Place(slot)  # OW-HID-13 OW-COMP-25
    for kind in setup.cards.of(Action).values():
        start = places.ACTION_DECK if kind.school is None else places.BOX
        back = "action" if kind.school is None else f"school.{kind.school}"
        for number, face in enumerate(kind.faces, 1):
            yield Component(  # OW-COMP-03
                f"action.{kind.id}.{number}",
                kind.id,
                start,
                face=printed(kind, face),
                back={"back": "action"},
                pool=back,
                card=Card(
                    kind.id, kind.colour, kind.cost, kind.school, face
                ),  # OW-CARD-01 OW-CARD-02
            )


def printed(kind: Action, face: Face) -> dict[str, Any]:
    """Say as data what stands on a card, for whoever plays by a program."""
    plain: dict[str, Any] = msgspec.to_builtins(face)
    tabs = [{"colour": tab["colour"], **_shown(tab["effect"])} for tab in plain["extensions"]]
    own = {"colour": kind.colour, "cost": kind.cost, "terrain": face.terrain}
    return {**own, "fight": _shown(plain["fight"]), "tabs": tabs}


def _shown(symbols: dict[str, Any]) -> dict[str, Any]:
    """Leave out the symbols that are not printed."""
    return {symbol: count for symbol, count in symbols.items() if count}


@base.content
def seats(setup: Setup) -> Iterator[Place | Track]:
    """Give every seat its places and tracks."""
    for seat in setup.seats:
        yield Place(places.hand(seat), "owner", seat)  # OW-HID-01
        yield Place(places.deck(seat), "nobody", seat)  # OW-CARD-04 OW-HID-02
        for of in (places.discard, places.combo, places.board, places.trophies):
            yield Place(of(seat), "everyone", seat)  # OW-HID-04 OW-HID-05 OW-TROPHY-09
        yield Track(  # OW-HID-07 OW-COMP-15
            places.gold(seat), high=999, owner=seat, shown="pile", rule="OW-GEN-07"
        )
        for attribute in ATTRIBUTES:  # OW-COMP-21
            yield Track(f"{attribute}.{seat}", 1, 5, 1, seat, "marker", "OW-ATTR-01")
        yield Track(places.witcher(seat), 1, 5, 1, seat, "marker", "OW-SETUP-25")
        yield Track(places.shield(seat), 0, 5, 1, seat, "marker", "OW-ATTR-03")  # OW-COMP-22
        yield Track(  # OW-SETUP-23 OW-COMP-23 OW-COMP-26
            places.track(seat), 0, 4, 0, seat, "marker", "OW-TROPHY-02"
        )


@base.content
def the_map(setup: Setup) -> Iterator[Component | Place]:
    """Lay out the map, with a miniature for every seat that waits in the box."""
    for number, known in atlas(setup).items():
        yield Place(places.at(number), card=known)  # OW-COMP-01
    for seat in setup.seats:
        own = {"seat": seat}
        yield Component(f"miniature.{seat}", "miniature", places.BOX, face=own)  # OW-COMP-20
