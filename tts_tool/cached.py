"""The user's cache folder, and small files in it that are quicker read than made again.

Whatever lies there may be lost, cut off or altered at any time, and is then only made again.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from tts_tool.errors import Unavailable
from tts_tool.patience import FileHeld, replace

__all__ = ["cache_folder", "read_whole", "write_beside", "write_whole"]

_VARIABLE: Final = "TTS_TOOL_CACHE"
FIX: Final = f"set {_VARIABLE} to a folder on another disk"
_SIZE: Final = 16


def cache_folder() -> Path:
    """Say where this user's caches lie: TTS_TOOL_CACHE, or where the system has them."""
    if said := os.environ.get(_VARIABLE):
        return Path(said).expanduser().absolute()
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local") / "tts-tool/Cache"
    if sys.platform == "darwin":
        return home / "Library/Caches/tts-tool"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "tts-tool"


def write_beside(path: Path, data: bytes) -> None:
    """Write a file of the cache so that nobody meets half of it; it may be lost, not wrong."""
    beside = path.with_name(f".{path.name[:60]}.{os.getpid()}")
    try:
        try:
            beside.write_bytes(data)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(data)
        replace(beside, path)
    except (OSError, FileHeld) as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, FileHeld):
            raise
        fix = f"make room, or set {_VARIABLE} to a folder that can be written"
        what = f"the cache cannot be written: {error.strerror or error}"
        raise Unavailable(what, where=str(path.parent), fix=fix) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that `read_whole` notices if it is cut off or altered."""
    write_beside(path, _digest(data) + data)


def read_whole(path: Path) -> bytes:
    """Read what `write_whole` has written; nothing, if it is not there or something else."""
    try:
        written = path.read_bytes()
    except OSError:
        return b""
    digest, data = written[:_SIZE], written[_SIZE:]
    return data if _digest(data) == digest else b""


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SIZE).digest()
