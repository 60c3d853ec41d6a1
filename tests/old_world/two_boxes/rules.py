"""Old World with two boxes of which nothing stands anywhere but in this folder."""

from __future__ import annotations

from tests.old_world.two_boxes.hedge import hedge
from tests.old_world.two_boxes.islet import islet
from tts_tool.rulesets.old_world import RULESET as OLD_WORLD

RULESET = OLD_WORLD.plus(hedge, islet)
