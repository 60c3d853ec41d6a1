"""What the tool itself is: its code and the libraries that draw, as one digest.

Whoever gets a new version, or edits our code, gets everything made anew: a picture that is stale
because a function changed would be worse than a slow first build.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

import tts_tool
from tts_tool.build.stamps import Stamps, files_below, fingerprint
from tts_tool.installed import version

__all__ = ["code_files", "libraries", "tool_digest"]

_PACKAGE: Final = Path(tts_tool.__file__).resolve().parent
_ROOMS: Final = ("build", "catalog", "lua", "picture", "saves")
_LIBRARIES: Final = ("jinja2", "msgspec", "pillow", "pyphen", "resvg", "uharfbuzz")


def code_files(room: str = "") -> list[str]:
    """Name the files of a room, fonts and tables included; without one, of all."""
    return files_below(_PACKAGE / room)


def tool_digest(stamps: Stamps) -> str:
    """Digest all that takes part in making things."""
    start = len(str(_PACKAGE)) + 1
    files = [file for room in _ROOMS for file in code_files(room)]
    code = [f"{file[start:].replace(os.sep, '/')} {stamps.digest(file)}" for file in files]
    return fingerprint(*(part.encode() for part in (*code, libraries())))


@cache
def libraries() -> str:
    """Name the libraries that decide about pixels and bytes, with their versions."""
    return " ".join(f"{name}={version(name)}" for name in _LIBRARIES)
