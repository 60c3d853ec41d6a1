"""Meditation: an attribute at its highest level brings a trophy."""

from __future__ import annotations

from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES, Limits
from tts_tool.rulesets.old_world.base.points import MEDITATE_ADVANCE
from tts_tool.rulesets.old_world.base.witcher import trophies
from tts_tool.rulesets.old_world.base.witcher.attributes import attribute_track, highest

SUPPLY = places.ATTRIBUTE_TROPHIES


def offered(g: Game, place: str, attribute: str) -> list[str]:
    """List the Attribute Trophies of an attribute that lie in a place."""
    trophies_here = (c for c in g.cards(place) if c.startswith("attribute-trophy."))
    return [c for c in trophies_here if g.card(c).attribute == attribute]


def attribute_why_not(g: Game, seat: Seat, attribute: str) -> Rejection | None:
    """Say why a seat can't meditate on an attribute; where it stands is no reason."""
    track = attribute_track(g, seat, attribute)
    if g.track(track) < highest(g, track):
        return Rejection("not-mastered", {"attribute": attribute}, "OW-MED-01")  # OW-MED-01
    if offered(g, places.trophies(seat), attribute):
        return Rejection("trophy-owned", {"attribute": attribute}, "OW-MED-01")  # OW-TROPHY-12
    if not offered(g, SUPPLY, attribute):
        return Rejection("trophy-gone", {"attribute": attribute}, "OW-MED-01")
    return None


def meditate_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why a seat can't meditate at all."""
    if any(attribute_why_not(g, seat, each) is None for each in ATTRIBUTES):  # OW-MED-07
        return None
    return Rejection("nothing-mastered", rule="OW-MED-01")


def meditate(g: Game, seat: Seat) -> Flow[None]:
    """Take an Attribute Trophy; short of the top it also moves its owner up and tires it."""
    attribute = yield from g.ask(
        seat,
        "meditate",
        lambda: Choice(ATTRIBUTES, partial(attribute_why_not, g, seat)),  # OW-MED-02
        why="OW-DEC-17",
        bind=lambda each: Move(next(iter(offered(g, SUPPLY, each)), SUPPLY), places.trophies(seat)),
    )
    trophy = offered(g, SUPPLY, attribute)[0]
    g.move(trophy, SUPPLY, places.trophies(seat), rule="OW-MED-03")  # OW-MED-03 OW-TROPHY-01
    moves = g.modify(MEDITATE_ADVANCE, steps(g, seat), seat=seat)
    yield from trophies.reward(g, seat, trophy, moves, "OW-MED-04")  # OW-MED-04 OW-MED-08


def steps(g: Game, seat: Seat) -> int:
    """Say how far a meditation moves: never onto the top of the Trophy Track."""
    top = g.table(Limits).track
    return 0 if g.track(places.track(seat)) + 1 >= top else 1  # OW-MED-05 OW-MED-06 OW-TROPHY-04
