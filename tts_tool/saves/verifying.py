"""Proves on a save itself that unpacking loses nothing of it."""

from __future__ import annotations

import msgspec

from tts_tool.errors import Refused
from tts_tool.saves.folder import LAYOUT, Files, InMemory
from tts_tool.saves.packing import pack
from tts_tool.saves.tree import read
from tts_tool.saves.unpacking import unpack

__all__ = ["PackVerdict", "unpacked", "verify"]


class PackVerdict(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What became of a save that was unpacked and packed in memory."""

    size: int
    files: int
    residue: int
    """Bytes that `pack` needs beside the files that a person would edit."""
    differs_at: int | None = None
    """The first byte that came back otherwise; None if all came back."""


def verify(data: bytes, where: str) -> PackVerdict:
    """Unpack a save and pack it again, in memory, and compare every byte."""
    files = unpack(read(data, where), where)
    residue, number = len(files[LAYOUT]), len(files)
    packed = pack(InMemory(files))
    del files  # a large save need not be in memory twice
    back = packed.bytes()
    return PackVerdict(
        size=len(data),
        files=number,
        residue=residue,
        differs_at=None if back == data else _first_difference(data, back),
    )


def unpacked(data: bytes, where: str, *, modules: bool = True) -> Files:
    """Unpack a save, after making sure that packing gives back every byte of it."""
    files = unpack(read(data, where), where, modules=modules)
    back = pack(InMemory(files)).bytes()
    if back != data:
        raise Refused(
            f"unpacked and packed, it would differ from byte {_first_difference(data, back)} on",
            where=where,
            fix="nothing was written; please report this, with the save",
        )
    return files


def _first_difference(one: bytes, other: bytes) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
