"""What happens when an event is called by its number, and where its card goes then."""

from __future__ import annotations

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.fight.skirmish import short_fight, skirmish
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.story.results import carry_out, choose_way, read_out
from tts_tool.rulesets.old_world.base.story.stories import EVENTS, event, sort_of

base.settles(
    OpenPoint(
        "OW-OPEN-15",
        "settled",
        "",
        "A resolved event goes back to its place; one that somebody keeps has no effect again.",
    ),
)


def happen(g: Game, seat: Seat, number: int, deck: str = EVENTS) -> Flow[None]:
    """Go through the event of a number; one that is kept already has no effect any more."""
    card = f"{sort_of(deck)}.{number}"
    if card not in g.cards(deck):  # OW-OPEN-15
        return
    g.move(card, deck, places.STORY, rule="OW-QUEST-07")  # OW-QUEST-07
    read_out(g, seat, card)
    known = event(g, card)
    if known.ways:
        yield from choose_way(g, seat, card, known.ways, "OW-QUEST-08")  # OW-QUEST-08
    yield from carry_out(g, seat, card, known)
    put_away(g, seat, card)


def go_on(g: Game, seat: Seat) -> Flow[None]:
    """Go on with the short fight of the event that lies on the table."""
    (card,) = g.cards(places.STORY)
    fight = short_fight(event(g, card))
    if fight is not None:
        yield from skirmish(g, fight, seat, card)
    put_away(g, seat, card)


def put_away(g: Game, seat: Seat, card: str) -> None:
    """Let equipment and companions stay with the seat, and put any other event back."""
    if event(g, card).kept is not None:
        g.move(card, places.STORY, places.gear(seat), rule="OW-QUEST-11")  # OW-QUEST-11
    else:
        put_back(g, card, places.STORY)


def put_back(g: Game, card: str, source: str) -> None:
    """Put an event back to its place in the order of numbers."""
    known = event(g, card)
    before = sum(event(g, other).number < known.number for other in g.cards(known.deck))
    g.move(card, source, known.deck, at=before, rule="OW-SETUP-08")
