"""The module of the base game, which every other file of it fills."""

from __future__ import annotations

from tts_tool.kernel.module import Module
from tts_tool.kernel.settings import Setting

base = Module(
    "base",
    behaviour=3,
    settings=(
        Setting("unused-dice", ("two", "all"), "how many unused dice break a tie", "OW-POKER-16"),
        Setting("wolf-draw", ("step-4", "at-once"), "when Swordsmanship draws", "OW-SPEC-08"),
        Setting(
            "fetch-limit", ("limited", "free"), "does fetching heed the hand limit", "OW-CARD-16"
        ),
    ),
)
