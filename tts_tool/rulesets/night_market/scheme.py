"""Each seat decides in secret where to go and with what."""

from __future__ import annotations

from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.night_market.core import SPOT_OPEN, SPOTS
from tts_tool.rulesets.night_market.words import wares_told


def scheme(g: Game) -> Flow[None]:
    """Choose in secret, then all show at once where they go."""
    scheming = tuple(seat for seat in g.seats if g.cards(f"hand.{seat}"))
    chosen = yield from g.together("scheme", {s: partial(plan, g, s) for s in scheming})  # NM-04
    for seat in g.clockwise(g.acting):
        if seat in chosen:
            spot, ware = chosen[seat]
            g.move(ware, f"hand.{seat}", spot, rule="NM-04")
            g.flag(f"seller.{ware}", seat)
    yield from g.settle()


def plan(g: Game, seat: Seat) -> Flow[tuple[str, str]]:
    """Choose a spot, then a ware to bring there."""
    spot = yield from g.ask(
        seat, "spot", lambda: Choice(SPOTS, lambda spot: closed(g, spot)), why="NM-04", always=True
    )
    ware = yield from g.ask(
        seat,
        "bring",
        lambda: Choice(g.cards(f"hand.{seat}")),
        why="NM-04",
        bind=lambda ware: Move(ware, spot),
        label=wares_told(g),
        always=True,
    )
    return spot, ware


def closed(g: Game, spot: str) -> Rejection | None:
    """Say why nobody may bring a ware to a spot tonight."""
    return g.veto(SPOT_OPEN, spot=spot)
