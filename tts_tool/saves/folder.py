"""The plan of an unpacked folder: what stands in which file.

    save.json                the save, in the order of its keys
    layout.json              what is odd about the file that was unpacked, if anything
    .gitattributes           keeps git from changing line ends, on Windows, too
    script.lua  script_state.json  ui.xml  note.txt  rules.txt
    bundle.json              a script that a bundler has put together: what is around its modules
    modules/                 the modules of such scripts, each text once
    notebook/                a file for each tab
    objects/order.txt        the objects on the table, a name per line
    objects/<name>/          an object, <name> being nickname and GUID
        object.json          its keys, in their order
        script.lua  bundle.json  script_state.json  ui.xml  gm_notes.txt  description.txt
        contained/  children/  states/      objects in it, attached to it, its other states
        cards.json           instead of contained/, the cards of a deck, one per line

In the JSON files `{"file": "script.lua"}` stands for the text in that file, `{"bundle":
"bundle.json"}` for the parts that are listed there, `{"folder": "objects"}` for the objects in that
folder, `{"value": …}` for a value that could be mistaken for one of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Protocol

from tts_tool.errors import BadInput
from tts_tool.saves.layout import TTS, write
from tts_tool.saves.naming import is_device

__all__ = [
    "BUNDLE",
    "CARDS",
    "FOR_GIT",
    "HOLDERS",
    "LAYOUT",
    "MADE_BY",
    "MARKERS",
    "MODULES",
    "OBJECT",
    "ORDER",
    "SAVE",
    "TEXTS",
    "Files",
    "InMemory",
    "Kept",
    "is_marker",
    "json_file",
    "safe",
]

SAVE: Final = "save.json"
OBJECT: Final = "object.json"
LAYOUT: Final = "layout.json"
CARDS: Final = "cards.json"
BUNDLE: Final = "bundle.json"
MODULES: Final = "modules"
ORDER: Final = "order.txt"
FOR_GIT: Final = ".gitattributes"
MADE_BY: Final = "tts-tool unpack"

TEXTS: Final[Mapping[str, str]] = {
    "LuaScript": "script.lua",
    "LuaScriptState": "script_state.json",
    "XmlUI": "ui.xml",
    "GMNotes": "gm_notes.txt",
    "Description": "description.txt",
    "Note": "note.txt",
    "Rules": "rules.txt",
}
HOLDERS: Final[Mapping[str, str]] = {
    "ObjectStates": "objects",
    "ContainedObjects": "contained",
    "ChildObjects": "children",
}
MARKERS: Final = ("file", "bundle", "folder", "cards", "value")

Files = dict[str, bytes]
"""An unpacked folder in memory: contents by path, with `/` between folders."""


class Kept(Protocol):
    """An unpacked folder, wherever it is kept."""

    def read(self, path: str) -> bytes:
        """Give the contents of a file."""

    def where(self, path: str) -> str:
        """Name a file as a person would find it."""

    def objects(self, folder: str) -> frozenset[str]:
        """Name the folders in a folder that hold an object."""


class InMemory:
    """An unpacked folder that is on no disk."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._objects: dict[str, set[str]] = {}
        for path in files:
            if path.endswith(_OBJECT_FILE):
                folder, _, name = path.removesuffix(_OBJECT_FILE).rpartition("/")
                self._objects.setdefault(folder, set()).add(name)

    def read(self, path: str) -> bytes:
        if path not in self._files:
            raise BadInput("there is no such file", where=path)
        return self._files[path]

    def where(self, path: str) -> str:
        return path

    def objects(self, folder: str) -> frozenset[str]:
        return frozenset(self._objects.get(folder.rstrip("/"), ()))


_OBJECT_FILE: Final = f"/{OBJECT}"
_PART: Final = re.compile(r"[^\x00-\x1f<>:\"/\\|?*\ud800-\udfff]+(?<![. ])")


def is_marker(value: Any) -> bool:  # noqa: ANN401
    """Tell whether a value would be read as standing for something else."""
    return isinstance(value, dict) and len(value) == 1 and next(iter(value)) in MARKERS


def safe(path: str) -> bool:
    """Tell whether a path that a file gives stays in the folder, on every system."""
    return all(_PART.fullmatch(part) and not is_device(part) for part in path.split("/"))


def json_file(node: Any) -> bytes:  # noqa: ANN401
    """Write a file of the folder: as TTS would, and with an end of line, as editors do."""
    return write(node, TTS) + b"\n"
