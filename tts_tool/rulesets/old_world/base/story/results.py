"""What results of exploration and event cards do."""

from __future__ import annotations

from functools import partial

from tts_tool.catalog.records import Text
from tts_tool.kernel.decisions import Move, Press
from tts_tool.kernel.events import Disclosed, Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board import trails
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES, Poker
from tts_tool.rulesets.old_world.base.cards import deck, market, potions
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import STORY_RESULT
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.turn.turn import memory, remember, right_hand
from tts_tool.rulesets.old_world.base.witcher import attributes

# Reading, options and prices


def read_out(g: Game, seat: Seat, card: str) -> None:
    """Let a card be read to a seat: by the right-hand player, who decides nothing.

    It is named by its record, so that it can still be told once the card lies face down again.
    """
    read: dict[str, str | int] = {"reader": right_hand(g, seat), "card": g.kind(card)}
    g.emit(Said("story-read", read), "OW-EXPLORE-02")  # OW-EXPLORE-02


def choose_way(
    g: Game, seat: Seat, source: str, ways: tuple[stories.Way, ...], rule: str
) -> Flow[None]:
    """Let a seat choose one of a card's options, pay for it, and see what comes of it."""
    names = stories.WAYS[: len(ways)]  # OW-SOLO-13
    why_not = {
        name: fee_why_not(g, seat, way.fee, rule) for name, way in zip(names, ways, strict=True)
    }
    if None not in why_not.values():
        why_not[cheapest(names, ways)] = None
    name = yield from g.ask(  # OW-EXPLORE-03 OW-QUEST-08
        seat,
        "option",
        lambda: Choice(names, why_not.get),
        why="OW-DEC-19",
        bind=lambda n: Press(f"option.{n}"),
        label=lambda n: said(ways[names.index(n)].label),
        read=True,
    )
    way = ways[names.index(name)]  # OW-EXPLORE-04
    yield from pay(g, seat, way.fee, rule)
    yield from carry_out(g, seat, source, way)


def said(text: Text) -> dict[str, str]:
    """Give a text by language."""
    return {"en": text.en, "de": text.de}


def cheapest(names: tuple[str, ...], ways: tuple[stories.Way, ...]) -> str:
    """Find what is done where nothing can be paid: the cheapest, as far as possible."""
    cost = [way.fee.gold + way.fee.potions + way.fee.hand for way in ways]  # OW-OPEN-50
    return names[cost.index(min(cost))]


def fee_why_not(g: Game, seat: Seat, fee: stories.Fee, rule: str) -> Rejection | None:
    """Say why a price can't be paid."""
    if g.track(places.gold(seat)) < fee.gold:
        return Rejection("fee-gold", {"price": fee.gold}, rule)
    if len(g.cards(places.potions(seat))) < fee.potions:
        return Rejection("fee-potions", {"price": fee.potions}, rule)
    if len(g.cards(places.hand(seat))) < fee.hand:
        return Rejection("fee-hand", {"price": fee.hand}, rule)
    return None


def pay(g: Game, seat: Seat, fee: stories.Fee, rule: str) -> Flow[None]:
    """Pay a price: gold, then Potions, then cards of choice."""
    g.add(places.gold(seat), -fee.gold, rule)
    if fee.potions:
        yield from potions.discard_potions(g, seat, fee.potions, rule)
    if fee.hand:
        yield from drop(g, seat, fee.hand)


def carry_out(
    g: Game, seat: Seat, source: str, result: stories.Way | stories.Outcome | stories.Event
) -> Flow[None]:
    """Tell how a story ends, and do what a result says, part by part, as far as possible."""
    for flow in g.provide(STORY_RESULT, seat=seat, card=source):
        yield from flow()
    if not isinstance(result, stories.Event):
        tell_ending(g, source, result)
    for effect in result.effects:  # OW-EXPLORE-05 OW-EXPLORE-06 OW-GEN-08
        yield from g.perform(effect, seat, source)
        yield from g.settle()


def tell_ending(g: Game, source: str, result: stories.Way | stories.Outcome) -> None:
    """Tell everybody how a story ends: once it is certain, and of this end alone.

    Card and ending are named by record and outcome, as the text is not the same for every reader.
    """
    card = g.card(source)
    for name, _, each in stories.outcomes(card) if isinstance(card, stories.Tale) else ():
        if each is result and result.ending is not None:
            told: dict[str, str | int] = {"card": g.kind(source), "outcome": name}
            g.emit(Disclosed("story-ended", told), "OW-EXPLORE-04")  # OW-EXPLORE-04


def reached(outcomes: tuple[stories.Outcome, ...], value: int) -> stories.Outcome:
    """Find what stands at the highest threshold that a value reaches."""
    fitting = [outcome for outcome in outcomes if outcome.least <= value]
    return max(fitting, key=lambda each: each.least, default=stories.Outcome(least=0))


# Operations


@base.operation(stories.Gold)
def gold(g: Game, operation: stories.Gold, seat: Seat, _source: str) -> Flow[None]:
    """Gain or lose gold."""
    g.add(places.gold(seat), operation.by, "OW-GEN-08")  # OW-GEN-08
    yield from ()


@base.operation(stories.Learn)
def learn(g: Game, operation: stories.Learn, seat: Seat, _source: str) -> Flow[None]:
    """Raise an attribute."""
    attribute: str = operation.attribute or ""
    if not attribute:
        can = [each for each in ATTRIBUTES if not attributes.raise_why_not(g, seat, each)]
        if not can:
            return
        attribute = yield from g.ask(
            seat,
            "learn",
            lambda: Choice(ATTRIBUTES, partial(attributes.raise_why_not, g, seat)),
            why="OW-ATTR-21",
            bind=lambda each: Press(f"{each}.{seat}"),
        )
    yield from attributes.raise_(g, seat, attribute, operation.levels, "OW-ATTR-21", source="story")


@base.operation(stories.Unlearn)
def unlearn(g: Game, operation: stories.Unlearn, seat: Seat, _source: str) -> Flow[None]:
    """Lower an attribute."""
    attribute: str = operation.attribute or ""
    if not attribute:
        if all(lower_why_not(g, seat, each) for each in ATTRIBUTES):
            return
        attribute = yield from g.ask(
            seat,
            "unlearn",
            lambda: Choice(ATTRIBUTES, partial(lower_why_not, g, seat)),
            why="OW-ATTR-09",
            bind=lambda each: Press(f"{each}.{seat}"),
        )
    yield from attributes.lower(g, seat, attribute, 1, "OW-ATTR-09", source="story")


def lower_why_not(g: Game, seat: Seat, attribute: str) -> Rejection | None:
    """Say why an attribute can't be lowered, so that nobody loses a level for nothing."""
    track = attributes.attribute_track(g, seat, attribute)
    if g.track(track) == attributes.highest(g, track):
        return Rejection("attribute-safe", {"attribute": attribute}, "OW-ATTR-10")
    if g.track(track) == 1:
        return Rejection("attribute-at-bottom", {"attribute": attribute}, "OW-ATTR-09")
    return None


@base.operation(stories.Shield)
def shield(g: Game, operation: stories.Shield, seat: Seat, _source: str) -> Flow[None]:
    """Raise or lower the Shield."""
    if operation.by > 0:
        attributes.raise_shield(g, seat, operation.by, "OW-ATTR-20")
    else:
        attributes.lower_shield(g, seat, -operation.by, "OW-ATTR-19")  # OW-ATTR-19
    yield from ()


@base.operation(stories.Brew)
def brew(g: Game, operation: stories.Brew, seat: Seat, _source: str) -> Flow[None]:
    """Gain Potions."""
    yield from potions.gain_potion(g, seat, operation.count, source="story")


@base.operation(stories.Spill)
def spill(g: Game, operation: stories.Spill, seat: Seat, _source: str) -> Flow[None]:
    """Discard Potions; of those not named the owner chooses."""
    held = len(g.cards(places.potions(seat)))
    count = held if operation.every else operation.count
    yield from potions.discard_potions(g, seat, count)  # OW-EXPLORE-12


@base.operation(stories.Track)
def track(g: Game, operation: stories.Track, seat: Seat, _source: str) -> Flow[None]:
    """Gain a trail."""
    yield from trails.gain_trail(g, seat, operation.terrain, source="story")


@base.operation(stories.Phase3)
def phase_three(g: Game, operation: stories.Phase3, seat: Seat, _source: str) -> Flow[None]:
    """Change the draw of Phase III."""
    draws = memory(g, seat).draws + operation.by
    remember(g, seat, "OW-MARKET-18", draws=draws)  # OW-MARKET-18
    yield from ()


@base.operation(stories.Thin)
def thin(g: Game, operation: stories.Thin, seat: Seat, _source: str) -> Flow[None]:
    """Trash own cards."""
    sources = (places.hand(seat),) if operation.hand_only else ()
    yield from deck.trash_chosen(g, seat, operation.count, sources, "OW-CARD-11")  # OW-CARD-11


@base.operation(stories.Drop)
def drops(g: Game, operation: stories.Drop, seat: Seat, _source: str) -> Flow[None]:
    """Discard hand cards."""
    held = len(g.cards(places.hand(seat)))
    yield from drop(g, seat, held if operation.every else operation.count)


def drop(g: Game, seat: Seat, count: int) -> Flow[None]:
    """Let a seat choose which hand cards it discards: so many, or all it has."""
    hand = places.hand(seat)
    exactly = min(count, len(g.cards(hand)))  # OW-EXPLORE-12
    chosen = yield from g.ask(
        seat,
        "drop",
        lambda: Subset(g.cards(hand), exactly, exactly, rule="OW-EXPLORE-12"),
        why="OW-DEC-39",
        bind=lambda card: Move(card, places.discard(seat)),
    )
    deck.discard(g, seat, chosen, hand, "OW-EXPLORE-12")


@base.operation(stories.Find)
def find(g: Game, operation: stories.Find, seat: Seat, _source: str) -> Flow[None]:
    """Gain an Action card of a printed cost."""
    yield from market.gain_of_cost(g, seat, operation.cost, source="story")  # OW-EXPLORE-07


@base.operation(stories.RollDie)
def roll_die(g: Game, operation: stories.RollDie, seat: Seat, source: str) -> Flow[None]:
    """Roll one die and do what it says."""
    (value,) = yield from g.roll("story", g.table(Poker).sides, rule="OW-EXPLORE-09")
    if operation.plus is not None:
        value += attributes.level(g, seat, operation.plus)
    yield from carry_out(g, seat, source, reached(operation.outcomes, value))  # OW-EXPLORE-09


@base.operation(stories.Test)
def test(g: Game, operation: stories.Test, seat: Seat, source: str) -> Flow[None]:
    """Look at an attribute and do what its level says."""
    level = attributes.level(g, seat, operation.attribute)
    yield from carry_out(g, seat, source, reached(operation.outcomes, level))  # OW-QUEST-09
