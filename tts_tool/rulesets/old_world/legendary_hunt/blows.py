"""The Combo that is worth most against an opponent: what it leaves of it, and what it costs."""

from __future__ import annotations

from typing import NamedTuple

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.lasting import changed
from tts_tool.rulesets.old_world.base.box.box import Card, card
from tts_tool.rulesets.old_world.base.fight.fight import Fight, life
from tts_tool.rulesets.old_world.base.witcher.attributes import guard_track, value
from tts_tool.rulesets.old_world.legendary_hunt import worths
from tts_tool.rulesets.old_world.legendary_hunt.fight import against_legend, protection
from tts_tool.rulesets.old_world.legendary_hunt.memory import Hunt

LOOKED_AT = 1500
"""So many Combos are compared at most."""
KILLING = 100.0
"""What ends the fight is worth more than all else, and being knocked out less."""
FALLING = 50.0

NO_MORE = "announce"


class Swing(NamedTuple):
    """What a Combo comes to so far."""

    damage: int = 0
    shield: int = 0
    draw: int = 0
    saved: int = 0
    """Cards that come back into the hand."""
    cards: int = 0

    def and_then(self, under: Card | None, card: Card) -> Swing:
        """Lay a card against the last one; of several tabs of its colour the best counts."""
        shown = [card.fight]
        tabs = [t.effect for t in under.extensions if t.colour == card.colour] if under else []
        if tabs:
            shown.append(max(tabs, key=lambda t: t.damage + t.shield + t.draw + t.fetch))
        return Swing(
            self.damage + sum(each.damage for each in shown),
            self.shield + sum(each.shield for each in shown),
            self.draw + sum(each.draw for each in shown),
            self.saved + sum(each.fetch for each in shown) + card.fight.back,
            self.cards + 1,
        )


class Assault:
    """A Combo that is being laid against a monster or a legend."""

    def __init__(self, g: Game, seat: Seat, can: list[str]) -> None:
        """Look at the hand, at what is laid, and at what it meets; only some cards can be laid."""
        fight, hand = g.part(Fight), g.cards(places.hand(seat))
        self.g, self.seat = g, seat
        self.cards = {each: card(g, each) for each in hand}
        self.can = frozenset(can)
        self.life, self.pool = life(g, seat), len(g.cards(places.MONSTER_LIFE))
        spent = g.part(Hunt).spent
        self.protection = max(0, protection(g, seat) - spent) if against_legend(g) else 0
        self.room = value(g, seat, "defense") - g.track(guard_track(g, seat))
        self.dealt, self.lost = fight.dealt, fight.lost
        self.looked_at = 0
        self.laid, self.under = Swing(), None
        for each in fight.played:
            known = card(g, each)
            self.laid, self.under = self.laid.and_then(self.under, known), known

    def next(self) -> str:
        """Say what to lay next, or that the Combo is complete."""
        best, first = self.worth(self.laid), NO_MORE
        for each in (one for one in self.cards if one in self.can):
            worth = self.best(self.laid.and_then(self.under, self.cards[each]), each, {each})
            if worth > best or (first == NO_MORE and not self.laid.cards):
                best, first = worth, each
        return first

    def best(self, laid: Swing, last: str, gone: set[str]) -> float:
        """Say what a Combo is worth that goes on, or ends, with a card."""
        self.looked_at += 1
        top, under = self.worth(laid), self.cards[last]
        colours = {tab.colour for tab in under.extensions}
        for each, known in self.cards.items():
            if self.looked_at < LOOKED_AT and each not in gone and known.colour in colours:
                further = self.best(laid.and_then(under, known), each, gone | {each})
                top = max(top, further)
        return top

    def worth(self, laid: Swing) -> float:
        """Say what a Combo is worth: what gets through, less what is missing of the own life."""
        g, seat = self.g, self.seat
        damage = changed(g, seat, "combo-damage", laid.damage) if laid.cards else 0
        damage = changed(g, seat, "damage", damage, self.dealt)
        through = changed(g, seat, "loss", max(0, damage - self.protection), self.lost)
        gone = laid.cards - laid.saved
        worth = worths.SHIELD * min(laid.shield, self.room) + worths.DRAW * laid.draw
        worth -= worths.CARD * gone
        if through >= self.pool:
            return worth + KILLING
        return worth + through - (FALLING if gone >= self.life else 0)
