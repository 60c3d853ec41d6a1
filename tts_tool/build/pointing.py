"""Lets a save, or objects of it, look for pictures elsewhere than where they were built."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final

from tts_tool.build.gallery import Gallery
from tts_tool.saves.assets import picture_name
from tts_tool.saves.tree import Node, read

__all__ = ["Point", "pointed", "pointed_save", "to_gallery"]

_WEB: Final = re.compile(r"https?://", re.IGNORECASE)

Point = Callable[[str], str]
"""Says for an address where to look instead; most say the same address for most."""


def to_gallery(gallery: Gallery, names: Collection[str]) -> Point:
    """Look for pictures where everybody sees them, else where they stay on this computer.

    What is on the web already, or at a server, is left there.
    """
    published = gallery.published

    def point(address: str) -> str:
        name = picture_name(address)
        if name not in names or _WEB.match(address):
            return address
        if name in published:
            return published[name].address
        return gallery.address(name, as_url=address.lower().startswith("file:"))

    return point


def pointed(node: Node, point: Point) -> Node:
    """Give a part of a save in which every address is what `point` says of it."""
    if isinstance(node, dict):
        return {key: pointed(value, point) for key, value in node.items()}
    if isinstance(node, list):
        return [pointed(value, point) for value in node]
    return point(node) if isinstance(node, str) and picture_name(node) else node


def pointed_save(save: bytes, where: str, point: Point) -> bytes:
    """Give a save in which every address is what `point` says of it, and nothing else changed."""
    document = read(save, where)
    return type(document)(pointed(document.root, point), document.layout).bytes()
