"""`Player.Action`: what a player may attempt, and the numbers by which scripts compare it."""

from __future__ import annotations

from tts_tool.lua.api import player_actions

__all__ = ["action_number", "actions"]


def actions() -> dict[str, int]:
    """List all actions with their numbers."""
    return {name: number for number, name in enumerate(player_actions())}


def action_number(name: str) -> int:
    """Say by which number scripts know an action."""
    return player_actions().index(name)
