"""What is different when one seat hunts alone: fewer cards, and a game that can be lost."""

from __future__ import annotations

import msgspec

from tts_tool.catalog.records import Table
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module, OpenPoint
from tts_tool.kernel.settings import Setting
from tts_tool.rulesets.old_world.base.box.records import Count
from tts_tool.rulesets.old_world.base.points import GAME_LOSS_CHECK, SETUP_AFTER_PLAYERS
from tts_tool.rulesets.old_world.base.witcher.trophies import loss_check
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.memory import (
    DECK_EMPTY,
    LEGEND_DRIVEN_AWAY,
    LEGEND_STUCK,
)
from tts_tool.rulesets.old_world.legendary_hunt.walking import neighbours, step, turn_up
from tts_tool.rulesets.old_world.solo.mode import SOLO_GOAL

WITH = ("legendary-hunt", "solo")  # LH-93 LH-98 LH-101 LH-106 COMB-38
"""Set-up, column of the Movement cards, monsters that follow and the attack die are theirs."""

lone_hunt = Module(
    "lone-hunt",
    bridges=WITH,
    settings=(
        Setting(
            "hunt-difficulty", ("normal", "easy", "hard"), "how many nights there are", "LH-94"
        ),
    ),
)

lone_hunt.settles(
    OpenPoint(
        "LH-OPEN-25",
        "settled",
        "",
        "One more card is turned up for each card of which Movements were lost.",
    ),
    OpenPoint("LH-OPEN-26", "settled", "", "One token is enough for the first Fight Turn."),
    OpenPoint("LH-OPEN-28", "settled", "", "The end names who has lost, and ranks nobody."),
)


@lone_hunt.table("nights")
class Nights(Table):
    """How many Movement cards there are."""

    easy: Count
    normal: Count
    hard: Count


@lone_hunt.part
class Chase(msgspec.Struct, frozen=True):
    """Whether the legend has got away."""

    lost: bool = False


def nights(g: Game) -> int:
    """Say how many Movement cards there are."""
    numbers = g.table(Nights)
    known = {"easy": numbers.easy, "normal": numbers.normal, "hard": numbers.hard}
    return known[g.setup.settings["hunt-difficulty"]]  # LH-94


@lone_hunt.hook(SETUP_AFTER_PLAYERS, "ask")
def take_cards_away(g: Game) -> Flow[None]:
    """Put Movement cards away unseen until so many are left as the difficulty says."""
    away = len(g.cards(grounds.MOVEMENT_DECK)) - nights(g)
    g.draw(grounds.MOVEMENT_DECK, grounds.MOVEMENT_AWAY, away, "LH-94")  # LH-94
    yield from ()


@lone_hunt.hook(SOLO_GOAL, "replace")
def no_four_trophies(_g: Game, _usual: object) -> bool:
    """Let four trophies be no goal, and nothing be forbidden for their sake."""
    return False  # LH-95


# Losing


@lone_hunt.hook(DECK_EMPTY, "replace")
def got_away(g: Game, _usual: object) -> Flow[None]:
    """Lose when a Movement card is wanted and there is none, as none comes back."""
    g.note(Chase, "LH-96", lost=True)  # LH-96 LH-97 LH-100
    loss_check(g, g.seats[0])
    yield from ()


@lone_hunt.hook(GAME_LOSS_CHECK, "provide")
def lost(g: Game, **_: object) -> list[str]:
    """Say why the hunter has lost."""
    return ["legend-got-away"] if g.part(Chase).lost else []  # LH-96


@lone_hunt.hook(LEGEND_STUCK, "ask")
def night_wasted(g: Game) -> Flow[None]:
    """Turn one more Movement card up where the legend couldn't move; nothing else comes of it."""
    yield from turn_up(g)  # LH-99 LH-100


# Driving away


@lone_hunt.hook(LEGEND_DRIVEN_AWAY, "replace")
def chased_anywhere(g: Game, _usual: object, seat: Seat) -> Flow[None]:  # noqa: ARG001  # a hook's
    """Let the hunter choose any free neighbour, without a Movement card."""
    yield from step(g, neighbours(g))  # LH-102 LH-103 LH-107
