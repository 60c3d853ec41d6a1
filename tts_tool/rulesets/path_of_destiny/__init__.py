"""The Witcher: Path of Destiny: the game, and a folder for each story that it tells."""

from __future__ import annotations

from tts_tool.catalog.schema import Schema
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module, Ruleset
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.path_of_destiny.base import (
    box,
    checking,
    readings,
    rounds,
    sound,
    vocabulary,
)
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.edge_of_the_world import NAME, edge

MODULES = (base, edge)  # the first is always played; stories come after it
SEATS = ("red", "blue", "green", "yellow", "purple")

# A story in which experience is lost is still to be told.
base.spare("lose-xp")

OPERATIONS = (*vocabulary.CONDITIONS, *vocabulary.RESULTS, *vocabulary.SCORINGS)
SCHEMA = Schema(operations=OPERATIONS).plus(MODULES)


def first_story(_seats: tuple[Seat, ...], chosen: tuple[Module, ...]) -> tuple[str, ...]:
    """Tell the first story, unless another one was chosen: each excludes those before it."""
    return () if any(NAME in module.excludes for module in chosen) else (NAME,)  # PD-SETUP-02


RULESET = Ruleset(
    "path-of-destiny",
    modules=MODULES,
    play=rounds.play_on,
    seats=SEATS,
    fewest=2,  # PD-SETUP-01
    not_yet={1: Rejection("alone-to-come", rule="PD-SETUP-01")},
    standing=readings.standing,
    chores=readings.CHORES,
    implied=first_story,
    schema=SCHEMA,
)

__all__ = ["MODULES", "RULESET", "SCHEMA", "box", "checking", "sound"]
