"""Where a hub is found: a small file among what belongs to a person, with the key to its door.

There is one for each port on which a game may speak. A hub that was killed leaves it behind; that
it is stale shows when nobody opens, or somebody who does not know the key.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from tts_tool.belongings import belongings
from tts_tool.patience import remove, replace

__all__ = ["Door", "door_file", "forget_door", "log_file", "read_door", "write_door"]

_ONLY_ITS_OWNER: Final = 0o600


class Door(msgspec.Struct, frozen=True):
    """How to come into a hub: its own port and its token; and what it is joined with."""

    port: int
    token: str
    process: int
    editor_port: int
    game: str


def door_file(editor_port: int) -> Path:
    """Say where the door of a hub is written down that owns this port."""
    return belongings() / f"hub-{editor_port}.json"


def log_file(editor_port: int) -> Path:
    """Say where a hub that nobody watches writes what it has to say."""
    return belongings() / f"hub-{editor_port}.log"


def read_door(editor_port: int) -> Door | None:
    """Read where a hub was last; that it still is there is not said."""
    try:
        return msgspec.json.decode(door_file(editor_port).read_bytes(), type=Door)
    except (OSError, msgspec.MsgspecError, ValueError):
        return None


def write_door(door: Door) -> None:
    """Write it down for nobody but this person, whole or not at all."""
    path = door_file(door.editor_port)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ONLY_ITS_OWNER)
    try:
        with os.fdopen(made, "wb") as stream:
            stream.write(msgspec.json.encode(door))
        replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def forget_door(door: Door) -> None:
    """Take it away, unless another hub has written down its own since."""
    if read_door(door.editor_port) == door:
        remove(door_file(door.editor_port))
