"""The end: the last page, the side quests, the golden cubes, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tts_tool.catalog.records import Effect
from tts_tool.kernel.events import Disclosed, Ended, Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.rulesets.path_of_destiny.base import pages
from tts_tool.rulesets.path_of_destiny.base import vocabulary as v
from tts_tool.rulesets.path_of_destiny.base.box import card
from tts_tool.rulesets.path_of_destiny.base.course import character, order
from tts_tool.rulesets.path_of_destiny.base.experience import gain_vp, golden
from tts_tool.rulesets.path_of_destiny.base.module import FINAL_SCORING
from tts_tool.rulesets.path_of_destiny.base.records import Action, SideQuest

Hand = Sequence[Action]


def ending(g: Game) -> Flow[str]:
    """Turn to the ending of the path that has won; it pays the last path tokens."""
    yield from pages.turn_to(g, pages.ahead(g))  # PD-END-07 PD-END-08
    return "final"


def final(g: Game) -> Flow[str]:
    """Score what is left, the side quests first, and read how it all ends."""
    for seat in order(g):
        hand = f"hand.{seat}"
        for quest in g.cards(f"quest.{seat}"):
            g.reveal(g.cards(hand), hand, "PD-END-02")  # PD-END-02
            held = [card(g, component) for component in g.cards(hand)]  # PD-END-09
            gain_vp(g, seat, hand_worth(held, g.card(quest)), "PD-END-02")  # PD-END-02
    for seat in order(g):
        gain_vp(g, seat, golden(g, seat), "PD-END-03")  # PD-END-03 PD-XP-07
    yield from g.consult(FINAL_SCORING)  # PD-END-04
    ranked = sorted(
        order(g), key=lambda seat: -g.track(f"vp.{seat}")
    )  # PD-END-05 PD-END-06 PD-ABIL-08
    for seat in ranked:
        told: dict[str, str | int] = {"seat": seat, "vp": g.track(f"vp.{seat}")}
        g.emit(Said("final-score", told), "PD-END-05")
    last = pages.page(g, "left").id
    hero: dict[str, str | int] = {"card": last, "hero": character(g, ranked[0])}
    g.emit(Disclosed("page-epilogue", hero), "PD-END-07")
    g.emit(Ended(tuple((seat,) for seat in ranked)), "PD-END-05")
    return "over"


def hand_worth(hand: Hand, quest: SideQuest) -> int:
    """Say what a side quest gives for the cards left in the hand; the timeline is not looked at."""
    return sum(COUNTED[type(each)](each, hand) for each in quest.scores)  # PD-END-02


def symbols(hand: Hand) -> Counter[str]:
    """Count the symbols of a hand."""
    return Counter(each.symbol for each in hand if each.symbol)


def colours(hand: Hand) -> Counter[str]:
    """Count the colours of a hand; a card of two colours counts for both."""
    return Counter(colour for each in hand for colour in each.colours)


COUNTED: Mapping[type[Effect], Callable[[Any, Hand], int]] = {
    v.PerColour: lambda each, hand: each.vp * colours(hand)[each.colour],
    v.PerSymbol: lambda each, hand: each.vp * symbols(hand)[each.symbol],
    v.PerDifferentColour: lambda each, hand: each.vp * len(colours(hand)),
    v.PerDifferentSymbol: lambda each, hand: each.vp * len(symbols(hand)),
    v.PerSet: lambda each, hand: each.vp * min(sets(each.symbols, symbols(hand))),
    v.ColourThreshold: lambda each, hand: each.vp * (colours(hand)[each.colour] >= each.count),
    v.SymbolThreshold: lambda each, hand: each.vp * (symbols(hand)[each.symbol] >= each.count),
}
"""How each way to count is counted."""


def sets(wanted: Sequence[str], there: Counter[str]) -> list[int]:
    """Say of each symbol of a set for how many sets it is enough."""
    return [there[symbol] // many for symbol, many in Counter(wanted).items()]
