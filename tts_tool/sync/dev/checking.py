"""Sees before the game does that a script can't be run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tts_tool.lua.parser import parse

__all__ = ["check_script"]

_SUFFIXES: Final = frozenset({".lua", ".ttslua"})
_TEMPLATE: Final = re.compile(r"\{[{%#]")
"""Signs of a template, which is no Lua before it is filled in."""


def check_script(file: Path) -> None:
    """Raise what is wrong with the Lua in a file, if that is what it holds."""
    if file.suffix not in _SUFFIXES:
        return
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):  # whoever needs it says so
        return
    if not _TEMPLATE.search(text):
        parse(text, file.as_posix())
