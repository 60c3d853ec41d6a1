"""Reads pictures that lie on this computer, as saves name them."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["local_picture"]

_LARGEST: Final = 64 * 1024 * 1024
"""Bytes: as much as 4,096 x 4,096 pixels take unpacked, the most that a build makes."""


def local_picture(address: str) -> bytes | None:
    """Give the file at an address; nothing for what lies elsewhere, or is no plain file.

    Addresses that would make this computer talk to another one are never followed: a save is
    somebody else's word.
    """
    path = _path(address)
    try:
        if path is None or not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        return path.read_bytes()
    except (OSError, ValueError):
        return None


def _path(address: str) -> Path | None:
    if address.lower().startswith("file:"):
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        if parts.netloc not in {"", "localhost"}:
            return None
        from urllib.request import url2pathname  # noqa: PLC0415 - brings all of HTTP with it

        address = url2pathname(unquote(parts.path).replace("\\", "/"))
    elif "://" in address:
        return None
    return None if address.startswith(("\\\\", "//")) or not address else Path(address)
