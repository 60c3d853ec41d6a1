"""Pieces of a build as they are made anew at a table: after one was lost, or a pile put in order.

They look for their pictures where the installed save does, so that whoever sees the one sees the
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from tts_tool.build.built import manifest_of
from tts_tool.build.gallery import Gallery
from tts_tool.build.pointing import pointed, to_gallery
from tts_tool.saves.tree import Node, objects, read

__all__ = ["pieces_anew"]


def pieces_anew(build: Path, gallery: Gallery, edited: Mapping[str, Node] = {}) -> dict[str, str]:
    """Give by its id each piece of a build as `spawnObjectJSON` takes it.

    A card is there by itself, with its own sheet, also if it lies in a deck. Those that were
    `edited` since are as they are by now.
    """
    manifest = manifest_of(build)
    save = build / manifest.save
    there = {
        str(each.get("Memo") or ""): each
        for each in objects(read(save.read_bytes(), str(save)).root)
    }
    point = to_gallery(gallery, manifest.pictures)
    return {
        memo: msgspec.json.encode(pointed(thing, point)).decode()
        for memo, thing in {**there, **edited}.items()
        if memo
    }
