"""What the fight cards of legends do: Special Attacks by their numbers, tolls, offers, losses."""

from __future__ import annotations

from tts_tool.kernel.decisions import Move, Press
from tts_tool.kernel.events import BOTTOM, Disclosed, Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Change
from tts_tool.rulesets.old_world.base.abilities.held import count, pay, unpayable
from tts_tool.rulesets.old_world.base.box.box import card
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.cards.potions import discard_potions
from tts_tool.rulesets.old_world.base.fight.damage import suffer
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight, over
from tts_tool.rulesets.old_world.base.points import POOL_ADD_CARDS
from tts_tool.rulesets.old_world.legendary_hunt.box import legend
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import (
    Again,
    Bargain,
    Cap,
    Either,
    LoseTop,
    Replenish,
    SpecialAttack,
    SufferBy,
    Toll,
)

WAYS = ("a", "b", "c", "d")


@legendary_hunt.operation(SpecialAttack)
def special_attack(g: Game, operation: SpecialAttack, seat: Seat, _source: str) -> Flow[None]:
    """Announce the Special Attack of a number and do what stands on the legend's card.

    From that card comes what lasts: it always lies open, which a fight card that is lost and
    replenished does not.
    """
    attack = legend(g).attacks[operation.number - 1]  # LH-76
    said: dict[str, str | int] = {"monster": legend(g).id, "number": operation.number}
    g.emit(Said("legend-attack", said), "LH-76")
    for effect in attack.effects:
        yield from g.perform(effect, seat, g.part(Fight).monster)
        yield from g.settle()


@legendary_hunt.operation(Cap)
def cap(g: Game, operation: Cap, seat: Seat, source: str) -> Flow[None]:
    """Let no more than so much count: of what is dealt, or of what comes through."""
    capped = "damage" if g.setup.settings["hunt-cap"] == "dealt" else "loss"  # LH-OPEN-31
    yield from g.perform(Change(value=capped, most=operation.most), seat, source)  # LH-75


@legendary_hunt.operation(Toll)
def toll(g: Game, operation: Toll, seat: Seat, source: str) -> Flow[None]:
    """Take what is demanded if all of it is there, or do what is threatened."""
    effects, paid = operation.otherwise, payable(g, seat, operation)
    if operation.colours:  # what the hand holds comes out either way, and is not taken back alone
        told: dict[str, str | int] = {"monster": legend(g).id, "seat": seat}
        code = "legend-demand-met" if paid else "legend-demand-unmet"
        g.emit(Disclosed(code, told), "LH-78")
    if paid:  # LH-78
        mine = demanded(g, seat, operation)
        if mine:
            number = len(mine) if operation.every else operation.count
            yield from hand_over(g, seat, mine, number)
        if operation.potions:
            yield from discard_potions(g, seat, operation.potions, "LH-78")
        effects = operation.then
    for effect in effects:
        yield from g.perform(effect, seat, source)
        yield from g.settle()


def demanded(g: Game, seat: Seat, operation: Toll) -> tuple[str, ...]:
    """Find the hand cards of the colours that a toll demands."""
    return tuple(c for c in g.cards(places.hand(seat)) if card(g, c).colour in operation.colours)


def payable(g: Game, seat: Seat, operation: Toll) -> bool:
    """Tell whether all that a toll demands is there."""
    mine = len(demanded(g, seat, operation))
    cards = not operation.colours or mine >= (1 if operation.every else operation.count)
    return cards and len(g.cards(places.potions(seat))) >= operation.potions


def hand_over(g: Game, seat: Seat, mine: tuple[str, ...], number: int) -> Flow[None]:
    """Let a seat choose which of its fitting hand cards it discards."""
    chosen = yield from g.ask(
        seat,
        "toll",
        lambda: Subset(mine, number, number, rule="LH-78"),
        why="LH-78",
        bind=lambda each: Move(each, places.discard(seat)),
        label=card_label(g),
    )
    deck.discard(g, seat, chosen, places.hand(seat), "LH-78")  # LH-78


@legendary_hunt.operation(SufferBy)
def suffers_by(g: Game, operation: SufferBy, seat: Seat, _source: str) -> Flow[None]:
    """Take damage by what is counted now."""
    damage = amount(g, seat, operation)
    if damage:
        turn = g.part(Fight).turn
        yield from suffer(g, seat, damage, turn if turn == MONSTER else seat)


def amount(g: Game, seat: Seat, operation: SufferBy) -> int:
    """Say how much damage an attack does that goes by a count."""
    counted = count(g, seat, operation.per) * operation.times
    return min(operation.most, max(operation.least, counted))


@legendary_hunt.operation(LoseTop)
def loses_top(g: Game, operation: LoseTop, seat: Seat, _source: str) -> Flow[None]:
    """Discard the top of the deck, then hand cards of choice; it is no damage."""
    pile, hand = places.deck(seat), places.hand(seat)
    top = g.cards(pile)[: operation.count]
    deck.discard(g, seat, top, pile, "LH-OPEN-34")
    exactly = min(operation.count - len(top), len(g.cards(hand)))
    chosen = yield from g.ask(
        seat,
        "discard",
        lambda: Subset(g.cards(hand), exactly, exactly, rule="LH-OPEN-34"),
        why="LH-76",
        bind=lambda each: Move(each, places.discard(seat)),
    )
    deck.discard(g, seat, chosen, hand, "LH-OPEN-34")


@legendary_hunt.operation(Either)
def either(g: Game, operation: Either, seat: Seat, source: str) -> Flow[None]:
    """Let the witcher choose how to get out of it, and pay what that costs."""
    ways = dict(zip(WAYS, operation.ways, strict=False))
    name = yield from g.ask(
        seat,
        "bargain",
        lambda: Choice(tuple(ways), lambda each: bargain_why_not(g, seat, ways[each], source)),
        why="LH-76",
        bind=lambda each: Press(f"bargain.{each}"),
        label=lambda each: {"en": ways[each].label.en, "de": ways[each].label.de},
    )
    yield from pay(g, seat, ways[name].price, source)
    for effect in ways[name].effects:
        yield from g.perform(effect, seat, source)
        yield from g.settle()


def bargain_why_not(g: Game, seat: Seat, way: Bargain, source: str) -> Rejection | None:
    """Say why a way out can't be taken."""
    for counted, least in way.least.items():
        if count(g, seat, counted) < least:
            params: dict[str, str | int] = {"count": f"count-{counted}", "number": least}
            return Rejection("needs-least", params, "LH-76")
    return unpayable(g, seat, way.price, source)


@legendary_hunt.operation(Again)
def attacks_again(g: Game, _operation: Again, _seat: Seat, _source: str) -> Flow[None]:
    """Let the legend have the next Fight Turn, too."""
    if not over(g):
        g.note(Fight, "LH-76", again=True)  # LH-OPEN-35
    yield from ()


@legendary_hunt.operation(Replenish)
def replenishes(g: Game, operation: Replenish, seat: Seat, _source: str) -> Flow[None]:
    """Put lost cards that chance names under the Life Pool."""
    spent, life = places.MONSTER_SPENT, places.MONSTER_LIFE
    for _ in range(min(operation.count, len(g.cards(spent)))):
        back = yield from g.pick("replenish", g.cards(spent), "LH-76")
        g.move(back, spent, life, at=BOTTOM, rule="LH-76")
        g.notify(POOL_ADD_CARDS, seat, count=1)
