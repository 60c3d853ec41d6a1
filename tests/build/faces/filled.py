"""Faces as a build fills them in: once for all processes of a run, builds included."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tts_tool.build.cache import Cache
from tts_tool.build.faces import sketched
from tts_tool.build.graph import Graph, Node
from tts_tool.build.making import BuildMemory, make_all
from tts_tool.build.mod import Drawing, Folders, Language
from tts_tool.build.seams import Sketch
from tts_tool.build.stamps import Stamps
from tts_tool.build.tool import tool_digest
from tts_tool.cached import cache_folder

__all__ = ["filled"]


def filled(folders: tuple[Path, ...], asked: Drawing, lang: Language) -> str:
    """Give the SVG of a drawing; what overflows or is too much work is an error."""
    given = Sketch(msgspec.structs.replace(asked, lang=lang), Folders(folders, ()))
    node = Node("sketch", sketched, given, suffix=".svg")
    report = make_all(Graph([node]), _memory(cache_folder()), jobs=1)
    return report.outputs["sketch"].data().decode()


@cache
def _memory(folder: Path) -> BuildMemory:
    stamps = Stamps()
    return BuildMemory(Cache(folder), tool_digest(stamps), stamps)
