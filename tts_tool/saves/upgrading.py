"""A save that was played gets what has become of its mod since, and keeps what players did."""

from __future__ import annotations

import json
from typing import Final

from tts_tool.saves.assets import is_address_key
from tts_tool.saves.merging import Conflict, Merge, Terms, merge
from tts_tool.saves.text_merge import Side
from tts_tool.saves.tree import Document, Node, Number, number

__all__ = ["told", "upgraded"]

_OF_THE_MOD: Final = frozenset({"LuaScript", "XmlUI"})
_LONGEST: Final = 60  # letters, so that a value stays on one line with its name


def upgraded(base: Document, played: Document, mod: Document) -> Merge:
    """Give the save that was played what has changed in its mod since `base`.

    Where both have changed the same, scripts, interfaces and pictures are the mod's, all else is
    the players'. Copies that they have made, and stacks, change with what they are copies of.
    """
    return merge(base, played, mod, Terms(_side, ("played", "new"), piecewise=False, copies=True))


def told(conflict: Conflict) -> str:
    """Say what both had changed, and whose it is now, in a line."""
    where = " > ".join(conflict.where) or "the table"
    kept, other = "as it was played", "as it is in the new one"
    if conflict.taken == "theirs":
        kept, other = other, kept
    if not conflict.key:
        return f"{where}: {conflict.ours} by players, {conflict.theirs} in the new one; {kept}"
    sides: tuple[Node, Node] = (conflict.ours, conflict.theirs)
    line = ""
    if conflict.clash is not None:
        sides = ("\n".join(conflict.clash.ours), "\n".join(conflict.clash.theirs))
        line = f", line {conflict.clash.own}"
    values = [_shown(each) for each in sides]
    if conflict.taken == "theirs":
        values.reverse()
    return f"{where}: {conflict.key}{line}: {kept}: {values[0]}; {other}: {values[1]}"


def _side(key: str) -> Side:
    return "theirs" if key in _OF_THE_MOD or is_address_key(key) else "ours"


def _shown(value: Node) -> str:
    text = json.dumps(_plain(value), ensure_ascii=False, default=repr)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _plain(value: Node) -> Node:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return number(value) if isinstance(value, Number) else value
