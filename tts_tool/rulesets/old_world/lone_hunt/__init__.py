"""The hunt with one seat: the beast must be slain before the Movement cards run out."""

from __future__ import annotations

from tts_tool.rulesets.old_world.lone_hunt.mode import lone_hunt

__all__ = ["lone_hunt"]
