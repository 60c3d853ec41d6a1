"""Where tts-tool keeps what belongs to a person: their games, the pictures of installed saves."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["belongings"]


def belongings(
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Path:
    """Find the folder where programs of this platform keep such things, and ours in it.

    >>> belongings("linux", {}, Path("/home/eve")).as_posix()
    '/home/eve/.local/share/tts-tool'
    """
    return _data_folder(platform, environ, home or Path.home()) / "tts-tool"


def _data_folder(platform: str, environ: Mapping[str, str], home: Path) -> Path:
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    chosen = environ.get("XDG_DATA_HOME", "")
    # The specification of these folders says that one that isn't absolute is to be ignored.
    return Path(chosen) if chosen.startswith("/") else home / ".local" / "share"
