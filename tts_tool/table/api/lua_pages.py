"""The names to which the prelude answers itself, in Lua."""

from tts_tool.lua.api import page
from tts_tool.table.api.registry import in_lua

__all__: list[str] = []

for _name in ("vector", "color", "json"):
    in_lua(_name, *page(_name).functions)
in_lua("base", "print")
in_lua("wait", "collect")
# Handlers of a figurine's own script.
in_lua("behavior/rpgfigurine", "onAttack", "onHit")
