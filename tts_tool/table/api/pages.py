"""All pages of the API: importing this lets every name be found.

A page that needs Lua of its own on the side of the scripts adds its part of the prelude here.
"""

from tts_tool.table.api import (  # noqa: F401 - importing them registers their names
    attached,
    base,
    behaviors,
    buttons,
    choices,
    components,
    containers,
    customs,
    dialogs,
    lives,
    looks,
    lua_pages,
    messages,
    music,
    notes,
    personal,
    persons,
    physics,
    removed,
    room,
    scripting,
    settings,
    timing,
    transforms,
    ui,
    webrequests,
)
from tts_tool.table.scripts import PreludePart

__all__ = ["PARTS", "load"]


def load() -> None:
    """Make sure that every name is registered: importing the modules does it."""


PARTS: tuple[PreludePart, ...] = (PreludePart("globals"),)
