"""Equipment and companions outside of fights, and how one parts with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tts_tool.kernel.decisions import Move, Press
from tts_tool.kernel.events import Moment
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.held import (
    HeldAbility,
    forget_uses,
    moment,
    on_card,
    use,
    why_not,
)
from tts_tool.rulesets.old_world.base.board.movement import destinations
from tts_tool.rulesets.old_world.base.board.trails import arrive
from tts_tool.rulesets.old_world.base.box.box import location, name
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import MOVE_ARRIVED, MOVE_DESTINATIONS
from tts_tool.rulesets.old_world.base.story import happenings, stories
from tts_tool.rulesets.old_world.base.turn.turn import Deed, Deeds, by_name, remember


def gear_uses(g: Game, seat: Seat) -> Deeds:
    """Offer what a seat's equipment and companions can do in Phase I."""
    return g.kept(uses_of, seat, *g.cards(places.gear(seat)))


def uses_of(g: Game, seat: Seat, *gear: str) -> Deeds:
    """Give what some gear can do in Phase I."""
    return by_name(
        Deed(
            held.key,
            partial(use_why_not, g, seat, held),
            partial(use, g, seat, held),
            Press(held.key),
        )
        for component in gear
        for held in on_card(g, component)
        if held.ability.when == "phase-1"
    )


def use_why_not(g: Game, seat: Seat, held: HeldAbility) -> Rejection | None:
    """Say why gear can't be used now; nobody saddles a horse with nowhere to go."""
    rides = (each for each in held.ability.effects if isinstance(each, stories.Ride))
    nowhere = next((r for ride in rides if (r := ride_why_not(g, seat, ride)) is not None), None)
    return why_not(g, seat, held, "phase-1") or nowhere


# Travelling


def arriving(g: Game, event: Moment) -> Iterator[tuple[Seat, dict[str, object]]]:
    """Find who arrives somewhere with gear that does something there."""
    if event.point == MOVE_ARRIVED.name:
        gear = [held for card in g.cards(places.gear(event.seat)) for held in on_card(g, card)]
        if any(held.ability.when == "arrived" for held in gear):
            yield event.seat, {}


@base.reaction("gear-arrived", Moment, arriving)
def arrived(g: Game, seat: Seat) -> Flow[None]:
    """Do what gear does where its owner's miniature is put down."""
    yield from moment(g, seat, "arrived")


@base.operation(stories.Ride)
def ride(g: Game, operation: stories.Ride, seat: Seat, _source: str) -> Flow[None]:
    """Move along a road without a card; it is a move like any other."""
    number = yield from g.ask(
        seat,
        "ride",
        lambda: Choice(
            destinations(g, seat), partial(destination_why_not, g, seat, operation.terrain)
        ),
        why="OW-DEC-37",
        bind=lambda each: Move(f"miniature.{seat}", places.at(each)),
    )
    remember(g, seat, "OW-ACT-01", moved=True)
    yield from arrive(g, seat, number, "OW-QUEST-11")


def ride_why_not(g: Game, seat: Seat, operation: stories.Ride) -> Rejection | None:
    """Say why no road leads where one could ride."""
    reasons = [
        destination_why_not(g, seat, operation.terrain, each) for each in destinations(g, seat)
    ]
    return None if None in reasons else Rejection("nowhere-to-ride", rule="OW-QUEST-11")


def destination_why_not(g: Game, seat: Seat, terrain: str, number: int) -> Rejection | None:
    """Say why one can't ride to a location."""
    if location(g, number).terrain != terrain:
        return Rejection("other-terrain", {"location": name(g, number)}, "OW-QUEST-11")
    return g.veto(MOVE_DESTINATIONS, seat=seat, location=number)


# Staying and leaving


@base.operation(stories.Stay)
def stay(g: Game, _operation: stories.Stay, seat: Seat, source: str) -> Flow[None]:
    """Keep the exploration card face up."""
    g.move(source, places.STORY, places.gear(seat), rule="OW-EXPLORE-10")  # OW-EXPLORE-10
    yield from ()


@base.operation(stories.Depart)
def depart(g: Game, operation: stories.Depart, seat: Seat, source: str) -> Flow[None]:
    """Part with a card by its own words; an event goes back into the deck."""
    card, gear = g.card(source), places.gear(seat)
    forget_uses(g, source)
    if isinstance(card, stories.Event):
        happenings.put_back(g, source, gear)
    else:
        g.move(source, gear, f"{card.deck}-used", rule="OW-EXPLORE-10")  # OW-EXPLORE-10
    if operation.event is not None:
        yield from happenings.happen(g, seat, operation.event, stories.calls_from(card))
