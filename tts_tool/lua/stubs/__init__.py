"""Writes what an editor with LuaLS (the Lua language server) wants to know, as Lua without bodies.

One file for the names of the game, and one for each module of ours: its functions, with the
comments `---` that stand above them. The same input gives the same text.
"""

from tts_tool.lua.stubs.game import game_stubs
from tts_tool.lua.stubs.modules import module_stubs

__all__ = ["game_stubs", "module_stubs"]
