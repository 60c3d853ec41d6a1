"""Where the games of a person are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tts_tool.belongings import belongings

__all__ = ["games_folder"]

VARIABLE = "TTS_TOOL_GAMES"


def games_folder(
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Path:
    """Say which folder holds the games: the one that `TTS_TOOL_GAMES` names, else the usual one.

    >>> games_folder("linux", {"TTS_TOOL_GAMES": "club"}, Path("/home/eve")).as_posix()
    'club'
    """
    if environ.get(VARIABLE):
        return Path(environ[VARIABLE])
    return belongings(platform, environ, home) / "games"
