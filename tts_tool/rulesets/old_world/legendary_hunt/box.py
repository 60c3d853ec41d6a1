"""What the box brings, where it can lie, and how it is set up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import atlas
from tts_tool.rulesets.old_world.base.points import SETUP_AFTER_PLAYERS, SETUP_SPECIAL_OPPONENTS
from tts_tool.rulesets.old_world.base.turn.turn import Turn
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import (
    Destruction,
    Legend,
    LegendFightCard,
    Movement,
)


@legendary_hunt.content
def beasts(setup: Setup) -> Iterator[Component | Place]:
    """Bring a large card and a miniature of every legend, of which one is hunted."""
    yield Place(grounds.LEGEND)
    yield Place(grounds.LEGENDS)
    yield Place(grounds.MINIATURES)
    for kind in setup.cards.of(Legend).values():  # LH-01 MP-02
        card, figure = f"legend.{kind.id}", f"legend-miniature.{kind.id}"
        yield Component(card, kind.id, grounds.LEGENDS, {"start": kind.start}, card=kind)
        yield Component(figure, kind.id, grounds.MINIATURES, card=kind)


@legendary_hunt.content
def decks(setup: Setup) -> Iterator[Component | Place]:
    """Bring the fight cards of legends and the Movement cards."""
    yield Place(grounds.FIGHT_DECK, "nobody")
    yield Place(grounds.MOVEMENT_DECK, "nobody")
    yield Place(grounds.MOVEMENT_DISCARD)
    yield Place(grounds.MOVEMENT_AWAY, "nobody")
    for attack in setup.cards.of(LegendFightCard).values():  # LH-01
        yield Component(
            f"legend-fight.{attack.id.rpartition('-')[2]}",
            attack.id,
            grounds.FIGHT_DECK,
            back={"back": "legend-fight"},
            pool="legend-fight",
            card=attack,
        )
    for number, kind in enumerate(setup.cards.of(Movement).values(), 1):  # LH-01
        yield Component(
            f"movement.{number}",
            kind.id,
            grounds.MOVEMENT_DECK,
            {"main": kind.main, "secondary": kind.secondary},
            {"back": "movement"},
            "movement",
            kind,
        )


@legendary_hunt.content
def ruins(setup: Setup) -> Iterator[Component | Place]:
    """Bring the Destruction Tokens, face down wherever they lie."""
    yield Place(grounds.SUPPLY, "nobody")
    yield Place(grounds.FOUND)
    for number in atlas(setup):
        yield Place(grounds.razed(number), "nobody")  # LH-40
    for seat in setup.seats:
        yield Place(grounds.held(seat), "nobody", seat)  # LH-59
    for kind in setup.cards.of(Destruction).values():  # LH-01 LH-69
        for number in range(1, kind.copies + 1):
            yield Component(
                f"destruction.{kind.id}.{number}",
                kind.id,
                grounds.SUPPLY,
                back={"back": "destruction"},
                pool="destruction",
                card=kind,
            )


# What is hunted


def legend_card(g: Game) -> str:
    """Name the large card of the legend that is hunted."""
    return g.cards(grounds.LEGEND)[0]


def legend(g: Game) -> Legend:
    """Read the card of the legend that is hunted."""
    known: Legend = g.card(legend_card(g))
    return known


def miniature(g: Game) -> str:
    """Name the miniature of the legend that is hunted."""
    return f"legend-miniature.{legend(g).id}"


def lurks_at(g: Game) -> int | None:
    """Say at which location the legend is."""
    if not g.cards(grounds.LEGEND):
        return None
    return g.once(spots_of_map).get(g.state.place_of(miniature(g)))


def spots_of_map(setup: Setup) -> dict[str, int]:
    """Index the numbers of the locations by their places."""
    return {places.at(number): number for number in atlas(setup)}


def last_player(g: Game) -> Seat:
    """Name who plays last in each round, and keeps the Movement cards."""
    return g.clockwise(g.part(Turn).first)[-1]  # LH-09


# Set-up


@legendary_hunt.hook(SETUP_SPECIAL_OPPONENTS, "provide")
def prepare(g: Game) -> list[Callable[[], Flow[None]]]:
    """Let the legend come once the monsters are placed."""
    return [partial(bring_legend, g)]  # LH-01 COMB-16


def bring_legend(g: Game) -> Flow[None]:
    """Find the legend that is hunted, put it where its card says, and shuffle what is its."""
    found = yield from find_legend(g)
    card, start = f"legend.{found}", g.setup.cards.of(Legend)[found].start
    g.move(card, grounds.LEGENDS, grounds.LEGEND, rule="LH-06")  # LH-06 LH-07 MP-04
    figure = f"legend-miniature.{found}"
    g.move(figure, grounds.MINIATURES, places.at(start), rule="LH-06")  # LH-06
    g.emit(Said("legend-comes", {"monster": found}), "LH-06")
    yield from g.shuffle(grounds.FIGHT_DECK, "LH-08")  # LH-08
    yield from g.shuffle(grounds.SUPPLY, "LH-11")  # LH-11


def find_legend(g: Game) -> Flow[str]:
    """Let chance say which legend it is, or for all whoever plays first."""
    only = g.setup.settings["hunt-legends"] == "known"
    every = g.setup.cards.of(Legend).values()
    names = tuple(kind.id for kind in every if kind.known or not only)  # MP-03
    if g.setup.settings["hunt-legend"] == "random":
        # Cards are shuffled as people would, and the first that may come does.
        yield from g.shuffle(grounds.LEGENDS, "LH-05")  # LH-05
        drawn = (g.kind(card) for card in g.cards(grounds.LEGENDS))
        return next(kind for kind in drawn if kind in names)
    chosen: str = yield from g.ask(  # LH-05
        g.part(Turn).first,
        "legend",
        lambda: Choice(names),
        why="LH-05",
        bind=lambda name: Move(f"legend.{name}", grounds.LEGEND),
    )
    return chosen


@legendary_hunt.hook(SETUP_AFTER_PLAYERS, "ask")
def shuffle_movement(g: Game) -> Flow[None]:
    """Shuffle the Movement cards face down, of which none is revealed yet."""
    yield from g.shuffle(grounds.MOVEMENT_DECK, "LH-09")  # LH-09 LH-10 COMB-20


# What always holds


@legendary_hunt.invariant
def ruins_keep_apart(g: Game) -> Rejection | None:
    """No location has two Destruction Tokens, and the legend stands on none."""
    for number in g.once(atlas):
        tokens = len(g.cards(grounds.razed(number)))
        if tokens > 1 or (tokens and lurks_at(g) == number):
            return Rejection("razed-twice", {"place": places.at(number)}, "LH-39")  # LH-39
    return None
