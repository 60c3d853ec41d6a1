"""Gives the open table as the game would save it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from tts_tool.errors import Unavailable, UserError
from tts_tool.saves.disk import read_file
from tts_tool.saves.tree import Document, read
from tts_tool.sync.dev.reading_out import ReadOut, put_into, read_out
from tts_tool.sync.messages import GLOBAL, ScriptState
from tts_tool.sync.push.pushing import Scripted

__all__ = ["table_now"]

_TRIES: Final = 40
_AGAIN: Final = 0.25
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
    out = await _lying(line, saved)
    if out.unread:
        names = ", ".join(out.unread)
        raise Unavailable(f"{names} can't be read out of the game", fix=_SAVE)
    states = {each.guid: each for each in there.states}
    globe = states.get(GLOBAL, ScriptState(GLOBAL))
    root = {**put_into(saved.root, out), "LuaScript": globe.script, "XmlUI": globe.ui}
    return Document(root, saved.layout if root == saved.root else Document(root).layout)


async def _lying(line: Scripted, saved: Document) -> ReadOut:
    """Read the table out when nothing is held and nothing moves."""
    out = await read_out(line, saved.root)
    for _ in range(_TRIES):
        if not out.held:
            return out
        await asyncio.sleep(_AGAIN)
        out = await read_out(line, saved.root)
    what = f"{out.held[0]}, and was waited for in vain"
    raise Unavailable(what, fix="put it down, and try it again")
