"""A strait between two harbours: a die for each crossing, and Dagon, who rises while people sail.

The base knows neither a sea nor Dagon. Here is as much of both as there must be for the points to
have their moments, as a box with an island will have them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat, Track
from tts_tool.kernel.module import Module, Setup
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.box.box import where

__all__ = ["DAGON", "HARBOURS", "TOP", "strait"]

HARBOURS = {1: 16, 16: 1}
DAGON, TOP = "dagon", 2
"""How high Dagon stands; a roll above that is safe, and lures him on."""

strait = Module("strait", needs=("base",))
SEA_ROLL = strait.point("sea_roll.value", "modify", doc="a die was rolled for a crossing")
STEP = strait.point("dagon.step", "notify", doc="Dagon stands one spot higher")
EMERGED = strait.point("dagon.emerged", "notify", doc="Dagon has come up")
LEFT = strait.point("dagon.left", "notify", doc="Dagon has gone down again")


@strait.content
def depth(_setup: Setup) -> Iterator[Track]:
    """Lay out the track on which Dagon rises."""
    yield Track(DAGON, 0, TOP, 0)


@strait.hook(points.MOVE_DESTINATIONS, "provide")
def over_the_strait(g: Game, seat: Seat) -> list[int]:
    """Let boats go from each harbour to the other."""
    here = where(g, seat)
    return [HARBOURS[here]] if here in HARBOURS else []


def sails(g: Game, seat: Seat, location: int) -> bool:
    """Tell whether the way to a location is a crossing."""
    return HARBOURS.get(where(g, seat)) == location


@strait.hook(points.MOVE_IN_TRANSIT, "replace", when=sails)
def cross(g: Game, usual: object, seat: Seat, **_: object) -> Flow[None]:
    """Roll for the crossing, unless Dagon is up; then arrive."""
    if g.track(DAGON) < TOP:
        (fell,) = yield from g.roll("sea", 6)
        if g.modify(SEA_ROLL, fell, seat=seat) > g.track(DAGON):
            yield from rise(g, seat)
    assert callable(usual)
    yield from usual()


def rise(g: Game, seat: Seat) -> Flow[None]:
    """Let Dagon come one spot nearer."""
    g.add(DAGON, 1)
    g.notify(STEP, seat, position=g.track(DAGON))
    if g.track(DAGON) == TOP:
        g.notify(EMERGED, seat)
    yield from g.settle()


@strait.hook(points.ROUND_ENDED, "notify")
def sink(g: Game, _seat: Seat, **_: object) -> Flow[None]:
    """Let Dagon be up till the round ends."""
    if g.track(DAGON) == TOP:
        g.add(DAGON, -TOP)
        g.notify(LEFT, "")
    yield from g.settle()
