"""Finds what goes wrong in a script before Tabletop Simulator does."""

from tts_tool.lua.lint.linter import lint
from tts_tool.lua.lint.rules import RULES, Level, LuaFinding, Rule

__all__ = ["RULES", "Level", "LuaFinding", "Rule", "lint"]
