"""Finds what goes wrong in a script before Tabletop Simulator does."""

from tts_tool.lua.lint.linter import lint
from tts_tool.lua.lint.rules import RULES, Finding, Level, Rule

__all__ = ["RULES", "Finding", "Level", "Rule", "lint"]
