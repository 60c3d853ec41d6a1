"""Leaves out of what somebody has changed in a save all that is not asked for."""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy
from typing import Final, Literal

from tts_tool.saves.merging.kinship import kin
from tts_tool.saves.merging.things import listed
from tts_tool.saves.tree import Document, Node

__all__ = ["Part", "only"]

Part = Literal["scripts", "notebook"]

_SCRIPTS: Final = ("LuaScript", "XmlUI")
_OF_TABLE: Final = {
    "scripts": (*_SCRIPTS, "CustomUIAssets"),
    "notebook": ("TabStates", "Note", "Rules"),
}


def only(parts: Collection[Part], base: Document, theirs: Document) -> Document:
    """Give `base` with these parts of theirs; without any, theirs as it is."""
    if not parts:
        return theirs
    root = deepcopy(base.root)
    for part in parts:
        _copy(root, theirs.root, _OF_TABLE[part])
    if "scripts" in parts:
        before = [it for top in listed(root) for it in top.all()]
        after = [it for top in listed(theirs.root) for it in top.all()]
        for old, new in kin(before, after).later.items():
            _copy(old.raw, new.raw, _SCRIPTS)
    return Document(root, base.layout)


def _copy(old: dict[str, Node], new: dict[str, Node], keys: Collection[str]) -> None:
    for key in keys:
        if key in new:
            old[key] = new[key]
        else:
            old.pop(key, None)
