"""Brings together what two sides have made of a save: players and modders, files and the game."""

from tts_tool.saves.merging.merge import Merge, merge
from tts_tool.saves.merging.values import Conflict, Terms

__all__ = ["Conflict", "Merge", "Terms", "merge"]
