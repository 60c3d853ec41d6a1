"""Solo mode: one witcher against three monsters and the clock; it comes with a single seat."""

from __future__ import annotations

from tts_tool.rulesets.old_world.solo.mode import solo

__all__ = ["solo"]
