"""The Monster Pack: so far Kayran, one more legend to hunt."""

from __future__ import annotations

from tts_tool.rulesets.old_world.monster_pack.kayran import monster_pack

__all__ = ["monster_pack"]
