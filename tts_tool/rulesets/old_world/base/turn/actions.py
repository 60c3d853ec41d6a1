"""Phase I, step 2: the Location Actions, each once per turn and location."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tts_tool.kernel.decisions import Gesture, Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.trails import rumour
from tts_tool.rulesets.old_world.base.box.box import location, name, where
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES
from tts_tool.rulesets.old_world.base.cards import exchange
from tts_tool.rulesets.old_world.base.cards.potions import gain_potion
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    LOCATION_ACTION_AVAILABLE,
    LOCATION_ACTION_PERFORM,
)
from tts_tool.rulesets.old_world.base.turn import poker
from tts_tool.rulesets.old_world.base.turn.prices import Prices
from tts_tool.rulesets.old_world.base.turn.turn import Deed, Deeds, by_name, memory, remember
from tts_tool.rulesets.old_world.base.witcher import attributes
from tts_tool.rulesets.old_world.base.witcher.boards import school
from tts_tool.rulesets.old_world.base.words import Words, phrase

base.settles(
    OpenPoint(
        "OW-OPEN-21",
        "settled",
        "",
        "A Location Action once per location and turn, poker once per opponent and turn.",
    ),
)


ACTION = "action"


class LocationAction(NamedTuple):
    """What can be done at a kind of location: why it can't now, and its flow."""

    why_not: Callable[[Game, Seat], Rejection | None]
    run: Callable[[Game, Seat], Flow[None]]


def always(_g: Game, _seat: Seat) -> Rejection | None:
    """Have nothing against it."""
    return None


def location_actions(g: Game, seat: Seat) -> Deeds:
    """Offer the Location Action of the location where a seat stands, and what boxes add."""
    here = where(g, seat)
    more = by_name(g.provide(LOCATION_ACTION_PERFORM, seat=seat, location=here))
    action = g.kept(action_at, seat, here)
    return more if action is None else {ACTION: action, **more}


def action_at(g: Game, seat: Seat, here: int) -> Deed | None:
    """Make the deed of a seat that stands at a location where there is something to do."""
    known = location(g, here)
    if known.deed is None and not known.effects:
        return None
    return Deed(
        ACTION,
        partial(action_why_not, g, seat, here),
        partial(act, g, seat, here),
        Press(f"action.{here}"),
        lambda _: deed_here(g, here),
    )


def deed_here(g: Game, here: int) -> Words:
    """Say what the action of a location is."""
    known = location(g, here)
    return phrase(g, "label-action", location=known.id, deed=f"deed-{known.deed or known.id}")


def action_why_not(g: Game, seat: Seat, here: int) -> Rejection | None:
    """Say why the action can't be used; others who stand there are no reason."""
    done = memory(g, seat)
    if not done.moved:
        return Rejection("not-moved", rule="OW-ACT-01")  # OW-ACT-01
    if here in done.used:
        return Rejection("action-used", {"location": name(g, here)}, "OW-ACT-03")  # OW-ACT-03
    barred = g.veto(LOCATION_ACTION_AVAILABLE, seat=seat, location=here)
    deed = location(g, here).deed
    return barred or (None if deed is None else ACTIONS[deed].why_not(g, seat))  # OW-ACT-04


def act(g: Game, seat: Seat, here: int) -> Flow[None]:
    """Use the action of a location."""
    remember(g, seat, "OW-ACT-03", used=(*memory(g, seat).used, here))
    known = location(g, here)
    if known.deed is not None:
        yield from ACTIONS[known.deed].run(g, seat)
    for effect in known.effects:
        yield from g.perform(effect, seat, places.at(here))
        yield from g.settle()


# Attribute locations


def attribute_location(attribute: str) -> LocationAction:
    """Raise an attribute for free, as long as it is not above the witcher level."""

    def why_not(g: Game, seat: Seat) -> Rejection | None:
        now = g.track(attributes.attribute_track(g, seat, attribute))
        if now > g.track(places.witcher(seat)):  # OW-ACT-06
            return Rejection("above-witcher-level", {"attribute": attribute}, "OW-ACT-06")
        return attributes.raise_why_not(g, seat, attribute)

    def run(g: Game, seat: Seat) -> Flow[None]:
        yield from attributes.raise_(g, seat, attribute, rule="OW-ACT-06", source="location")

    return LocationAction(why_not, run)


# Schools


def training_price(g: Game, seat: Seat, attribute: str) -> int:
    """Say what training an attribute costs."""
    now = g.track(attributes.attribute_track(g, seat, attribute))
    return now + g.table(Prices).training  # OW-ACT-13


def train_why_not(g: Game, seat: Seat, attribute: str) -> Rejection | None:
    """Say why an attribute can't be trained where a seat stands; its level is no reason."""
    if attribute == "specialty" and location(g, where(g, seat)).school != school(g, seat):
        return Rejection("specialty-elsewhere", rule="OW-ACT-12")  # OW-ACT-12 OW-ACT-16
    price = training_price(g, seat, attribute)
    too_high = attributes.raise_why_not(g, seat, attribute)  # OW-ACT-14 OW-ATTR-21
    if too_high is None and g.track(places.gold(seat)) < price:
        return Rejection("training-too-dear", {"cost": price}, "OW-ACT-15")  # OW-ACT-15
    return too_high


def training_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why nothing at all can be trained."""
    reasons = [train_why_not(g, seat, attribute) for attribute in ATTRIBUTES]
    if None in reasons:
        return None
    return Rejection("nothing-to-train", rule="OW-ACT-15")  # OW-ACT-15


def train(g: Game, seat: Seat) -> Flow[None]:
    """Pay for an attribute and raise it by one level."""
    attribute = yield from g.ask(
        seat,
        "train",
        lambda: Choice(ATTRIBUTES, lambda attribute: train_why_not(g, seat, attribute)),
        why="OW-DEC-08",
        bind=lambda attribute: cube(g, seat, attribute),
    )
    g.add(places.gold(seat), -training_price(g, seat, attribute), "OW-ACT-13")
    yield from attributes.raise_(g, seat, attribute, rule="OW-ACT-17", source="school")  # OW-ACT-17


def cube(g: Game, seat: Seat, attribute: str) -> Gesture:
    """Say what raising an attribute looks like: its cube goes one spot up."""
    return Press(attributes.attribute_track(g, seat, attribute))


# Potions and trails


def brew(g: Game, seat: Seat) -> Flow[None]:
    """Take a Potion."""
    yield from gain_potion(g, seat, source="location")  # OW-ACT-07


def hear_rumours(g: Game, seat: Seat) -> Flow[None]:
    """Gain gold, then take a Trail Quest."""
    g.add(places.gold(seat), g.table(Prices).trail_gold, "OW-ACT-18")  # OW-ACT-18 OW-ACT-21
    yield from rumour(g, seat)


ACTIONS: dict[str, LocationAction] = {
    attribute: attribute_location(attribute) for attribute in ATTRIBUTES
}
ACTIONS |= {
    "school": LocationAction(training_why_not, train),
    "potion": LocationAction(always, brew),
    "tavern": LocationAction(poker.locals_why_not, poker.play_locals),
    "trail": LocationAction(always, hear_rumours),
    "exchange": LocationAction(exchange.exchange_why_not, exchange.exchange),
    "market": LocationAction(always, exchange.clear_market),
}
"""What is done where: by the deed that a location's card names."""
