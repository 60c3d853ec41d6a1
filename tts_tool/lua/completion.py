"""Completes the documented names of the game's Lua, for whoever types it."""

from __future__ import annotations

import re

from tts_tool.lua.api import global_members, global_names, object_members
from tts_tool.lua.lexer import KEYWORDS

__all__ = ["completions"]

_WORD = re.compile(r"(?:(?P<table>[A-Za-z_]\w*)?(?P<sign>[.:]))?(?P<begun>[A-Za-z_]\w*)?\Z")


def completions(before: str) -> list[str]:
    """Give what the last word of a line may become; behind a dot, what may stand there.

    >>> completions("x = Wai")
    ['Wait']
    >>> completions("Wait.fr")
    ['frames']
    """
    found = _WORD.search(before)
    if found is None:
        return []
    table, sign, begun = found["table"], found["sign"], found["begun"] or ""
    known = global_members(table) if table else None
    if sign is None:
        names = global_names() | KEYWORDS if begun else frozenset()
    else:
        names = known if known is not None else object_members()
    return sorted(each for each in names if each.startswith(begun) and each != begun)
