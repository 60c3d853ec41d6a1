"""The Lua around every script: which parts there are, and in which order they are loaded.

A part is a file in `tts_tool/table/prelude/`. It is a chunk that gets the kit (`local kit = ...`)
and sees the true Lua globals, which no script does. What it puts into `kit.env` is a global of
the script; what it returns becomes the global named here. `boot.lua` describes the kit.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["BOOT", "PARTS", "PreludePart", "source_of"]

_FOLDER = Path(__file__).resolve().parent.parent / "prelude"


class PreludePart(NamedTuple):
    """A part of the prelude, and the global that its result becomes; a text, if it is no file."""

    name: str
    becomes: str | None = None
    text: bytes | None = None


BOOT = PreludePart("boot")

# Later parts may use what earlier ones put into the kit.
PARTS: tuple[PreludePart, ...] = (
    PreludePart("errors"),
    PreludePart("sandbox"),
    PreludePart("numbers"),
    PreludePart("patterns"),
    PreludePart("strings"),
    PreludePart("tables"),
    PreludePart("operators"),
    PreludePart("sorting"),
    PreludePart("json"),
    PreludePart("strict"),
    PreludePart("vector", "Vector"),
    PreludePart("color", "Color"),
)


@cache
def source_of(part: PreludePart) -> bytes:
    """Read a part, once: after it has started, a cage opens no file."""
    return part.text or (_FOLDER / f"{part.name}.lua").read_bytes()
