"""Puts the components of the box on the table, in the place in which each begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tts_tool.build.mod import Art
from tts_tool.build.table.engraving import label_of
from tts_tool.build.table.layout import Layout, Piece, Point
from tts_tool.build.table.plain import description
from tts_tool.build.table.prints import CARDS, Prints, keys
from tts_tool.build.table.spots import Frame, Spot
from tts_tool.catalog import Record
from tts_tool.errors import BadInput
from tts_tool.kernel.inventory import Component
from tts_tool.saves.kinds import DECK_BASE, DECK_EACH, size_of
from tts_tool.saves.objects import PLAYER_COLORS, Card, Color, Deck, Figurine, Thing, Tile, Vector

__all__ = ["Laid", "card_scale", "heaps", "pieces"]

CARD_WIDE: Final = size_of("Card")[0]
"""How wide a card of scale 1 lies is the guess of the switch `card-width`."""
CARD_HIGH: Final = size_of("Card")[1]
TILE_WIDE: Final = size_of("Custom_Tile")[0]
"""How wide and deep a tile lies that is not to take the shape of its picture; whether it then is
square is the switch `unstretched-tile-is-square`."""
FIGURE_WIDE: Final = size_of("Figurine_Custom")[0]
COUNTER_WIDE: Final = size_of("Counter")[0]
TILE_HIGH: Final = 0.12
UPRIGHT: Final = 180.0
"""How things are turned that whoever sits below reads."""


class Laid:
    """Puts things on mats."""

    def __init__(self, prints: Prints, art: Art) -> None:
        self.prints = prints
        self.art = art
        self.top = prints.layout.surface.top + MAT_HIGH

    def lying(self, frame: Frame, at: Point, high: float) -> Vector:
        """Give the middle of something that lies on a mat and is so high."""
        x, z = frame.place(at)
        return Vector(x, round(self.top + high / 2, 4), z)

    def turned(self, frame: Frame, *, down: bool = False) -> Vector:
        """Turn something so that it is upright on its mat."""
        return Vector(0, (UPRIGHT + frame.turn) % 360, 180 if down else 0)

    def description(self, component: Component) -> str:
        """Say what stands on it, for whoever searches, hovers, or reads the other language."""
        face, name = self.prints.face(component), _name(self, component)
        return description(self.prints.mod, self.prints.layout, self.art.words, face, name)


MAT_HIGH: Final = 0.1
"""Less than `lint._NEAR`: what lies beside the mats begins so far above the surface, and falls."""


def pieces(laid: Laid) -> Iterator[Thing]:
    """Give everything that the rules call a component: piles, and what lies alone."""
    here: dict[str, list[Component]] = {}
    for component in laid.prints.mod.inventory.components.values():
        here.setdefault(component.start, []).append(component)
    for spot in laid.prints.plan.spots.values():
        yield from _in_place(laid, spot, here.get(spot.name, []))


def _in_place(laid: Laid, spot: Spot, here: list[Component]) -> Iterator[Thing]:
    """Spread what has a slot of its own; else everything of a sort lies in a pile."""
    if 1 < len(here) <= len(spot.slots):
        for component, slot in zip(here, spot.slots, strict=False):
            yield _alone(laid, spot, component, slot)
        return
    for (key, at), several in _piles(laid.prints.layout, spot, here).items():
        yield from _pile(laid, spot, f"{spot.name}.{key}".rstrip("."), at, several)


def _piles(
    layout: Layout, spot: Spot, here: Iterable[Component]
) -> dict[tuple[str, Point], list[Component]]:
    """Sort components by the pile of the place in which they lie."""
    found: dict[tuple[str, Point], list[Component]] = {}
    for component in here:
        key, at = _pile_of(layout, spot, component)
        found.setdefault((key, at), []).append(component)
    return found


def _pile_of(layout: Layout, spot: Spot, component: Component) -> tuple[str, Point]:
    if not spot.said.piles:
        return "", spot.slots[0]
    for key in keys(component):
        if key in spot.piles:
            return key, spot.piles[key]
    raise BadInput(
        f'"{component.id}" has no pile in the place "{spot.name}"',
        where=layout.where(spot.said),
        fix=f"add its pool {component.pool!r} or its id to [places.piles]",
    )


def heaps(prints: Prints) -> dict[str, str]:
    """Name the pile of each piece that begins in a place with several."""
    spots = prints.plan.spots
    return {
        each.id: _pile_of(prints.layout, spots[each.start], each)[0]
        for each in prints.mod.inventory.components.values()
        if each.start in spots and spots[each.start].said.piles
    }


def _pile(
    laid: Laid, spot: Spot, name: str, at: Point, several: list[Component]
) -> Iterator[Thing]:
    if len(several) == 1 or laid.prints.piece(several[0]).shape not in CARDS:
        for component in several:
            yield _alone(laid, spot, component, at)
        return
    piece = laid.prints.piece(several[0])
    cards = [_card(laid, spot, each, at) for each in several]
    # A deck that lies face down lists its top card first, one that lies face up its last.
    listed = cards if spot.down else cards[::-1]
    label = label_of(laid.prints.mod, spot.name)[laid.prints.mod.tongue]
    yield Deck(
        id=f"pile.{name}",
        cards=tuple(listed),
        position=laid.lying(spot.frame, at, DECK_BASE + DECK_EACH * len(cards)),
        rotation=laid.turned(spot.frame, down=spot.down),
        scale=_scale(piece, CARD_WIDE),
        nickname=label,
        tags=(piece.tag,),
    )


def _alone(laid: Laid, spot: Spot, component: Component, at: Point) -> Thing:
    piece = laid.prints.piece(component)
    if piece.shape in CARDS:
        return _card(laid, spot, component, at)
    return (
        _standee(laid, spot, component, at)
        if piece.shape == "standee"
        else _tile(laid, spot, component, at)
    )


def _card(laid: Laid, spot: Spot, component: Component, at: Point) -> Card:
    prints = laid.prints
    piece = prints.piece(component)
    printed = laid.art.cards[prints.pile(component), prints.face(component)]
    shape = "circle" if piece.shape == "round-card" else "rounded"
    return Card(
        id=component.id,
        memo=component.id,
        sticky=False,  # who lifts it lifts nothing else
        nickname=_name(laid, component),
        description=laid.description(component),
        sheet=msgspec.structs.replace(printed.sheet, shape=shape),
        index=printed.cell,
        position=laid.lying(spot.frame, at, CARD_HIGH),
        rotation=laid.turned(spot.frame, down=spot.down),
        scale=_scale(piece, CARD_WIDE),
        tags=(piece.tag,),
    )


def _tile(laid: Laid, spot: Spot, component: Component, at: Point) -> Thing:
    prints = laid.prints
    piece = prints.piece(component)
    back = prints.back(component)
    tile = Tile(
        id=component.id,
        memo=component.id,
        sticky=False,  # who lifts it lifts nothing else
        nickname=_name(laid, component),
        description=laid.description(component),
        image=laid.art.picture(prints.face(component)),
        back=laid.art.picture(back) if back and not piece.states else "",
        shape="circle" if piece.shape == "round-tile" else "box",
        thickness=TILE_HIGH,
        stretch=False,
        position=laid.lying(spot.frame, at, TILE_HIGH),
        rotation=laid.turned(spot.frame),
        scale=_scale(piece, TILE_WIDE),
        tags=(piece.tag,),
        hide_when_face_down=bool(back) and not piece.states,
    )
    if not (piece.states and back):
        rotation = laid.turned(spot.frame, down=spot.down)
        return msgspec.structs.replace(tile, rotation=rotation)
    other = msgspec.structs.replace(
        tile, id=f"{component.id}.2", image=laid.art.picture(back), states=()
    )
    return msgspec.structs.replace(tile, states=(other,))


def _standee(laid: Laid, spot: Spot, component: Component, at: Point) -> Figurine:
    prints = laid.prints
    piece = prints.piece(component)
    seat = str(component.face.get("seat", ""))
    side = piece.size[0] / FIGURE_WIDE
    return Figurine(
        id=component.id,
        memo=component.id,
        nickname=_name(laid, component),
        description=laid.description(component),
        image=laid.art.picture(prints.face(component)),
        color=_seat_colour(prints, seat),
        position=laid.lying(spot.frame, at, 0),
        rotation=laid.turned(spot.frame),
        scale=Vector(side, side, side),
        tags=(piece.tag,),
        sticky=False,  # whoever lifts it does not carry off somebody else who stands on its foot
    )


def _seat_colour(prints: Prints, seat: str) -> Color:
    said = prints.layout.seats.get(seat)
    return PLAYER_COLORS[said.colour] if said else Color(1, 1, 1)


def _name(laid: Laid, component: Component) -> str:
    """Name what a player sees who looks at the face; whoever sees the back is shown nothing."""
    mod = laid.prints.mod
    if isinstance(component.card, Record):
        name = str(getattr(component.card.name, mod.tongue))
        number = component.back.get("number")  # all see it on the back, and look for it
        return name if number is None else f"{number} · {name}"
    owner = str(component.face.get("seat", ""))
    names = label_of(mod, component.kind)[mod.tongue]
    return f"{names} · {label_of(mod, owner)[mod.tongue]}" if owner else names


def card_scale(piece: Piece) -> Vector:
    """Give the scale of a card as it is saved."""
    return _scale(piece, CARD_WIDE)


def _scale(piece: Piece, wide: float) -> Vector:
    if piece.shape in CARDS:
        side = round(piece.size[0] / wide, 6)
        return Vector(side, 1, side)
    return Vector(round(piece.size[0] / wide, 6), 1, round(piece.size[1] / wide, 6))
