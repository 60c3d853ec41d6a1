"""Looking at the top of the opponent's deck: some of it goes, the rest comes back in any order."""

from __future__ import annotations

from tts_tool.kernel.decisions import BUTTON, Move
from tts_tool.kernel.events import Showed
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Ordering, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Peer
from tts_tool.rulesets.old_world.base.abilities.lasting import changed
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.fight.damage import count_loss
from tts_tool.rulesets.old_world.base.fight.fight import (
    MONSTER,
    Fight,
    judge_struck,
    opponent,
    over,
)
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import DISCARD_OTHER


@base.operation(Peer)
def peer(g: Game, operation: Peer, seat: Seat, _source: str) -> Flow[None]:
    """Look at the top cards of the opponent's deck, or of the Life Pool."""
    other = opponent(g, seat)
    pile = places.MONSTER_LIFE if other == MONSTER else places.deck(other)
    top = g.cards(pile)[: operation.see]  # OW-OPEN-34
    g.emit(Showed(top, pile, (seat,)), "OW-SPEC-02")  # OW-SPEC-02
    exactly = min(operation.discard, len(top))
    exactly = changed(g, seat, "loss", exactly, g.part(Fight).lost)
    chosen = yield from g.ask(
        seat,
        "peer-discard",
        lambda: Subset(top, exactly, exactly, rule="OW-SPEC-03"),  # OW-SPEC-03
        why="OW-DEC-33",
        bind=lambda card: Move(card, away(other)),
    )
    discard(g, other, chosen, pile)
    yield from g.settle()
    judge_struck(g, other)  # OW-SPEC-04
    rest = tuple(card for card in top if card not in chosen)
    if not over(g):
        order = yield from g.ask(
            seat, "peer-order", lambda: Ordering(rest), why="OW-DEC-33", bind=BUTTON
        )
        g.move(order, pile, pile, rule="OW-SPEC-02")


def away(other: str) -> str:
    """Say where a side's discarded cards go."""
    return places.MONSTER_SPENT if other == MONSTER else places.discard(other)


def discard(g: Game, other: str, cards: tuple[str, ...], pile: str) -> None:
    """Discard what was chosen: no damage, so no Shield takes it."""
    if other == MONSTER:
        g.move(cards, pile, places.MONSTER_SPENT, rule="OW-SPEC-04")  # OW-SPEC-04
        g.notify(DISCARD_OTHER, cards=cards, source=pile)
    else:
        deck.discard(g, other, cards, pile, "OW-SPEC-04")
    for _ in cards:
        count_loss(g)
