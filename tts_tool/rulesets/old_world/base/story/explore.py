"""Explore: draw a card of the City or the Wilds, choose an option, see what comes of it."""

from __future__ import annotations

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import EXPLORE_DECK
from tts_tool.rulesets.old_world.base.story.results import choose_way, read_out
from tts_tool.rulesets.old_world.base.story.stories import DECKS, exploration

base.settles(
    OpenPoint(
        "OW-OPEN-14",
        "settled",
        "",
        "Used cards lie beside their deck and are shuffled into a new one when it is empty.",
    ),
    OpenPoint(
        "OW-OPEN-49",
        "settled",
        "",
        "Nobody is shown the result of an option that was not chosen, the reader neither.",
    ),
    OpenPoint(
        "OW-OPEN-50",
        "settled",
        "",
        "Where no option can be paid the cheaper one happens, paid as far as possible.",
    ),
)


def deck_why_not(g: Game, deck: str) -> Rejection | None:
    """Say why a deck can't be explored."""
    if g.cards(f"{deck}-deck") or g.cards(f"{deck}-used"):
        return None
    return Rejection("deck-explored", {"deck": deck}, "OW-EXPLORE-01")


def explore_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why nothing can be explored; where a seat stands is no reason."""
    decks = (*DECKS, *g.provide(EXPLORE_DECK, seat=seat))  # OW-TURN-07
    reasons = [deck_why_not(g, deck) for deck in decks]
    return None if None in reasons else reasons[0]


def explore(g: Game, seat: Seat) -> Flow[None]:
    """Choose a deck, draw its top card and go through it."""
    decks = (*DECKS, *g.provide(EXPLORE_DECK, seat=seat))
    deck = yield from g.ask(
        seat,
        "explore",
        lambda: Choice(decks, lambda each: deck_why_not(g, each)),  # OW-EXPLORE-01
        why="OW-DEC-18",
        bind=lambda each: Move(f"{each}-deck/top", places.STORY),
    )
    pile, used = f"{deck}-deck", f"{deck}-used"
    if not g.cards(pile):
        g.move(g.cards(used), used, pile, rule="OW-EXPLORE-10")
        yield from g.shuffle(pile, "OW-EXPLORE-10")
    (card,) = g.draw(pile, places.STORY, rule="OW-EXPLORE-02")
    read_out(g, seat, card)
    yield from choose_way(g, seat, card, exploration(g, card).ways, "OW-EXPLORE-03")
    if card in g.cards(places.STORY):
        g.move(card, places.STORY, used, rule="OW-EXPLORE-10")  # OW-EXPLORE-10
