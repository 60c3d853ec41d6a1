"""Damage, card by card, and what a Shield takes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.held import automatic, moment
from tts_tool.rulesets.old_world.base.abilities.lasting import bent, changed
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.fight.fight import (
    MONSTER,
    Fight,
    judge_struck,
    opponent,
    over,
)
from tts_tool.rulesets.old_world.base.points import (
    DAMAGE_ABSORB,
    DAMAGE_MONSTER_CARD_DISCARDED,
    DAMAGE_PLAYER_CARD_DISCARDED,
    DAMAGE_TO_MONSTER,
    DAMAGE_TO_PLAYER,
)
from tts_tool.rulesets.old_world.base.witcher.attributes import (
    guard_track,
    lower_shield,
    raise_shield,
)

# Dealt by a witcher


def strike(g: Game, seat: Seat, amount: int, rule: str = "OW-FIGHT-21") -> Flow[None]:
    """Deal damage to the opponent as part of the attack of this Fight Turn."""
    fight, other = g.part(Fight), opponent(g, seat)
    amount = max(0, changed(g, seat, "damage", amount, fight.dealt))
    if over(g) or not amount:
        return
    g.note(Fight, rule, dealt=fight.dealt + amount)
    if other == MONSTER:
        yield from strike_monster(g, seat, amount)
    else:
        yield from suffer(g, other, amount, seat)
    if not over(g):
        yield from automatic(g, seat, "hit")


def strike_monster(g: Game, seat: Seat, amount: int) -> Flow[None]:
    """Discard cards from the top of the Life Pool, one by one; what is too much is ignored."""
    amount = max(0, g.modify(DAMAGE_TO_MONSTER, amount, seat=seat))
    usual = partial(undiminished, amount)
    left = yield from g.around(DAMAGE_TO_MONSTER, usual, seat=seat)  # OW-FIGHT-24
    while left > 0 and not over(g) and may_lose(g, seat):  # OW-FIGHT-09
        top = g.cards(places.MONSTER_LIFE)[0]
        left = yield from g.replaced(
            DAMAGE_MONSTER_CARD_DISCARDED, lose_life, seat=seat, card=top, left=left - 1
        )
        yield from g.settle()
        judge_struck(g, MONSTER)


def undiminished(amount: int) -> Flow[int]:
    """Let all of a damage through: what boxes spend something around, to let less through."""
    yield from ()
    return amount


def may_lose(g: Game, seat: Seat) -> bool:
    """Tell whether the opponent can lose another card in this Fight Turn."""
    return changed(g, seat, "loss", 1, g.part(Fight).lost) > 0


def lose_life(g: Game, seat: Seat, card: str, left: int) -> Flow[int]:  # noqa: ARG001  # a hook's
    """Discard one card of the Life Pool; give how much damage is left to deal."""
    g.move(card, places.MONSTER_LIFE, places.MONSTER_SPENT, rule="OW-FIGHT-24")
    count_loss(g)
    yield from ()
    return left


def count_loss(g: Game) -> None:
    """Remember that the attack of this Fight Turn cost the opponent a card."""
    g.note(Fight, lost=g.part(Fight).lost + 1)


# Taken by a witcher


def suffer(g: Game, seat: Seat, amount: int, by: str) -> Flow[None]:
    """Take damage: from the Shield, then the top of the deck, then the hand."""
    dealt = amount
    amount = changed(g, seat, "damage-taken", amount)
    amount = max(0, g.modify(DAMAGE_TO_PLAYER, amount, seat=seat, by=by))
    usual = partial(undiminished, amount)
    left = max(0, (yield from g.around(DAMAGE_TO_PLAYER, usual, seat=seat, by=by)))
    zones: tuple[Callable[[Game, Seat, int, str], Flow[int]], ...]
    zones = (from_shield, from_deck, from_hand)  # OW-FIGHT-22 OW-MONSTER-11
    if bent(g, seat, "hand-first"):
        zones = (from_hand, from_shield, from_deck)
    for zone in zones:
        if left and not over(g):
            left = yield from zone(g, seat, left, by)
    if dealt > 0 and by != seat and not over(g):
        yield from moment(g, seat, "damaged")


def from_shield(g: Game, seat: Seat, amount: int, by: str) -> Flow[int]:
    """Let the Shield take what it can; give what is left."""
    left: int = g.replaced(DAMAGE_ABSORB, absorb, seat=seat, amount=amount, by=by)
    yield from ()
    return max(0, left)


def absorb(g: Game, seat: Seat, amount: int, by: str) -> int:  # noqa: ARG001  # a hook's
    """Lower the Shield by the damage, at most to nothing; give what is left."""
    return amount - lower_shield(g, seat, min(amount, g.track(guard_track(g, seat))), "OW-FIGHT-22")


def from_deck(g: Game, seat: Seat, amount: int, by: str) -> Flow[int]:
    """Discard the top of the deck for each damage; give what is left."""
    pile = places.deck(seat)
    while amount > 0 and g.cards(pile) and not over(g):
        amount = yield from lose_card(g, seat, g.cards(pile)[0], pile, by, amount - 1)
    return amount


def from_hand(g: Game, seat: Seat, amount: int, by: str) -> Flow[int]:
    """Let the damaged witcher choose the hand cards to discard; give what is left."""
    hand = places.hand(seat)
    exactly = min(amount, len(g.cards(hand)))  # OW-FIGHT-09
    if not exactly:
        return amount
    chosen = yield from g.ask(
        seat,
        "damage",
        lambda: Subset(g.cards(hand), exactly, exactly, rule="OW-FIGHT-23"),  # OW-FIGHT-23
        why="OW-DEC-27",
        bind=lambda card: Move(card, places.discard(seat)),
        label=card_label(g),
    )
    for card in chosen:
        if amount > 0:
            amount = yield from lose_card(g, seat, card, hand, by, amount - 1)
    return amount


def lose_card(  # noqa: PLR0913, PLR0917  # which card, from where, and what damage is left then
    g: Game, seat: Seat, card: str, source: str, by: str, left: int
) -> Flow[int]:
    """Discard one card for damage, from deck or hand; give how much damage is left."""
    g.move(card, source, places.discard(seat), rule="OW-FIGHT-22")
    if by == g.part(Fight).turn:
        count_loss(g)
    g.notify(DAMAGE_PLAYER_CARD_DISCARDED, seat, card=card, source=source)
    yield from g.settle()
    judge_struck(g, seat)
    left = g.modify(DAMAGE_PLAYER_CARD_DISCARDED, left, seat=seat, card=card, source=source)
    return max(0, left)


# Shield


def guard(g: Game, seat: Seat, by: int, rule: str = "OW-FIGHT-25") -> None:
    """Raise or lower the Shield in a fight."""
    if by <= 0:
        lower_shield(g, seat, -by, rule)
        return
    fight = g.part(Fight)
    mine = fight.risen if fight.turn == seat else 0
    risen = raise_shield(g, seat, changed(g, seat, "shield-rise", by, mine), rule)
    if fight.turn == seat:
        g.note(Fight, risen=fight.risen + risen)
