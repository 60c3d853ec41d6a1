"""What stands on the table and is in no rule: dice, a bank, a help sheet, standees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import msgspec

from tts_tool.build.table.engraving import label_of
from tts_tool.build.table.layout import Layout, Point, Prop
from tts_tool.build.table.pieces import FIGURE_WIDE, TILE_HIGH, TILE_WIDE, Laid
from tts_tool.build.table.prints import sort_of
from tts_tool.build.table.spots import Frame
from tts_tool.saves.dice import SIX
from tts_tool.saves.objects import (
    Bag,
    Color,
    Dice,
    DieSide,
    Figurine,
    InfiniteBag,
    Thing,
    Tile,
    Vector,
)

__all__ = ["dice_sets", "props", "token", "token_tag"]

Common = dict[str, Any]


def props(laid: Laid) -> Iterator[Thing]:
    """Give every extra of the layout."""
    for prop in laid.prints.layout.props:
        yield from _prop(laid, prop)


def dice_sets(layout: Layout, guids: Mapping[str, str]) -> list[dict[str, Any]]:
    """Say which dice are thrown together, each in its order, and for which streams of chance."""
    return [
        {
            "name": prop.id.rpartition(".")[2],
            "sides": len(SIX),
            "streams": list(prop.rolls),
            "guids": [guids[each] for each in _identities(prop)],
        }
        for prop in layout.props
        if prop.shape == "die"
    ]


def _identities(prop: Prop) -> list[str]:
    """Name each of what an extra consists of."""
    numbers = range(1, prop.count + 1)
    return [prop.id] if prop.count == 1 else [f"{prop.id}.{number}" for number in numbers]


def _prop(laid: Laid, prop: Prop) -> Iterator[Thing]:
    bearing = laid.prints.plan.bearing(prop)
    for frame, (number, name) in product(bearing, enumerate(_identities(prop))):
        row, column = divmod(number, prop.row)
        z = prop.at[1] + laid.prints.plan.shift(prop, frame)
        at = (prop.at[0] + column * prop.step[0], z + row * prop.step[1])
        identity = f"{name}.{frame.seat}" if len(bearing) > 1 else name
        yield _PROPS[prop.shape](laid, prop, frame, at, identity)


def _common(laid: Laid, prop: Prop, frame: Frame, identity: str) -> Common:
    tongue = laid.prints.mod.tongue
    return {
        "id": identity,
        "nickname": getattr(prop.name, tongue),
        "description": getattr(prop.note, tongue) if prop.note else "",
        "gm_notes": identity.replace(".", " ", 1),
        "rotation": laid.turned(frame),
    }


def _die(laid: Laid, prop: Prop, frame: Frame, at: Point, identity: str) -> Thing:
    """Lay a die down; its sides are worth what is on them, the picture has the colour."""
    side = prop.size[0]
    return Dice(
        image=laid.art.picture(f"{prop.id}.1"),
        faces=tuple(
            DieSide(value=value, rotation=Vector(*known.rotation))
            for value, known in enumerate(SIX, 1)
        ),
        position=laid.lying(frame, at, side),
        scale=Vector(side, side, side),
        color=Color(*prop.colour),
        tags=("Die",),
        **_common(laid, prop, frame, identity),
    )


def token_tag(bag: str) -> str:
    """Name what the tokens of a bag have in common."""
    return f"Token {bag}"


def token(laid: Laid, bag: str, identity: str, position: Vector) -> Tile:
    """Make one of the tokens of a bag; those that lie on each other are a stack."""
    prop = next(each for each in laid.prints.layout.props if each.id == bag)
    return Tile(
        id=identity,
        nickname=getattr(prop.name, laid.prints.mod.tongue),
        image=laid.art.picture(f"{prop.id}.1"),
        shape="circle",
        thickness=TILE_HIGH,
        stretch=False,
        stackable=True,
        position=position,
        scale=Vector(prop.size[0] / TILE_WIDE, 1, prop.size[0] / TILE_WIDE),
        tags=(token_tag(bag),),
    )


def _coins(laid: Laid, prop: Prop, frame: Frame, at: Point, identity: str) -> Thing:
    coin = token(laid, prop.id, f"{identity}.coin", Vector(0, 0, 0))
    common = _common(laid, prop, frame, identity)
    colour = Color(*prop.colour)
    return InfiniteBag(inside=coin, position=laid.lying(frame, at, 0), color=colour, **common)


def _sheet(laid: Laid, prop: Prop, frame: Frame, at: Point, identity: str) -> Thing:
    """Lay out a tile; its further pages are further states."""
    common: Common = {
        **_common(laid, prop, frame, identity),
        "thickness": TILE_HIGH,
        "stretch": False,
        "shape": "rounded",
        "position": laid.lying(frame, at, TILE_HIGH),
        "scale": Vector(prop.size[0] / TILE_WIDE, 1, prop.size[1] / TILE_WIDE),
        "locked": True,
        "color": Color(*prop.colour),
    }
    pages = [
        Tile(
            **{**common, "id": f"{identity}.{number}"},
            image=laid.art.picture(f"{prop.id}.{number}"),
        )
        for number in range(1, len(prop.faces) + 1)
    ]
    return msgspec.structs.replace(pages[0], id=identity, states=tuple(pages[1:]))


def _standees(laid: Laid, prop: Prop, frame: Frame, at: Point, identity: str) -> Thing:
    """Put a standee for each component of a sort into a bag."""
    prints = laid.prints
    sort = [each for each in prints.mod.inventory.components.values() if sort_of(each) == prop.of]
    side = prop.size[0] / FIGURE_WIDE
    figures = [
        Figurine(
            id=f"{identity}.{each.kind}",
            nickname=label_of(prints.mod, each.kind)[prints.mod.tongue],
            image=laid.art.picture(f"{prop.id}.{each.kind}"),
            scale=Vector(side, side, side),
        )
        for each in sort
    ]
    common = _common(laid, prop, frame, identity)
    colour = Color(*prop.colour)
    where = laid.lying(frame, at, 0)
    return Bag(inside=tuple(figures), position=where, color=colour, **common)


_PROPS: Final = {"die": _die, "coins": _coins, "tile": _sheet, "standees": _standees}
