"""Objects as data: the tables and texts in which scripts get and give them."""

from __future__ import annotations

import math
from typing import Any

from tts_tool.errors import UserError
from tts_tool.saves.tree import Number, number, read, written
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.world.thing import Raw

__all__ = ["from_lua", "from_text", "to_lua", "to_text"]

# What is a map, though its keys may count 1, 2, 3 … in Lua, or there may be none.
_MAPS = frozenset({"CustomDeck", "States", "TabStates", "Transform"})


def to_lua(node: Any) -> Any:
    """Copy data of a save so that a script may have it: numbers become numbers."""
    if isinstance(node, dict):
        return {key: to_lua(each) for key, each in node.items()}
    if isinstance(node, list):
        return [to_lua(each) for each in node]
    return number(node) if isinstance(node, Number) else node


def from_lua(value: Any, key: str = "") -> Any:
    """Make data of a save out of what a script passes; a list is a map where one is due."""
    if isinstance(value, dict):
        return {str(name): from_lua(each, str(name)) for name, each in value.items()}
    if isinstance(value, list) and key in _MAPS:
        return {str(number): from_lua(each) for number, each in enumerate(value, 1)}
    if isinstance(value, list):
        return [from_lua(each) for each in value]
    if isinstance(value, float) and value.is_integer() and math.isfinite(value):
        return int(value)
    return value


def to_text(raw: Raw) -> str:
    """Write data as the game writes them."""
    return written(raw).decode("utf-8", "surrogatepass")


def from_text(text: str) -> Raw:
    """Read data that a script has as text."""
    try:
        root = read(text.encode("utf-8", "surrogatepass"), "json").root
    except UserError as error:
        raise RaisedInLua(f"this is no JSON of an object: {error.what}") from error
    if not isinstance(root, dict):
        raise RaisedInLua("this is no JSON of an object")
    return root
