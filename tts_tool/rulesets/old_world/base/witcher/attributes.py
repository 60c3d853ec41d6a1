"""Attributes, witcher level and Shield: what they are worth, how they rise and fall."""

from __future__ import annotations

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.lasting import fight_level
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES, Progress
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.potions import gain_potion
from tts_tool.rulesets.old_world.base.fight.arena import in_fight
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    ATTRIBUTE_LOWERED,
    ATTRIBUTE_RAISED,
    CHARACTER_ATTRIBUTE_NAME,
    CHARACTER_GUARD_RESOURCE,
    GUARD_CAP,
    GUARD_CHANGE_IN_FIGHT,
    LEVEL_REACHED,
)

base.settles(
    OpenPoint(
        "OW-OPEN-19",
        "data",
        "progress.value",
        "Level 5 is worth as much as level 4; it counts for meditation and can't be lost.",
    ),
    OpenPoint(
        "OW-OPEN-20",
        "data",
        "progress.level_up_draw",
        "Witcher levels II and III draw one card, IV and V two.",
    ),
    OpenPoint(
        "OW-OPEN-54",
        "settled",
        "",
        "A level-up in a fight draws at once, within the hand limit and without a reshuffle.",
    ),
)


def attribute_track(g: Game, seat: Seat, attribute: str) -> str:
    """Name the track on which a seat keeps what a rule calls by an attribute's name."""
    name = g.replaced(CHARACTER_ATTRIBUTE_NAME, own_name, seat=seat, attribute=attribute)
    return f"{name}.{seat}"


def own_name(_g: Game, seat: Seat, attribute: str) -> str:  # noqa: ARG001  # a hook's
    """Call an attribute what a witcher calls it."""
    return attribute


def guard_track(g: Game, seat: Seat) -> str:
    """Name the track on which a seat keeps what a rule calls Shield."""
    return f"{g.replaced(CHARACTER_GUARD_RESOURCE, own_guard, seat=seat)}.{seat}"


def own_guard(_g: Game, seat: Seat) -> str:  # noqa: ARG001  # a hook's
    """Call it what a witcher calls it."""
    return "shield"


def highest(g: Game, track: str) -> int:
    """Say how far a track goes."""
    return g.composition.inventory.tracks[track].high  # OW-ATTR-01


def level(g: Game, seat: Seat, attribute: str) -> int:
    """Say at which level an attribute is, in a fight with what lasts for that fight."""
    now = g.track(attribute_track(g, seat, attribute))
    return fight_level(g, seat, attribute, now) if in_fight(g, seat) else now


def value(g: Game, seat: Seat, attribute: str) -> int:
    """Say what an attribute is worth: cards drawn, cap of the Shield, Potions in a fight."""
    now = level(g, seat, attribute)
    return g.table(Progress).value[now - 1] if now > 0 else 0  # OW-ATTR-02 OW-OPEN-19


# Attributes


def raise_why_not(g: Game, seat: Seat, attribute: str) -> Rejection | None:
    """Say why an attribute can't be raised."""
    track = attribute_track(g, seat, attribute)
    if g.track(track) >= highest(g, track):
        return Rejection("attribute-at-top", {"attribute": attribute}, "OW-ATTR-08")
    return None


def raise_(  # noqa: PLR0913  # what rises, how far, by which rule, and where that comes from
    g: Game, seat: Seat, attribute: str, levels: int = 1, rule: str = "", *, source: str = ""
) -> Flow[None]:
    """Raise an attribute level by level, each with its benefits; at the top nothing happens.

    Boxes are told the `source`, as are those of what the level brings in turn.
    """
    for _ in range(levels):  # OW-ATTR-18
        if raise_why_not(g, seat, attribute) is None:  # OW-ATTR-08
            yield from _raise_once(g, seat, attribute, rule, source)


def _raise_once(g: Game, seat: Seat, attribute: str, rule: str, source: str) -> Flow[None]:
    track = attribute_track(g, seat, attribute)
    g.add(track, 1, rule)
    if attribute == "defense" and g.track(track) < highest(g, track):
        raise_shield(g, seat, 1, "OW-ATTR-06")  # OW-ATTR-06
    if attribute == "alchemy":
        yield from gain_potion(g, seat, source=source)  # OW-ATTR-07
    reached = g.track(track)
    g.notify(ATTRIBUTE_RAISED, seat, attribute=attribute, level=reached, source=source)
    yield from g.settle()
    yield from level_up(g, seat, source)


def level_up(g: Game, seat: Seat, source: str = "") -> Flow[None]:
    """Raise the witcher level as long as all four attributes are above it."""
    witcher = places.witcher(seat)
    while g.track(witcher) < highest(g, witcher) and all(  # OW-ATTR-17
        g.track(attribute_track(g, seat, attribute)) > g.track(witcher) for attribute in ATTRIBUTES
    ):
        g.add(witcher, 1, "OW-ATTR-13")  # OW-ATTR-13
        reached = g.track(witcher)
        yield from g.replaced(LEVEL_REACHED, level_reached, seat=seat, level=reached, source=source)
        yield from g.settle()


def level_reached(g: Game, seat: Seat, level: int, **_: object) -> Flow[None]:
    """Draw the cards that a new witcher level brings."""
    cards = g.table(Progress).level_up_draw[level - 1]
    yield from deck.draw(g, seat, cards, "OW-ATTR-14")  # OW-ATTR-14 OW-ATTR-15


def lower(  # noqa: PLR0913  # as above
    g: Game, seat: Seat, attribute: str, levels: int = 1, rule: str = "", *, source: str = ""
) -> Flow[None]:
    """Lower an attribute level by level; not below 1, and never what has reached the top."""
    track = attribute_track(g, seat, attribute)
    for _ in range(levels):
        if g.track(track) == highest(g, track):  # OW-ATTR-10
            return
        if g.add(track, -1, rule):  # OW-ATTR-09 OW-ATTR-12 OW-ATTR-16
            cap_shield(g, seat, "OW-ATTR-11")  # OW-ATTR-11
            left = g.track(track)
            g.notify(ATTRIBUTE_LOWERED, seat, attribute=attribute, level=left, source=source)
            yield from g.settle()


# Shield


def raise_shield(g: Game, seat: Seat, more: int, rule: str = "") -> int:
    """Raise the Shield, at most to what Defense is worth; give by how much it rose."""
    track = guard_track(g, seat)
    if in_fight(g, seat):
        if g.veto(GUARD_CHANGE_IN_FIGHT, seat=seat, change=more) is not None:
            return 0
        more = g.modify(GUARD_CHANGE_IN_FIGHT, more, seat=seat)
    free = most_guard(g, seat) - g.track(track)  # OW-ATTR-03
    return g.add(track, max(0, min(more, free)), rule)


def most_guard(g: Game, seat: Seat) -> int:
    """Say how high the Shield can be: as Defense is worth, or in a fight as boxes say."""
    most = value(g, seat, "defense")
    return g.modify(GUARD_CAP, most, seat=seat) if in_fight(g, seat) else most


def lower_shield(g: Game, seat: Seat, less: int, rule: str = "") -> int:
    """Lower the Shield, at most to nothing; give by how much it fell."""
    return -g.add(guard_track(g, seat), -max(0, less), rule)  # OW-ATTR-19


def cap_shield(g: Game, seat: Seat, rule: str = "") -> None:
    """Bring the Shield down to what it can be at most."""
    track = guard_track(g, seat)
    g.set(track, min(g.track(track), most_guard(g, seat)), rule)


def refill_shield(g: Game, seat: Seat, rule: str = "") -> None:
    """Bring the Shield up to what Defense is worth, as only the end of a fight does."""
    g.set(guard_track(g, seat), value(g, seat, "defense"), rule)  # OW-ATTR-20


@base.invariant
def shields_hold(g: Game) -> Rejection | None:
    """Outside of fights no Shield is above what Defense is worth."""
    for seat in g.seats:
        shield, cap = g.track(guard_track(g, seat)), value(g, seat, "defense")
        if shield > cap and not in_fight(g, seat):  # OW-ATTR-03
            return Rejection("shield-above-defense", {"seat": seat, "most": cap}, "OW-ATTR-03")
    return None
