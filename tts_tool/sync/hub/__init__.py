"""One owner of the port on which the game speaks, and whoever wants to talk with the game.

`Hub` owns the port; `HubLine` is a line to a hub in another process; `attached` finds it, or
starts it.
"""

from tts_tool.sync.hub.client import HubLine
from tts_tool.sync.hub.door import Door, read_door
from tts_tool.sync.hub.service import Hub
from tts_tool.sync.hub.starting import Ports, attached, given_up, running, shared

__all__ = [
    "Door",
    "Hub",
    "HubLine",
    "Ports",
    "attached",
    "given_up",
    "read_door",
    "running",
    "shared",
]
