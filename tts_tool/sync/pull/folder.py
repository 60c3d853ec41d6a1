"""Brings a save, or a table as it lies, back into the folder into which it was once unpacked.

All of it arrives in one step, or nothing does: the new folder is built beside the other, and takes
its place only if nobody has edited a file meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tts_tool.errors import NotFound, Unavailable
from tts_tool.patience import advice
from tts_tool.saves.comparing import compare
from tts_tool.saves.disk import FOLDER, OnDisk, unpack_folder
from tts_tool.saves.folder import BUNDLE, SAVE
from tts_tool.saves.merging import Conflict, Merge, Terms, merge
from tts_tool.saves.packing import pack, placed
from tts_tool.saves.swap import alone, settle
from tts_tool.saves.text_merge import Side
from tts_tool.saves.tree import Document, Number, number
from tts_tool.saves.unpacking import unpack
from tts_tool.sync.pull.whereabouts import whereabouts

__all__ = ["Differs", "Pulled", "pull_into"]

_TRIES: Final = 3
"""A person saves once while this runs; who does so each time is a program that goes on."""
_NAMES: Final = ("files", "game")


class Differs(NamedTuple):
    """Something that was changed on both sides: the place in the files, and what each side says."""

    where: str
    what: str
    files: Any
    game: Any
    taken: str


class Pulled(NamedTuple):
    """What came of it: what has changed in the files, and what had changed on both sides.

    `written` and `gone` count files; nothing is written if conflicts are left open.
    """

    changes: tuple[str, ...]
    conflicts: tuple[Differs, ...]
    written: int = 0
    gone: int = 0


def pull_into(
    folder: Path, base: Document, theirs: Document, side: Side | None, *, dry_run: bool = False
) -> Pulled:
    """Merge into a folder what has become of `base` in the game.

    `side` says whose version stands where both have changed the same; without it, such conflicts
    are only told, and nothing is written.
    """
    for _ in range(_TRIES):
        try:
            return _pulled(folder, base, theirs, side, dry_run=dry_run)
        except _Edited:
            continue
    raise Unavailable("somebody keeps writing here", where=str(folder), fix="try it again")


class _Edited(Exception):
    """Somebody has edited the files meanwhile."""


def _pulled(
    folder: Path, base: Document, theirs: Document, side: Side | None, *, dry_run: bool
) -> Pulled:
    inside = folder / FOLDER
    with alone(folder):
        settle(inside)
    kept = OnDisk(inside)
    if not (inside / SAVE).is_file():
        fix = "tts-tool unpack makes one of a save"
        raise NotFound("this is no unpacked save", where=str(folder), fix=fix)
    ours, homes = placed(kept)
    merged = merge(base, ours, theirs, Terms(lambda _: side or "ours", _NAMES))
    changes = tuple(map(str, compare(ours, merged.document)))
    told = tuple(_told(merged, kept, homes))
    if dry_run or (told and side is None) or not changes:
        return Pulled(changes, told)
    files = unpack(merged.document, str(folder), modules=_has_modules(inside))
    before = ours.bytes()

    def check() -> None:
        if pack(OnDisk(inside)).bytes() != before:
            raise _Edited

    try:
        written, gone = unpack_folder(files, folder, check)
    except OSError as error:
        what = f"this can't be written: {error.strerror or error}; the files are as they were"
        fix = advice(error) or "make room, or ask for the right to write here"
        raise Unavailable(what, where=str(folder), fix=fix) from None
    return Pulled(changes, told, written, gone)


def _has_modules(inside: Path) -> bool:
    """Tell whether scripts were taken apart; those that are in one piece stay so."""
    bundled = (BUNDLE in names for _, _, names in os.walk(inside))
    return any(bundled) or not any(_whole_bundles(inside))


def _whole_bundles(inside: Path) -> Iterator[bool]:
    for file in inside.rglob("script.lua"):
        with file.open("rb") as stream:
            yield b"-- Bundled by luabundle" in stream.read(1 << 12)


def _told(merged: Merge, kept: OnDisk, homes: dict[str, str]) -> Iterator[Differs]:
    for each in merged.conflicts:
        line = each.clash.own if each.clash else 1
        place = whereabouts(kept, homes, each.at, each.key, line)
        yield Differs(place, _called(each), *_sides(each), _word(each.taken))


def _called(conflict: Conflict) -> str:
    said = conflict.key or "it is there"
    return f"{' > '.join(conflict.where) or 'the table'}: {said}"


def _sides(conflict: Conflict) -> tuple[Any, Any]:
    if conflict.clash is not None:
        return "\n".join(conflict.clash.ours), "\n".join(conflict.clash.theirs)
    return _plain(conflict.ours), _plain(conflict.theirs)


def _word(taken: str) -> str:
    return {"ours": "files", "theirs": "game"}.get(taken, "markers")


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a save may hold
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, Number):
        return number(value)
    return value if isinstance(value, str | int | float | bool) else None
