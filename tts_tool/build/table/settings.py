"""What the table itself is set to and no entry of the layout says, as the game saves it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput

__all__ = ["FILE", "KEYS", "SNAPS", "read_settings"]

FILE: Final = "table.json"
SNAPS: Final = "SnapPoints"
"""Those stand beside the ones of places and tracks; all else stands in the place of ours."""
KEYS: Final = frozenset(
    {"GameType", "GameComplexity", "PlayingTime", "PlayerCounts", "Tags", "Gravity", "PlayArea"}
    | {"Table", "TableURL", "Sky", "SkyURL", "Grid", "Lighting", "Hands", "DecalPallet"}
    | {"CustomUIAssets", SNAPS}
)
"""What somebody sets who makes a mod; what play sets (turns, notes) is not said by its files."""


def read_settings(file: Path) -> dict[str, Any]:
    """Read such a file."""
    where = f"{file.as_posix()}:1"
    try:
        found = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadInput(f"this can't be read: {error}", where=where, fix="it is JSON") from None
    if strange := sorted(found.keys() - KEYS):
        fix = f"there may be: {', '.join(sorted(KEYS))}"
        raise BadInput(f'the table has no setting "{strange[0]}" here', where=where, fix=fix)
    return found
