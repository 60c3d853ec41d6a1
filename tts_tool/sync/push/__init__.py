"""Brings scripts from files into the running game, and never over what nobody here has seen."""

from tts_tool.sync.push.memory import Backup, Known, Memory
from tts_tool.sync.push.planning import PushPlan, planned
from tts_tool.sync.push.pushing import Pushed, push, read_table
from tts_tool.sync.push.wanted import Wanted, wanted_of

__all__ = [
    "Backup",
    "Known",
    "Memory",
    "PushPlan",
    "Pushed",
    "Wanted",
    "planned",
    "push",
    "read_table",
    "wanted_of",
]
