"""Gives the open table as the game would save it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from tts_tool.errors import Unavailable, UserError
from tts_tool.saves.disk import read_file
from tts_tool.saves.tree import Document, read
from tts_tool.sync.dev.reading_out import at_rest, put_into
from tts_tool.sync.messages import GLOBAL, ScriptState
from tts_tool.sync.push.pushing import Scripted

__all__ = ["table_now"]

_SAVE: Final = "save in the game, and name the file with --from"


async def table_now(line: Scripted) -> Document:
    """Read the table out, into what the file of its save says; what is held is waited for."""
    there = await line.scripts()
    file = Path(there.save_path)
    try:
        saved = read(await asyncio.to_thread(read_file, file), str(file))
    except (OSError, ValueError, UserError) as error:
        what = "the file of the save that is open can't be read here"
        raise Unavailable(what, where=str(file), fix=_SAVE) from error
    out = await at_rest(line, saved.root)
    if out.unread:
        names = ", ".join(out.unread)
        raise Unavailable(f"{names} can't be read out of the game", fix=_SAVE)
    states = {each.guid: each for each in there.states}
    globe = states.get(GLOBAL, ScriptState(GLOBAL))
    root = {**put_into(saved.root, out), "LuaScript": globe.script, "XmlUI": globe.ui}
    return Document(root, saved.layout if root == saved.root else Document(root).layout)
