"""Looks at the things on a table, for whoever is outside: all there is, or what one person sees."""

from __future__ import annotations

from tts_tool.table.looks import Content, ObjectLook
from tts_tool.table.world.containers import look_inside
from tts_tool.table.world.seeing import Sight, sees
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import World
from tts_tool.table.world.worth import worth
from tts_tool.table.world.zones import zones_of

__all__ = ["holding", "look_at", "seen_by"]


def look_at(world: World, thing: Thing) -> ObjectLook:
    """Look at a thing with nothing hidden."""
    zones = zones_of(world, thing)
    hand = next((str(zone.raw.get("FogColor", "")) for zone in zones if zone.type == "Hand"), "")
    return ObjectLook(
        handle=thing.handle,
        guid=thing.guid,
        name=thing.name,
        kind=thing.type,
        nickname=thing.nickname,
        description=str(thing.get("Description")),
        position=thing.position,
        rotation=thing.rotation,
        scale=thing.scale,
        locked=thing.locked,
        face_down=thing.face_down,
        held_by=thing.held_by,
        hand=hand,
        zones=tuple(zone.handle for zone in zones),
        tags=tuple(thing.tags),
        quantity=thing.quantity,
        contents=tuple(_content(raw) for raw in look_inside(thing)) if thing.kind.holds else (),
        value=worth(thing, world.switches),
    )


def seen_by(world: World, colour: str) -> list[ObjectLook]:
    """Look with somebody's eyes: of a back nothing is known but where it lies."""
    seen = [(thing, sees(world, colour, thing)) for thing in world]
    return [
        look_at(world, thing) if sight is Sight.FACE else _back(look_at(world, thing))
        for thing, sight in seen
        if sight is not Sight.NOTHING
    ]


def holding(world: World, memo: str) -> tuple[Thing, str, int] | None:
    """Find what has a memo, or the deck in which it lies; its GUID in there, and how many are."""
    for thing in world:
        if thing.raw.get("Memo") == memo:
            return thing, "", 1
        cards = look_inside(thing) if thing.type == "Deck" else ()
        for card in cards:
            if card.get("Memo") == memo:
                return thing, str(card.get("GUID") or ""), len(cards)
    return None


def _back(look: ObjectLook) -> ObjectLook:
    return ObjectLook(
        handle=look.handle,
        guid=look.guid,
        name=look.name,
        kind=look.kind,
        nickname="",
        description="",
        position=look.position,
        rotation=look.rotation,
        scale=look.scale,
        locked=look.locked,
        face_down=look.face_down,
        held_by=look.held_by,
        hand=look.hand,
        zones=look.zones,
        tags=(),
        quantity=look.quantity,
        contents=(),
        sight="back",
    )


def _content(raw: dict[str, object]) -> Content:
    return Content(*(str(raw.get(key) or "") for key in ("GUID", "Name", "Nickname")))
