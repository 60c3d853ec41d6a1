"""Lost Mount: a horse without a rider, who helps whoever comes upon it and turns up elsewhere."""

from __future__ import annotations

from tts_tool.rulesets.old_world.lost_mount.mount import lost_mount

__all__ = ["lost_mount"]
