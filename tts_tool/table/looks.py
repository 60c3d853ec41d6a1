"""What somebody who looks at a table sees of an object, as a record."""

from __future__ import annotations

import msgspec

from tts_tool.table.world.vectors import Vec

__all__ = ["Content", "ObjectLook"]


class Content(msgspec.Struct, frozen=True):
    """What lies in a container: enough to tell one from another."""

    guid: str
    name: str
    nickname: str


class ObjectLook(msgspec.Struct, frozen=True):
    """An object as it is now; `name` is what it is made of, `kind` what scripts call its type.

    `zones` are the handles of the zones it is in, `hand` the colour of the hand that holds it,
    `sight` how much of it is seen by whoever looks: its face, its back.
    """

    handle: int
    guid: str
    name: str
    kind: str
    nickname: str
    description: str
    position: Vec
    rotation: Vec
    scale: Vec
    locked: bool
    face_down: bool
    held_by: str
    hand: str
    zones: tuple[int, ...]
    tags: tuple[str, ...]
    quantity: int
    contents: tuple[Content, ...]
    value: int | float | str | None = None
    sight: str = "face"
