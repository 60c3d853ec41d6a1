"""The Witcher: Path of Destiny: the game, and a folder for each story that it tells."""

from __future__ import annotations

from tts_tool.catalog.schema import Schema
from tts_tool.rulesets.path_of_destiny.base import records, vocabulary
from tts_tool.rulesets.path_of_destiny.base.checking import check
from tts_tool.rulesets.path_of_destiny.edge_of_the_world.records import Effort

SCHEMA = Schema(
    kinds={**records.KINDS, "effort": Effort},
    operations=(
        *vocabulary.CONDITIONS,
        *vocabulary.RESULTS,
        *vocabulary.DEEDS,
        *vocabulary.SCORINGS,
    ),
    checks=(check,),
)

__all__ = ["SCHEMA"]
