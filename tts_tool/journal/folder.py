"""Where the games of a person are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

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
    return _data_folder(platform, environ, home or Path.home()) / "tts-tool" / "games"


def _data_folder(platform: str, environ: Mapping[str, str], home: Path) -> Path:
    """Find where programs of this platform keep what belongs to a person."""
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    chosen = environ.get("XDG_DATA_HOME", "")
    # The specification of these folders says that one that isn't absolute is to be ignored.
    return Path(chosen) if chosen.startswith("/") else home / ".local" / "share"
