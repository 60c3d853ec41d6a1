"""Things that no entry of the layout says: as the game saves them, each in a file of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput

__all__ = ["FOLDER", "ThingFile", "beside", "read_lying"]

FOLDER: Final = "things"


class ThingFile(msgspec.Struct, frozen=True):
    """Such a thing, and its file."""

    file: str
    data: dict[str, Any]


def read_lying(folders: Iterable[Path]) -> Iterator[ThingFile]:
    """Read what lies in these folders; of one name the first counts."""
    files: dict[str, Path] = {}
    for folder in folders:
        for file in sorted((folder / FOLDER).glob("*.json")):
            files.setdefault(file.name, file)
    for name in sorted(files):
        where = files[name].as_posix()
        try:
            data = msgspec.json.decode(files[name].read_bytes(), type=dict[str, Any])
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            fix = "it is one object, as the game saves it"
            raise BadInput(f"this can't be read: {error}", where=f"{where}:1", fix=fix) from None
        saved = data.get("ObjectStates")  # a file of Saved Objects
        data = saved[0] if isinstance(saved, list) and len(saved) == 1 else data
        is_one = isinstance(data, dict) and isinstance(data.get("Transform"), dict)
        if not (is_one and data.get("Name")):
            fix = "it needs Name and Transform, as the game saves an object"
            raise BadInput("this is no object of the game", where=f"{where}:1", fix=fix)
        yield ThingFile(where, data)


def beside(lying: Iterable[ThingFile], known: Collection[str]) -> Iterator[dict[str, Any]]:
    """Give those things; a GUID that another thing has is an error."""
    seen = set(known)
    for each in lying:
        guid = str(each.data.get("GUID") or "")
        if guid in seen:
            what = f'another thing has the GUID "{guid}", too'
            raise BadInput(what, where=f"{each.file}:1", fix="give it another, of six hex digits")
        if guid:
            seen.add(guid)
        yield each.data
