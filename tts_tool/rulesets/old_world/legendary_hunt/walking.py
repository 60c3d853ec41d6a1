"""How the legend walks: towards its goals, never onto what it has razed, night after night."""

from __future__ import annotations

from collections import deque
from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import atlas, location, name
from tts_tool.rulesets.old_world.base.points import ROUND_ENDED
from tts_tool.rulesets.old_world.base.words import Words, phrase
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.box import (
    last_player,
    legend,
    lurks_at,
    miniature,
    spots_of_map,
)
from tts_tool.rulesets.old_world.legendary_hunt.memory import DECK_EMPTY, LEGEND_STUCK
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import Habit, Movement

# The night


@legendary_hunt.hook(ROUND_ENDED, "ask")
def night(g: Game, *_: object, **__: object) -> Flow[None]:
    """Turn a Movement card up, and let the legend walk by it."""
    card = yield from turn_up(g)  # LH-23
    known = movement(g, card)
    walked_out = False
    for _number in range(movements(g, known)):  # LH-26
        walked_out = walked_out or lurks_at(g) == known.main
        goal = known.secondary if walked_out else known.main  # LH-33 LH-34
        if not (yield from step(g, towards(g, goal))):
            yield from g.consult(LEGEND_STUCK)
            return  # LH-32


def turn_up(g: Game) -> Flow[str]:
    """Turn up the top Movement card, which is laid aside."""
    if not g.cards(grounds.MOVEMENT_DECK):
        yield from g.replaced(DECK_EMPTY, shuffle_anew)
    (card,) = g.draw(grounds.MOVEMENT_DECK, grounds.MOVEMENT_DISCARD, rule="LH-23")  # LH-42
    return card


def shuffle_anew(g: Game) -> Flow[None]:
    """Make a new deck of the Movement cards that were used."""
    used, deck = grounds.MOVEMENT_DISCARD, grounds.MOVEMENT_DECK
    g.move(g.cards(used), used, deck, rule="LH-42")
    yield from g.shuffle(deck, "LH-42")  # LH-42


def movement(g: Game, card: str) -> Movement:
    """Read a Movement card."""
    known: Movement = g.card(card)
    return known


def movements(g: Game, known: Movement) -> int:
    """Say how many Movements there are; in the water some legends are slower."""
    number = known.moves[len(g.seats) - 1]  # LH-24 LH-25
    slow = habit(g) == "sits-in-water" and terrain(g, lurks_at(g)) == "water"
    return max(1, number - 1) if slow else number


# One Movement


def towards(g: Game, goal: int) -> tuple[int, ...]:
    """List the neighbours that are closest to a goal; if none is free, all of them."""
    near = neighbours(g)
    steps = g.once(ways)[goal]
    least = min(steps[number] for number in near)  # LH-27
    closest = tuple(number for number in near if steps[number] == least)  # LH-28 LH-35
    return closest if any(free(g, number) for number in closest) else near  # LH-31


def neighbours(g: Game) -> tuple[int, ...]:
    """List where roads lead from the legend."""
    here = lurks_at(g)
    return () if here is None else location(g, here).roads  # LH-43 COMB-29


def ways(setup: Setup) -> dict[int, dict[int, int]]:
    """Count for every goal how many steps by road each location is away."""
    roads = {number: known.roads for number, known in atlas(setup).items()}
    return {goal: steps_to(roads, goal) for goal in roads}


def steps_to(roads: dict[int, tuple[int, ...]], goal: int) -> dict[int, int]:
    """Count how many steps each location is away from a goal.

    >>> steps_to({1: (2,), 2: (1, 3), 3: (2,)}, 3)
    {3: 0, 2: 1, 1: 2}
    """
    steps, waiting = {goal: 0}, deque([goal])
    while waiting:
        at = waiting.popleft()
        for near in roads[at]:
            if near not in steps:
                steps[near] = steps[at] + 1
                waiting.append(near)
    return steps


def free(g: Game, number: int) -> bool:
    """Tell whether the legend can go to a location."""
    return not g.cards(grounds.razed(number))  # LH-29


def razed(g: Game, spot: str) -> Rejection | None:
    """Say why the legend can't go somewhere."""
    number = g.once(spots_of_map)[spot]
    if free(g, number):
        return None
    return Rejection("legend-avoids-ruins", {"location": name(g, number)}, "LH-29")  # LH-29


def step(g: Game, offered: tuple[int, ...]) -> Flow[bool]:
    """Let the legend go to one of some neighbours, if any is free; tell whether it did."""
    if not any(free(g, number) for number in offered):
        return False
    liked = drawn_to(g, offered)
    drawn = yield from drawn_by_habit(g, offered, liked)
    chosen = drawn or (  # LH-30 LH-49
        yield from g.ask(
            last_player(g),
            "legend-step",
            lambda: Choice(tuple(places.at(each) for each in liked or offered), partial(razed, g)),
            why="LH-30",
            bind=lambda spot: Move(miniature(g), spot),
            label=partial(spot_label, g),
        )
    )
    go(g, chosen)
    return True


def spot_label(g: Game, spot: str) -> Words:
    """Say where the legend goes."""
    return phrase(g, "label-legend-step", location=name(g, g.once(spots_of_map)[spot]))


def go(g: Game, spot: str) -> None:
    """Put the legend down somewhere, and leave a Destruction Token where it was."""
    here = lurks_at(g)
    left = places.at(here)
    g.move(miniature(g), left, spot, rule="LH-27")  # LH-18 LH-22 COMB-37
    if here is not None:
        g.draw(grounds.SUPPLY, grounds.razed(here), rule="LH-36")  # LH-36 LH-38 LH-41


# Habits


def habit(g: Game) -> Habit:
    """Say by what habit the legend chooses, if that is played."""
    return legend(g).habit if g.setup.settings["hunt-habits"] == "habits" else ""  # LH-OPEN-32


def terrain(g: Game, number: int | None) -> str | None:
    """Say of what terrain a location is."""
    return None if number is None else location(g, number).terrain


def drawn_to(g: Game, offered: tuple[int, ...]) -> tuple[int, ...]:
    """List the free ones to which a habit draws the legend.

    Whoever plays last chooses among them: a habit narrows that choice, and takes it away only
    where one is left.
    """
    known = habit(g)
    return tuple(n for n in offered if free(g, n) and likes(g, known, n))


def drawn_by_habit(g: Game, offered: tuple[int, ...], liked: tuple[int, ...]) -> Flow[str]:
    """Let the habit of a legend choose in place of a player; an empty answer leaves it to one."""
    if habit(g) == "blunders":
        can = tuple(places.at(number) for number in offered if free(g, number))
        return (yield from g.pick("blunder", can, "LH-OPEN-32"))
    return places.at(liked[0]) if len(liked) == 1 else ""


def likes(g: Game, known: Habit, number: int) -> bool:
    """Tell whether a legend is drawn to a location."""
    company = any(c.startswith("miniature.") for c in g.cards(places.at(number)))
    drawn = {
        "hides": not company,
        "seeks-company": company,
        "keeps-to-rivers": terrain(g, number) == "water",
    }
    return drawn.get(known, False)
