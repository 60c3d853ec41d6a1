"""Kayran, a legend like those of the hunt; Siren and Koshchey come with the boxes they need."""

from __future__ import annotations

from tts_tool.catalog.records import Operation
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module, OpenPoint
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import Count
from tts_tool.rulesets.old_world.base.points import POOL_ADD_CARDS

APART = {"wild-hunt": "COMB-41"}

NEEDS = ("legendary-hunt",)  # MP-01

monster_pack = Module("monster-pack", needs=NEEDS, excludes=APART)

monster_pack.settles(
    OpenPoint(
        "MP-OPEN-01",
        "settled",
        "",
        "Of the cards of this box Kayran has a large one only; the others belong to Siren and "
        "Koshchey.",
    ),
)


class Tuck(Operation):
    """Put random hand cards on top of the own deck."""

    count: Count


@monster_pack.operation(Tuck)
def tucks(g: Game, operation: Tuck, seat: Seat, _source: str) -> Flow[None]:
    """Let chance name the hand cards that go on top of the deck, as many as there are."""
    hand, pile = places.hand(seat), places.deck(seat)
    for _ in range(min(operation.count, len(g.cards(hand)))):
        back = yield from g.pick("tuck", g.cards(hand), "LH-76")
        g.move(back, hand, pile, rule="LH-76")
        g.notify(POOL_ADD_CARDS, seat, count=1)
