"""Legendary Hunt: a beast that walks the map by night and lays it waste; whoever slays it wins."""

from __future__ import annotations

from tts_tool.chapters import read_chapters
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt

__all__ = ["legendary_hunt"]

read_chapters(__name__)
