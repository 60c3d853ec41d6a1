"""The first story: where the map ends, and what a long job pays for on the way there."""

from __future__ import annotations

from tts_tool.rulesets.path_of_destiny.edge_of_the_world.effort import NAME, edge

__all__ = ["NAME", "edge"]
