"""Abilities that a seat holds: finding, judging, offering and using them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import msgspec

from tts_tool.kernel.decisions import Gesture, Move, Press
from tts_tool.kernel.decisions import Turn as TurnOver
from tts_tool.kernel.events import EffectEnded
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import (
    Ability,
    Condition,
    Gear,
    Price,
    When,
)
from tts_tool.rulesets.old_world.base.abilities.lasting import changed
from tts_tool.rulesets.old_world.base.abilities.specialties import current, specialty
from tts_tool.rulesets.old_world.base.board.trails import has_trail
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.box.records import Tally
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.potions import discard_potions
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight, opponent, over
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    ABILITY_COUNT,
    ABILITY_PRICE,
    ABILITY_USED,
    FIGHT_ITEM_LIMIT,
    FIGHT_TRAIL_FOR,
    FIGHT_TURN_STEP1_USES,
)
from tts_tool.rulesets.old_world.base.turn.turn import Turn
from tts_tool.rulesets.old_world.base.witcher.attributes import guard_track, lower_shield, value

OPPONENTS = ("opponent-turn", "opponent-turn-ended", "damaged")
"""Moments that lie in the opponent's Fight Turn."""
NOTHING, FREE = Condition(), Price()
PASS = "pass"  # noqa: S105  # an answer
COUNTED_CARDS = {
    "hand": places.hand,
    "deck": places.deck,
    "potions": places.potions,
    "trails": places.trails,
}
"""Where a seat's cards and tokens lie that are counted; the rest, but the Life Pool, are tracks."""
WHY = {"step-1": "OW-DEC-25", "hit": "OW-DEC-33", "combo": "OW-DEC-35"}
"""By which row of who decides what a seat is asked at a moment; the others are its own cards."""


class HeldAbility(NamedTuple):
    """An ability in somebody's hands."""

    key: str
    """Its name among the options: the card, with a number if the card has several."""
    source: str
    ability: Ability
    rule: str = "OW-FIGHT-12"
    """What it is refused by where it isn't its moment."""
    potion: bool = False


@base.part
class Uses(msgspec.Struct, frozen=True):
    """What was used up: in this fight, and in which turn."""

    fight: tuple[str, ...] = ()
    turn: dict[str, Tally] = {}


# Finding


def held(g: Game, seat: Seat, *moments: When) -> list[HeldAbility]:
    """List the abilities of a seat, but its Potions, for some moments or for all.

    They are those of its trophies, its gear, its Specialty, and what boxes add.
    """
    lying = g.state.places
    cards = (*lying[places.trophies(seat)], *lying.get(places.gear(seat), ()))
    found = [*g.kept(on_cards, moments, *cards)]
    known = specialty(g, seat)
    if known is not None and (not moments or known.levels[0].when in moments):
        board = g.cards(places.board(seat))[0]
        found.append(HeldAbility(known.id, board, current(g, seat, known), known.rule))
    more = g.provide(FIGHT_TURN_STEP1_USES, seat=seat)
    if more:
        found += [each for each in more if not moments or each.ability.when in moments]
    return found


def on_cards(g: Game, moments: tuple[When, ...], *cards: str) -> list[HeldAbility]:
    """List the abilities that cards give for some moments or for all."""
    every = (each for card in cards for each in on_card(g, card))
    return [each for each in every if not moments or each.ability.when in moments]


def on_card(g: Game, component: str) -> tuple[HeldAbility, ...]:
    """List the abilities that a card gives to whoever holds it."""
    return g.kept(printed_on, component)


def printed_on(g: Game, component: str) -> tuple[HeldAbility, ...]:
    """List the abilities that are printed on a card."""
    record = g.card(component)
    abilities = record.abilities if isinstance(record, Gear) else ()
    return tuple(
        HeldAbility(f"{component}/{number}" if number > 1 else component, component, ability)
        for number, ability in enumerate(abilities, 1)
    )


def potions(g: Game, seat: Seat) -> list[HeldAbility]:
    """List the unused Potions of a seat, what they do being their one ability."""
    return [
        each._replace(potion=True, rule="OW-POTION-04")
        for potion in g.cards(places.potions(seat))
        for each in on_card(g, potion)
    ]


def special(g: Game, when: When) -> list[HeldAbility]:
    """List what a monster's Special Ability does at a moment."""
    monster = g.part(Fight).monster
    abilities = g.card(monster).special if monster else ()
    return [
        HeldAbility(f"special.{number}", monster, ability, "OW-MONSTER-03")
        for number, ability in enumerate(abilities, 1)
        if ability.when == when
    ]


# Judging


def why_not(g: Game, seat: Seat, what: HeldAbility, *moments: When) -> Rejection | None:
    """Say why an ability can't be used now."""
    if what.ability.when not in moments:
        return Rejection("other-moment", {"moment": what.ability.when}, what.rule)  # OW-FIGHT-12
    return (
        used(g, seat, what)
        or (potion_why_not(g, seat) if what.potion else None)
        or unmet(g, seat, what)
        or unpayable(g, seat, what.ability.price, what.source)
        or g.veto(FIGHT_TURN_STEP1_USES, seat=seat, use=what.key, source=what.source)
    )


def used(g: Game, seat: Seat, what: HeldAbility) -> Rejection | None:
    """Say that an ability is used up."""
    uses, limit = g.part(Uses), what.ability.limit
    mark = f"{seat} {what.key}"
    if limit == "fight" and mark in uses.fight:
        return Rejection("used-this-fight", rule="OW-FIGHT-13")  # OW-FIGHT-13
    if limit == "turn" and uses.turn.get(mark) == g.part(Turn).number:
        return Rejection("used-this-turn", rule="OW-FIGHT-13")
    return None


def potion_limit(g: Game, seat: Seat) -> int:
    """Say how many Potions a seat may use in this fight in all."""
    most = changed(g, seat, "potions", value(g, seat, "alchemy"))
    return g.modify(FIGHT_ITEM_LIMIT, most, seat=seat)  # OW-ATTR-04


def potion_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why no further Potion may be used in this fight."""
    most, spent = potion_limit(g, seat), len(g.cards(places.spent_potions(seat)))
    if spent < most:
        return None
    rule = "OW-ATTR-04" if spent == most else "OW-POTION-06"  # OW-POTION-06
    return Rejection("potions-used-up", {"most": most}, rule)


def trail_held(g: Game, seat: Seat) -> bool:
    """Tell whether a seat holds the token that counts for the monster it fights."""
    fight = g.part(Fight)
    known = bool(fight.terrain) and has_trail(g, seat, fight.terrain)  # OW-TRAIL-08
    return known or any(g.provide(FIGHT_TRAIL_FOR, seat=seat, monster=fight.monster))


def unmet(g: Game, seat: Seat, what: HeldAbility) -> Rejection | None:
    """Say which condition of an ability doesn't hold."""
    needs, fight = what.ability.needs, g.part(Fight)
    if needs == NOTHING and what.ability.when != "hit":
        return None
    side = seat if what.ability.when not in OPPONENTS else opponent(g, seat)
    holds = {
        "needs-turn": needs.turn is None
        or (fight.turn == side and fight.turns.get(side) == needs.turn),
        "needs-shield": needs.shield is None or g.track(guard_track(g, seat)) == needs.shield,
        "needs-hand": needs.most_hand is None or len(g.cards(places.hand(seat))) <= needs.most_hand,
        "needs-deck": needs.most_deck is None or len(g.cards(places.deck(seat))) <= needs.most_deck,
        "needs-combo": not needs.least_combo or combo_size(g, needs.colour) >= needs.least_combo,
        "needs-trail": needs.trail is None or trail_held(g, seat) == needs.trail,
        "needs-against": needs.against is None or needs.against == against(g),
        "needs-location": not needs.locations or where(g, seat) in needs.locations,
        "needs-hit": what.ability.when != "hit"
        or (fight.turn == seat and fight.lost > 0),  # OW-SPEC-01
    }
    missing = next((name for name, true in holds.items() if not true), None)
    if missing is not None:
        return Rejection(missing, {}, what.rule)
    return miscounted(g, seat, what) if needs.least or needs.most else None


def miscounted(g: Game, seat: Seat, what: HeldAbility) -> Rejection | None:
    """Say of what there is too little or too much for an ability."""
    needs = what.ability.needs
    for counted, least in needs.least.items():
        if count(g, seat, counted) < least:
            return Rejection(
                "needs-least", {"count": f"count-{counted}", "number": least}, what.rule
            )
    for counted, most in needs.most.items():
        if count(g, seat, counted) > most:
            return Rejection("needs-most", {"count": f"count-{counted}", "number": most}, what.rule)
    return None


def count(g: Game, seat: Seat, counted: str) -> int:
    """Count what a seat has of something that cards count."""
    return g.replaced(ABILITY_COUNT, own_count, seat=seat, counted=counted)


def own_count(g: Game, seat: Seat, counted: str) -> int:
    """Count what the base game knows."""
    if counted == "pool":
        return len(g.cards(places.MONSTER_LIFE))
    if counted in COUNTED_CARDS:
        return len(g.cards(COUNTED_CARDS[counted](seat)))
    return g.track(guard_track(g, seat) if counted == "shield" else f"{counted}.{seat}")


def combo_size(g: Game, colour: str | None) -> int:
    """Count the cards of the Combo, or those of one colour."""
    return sum(colour in (None, laid) for laid in g.part(Fight).colours)


def against(g: Game) -> str:
    """Say whether the fight is against a monster or a witcher."""
    return "witcher" if g.part(Fight).defender else MONSTER


def unpayable(g: Game, seat: Seat, price: Price, source: str) -> Rejection | None:
    """Say what of a price a seat hasn't got."""
    if price == FREE:
        return None
    wants = {
        "price-hand": (price.hand, len(g.cards(places.hand(seat)))),
        "price-potions": (price.potions, len(g.cards(places.potions(seat)))),
        "price-gold": (price.gold, g.track(places.gold(seat))),
        "price-shield": (price.shield, g.track(guard_track(g, seat))),
    }
    short = next((name for name, (wanted, has) in wants.items() if has < wanted), None)
    if short is not None:
        return Rejection(short, {"price": wants[short][0]}, "OW-GEN-08")
    for paid, number in price.also.items():
        barred = g.veto(ABILITY_PRICE, seat=seat, price=paid, number=number, source=source)
        if barred is not None:
            return barred
    return None


# Using


def use(g: Game, seat: Seat, what: HeldAbility) -> Flow[None]:
    """Pay for an ability and do what it says, as long as the fight isn't over by it."""
    mark_used(g, seat, what)
    yield from pay(g, seat, what.ability.price, what.source)
    if what.potion:
        shelf = places.potions(seat)
        g.move(what.source, shelf, places.spent_potions(seat), rule="OW-POTION-05")  # OW-POTION-05
    was_over = over(g)
    for operation in what.ability.effects:
        yield from g.perform(operation, seat, what.source)
        yield from g.settle()
        if over(g) and not was_over:
            return
    yield from g.consult(ABILITY_USED, seat=seat, use=what.key, source=what.source)


def mark_used(g: Game, seat: Seat, what: HeldAbility) -> None:
    """Remember a use that can't be repeated."""
    mark, uses = f"{seat} {what.key}", g.part(Uses)
    if what.ability.limit == "fight" and not what.potion:
        g.note(Uses, "OW-FIGHT-13", fight=(*uses.fight, mark))
    elif what.ability.limit == "turn":
        g.note(Uses, turn={**uses.turn, mark: g.part(Turn).number})


def forget_uses(g: Game, component: str) -> None:
    """Forget a card that somebody parts with: its uses, and after a fight what still lasts."""
    uses = g.part(Uses)
    fight = tuple(mark for mark in uses.fight if not _of(component, mark))
    turn = {mark: number for mark, number in uses.turn.items() if not _of(component, mark)}
    if (fight, turn) != (uses.fight, uses.turn):
        g.note(Uses, fight=fight, turn=turn)
    if over(g):
        for effect in g.state.effects:
            if effect.source == component:
                g.emit(EffectEnded(effect.id))


def _of(component: str, mark: str) -> bool:
    return mark.partition(" ")[2].partition("/")[0] == component


def pay(g: Game, seat: Seat, price: Price, source: str) -> Flow[None]:
    """Pay a price in full."""
    if price == FREE:
        return
    if price.hand:
        hand = places.hand(seat)
        cards = yield from g.ask(
            seat,
            "pay",
            lambda: Subset(g.cards(hand), price.hand, price.hand),
            why="OW-DEC-37",
            bind=lambda paid: Move(paid, places.discard(seat)),
        )
        deck.discard(g, seat, cards, hand)
    if price.potions:
        yield from discard_potions(g, seat, price.potions, "OW-MONSTER-41", "OW-DEC-37")
    g.add(places.gold(seat), -price.gold)
    lower_shield(g, seat, price.shield)
    for paid, number in price.also.items():
        yield from g.consult(ABILITY_PRICE, seat=seat, price=paid, number=number, source=source)


# Moments


def moment(g: Game, seat: Seat, when: When) -> Flow[None]:
    """Do what a moment sets off for a seat: what is automatic, then what the seat wants."""
    yield from automatic(g, seat, when)
    yield from offer(g, seat, when)


def automatic(g: Game, seat: Seat, when: When) -> Flow[None]:
    """Do what needs no decision: a monster's Special Ability, and cards that say so."""
    own = [each for each in held(g, seat, when) if each.ability.use == "automatic"]
    for each in (*special(g, when), *own):
        if why_not(g, seat, each, when) is None:
            yield from use(g, seat, each)
            yield from g.settle()


def offer(g: Game, seat: Seat, when: When) -> Flow[None]:
    """Let a seat use what it holds for a moment, in any order, until it has enough."""
    known = True
    while known:
        mine = [each for each in held(g, seat, when) if optional(each)]
        known = any(why_not(g, seat, each, when) is None for each in mine)
        if known:
            chosen = yield from ask(g, seat, mine, when)
            known = chosen is not None
            if chosen is not None:
                yield from use(g, seat, chosen)
                yield from g.settle()


def optional(what: HeldAbility) -> bool:
    """Tell whether an ability is used only if its owner wants to."""
    return what.ability.use == "optional"


def ask(
    g: Game, seat: Seat, what: Iterable[HeldAbility], *moments: When
) -> Flow[HeldAbility | None]:
    """Ask which of several abilities a seat uses now, if any."""
    named = {each.key: each for each in what}
    chosen = yield from g.ask(
        seat,
        f"use-{moments[0]}",
        lambda: Choice((*named, PASS), partial(_refused, g, seat, named, moments)),
        why=WHY.get(moments[0], "OW-DEC-37"),
        bind=lambda key: gesture(named, key),
    )
    return named.get(chosen)


def _refused(
    g: Game, seat: Seat, named: dict[str, HeldAbility], moments: tuple[When, ...], key: str
) -> Rejection | None:
    return None if key == PASS else why_not(g, seat, named[key], *moments)


def gesture(named: dict[str, HeldAbility], key: str) -> Gesture:
    """Say what a use looks like: a Potion turned over, a card or the board pressed."""
    return TurnOver(key) if key in named and named[key].potion else Press(key)
