"""A second story, told by somebody else: a bucket that pays whoever is behind."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.path_of_destiny.box import FOLDER
from tts_tool.catalog import Catalogue, load
from tts_tool.game import Flow, Game, Module
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base.course import order
from tts_tool.rulesets.path_of_destiny.base.experience import gain_vp
from tts_tool.rulesets.path_of_destiny.base.module import CHAPTER_END, LOWEST_ROW
from tts_tool.rulesets.path_of_destiny.edge_of_the_world import NAME

__all__ = ["RULES", "catalogue"]

well = Module("well", needs=("base",), excludes={NAME: "PD-SETUP-02"})


@well.hook(LOWEST_ROW, "modify")
def nothing_below(_g: Game, _experience: int) -> int:
    """Let the lowest row bring nothing."""
    return 0


@well.hook(CHAPTER_END, "ask")
def bucket(g: Game) -> Flow[None]:
    """Give a point to whoever acts last."""
    gain_vp(g, order(g)[-1], 1)
    yield from ()


RULES = RULESET.plus(well)


@cache
def catalogue() -> Catalogue:
    """Read the cards of the game, and those of this story."""
    return load((FOLDER, Path(__file__).parent / "cards"), RULES.schema)
