"""Destruction Tokens: taken where Phase I ends, revealed, resolved, and kept face down."""

from __future__ import annotations

from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.points import LEVEL_REACHED, PHASE1_ENDED
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import Destruction


@legendary_hunt.hook(PHASE1_ENDED, "ask")
def search_ruins(g: Game, seat: Seat, **_: object) -> Flow[None]:
    """Let whoever ends Phase I at a razed location take the token there, and only them."""
    yield from gain(g, seat, grounds.razed(where(g, seat)), "LH-55")  # LH-55 LH-56 LH-57 COMB-24


def gain(g: Game, seat: Seat, source: str, rule: str) -> Flow[None]:
    """Take the token on top of a place, if there is one, do what it says, and keep it."""
    for token in g.draw(source, grounds.FOUND, rule=rule):  # LH-58
        yield from resolve(g, seat, token)
        g.move(token, grounds.FOUND, grounds.held(seat), rule="LH-59")  # LH-59 LH-74


def resolve(g: Game, seat: Seat, token: str) -> Flow[None]:
    """Do what a token says that lies open."""
    known: Destruction = g.card(token)
    g.emit(Said("destruction-found", {"seat": seat, "token": known.id}), "LH-58")
    for effect in known.effects:  # LH-66 LH-67 LH-68 COMB-23 COMB-26
        yield from g.perform(effect, seat, token)
        yield from g.settle()


def resolving(g: Game, **_: object) -> bool:
    """Tell whether a token is being resolved."""
    return bool(g.cards(grounds.FOUND))


@legendary_hunt.hook(LEVEL_REACHED, "replace", when=resolving)
def no_draw(_g: Game, _usual: object, **_: object) -> Flow[None]:
    """Draw nothing for a level that a token has brought."""
    yield from ()  # LH-65
