"""Driving the legend away in Phase I, and what it blocks as long as it stays."""

from __future__ import annotations

from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Subset
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.points import (
    LOCATION_ACTION_AVAILABLE,
    PHASE1_EXTRA_ACTIONS,
)
from tts_tool.rulesets.old_world.base.turn.turn import Deed, memory
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.box import legend, lurks_at, miniature
from tts_tool.rulesets.old_world.legendary_hunt.memory import LEGEND_DRIVEN_AWAY
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import Hunting
from tts_tool.rulesets.old_world.legendary_hunt.walking import (
    free,
    movement,
    neighbours,
    step,
    towards,
    turn_up,
)


@legendary_hunt.hook(LOCATION_ACTION_AVAILABLE, "veto")
def in_the_way(g: Game, location: int, **_: object) -> Rejection | None:
    """Let nobody use what a location offers while the legend is there; all else is as ever."""
    if lurks_at(g) != location:  # LH-17 LH-20 LH-21 LH-37 LH-51
        return None
    return Rejection("legend-in-the-way", {"monster": legend(g).id}, "LH-19")  # LH-19


@legendary_hunt.hook(PHASE1_EXTRA_ACTIONS, "provide")
def driving(g: Game, seat: Seat) -> list[Deed]:
    """Offer to drive the legend away; hands shove its standee off the map, to the other legends.

    Where it goes is not for them to say: from there it is put where its Movement leads.
    """
    why_not, run = partial(driving_why_not, g, seat), partial(drive_away, g, seat)
    shoved = Move(miniature(g), grounds.MINIATURES)
    return [Deed("drive-away", why_not, run, shoved)]  # LH-45 LH-53


def driving_why_not(g: Game, seat: Seat) -> Rejection | None:
    """Say why the legend can't be driven away now."""
    params: dict[str, str | int] = {"monster": legend(g).id}
    if lurks_at(g) != where(g, seat):
        return Rejection("legend-elsewhere", params, "LH-44")  # LH-44
    if not memory(g, seat).moved:
        return Rejection("not-moved-to-drive", params, "LH-44")  # LH-44
    price = g.table(Hunting).price
    if len(g.cards(places.hand(seat))) < price:
        return Rejection("no-card-to-drive", params | {"cards": price}, "LH-46")  # LH-46
    if not any(free(g, number) for number in neighbours(g)):
        return Rejection("legend-cornered", params, "LH-52")  # LH-52
    return None


def drive_away(g: Game, seat: Seat) -> Flow[None]:
    """Discard a hand card, and let the legend go somewhere else."""
    hand, price = places.hand(seat), g.table(Hunting).price
    cards = yield from g.ask(
        seat,
        "pay-driving",
        lambda: Subset(g.cards(hand), price, price, rule="LH-46"),
        why="LH-46",
        bind=lambda card: Move(card, places.discard(seat)),
        label=card_label(g),
    )
    deck.discard(g, seat, cards, hand, "LH-46")  # LH-46 LH-54
    yield from g.settle()
    yield from g.replaced(LEGEND_DRIVEN_AWAY, one_movement, seat=seat)


def one_movement(g: Game, **_: object) -> Flow[None]:
    """Turn a Movement card up and make one Movement by its goals, whatever number it shows."""
    known = movement(g, (yield from turn_up(g)))  # LH-47 LH-50
    goal = known.secondary if lurks_at(g) == known.main else known.main
    yield from step(g, towards(g, goal))  # LH-47 LH-48
