"""Combos out of a hand, and a rough fight by which Action cards can be compared.

No rules engine: nothing here decides a game.  It asks what a hand could do, often enough to say
something about the cards.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tts_tool.rulesets.old_world.base.box.box import Card
from tts_tool.rulesets.old_world.base.box.records import Symbols

__all__ = ["Yield", "best_damage", "combos", "longest", "result", "spar"]

SHIELD = 2
COMBAT = 2
BLOW = 3
HAND_LIMIT = 7

Combo = tuple[Card, ...]


class Yield(NamedTuple):
    """What a Combo adds up to."""

    damage: int
    shield: int
    draw: int
    fetch: int
    back: int


def combos(hand: Sequence[Card]) -> Iterator[Combo]:
    """Give every Combo that a hand can make, of one card or more."""
    for place, card in enumerate(hand):
        yield from _extended((card,), (*hand[:place], *hand[place + 1 :]))


def _extended(combo: Combo, left: Sequence[Card]) -> Iterator[Combo]:
    yield combo
    colours = {extension.colour for extension in combo[-1].extensions}
    for place, card in enumerate(left):
        if card.colour in colours:
            yield from _extended((*combo, card), (*left[:place], *left[place + 1 :]))


def result(combo: Combo) -> Yield:
    """Add up the symbols of a Combo: every card's own, and those of the extensions used."""
    parts = [_counted(card.fight) for card in combo]
    for card, following in itertools.pairwise(combo):
        used = (each for each in card.extensions if each.colour == following.colour)
        parts += [_counted(extension.effect) for extension in used]
    return Yield(*map(sum, zip(*parts, strict=True)))


def _counted(symbols: Symbols) -> Yield:
    return Yield(symbols.damage, symbols.shield, symbols.draw, symbols.fetch, int(symbols.back))


def longest(hand: Sequence[Card]) -> int:
    """Say how many cards the longest Combo of a hand has."""
    return max(len(combo) for combo in combos(hand))


def best_damage(hand: Sequence[Card]) -> int:
    """Say how much damage a hand can deal at most."""
    return max(result(combo).damage for combo in combos(hand))


def spar(deck: Sequence[Card], luck: random.Random) -> int:
    """Fight with a deck until blows of three have used it up; give the life that it wears down.

    As with monsters every blow costs the opponent one life, so whoever stands longer gains, too.
    """
    pile = luck.sample(list(deck), len(deck))
    hand, spent = [pile.pop() for _ in range(3)], list[Card]()
    shield, worn = SHIELD, 0
    while hand or pile:
        draw = COMBAT
        combo: Combo = ()
        if hand:
            combo, gained = _chosen(hand, SHIELD - shield)
            worn += gained.damage
            shield = min(SHIELD, shield + gained.shield)
            draw += gained.draw
            hand = [card for card in hand if card not in combo or card.fight.back]
            fetched = [spent.pop() for _ in range(min(gained.fetch, len(spent)))]
            hand += fetched
        hand += [pile.pop() for _ in range(min(draw, len(pile), HAND_LIMIT - len(hand)))]
        spent += [card for card in combo if not card.fight.back]
        worn += 1
        shield, blow = max(0, shield - BLOW), max(0, BLOW - shield)
        for _ in range(blow):
            spent += [(pile or hand).pop()] if pile or hand else []
    return worn


def _chosen(hand: Sequence[Card], room: int) -> tuple[Combo, Yield]:
    """Choose as a sensible player would who knows that every card played is a life spent."""

    def worth(choice: tuple[Combo, Yield]) -> float:
        combo, gained = choice
        kept = 0.8 * (gained.fetch + gained.back) + 0.35 * max(-2, gained.draw)
        return gained.damage + 0.55 * min(gained.shield, room) + kept - 0.5 * len(combo)

    return max(((combo, result(combo)) for combo in combos(hand)), key=worth)
