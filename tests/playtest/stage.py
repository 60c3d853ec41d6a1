"""The unprinted table of Old World as a stage on which games are played."""

from __future__ import annotations

from functools import cache

from tests.build.set_up import made
from tests.old_world.table import catalogue
from tts_tool.playtest.refereed import Built
from tts_tool.playtest.stormy import Stage, breakable
from tts_tool.rulesets.old_world import RULESET

__all__ = ["stage"]


@cache
def stage() -> Stage:
    """Make it, with a script of which functions can be made to fail."""
    table = made()
    values = table.values
    streams = dict.fromkeys(stream for each in values["dice"] for stream in each["streams"])
    built = Built.of(breakable(table.save), values)
    return Stage(RULESET, catalogue(), built, values["colours"], tuple(streams), values["digest"])
