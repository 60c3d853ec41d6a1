"""Night Market: a small game of our own that uses everything the kernel can do.

Two to four stallholders, a few nights: scheme in secret where to sell, keep a stall side by
side, haggle with dice.  It ships as an example for rules, cards and tests.
"""

from __future__ import annotations

from tts_tool.catalog.schema import Schema
from tts_tool.kernel.module import Ruleset
from tts_tool.rulesets.night_market import bustle
from tts_tool.rulesets.night_market.core import core, play
from tts_tool.rulesets.night_market.guild import guild
from tts_tool.rulesets.night_market.storm import storm

MODULES = (core, storm, guild)  # the first is always played, the others are boxes

RULESET = Ruleset(
    "night-market",
    modules=MODULES,
    play=play,
    seats=("red", "blue", "green", "yellow"),
    fewest=2,
    schema=Schema.of(*MODULES),
)

__all__ = ["RULESET", "bustle"]
