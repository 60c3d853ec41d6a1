"""The module of the game itself, which every other file of it fills, and where stories join in."""

from __future__ import annotations

from tts_tool.kernel.module import Module
from tts_tool.kernel.settings import Setting

__all__ = [
    "CHAPTER_END",
    "FINAL_SCORING",
    "LOWEST_ROW",
    "ROUND_PLAYED",
    "ROW_TAKEN",
    "STORY_SETUP",
    "base",
]

base = Module(
    "base",
    behaviour=2,
    settings=(
        Setting(
            "introductory",
            ("no", "yes"),
            "play without side quests and without extra effort",
            "PD-SETUP-22",
        ),
    ),
)
STORY_SETUP = base.point("story.set-up", "ask", doc="all is laid out: what the story adds")
LOWEST_ROW = base.point("row.lowest", "modify", doc="how much experience the lowest row gives")
ROW_TAKEN = base.point("row.taken", "ask", doc="a seat has taken the pair of a row")
ROUND_PLAYED = base.point("round.played", "ask", doc="all effects of a round are resolved")
CHAPTER_END = base.point("chapter.end", "ask", doc="the main symbol is known, nothing is scored")
FINAL_SCORING = base.point("final.scoring", "ask", doc="what the story itself scores, the last")
