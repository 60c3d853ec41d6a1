"""Names that the documentation of the game had once, or never had, and that published mods use.

The game answers to them. Page of the documentation -> name -> what is used today.
"""

from collections.abc import Mapping
from typing import Final

__all__ = ["NOTEBOOK", "REMOVED"]

NOTEBOOK: Final = tuple(
    "getNotes setNotes getNotebookTabs addNotebookTab editNotebookTab removeNotebookTab".split()
)
"""Functions that have moved into the table `Notes`."""

REMOVED: Final[Mapping[str, Mapping[str, str]]] = {
    "base": {
        "callLuaFunctionInOtherScript": "call of the object",
        "callLuaFunctionInOtherScriptWithParams": "call of the object",
        "clearPixelPaint": "",
        "clearVectorPaint": "setVectorLines",
        "getGlobalScriptTable": "Global.getTable",
        "getGlobalScriptVar": "Global.getVar",
        "getPlayer": "Player",
        "getPlayerHandPositionAndRotation": "getHandTransform of the player",
        "getPlayerSteamName": "steam_name of the player",
        "getPointerPosition": "getPointerPosition of the player",
        "getPointerRotation": "getPointerRotation of the player",
        "setGlobalScriptTable": "Global.setTable",
        "setGlobalScriptVar": "Global.setVar",
        **{name: f"Notes.{name}" for name in NOTEBOOK},
    },
    "object": {"dealToAll": "deal", "dealToColor": "deal"},
    "player/instance": {"getPlayerHand": "getHandTransform"},
}
