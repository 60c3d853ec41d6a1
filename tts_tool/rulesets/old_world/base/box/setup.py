"""Setting up: the board and its decks, then the seats, in the order in which they depend."""

from __future__ import annotations

from tts_tool.kernel.decisions import Move, Press
from tts_tool.kernel.events import TurnBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.hooks import Point
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import FlowError
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board import monsters
from tts_tool.rulesets.old_world.base.box.box import card
from tts_tool.rulesets.old_world.base.box.records import (
    ATTRIBUTES,
    LEVELS,
    TERRAINS,
    Beginning,
    Resources,
)
from tts_tool.rulesets.old_world.base.cards import deck, market
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    SETUP_AFTER_PLAYERS,
    SETUP_LOCATION_TOKENS,
    SETUP_MAP,
    SETUP_MARKET,
    SETUP_MONSTER_FIGHT_DECK,
    SETUP_MONSTER_PILES,
    SETUP_PLAYER_COMPONENTS,
    SETUP_SIDE_DECKS,
    SETUP_SPECIAL_OPPONENTS,
    SETUP_STORY_DECKS,
    SETUP_VALIDATE,
)
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.turn.turn import Turn
from tts_tool.rulesets.old_world.base.witcher import attributes, boards

TWO = 2
SEATS = ("red", "blue", "green", "yellow", "white")

base.settings = (
    *base.settings,
    Setting("starting-player", ("random", *SEATS), "who takes the first turn", "OW-SETUP-18"),
)

base.settles(
    OpenPoint(
        "OW-OPEN-04", "settled", "", "The three cards of cost 0 lie in the three right-most slots."
    ),
    OpenPoint(
        "OW-OPEN-38", "settled", "", "The attribute raised in a set-up brings its usual benefit."
    ),
    OpenPoint("OW-OPEN-39", "settled", "", "The Starting Player is found before all else."),
)


def set_up(g: Game) -> Flow[None]:
    """Set up a game, up to its first turn."""
    rejection = g.veto(SETUP_VALIDATE)
    if rejection is not None:
        by = f" [{rejection.rule}]" if rejection.rule else ""
        raise FlowError(f"{rejection.code} {rejection.params}{by}")
    first = yield from starting_player(g)
    yield from set_up_board(g, first)
    yield from set_up_seats(g, first)
    yield from more_to_do(g, SETUP_AFTER_PLAYERS)


def starting_player(g: Game) -> Flow[Seat]:
    """Find who begins: a seat that was named, or one at random."""
    named = g.setup.settings["starting-player"]
    first = (
        named if named in g.seats else (yield from g.pick("first", g.seats, "OW-SETUP-18"))
    )  # OW-DEC-01
    g.emit(TurnBegan(first), "OW-SETUP-18")  # OW-SETUP-18 OW-SETUP-15 OW-DEC-01
    g.note(Turn, "OW-SETUP-18", first=first)
    return first


def more_to_do(g: Game, point: Point) -> Flow[None]:
    """Do what boxes add to a part of the set-up: `provide` gives flows, in the boxes' order."""
    for step in g.provide(point):
        yield from step()
    if "notify" in point.kinds:
        g.notify(point)
    yield from g.settle()
    yield from g.consult(point)


# The board


def set_up_board(g: Game, first: Seat) -> Flow[None]:
    """Lay out everything that belongs to no seat."""
    yield from more_to_do(g, SETUP_MAP)
    yield from g.replaced(SETUP_MARKET, lay_out_market)
    yield from more_to_do(g, SETUP_MARKET)
    yield from g.shuffle(places.POTION_DECK, "OW-SETUP-05")  # OW-SETUP-05
    yield from lay_out_attribute_trophies(g)
    yield from more_to_do(g, SETUP_SIDE_DECKS)
    for each in g.once(stories.decks):
        yield from g.shuffle(f"{each}-deck", "OW-SETUP-09")  # OW-SETUP-08 OW-SETUP-09
    yield from more_to_do(g, SETUP_STORY_DECKS)
    for terrain in TERRAINS:
        yield from g.shuffle(places.tokens(terrain), "OW-SETUP-10")  # OW-SETUP-10
    yield from more_to_do(g, SETUP_LOCATION_TOKENS)
    yield from lay_out_monsters(g, first)
    yield from g.replaced(SETUP_MONSTER_FIGHT_DECK, lay_out_fight_deck)
    yield from more_to_do(g, SETUP_SPECIAL_OPPONENTS)


def lay_out_market(g: Game) -> Flow[None]:
    """Lay out the display, and the rows of boxes like it."""
    for row in market.rows(g):
        yield from lay_out_row(g, row)


def lay_out_row(g: Game, row: market.Row) -> Flow[None]:
    """Fill the cheap half of a row with cards of cost 0, the other with any cards."""
    half = len(row.slots) // 2
    dear, cheap = row.slots[:half], row.slots[half:]
    yield from g.shuffle(row.deck, "OW-SETUP-01")  # OW-SETUP-01
    free = [c for c in g.cards(row.deck) if not card(g, c).cost][: len(cheap)]
    last = g.cards(row.deck).index(free[-1])
    g.reveal(g.cards(row.deck)[: last + 1], row.deck, "OW-SETUP-02")
    for slot, found in zip(cheap, free, strict=True):
        g.move(found, row.deck, slot, rule="OW-SETUP-02")  # OW-SETUP-02
    yield from g.shuffle(row.deck, "OW-SETUP-03")  # OW-SETUP-03
    for slot in dear:
        g.draw(row.deck, slot, rule="OW-SETUP-04")  # OW-SETUP-04


def lay_out_attribute_trophies(g: Game) -> Flow[None]:
    """Lay out as many Attribute Trophies as the number of seats says; the others leave."""
    if places.ATTRIBUTE_TROPHIES not in g.state.places:
        return
    laid_out = numbers(g).attribute_trophies[len(g.seats) - 1]  # OW-SOLO-04
    yield from g.shuffle(places.ATTRIBUTE_TROPHIES)
    kept = g.cards(places.ATTRIBUTE_TROPHIES)
    if laid_out <= len(ATTRIBUTES):  # OW-SETUP-06 OW-SETUP-07 OW-SOLO-04
        kept = tuple({g.card(trophy).attribute: trophy for trophy in kept}.values())[:laid_out]
    left = [trophy for trophy in g.cards(places.ATTRIBUTE_TROPHIES) if trophy not in kept]
    g.move(left, places.ATTRIBUTE_TROPHIES, places.BOX, rule="OW-SETUP-06")


def lay_out_monsters(g: Game, first: Seat) -> Flow[None]:
    """Place one monster in each slot, and set aside further Level I tokens."""
    for level in LEVELS:
        yield from g.shuffle(places.monster_tokens(level), "OW-SETUP-12")  # OW-SETUP-12
    yield from more_to_do(g, SETUP_MONSTER_PILES)
    levels = yield from slot_levels(g, first)
    for terrain, level in levels.items():
        pile = places.monster_tokens(level)
        if g.cards(pile):
            yield from monsters.spawn_from(g, terrain, pile)  # OW-SETUP-16 OW-SETUP-37
    set_aside = numbers(g).more_first_level[len(g.seats) - 1]
    pile = places.monster_tokens(LEVELS[0])
    g.draw(pile, places.MORE_MONSTERS, set_aside, "OW-SETUP-32")  # OW-SETUP-32


def slot_levels(g: Game, first: Seat) -> Flow[dict[str, int]]:
    """Say of which level the first monster of each terrain is.

    That is left to chance; only of two seats the first one says where the strongest comes.
    """
    slots: dict[str, int] = {}
    levels = numbers(g).monsters[len(g.seats) - 1]  # OW-SOLO-03
    for level in sorted(levels, reverse=True):
        free = tuple(terrain for terrain in TERRAINS if terrain not in slots)
        if len(g.seats) == TWO and not slots:
            slots[(yield from choose_slot(g, first, level))] = level
        else:
            slots[(yield from g.pick("slot", free, "OW-SETUP-13"))] = level  # OW-SETUP-13
    return slots


def choose_slot(g: Game, first: Seat, level: int) -> Flow[str]:
    """Let the Starting Player say where the monster of a level comes."""
    terrain = yield from g.ask(  # OW-SETUP-14
        first,
        "slot",
        lambda: Choice(TERRAINS),
        why="OW-DEC-03",
        bind=lambda each: Move(f"{places.monster_tokens(level)}/top", places.monster(each)),
    )
    return terrain


def lay_out_fight_deck(g: Game) -> Flow[None]:
    """Shuffle the Monster Fight cards."""
    if places.MONSTER_DECK not in g.state.places:
        return
    yield from g.shuffle(places.MONSTER_DECK, "OW-SETUP-17")  # OW-SETUP-17


# The seats


def set_up_seats(g: Game, first: Seat) -> Flow[None]:
    """Give boards, decks, hands and gold to the seats."""
    yield from boards.give_out(g, first)
    for seat, given in zip(g.clockwise(first), resources(g), strict=True):
        yield from lay_out_seat(g, seat)
        g.set(places.gold(seat), given.gold, "OW-SETUP-28")  # OW-SOLO-02
        yield from deck.draw(g, seat, given.cards, "OW-SETUP-28")
    if len(g.seats) >= numbers(g).free_attribute_from:
        for seat in g.clockwise(first):
            yield from free_attribute(g, seat)  # OW-SETUP-33


def lay_out_seat(g: Game, seat: Seat) -> Flow[None]:
    """Put a seat's miniature, deck and Witcher Trophies where its board says."""
    school, who = boards.school(g, seat), boards.character(g, seat)
    start = places.at(boards.home(g, school))
    g.move(f"miniature.{seat}", places.BOX, start, rule="OW-SETUP-24")  # OW-SETUP-24
    cards = tuple(c for c in g.cards(places.BOX) if who is not None and g.kind(c) in who.deck)
    trophies = [c for c in g.cards(places.BOX) if who is not None and g.kind(c) == who.trophy]
    kept = trophies[: len(g.seats) - 1]  # OW-SETUP-26 OW-SOLO-05
    g.move(kept, places.BOX, places.witcher_trophies(seat), rule="OW-SETUP-26")
    cards = g.modify(SETUP_PLAYER_COMPONENTS, cards, seat=seat, school=school)
    g.move(cards, places.BOX, places.deck(seat), rule="OW-SETUP-27")
    yield from g.shuffle(places.deck(seat), "OW-SETUP-27")  # OW-SETUP-27


def free_attribute(g: Game, seat: Seat) -> Flow[None]:
    """Let a seat raise an attribute of its choice."""
    chosen = yield from g.ask(
        seat,
        "free-attribute",
        lambda: Choice(ATTRIBUTES, lambda each: attributes.raise_why_not(g, seat, each)),
        why="OW-DEC-04",
        bind=lambda each: Press(attributes.attribute_track(g, seat, each)),
    )
    yield from attributes.raise_(
        g, seat, chosen, rule="OW-SETUP-34", source="set-up"
    )  # OW-SETUP-34


def numbers(g: Game) -> Beginning:
    """Read how games begin."""
    return g.table(Beginning)


def resources(g: Game) -> tuple[Resources, ...]:
    """Say what the seats start with, in turn order."""
    return numbers(g).resources[len(g.seats) - 1]  # OW-SETUP-28 OW-SETUP-29 OW-SETUP-30 OW-SETUP-31
