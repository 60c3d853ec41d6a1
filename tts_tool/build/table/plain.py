"""Plain words of what a card says: where there are no icons, a word stands for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tts_tool.build.mod import Mod
from tts_tool.build.table.layout import SCRIPT, Layout, Plainly, Told
from tts_tool.build.table.lines import place_of
from tts_tool.catalog import place_of_words
from tts_tool.errors import BadInput

__all__ = ["description", "plain", "wanted"]

_ICON: Final = re.compile(r"((?:\d+|all|alle)\s|)\[([\w-]+)\]")
_AFTER_NUMBER: Final = re.compile(r"(?<=\d)(?=\[)")
_ONE: Final = ("", "1")
Named = Callable[[str, str], str]
"""Names an icon that stands after a number, or after nothing."""


def plain(text: str, named: Named) -> str:
    """Write words in place of icons, and forget how the text is set.

    >>> plain("*Step 1:* Gain 2[gold].", lambda icon, count: icon)
    'Step 1: Gain 2 gold.'
    """
    words = text.replace("*", "")
    if "[" in words:
        apart = _AFTER_NUMBER.sub(" ", words)
        words = _ICON.sub(lambda icon: f"{icon[1]}{named(icon[2], icon[1].strip())}", apart)
    return " ".join(words.split())


def wanted(said: Told, data: Sequence[Path], language: str) -> Named:
    """Name icons by what the layout says of them, and only so."""

    def name(icon: str, count: str) -> str:
        if icon not in said.icons:
            what = f'a result shows the icon "{icon}", which no word stands for'
            scripts = [folder / SCRIPT for folder in data]
            files = [file.as_posix() for file in scripts if file.is_file()]
            where = place_of(files[:1], "script", "icons")
            raise BadInput(what, where=where, fix=f"add it to [script.icons]: {icon}")
        return _word(said.icons[icon], count, language)

    return name


def _word(icon: Plainly, count: str, language: str) -> str:
    word = icon if count in _ONE or icon.many is None else icon.many
    return str(getattr(word, place_of_words(language)))


def description(
    mod: Mod, layout: Layout, words: Mapping[str, Mapping[str, Sequence[str]]], face: str, name: str
) -> str:
    """Describe a thing by what its face says, in the language of play, then in the other.

    Its name it has already; an icon that the layout has no word for is called as its file is.
    """
    icons = layout.script.icons
    parts: list[str] = []
    for language in mod.told_in:

        def named(icon: str, count: str, language: str = language) -> str:
            return _word(icons[icon], count, language) if icon in icons else icon

        said = words.get(language, {}).get(face, ())
        lines = [plain(line, named) for text in said for line in text.split("\n")]
        parts.append("\n".join(line for line in lines if line and line != name))
    return "\n\n".join(filter(None, parts))
