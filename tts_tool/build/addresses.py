"""Where the save looks for a picture: on this machine, at a server on it, or on the web.

The name of a file contains the digest of its content in every mode, so the game never shows an
old picture from its cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self

from tts_tool.errors import BadInput

__all__ = ["ASSETS", "SERVE_PORT", "Addresses", "Mode", "UnixPaths", "local_address"]

ASSETS: Final = "assets"
"""The folder of the pictures, below that of the build and at whatever address."""
SERVE_PORT: Final = 39_997
"""Next to the two that the game and editors use; any that is free does."""

_NOT_IN_ADDRESSES: Final = frozenset(" {}\"'<>\\?#")

Mode = Literal["serve", "file", "https"]
UnixPaths = Literal["plain", "file"]


def local_address(path: Path, *, as_url: bool) -> str:
    """Say how the game finds a file on this computer; where a path names a drive, always by URL."""
    whole = path.absolute().as_posix()
    return whole if whole.startswith("/") and not as_url else f"file:///{whole.lstrip('/')}"


class Addresses(NamedTuple):
    """A mode, and what stands before the name of a file; `known` says by name what is elsewhere."""

    mode: Mode
    base: str
    known: Mapping[str, str] = {}

    @classmethod
    def of(
        cls,
        said: str,
        out: Path,
        *,
        port: int = SERVE_PORT,
        unix: UnixPaths = "plain",
        known: Mapping[str, str] | None = None,
    ) -> Self:
        """Read what a person says: `serve`, `file`, or where the pictures will lie on the web.

        `unix` is how the game names a file on macOS and Linux; that is an assumption. Of files,
        those that are `known` to be on the web are looked for there.
        """
        if said == "serve":
            return cls("serve", f"http://127.0.0.1:{port}/{ASSETS}/")
        if said == "file":
            folder = local_address(out / ASSETS, as_url=unix == "file")
            return cls("file", f"{folder}/", known or {})
        if said.startswith("https://") and not set(said) & _NOT_IN_ADDRESSES:
            return cls("https", f"{said.rstrip('/')}/{ASSETS}/")
        fix = "say serve, file, or an address that begins with https://"
        raise BadInput(f'"{said}" is no place for pictures', where="--assets", fix=fix)

    @property
    def single(self) -> bool:
        """Tell whether each card is a picture of its own, so that an edit stays small."""
        return self.mode == "serve"

    def at(self, name: str) -> str:
        """Give the address of a file."""
        return self.known.get(name) or f"{self.base}{name}"
