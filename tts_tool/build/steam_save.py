"""A save of nothing but pictures that have to come to Steam: each on a tile, side by side.

Of a game's own save, Upload All may leave out what lies in bags or belongs to other states; here
nothing lies in anything. And who has changed three cards uploads three pictures, not all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import Final

from tts_tool.saves.objects import Save, Tile, Vector
from tts_tool.saves.tree import written

__all__ = ["steam_save"]

_APART: Final = 2.5
"""A tile is two wide: so they lie side by side, with a gap between them."""
_NOTE: Final = "Modding, Cloud Manager, Upload All; then save under this name again."


def steam_save(name: str, pictures: Sequence[str], address: Callable[[str], str]) -> bytes:
    """Make the save; `address` says where on this computer a picture is."""
    wide = max(1, ceil(sqrt(len(pictures))))
    tiles = tuple(
        Tile(
            id=picture,
            memo=picture,
            image=address(picture),
            position=Vector(
                (number % wide - wide / 2) * _APART, 1, (number // wide - wide / 2) * _APART
            ),
            locked=True,
        )
        for number, picture in enumerate(pictures)
    )
    return written(Save(name=name, objects=tiles, note=_NOTE).tree())
