"""Talks with a running Tabletop Simulator over its External Editor API.

`Listener` owns the port on which the game speaks, `Sender` knows the one on which it listens,
and `Exchange` finds the answer to a question among all that the game says.
"""

from tts_tool.sync.chunks import LuaError
from tts_tool.sync.exchange import Exchange
from tts_tool.sync.listener import EDITOR_PORT, ConnectionLimits, Dropped, Listener
from tts_tool.sync.messages import (
    GLOBAL,
    Created,
    EditorOpened,
    GameSaved,
    Loaded,
    Message,
    Returned,
    ScriptFailed,
    ScriptPrinted,
    ScriptState,
    ScriptTold,
)
from tts_tool.sync.sender import GAME_PORT, HOST, Sender

__all__ = [
    "EDITOR_PORT",
    "GAME_PORT",
    "GLOBAL",
    "HOST",
    "ConnectionLimits",
    "Created",
    "Dropped",
    "EditorOpened",
    "Exchange",
    "GameSaved",
    "Listener",
    "Loaded",
    "LuaError",
    "Message",
    "Returned",
    "ScriptFailed",
    "ScriptPrinted",
    "ScriptState",
    "ScriptTold",
    "Sender",
]
