"""The room around the things: table and background."""

from __future__ import annotations

from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function
from tts_tool.table.world.furniture import BACKGROUNDS, set_table, table_name, table_object
from tts_tool.table.world.thing import Thing

__all__: list[str] = []

_CUSTOM = ("Table_Custom", "Table_Custom_Square")


@function("tables", "getTable")
def _table(caller: Caller) -> str:
    return table_name(caller.world)


@function("tables", "setTable")
def _set_table(caller: Caller, name: str) -> bool:
    return set_table(caller.world, name)


@function("tables", "getTableObject")
def _table_object(caller: Caller) -> Thing | None:
    return table_object(caller.world)


@function("tables", "getCustomURL")
def _table_url(caller: Caller) -> str | None:
    if table_name(caller.world) not in _CUSTOM:
        return None
    return str(caller.world.save.get("TableURL") or "")


@function("tables", "setCustomURL")
def _set_table_url(caller: Caller, url: str) -> bool:
    """Only a custom table shows a picture."""
    if table_name(caller.world) not in _CUSTOM:
        return False
    caller.world.save["TableURL"] = url
    return True


@function("backgrounds", "getBackground")
def _background(caller: Caller) -> str:
    return str(caller.world.save.get("Sky") or "")


@function("backgrounds", "setBackground")
def _set_background(caller: Caller, name: str) -> bool:
    """Show a background of the game; a picture of one's own goes."""
    wanted = BACKGROUNDS.get(name.lower(), name)
    if wanted not in BACKGROUNDS.values():
        return False
    caller.world.save["Sky"] = wanted
    caller.world.save.pop("SkyURL", None)
    return True


@function("backgrounds", "getCustomURL")
def _background_url(caller: Caller) -> str | None:
    return caller.world.save.get("SkyURL") or None


@function("backgrounds", "setCustomURL")
def _set_background_url(caller: Caller, url: str) -> bool:
    caller.world.save["SkyURL"] = url
    return True
