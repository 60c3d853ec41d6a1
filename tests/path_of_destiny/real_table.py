"""Path of Destiny at its table, without the game: its own scripts, a referee, sockets between."""

from __future__ import annotations

from functools import cache

from tts_tool.playtest.stage import Stage, stage_of
from tts_tool.rulesets.path_of_destiny import RULESET

__all__ = ["stage"]


@cache
def stage() -> Stage:
    """Set the stage once for all tests."""
    return stage_of(RULESET)
