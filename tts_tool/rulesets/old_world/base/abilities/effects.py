"""What the operations of abilities do at once, seen from the seat that owns the card."""

from __future__ import annotations

from tts_tool.kernel.decisions import BUTTON, Move
from tts_tool.kernel.events import Said, Showed
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.spaces import Choice, Ordering, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities import abilities as ops
from tts_tool.rulesets.old_world.base.abilities.lasting import begin
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.fight.damage import guard, strike, suffer
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import POOL_ADD_CARDS
from tts_tool.rulesets.old_world.base.turn.turn import remember
from tts_tool.rulesets.old_world.base.witcher import attributes

base.settles(
    OpenPoint(
        "OW-OPEN-61",
        "choice",
        "fetch-limit",
        "Taking a card from the discard heeds the hand limit like drawing, or it doesn't.",
    ),
)


def monster_level(g: Game) -> int:
    """Read the level of the monster that is fought."""
    level: int = g.card(g.part(Fight).monster).level
    return level


@base.operation(ops.Change)
def changes(g: Game, operation: ops.Change, seat: Seat, source: str) -> Flow[None]:
    """Let a number be another one for a while; a lower Defense caps the Shield at once."""
    begin(g, f"change.{operation.value}", operation, seat, source)
    if operation.value == "defense":
        attributes.cap_shield(g, seat, "OW-ATTR-11")
    yield from ()


@base.operation(ops.Bend)
def bends(g: Game, operation: ops.Bend, seat: Seat, source: str) -> Flow[None]:
    """Let a rule be another one for a while."""
    begin(g, f"bend.{operation.rule}", operation, seat, source)
    yield from ()


@base.operation(ops.Strike)
def strikes(g: Game, operation: ops.Strike, seat: Seat, _source: str) -> Flow[None]:
    """Deal damage at once."""
    yield from strike(g, seat, operation.damage, "OW-FIGHT-14")  # OW-FIGHT-14


@base.operation(ops.Suffer)
def suffers(g: Game, operation: ops.Suffer, seat: Seat, _source: str) -> Flow[None]:
    """Take damage that may depend on the monster's level or an attribute's."""
    amount = operation.damage
    if operation.monster_level:
        amount += operation.monster_level * monster_level(g)  # OW-MONSTER-18
    if operation.attribute is not None:
        amount += attributes.level(g, seat, operation.attribute)  # OW-MONSTER-18
    if amount > 0:
        turn = g.part(Fight).turn
        yield from suffer(g, seat, amount, turn if turn == MONSTER else seat)


@base.operation(ops.DrawCards)
def draws(g: Game, operation: ops.DrawCards, seat: Seat, _source: str) -> Flow[None]:
    """Draw, within the hand limit and in a fight without a reshuffle."""
    yield from deck.draw(g, seat, operation.count, "OW-SPEC-11")  # OW-SPEC-11


@base.operation(ops.Guard)
def guards(g: Game, operation: ops.Guard, seat: Seat, _source: str) -> Flow[None]:
    """Raise or lower the Shield."""
    by = operation.by + operation.by_hand * len(g.cards(places.hand(seat)))
    guard(g, seat, by, "OW-SPEC-06")  # OW-SPEC-06
    yield from ()


@base.operation(ops.LoseCards)
def loses(g: Game, operation: ops.LoseCards, seat: Seat, _source: str) -> Flow[None]:
    """Discard cards: the Shield has no part in it, and no damage is done."""
    wanted = operation.count
    if operation.monster_level:
        wanted += operation.monster_level * monster_level(g)  # OW-MONSTER-14
    if operation.source == "deck":
        yield from lose_from_deck(g, seat, wanted)
        return
    if operation.source == "random":
        yield from lose_random(g, seat, wanted, rest_from_deck=operation.rest_from_deck)
        return
    hand = places.hand(seat)
    exactly = min(wanted, len(g.cards(hand)))  # OW-GEN-08
    cards = yield from g.ask(
        seat,
        "discard",
        lambda: Subset(g.cards(hand), exactly, exactly, rule="OW-OPEN-32"),
        why="OW-DEC-36",
        bind=lambda card: Move(card, places.discard(seat)),
    )
    deck.discard(g, seat, cards, hand, "OW-SPEC-09")


def lose_random(g: Game, seat: Seat, wanted: int, *, rest_from_deck: bool) -> Flow[None]:
    """Discard random cards of the hand, and what is missing from the top of the deck."""
    hand, pile = places.hand(seat), places.deck(seat)
    for left in range(wanted, 0, -1):
        if not g.cards(hand):
            if rest_from_deck:
                top = g.cards(pile)[:left]
                deck.discard(g, seat, top, pile, "OW-MONSTER-15")  # OW-MONSTER-15 OW-OPEN-43
            return
        card = yield from g.pick("random-discard", g.cards(hand), "OW-MONSTER-14")
        deck.discard(g, seat, (card,), hand, "OW-MONSTER-14")  # OW-MONSTER-17


def lose_from_deck(g: Game, seat: Seat, wanted: int) -> Flow[None]:
    """Look through the own deck, discard cards of choice, and shuffle it."""
    pile = places.deck(seat)
    exactly = min(wanted, len(g.cards(pile)))
    if not exactly:
        return
    g.emit(Showed(g.cards(pile), pile, (seat,)), "OW-MONSTER-40")
    cards = yield from g.ask(
        seat,
        "discard-from-deck",
        lambda: Subset(g.cards(pile), exactly, exactly),
        why="OW-DEC-37",
        bind=lambda card: Move(card, places.discard(seat)),
    )
    deck.discard(g, seat, cards, pile)
    yield from g.shuffle(pile, "OW-CARD-07")


@base.operation(ops.TrashCard)
def trashes(g: Game, _operation: ops.TrashCard, seat: Seat, _source: str) -> Flow[None]:
    """Trash a card of the hand, or with an empty hand what lies on top of the deck."""
    hand, pile = places.hand(seat), places.deck(seat)
    if not g.cards(hand):
        deck.trash(g, g.cards(pile)[:1], pile, "OW-MONSTER-16")  # OW-MONSTER-16
        return
    card = yield from g.ask(
        seat,
        "trash-one",
        lambda: Choice(g.cards(hand)),
        why="OW-DEC-30",
        bind=lambda card: Move(card, places.TRASH),
    )
    deck.trash(g, (card,), hand, "OW-MONSTER-16")  # OW-MONSTER-16


@base.operation(ops.Weaken)
def weakens(g: Game, operation: ops.Weaken, seat: Seat, _source: str) -> Flow[None]:
    """Lower an attribute for good, as far as it can be."""
    yield from attributes.lower(
        g, seat, operation.attribute, 1, "OW-MONSTER-12", source="fight"
    )  # OW-MONSTER-12


@base.operation(ops.Fetch)
def fetches(g: Game, operation: ops.Fetch, seat: Seat, _source: str) -> Flow[None]:
    """Take the top card of the own discard, or any one, into hand."""
    pile = places.discard(seat)
    if not may_fetch(g, seat):
        return
    found = g.cards(pile) if operation.any_card else g.cards(pile)[:1]  # OW-SPEC-10
    card = yield from g.ask(
        seat,
        "fetch",
        lambda: Choice(found),
        why="OW-DEC-36",
        bind=lambda card: Move(card, places.hand(seat)),
    )
    g.move(card, pile, places.hand(seat), rule="OW-SPEC-09")  # OW-SPEC-09


def may_fetch(g: Game, seat: Seat) -> bool:
    """Tell whether there is a card in the discard, and whether the hand may take it."""
    if not g.cards(places.discard(seat)):
        return False
    return deck.room(g, seat) > 0 or reading(g, "fetch-limit") == "free"  # OW-CARD-16


def reading(g: Game, setting: str) -> str:
    """Say how an open point is played, now that it decides something."""
    value = g.setup.settings[setting]
    g.emit(Said("setting-decided", {"setting": setting, "value": value}))
    return value


@base.operation(ops.PutBack)
def puts_back(g: Game, operation: ops.PutBack, seat: Seat, _source: str) -> Flow[None]:
    """Put cards of the hand on top of the deck: which, then in which order."""
    hand, pile = places.hand(seat), places.deck(seat)
    exactly = min(operation.count, len(g.cards(hand)))
    cards = yield from g.ask(
        seat,
        "put-back",
        lambda: Subset(g.cards(hand), exactly, exactly),  # OW-SPEC-07 OW-OPEN-35
        why="OW-DEC-34",
        bind=lambda card: Move(card, pile),
    )
    order = yield from g.ask(
        seat, "put-back-order", lambda: Ordering(cards), why="OW-DEC-34", bind=BUTTON
    )
    g.move(order, hand, pile, rule="OW-SPEC-07")
    g.notify(POOL_ADD_CARDS, seat, count=len(order))


@base.operation(ops.Mend)
def mends(g: Game, operation: ops.Mend, seat: Seat, _source: str) -> Flow[None]:
    """Shuffle discarded cards of choice into the deck."""
    pile, target = places.discard(seat), places.deck(seat)
    exactly = min(operation.count, len(g.cards(pile)))
    cards = yield from g.ask(
        seat,
        "mend",
        lambda: Subset(g.cards(pile), exactly, exactly),
        why="OW-DEC-37",
        bind=lambda card: Move(card, target),
    )
    g.move(cards, pile, target)
    yield from g.shuffle(target)
    g.notify(POOL_ADD_CARDS, seat, count=len(cards))


@base.operation(ops.FixDraw)
def fixes_draw(g: Game, operation: ops.FixDraw, seat: Seat, _source: str) -> Flow[None]:
    """Fix the draw of Phase III."""
    remember(g, seat, "OW-MARKET-18", draw_target=operation.cards)  # OW-MARKET-18
    yield from ()
