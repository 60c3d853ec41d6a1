"""Pieces of a build as they are made anew at a table: after one was lost, or a pile put in order.

They look for their pictures where the installed save does, so that whoever sees the one sees the
other.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tts_tool.build.built import manifest_of
from tts_tool.build.gallery import Gallery
from tts_tool.build.pointing import pointed, to_gallery
from tts_tool.saves.tree import objects, read

__all__ = ["pieces_anew"]


def pieces_anew(build: Path, gallery: Gallery) -> dict[str, str]:
    """Give by its id each piece of a build as `spawnObjectJSON` takes it.

    A card is there by itself, with its own sheet, also if it lies in a deck.
    """
    manifest = manifest_of(build)
    save = build / manifest.save
    root = pointed(read(save.read_bytes(), str(save)).root, to_gallery(gallery, manifest.pictures))
    return {
        str(thing["Memo"]): msgspec.json.encode(thing).decode()
        for thing in objects(root)
        if thing.get("Memo")
    }
