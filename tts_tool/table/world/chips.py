"""Poker chips: what each is worth, and how a stack of them keeps which chips it is made of."""

from __future__ import annotations

import re
from typing import Final

from tts_tool.table.world.thing import Raw

__all__ = ["STACK", "chip_name", "face_of", "kept_face"]

STACK: Final = "ChipStack"

# Where a stack keeps its chips is a guess; the switch `chip-stack-keeps` says it, and is asked.
_KEPT: Final = "MaterialIndex"
_FACES: Final = (10, 50, 100, 500, 1000)
"""Each stands at its number in a save."""
_CHIP: Final = re.compile(r"Chip_(\d+)")


def face_of(raw: Raw) -> int | None:
    """Read what is printed on a chip, or on the chips of a stack; None for what is no chip."""
    name = str(raw.get("Name", ""))
    if name == STACK:
        kept = raw.get(_KEPT)
        return _FACES[kept] if isinstance(kept, int) and 0 <= kept < len(_FACES) else _FACES[0]
    chip = _CHIP.fullmatch(name)
    return int(chip[1]) if chip else None


def chip_name(stack: Raw) -> str:
    """Name the chips that a stack is made of."""
    return f"Chip_{face_of(stack)}"


def kept_face(chip: Raw) -> Raw:
    """Give what a stack of such chips keeps of them; nothing, if it is no chip."""
    face = face_of(chip)
    return {_KEPT: _FACES.index(face)} if face in _FACES else {}
