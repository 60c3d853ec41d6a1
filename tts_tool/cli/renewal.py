"""An open table that was built before its rules changed becomes what its files say by now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tts_tool.cli.mods import Choice
    from tts_tool.saves.merging import Merge
    from tts_tool.saves.tree import Document
    from tts_tool.sync.dev.loading import Reloaded
    from tts_tool.sync.push.pushing import Scripted

__all__ = ["home_of", "renewed"]


def home_of(choice: Choice) -> Path:
    """Say in which folder it is remembered what the game was brought to."""
    return choice.project.folder if choice.project else choice.out


async def renewed(line: Scripted, choice: Choice, say: Callable[[str], None]) -> Reloaded:
    """Do what `tts-tool upgrade` does, with the table as it lies, and let the game load it.

    `say` tells whoever is at the game what they have to do there.
    """
    from tts_tool.saves.origins import Origins
    from tts_tool.saves.tree import read
    from tts_tool.saves.upgrading import upgraded
    from tts_tool.sync.dev.loading import Loading, load_anew
    from tts_tool.sync.push import Memory
    from tts_tool.table.switches import Switches

    file = Path((await line.scripts()).save_path)
    new = read(await asyncio.to_thread(_built, choice, file), str(choice.out))

    def merged(now: Document) -> Merge:
        return upgraded(Origins.mine().find(now, str(file), new=new).document, now, new)

    rereads = Switches(choice.turned).on("save-and-play-rereads-file")
    return await load_anew(line, Loading(merged, rereads=rereads), Memory(home_of(choice)), say)


def _built(choice: Choice, file: Path) -> bytes:
    """Give the save that was built, as it finds its pictures from where it will lie."""
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.installing import settled

    gallery = Gallery.mine()
    with gallery.alone():
        return settled(choice.out, gallery, file.absolute())[0]
