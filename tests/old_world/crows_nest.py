"""A small box as somebody might add it: crows to feed, a crow to fight, a row of cards to gain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tts_tool.kernel.decisions import Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Place, Seat
from tts_tool.kernel.module import Module, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.box.box import card, where
from tts_tool.rulesets.old_world.base.turn.turn import Deed, memory, remember

__all__ = ["CROW", "EYRIE", "crows_nest"]

EYRIE = 9
"""Where the crows live."""
CROW = "crow"
ROW = "crow-row"
FED = 1000
"""What stands among the used locations when the crows were fed."""

crows_nest = Module("crows-nest", needs=("base",))


@crows_nest.content
def row(_setup: Setup) -> Iterator[Place]:
    """Lay out a row of cards beside the display."""
    yield Place(ROW)


@crows_nest.hook(points.SETUP_MARKET, "provide")
def fill(g: Game) -> list[partial[Flow[None]]]:
    """Fill the row when the display is full."""
    return [partial(lay_out, g)]


def lay_out(g: Game) -> Flow[None]:
    """Lay two cards of cost 0 and another one into the row."""
    free = [c for c in g.cards("action-deck") if not card(g, c).cost][:2]
    dear = [c for c in g.cards("action-deck") if card(g, c).cost][:1]
    g.move((*free, *dear), "action-deck", ROW)
    yield from ()


@crows_nest.hook(points.GAIN_ACTION_CARD, "provide")
def shown(g: Game, seat: Seat, **_: object) -> tuple[str, ...]:
    """Offer the row wherever a card is gained by whoever is in turn."""
    return g.cards(ROW) if seat == g.acting else ()


@crows_nest.hook(points.GAIN_ACTION_CARD, "veto")
def shy(g: Game, seat: Seat, **_: object) -> Rejection | None:
    """Let nobody else gain any card."""
    return None if seat == g.acting else Rejection("not-here", {"seat": CROW})


@crows_nest.hook(points.LOCATION_ACTION_PERFORM, "provide")
def feeding(g: Game, seat: Seat, location: int) -> Iterator[Deed]:
    """Offer to feed the crows where they live."""
    if location == EYRIE:
        yield Deed("feed", partial(fed, g, seat), partial(feed, g, seat), Press("feed"))


def fed(g: Game, seat: Seat) -> Rejection | None:
    """Say why the crows can't be fed: they were."""
    if FED not in memory(g, seat).used:
        return None
    return Rejection("action-used", {"location": "crows-nest"})


def feed(g: Game, seat: Seat) -> Flow[None]:
    """Feed the crows, who bring a coin."""
    remember(g, seat, used=(*memory(g, seat).used, FED))
    g.add(f"gold.{seat}", 1)
    yield from ()


@crows_nest.hook(points.FIGHT_OPPONENTS, "provide")
def opponent(g: Game, seat: Seat) -> Iterator[Deed]:
    """Offer a fight with the crow."""
    yield Deed(f"fight.{CROW}", partial(away, g, seat), partial(scare, g, seat), Press(CROW))


def away(g: Game, seat: Seat) -> Rejection | None:
    """Say why the crow can't be fought: it is elsewhere."""
    return None if where(g, seat) == EYRIE else Rejection("not-here", {"seat": CROW})


def scare(g: Game, seat: Seat) -> Flow[None]:
    """Scare the crow off, and take what it has stolen."""
    g.add(f"gold.{seat}", 2)
    yield from ()
