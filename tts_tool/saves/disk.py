"""Unpacked folders on disk: read with care, written all at once."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeVar

from tts_tool.errors import BadInput, NotFound, Refused, Unavailable
from tts_tool.saves.folder import (
    BUNDLE,
    CARDS,
    FOR_GIT,
    LAYOUT,
    MADE_BY,
    MODULES,
    OBJECT,
    ORDER,
    SAVE,
    TEXTS,
    Files,
)
from tts_tool.saves.packing import object_in, pack, packed
from tts_tool.saves.swap import alone, replace_file, replace_folder, settle
from tts_tool.saves.tree import Node

__all__ = [
    "FOLDER",
    "OnDisk",
    "folder_root",
    "pack_folder",
    "read_file",
    "save_file",
    "unpack_folder",
    "with_objects",
]

T = TypeVar("T")

FOLDER: Final = "save"
"""The folder in a project that belongs to `unpack`: everything else there is a person's own."""

_OURS: Final = frozenset({SAVE, OBJECT, LAYOUT, ORDER, CARDS, BUNDLE, FOR_GIT, *TEXTS.values()})
_NOTES: Final = "notebook"
_TABLE: Final = "objects"
_TRIES: Final = 20
_A_MOMENT: Final = 0.05
"""Seconds between tries, one in all: then somebody is told to try again."""


class OnDisk:
    """An unpacked folder on disk, out of which no link leads."""

    def __init__(self, folder: Path) -> None:
        self._shown = folder
        self._folder = os.path.realpath(folder)
        self._inside = {self._folder}
        self._seen: dict[str, _Look] = {}

    def where(self, path: str) -> str:
        return str(self._shown / path)

    def read(self, path: str) -> bytes:
        file = os.path.join(self._folder, *path.split("/"))  # noqa: PTH118 - a thousand times
        self._check(os.path.dirname(file), path)  # noqa: PTH120 - the same
        try:
            state = os.lstat(file)
            if not stat.S_ISREG(state.st_mode):
                raise BadInput(_NO_FILE, where=self.where(path), fix=_PLAIN)
            self._seen[file] = _looks(state)
            with open(file, "rb") as stream:  # noqa: PTH123 - the same
                return stream.read()
        except (FileNotFoundError, NotADirectoryError):
            raise BadInput("there is no such file", where=self.where(path)) from None

    def changed(self) -> str | None:
        """Name a file that is another than the one that was read, if there is one."""
        for file, seen in self._seen.items():
            try:
                now = _looks(os.lstat(file))
            except OSError:
                return file
            if now != seen:
                return file
        return None

    def objects(self, folder: str) -> frozenset[str]:
        path = os.path.join(self._folder, *folder.split("/"))  # noqa: PTH118 - the same
        try:
            with os.scandir(path) as entries:
                return frozenset(each.name for each in entries if _holds_object(each))
        except (FileNotFoundError, NotADirectoryError):
            return frozenset()

    def _check(self, folder: str, path: str) -> None:
        """See that a folder is where it seems to be."""
        if folder in self._inside:
            return
        above, name = os.path.split(folder)
        if sys.platform == "win32" or name in _NO_NAMES or len(above) < len(self._folder):
            is_there = os.path.normcase(os.path.realpath(folder)) == os.path.normcase(folder)
        else:  # what is above is looked at once, and not again for all that is below
            self._check(above, path.rpartition("/")[0])
            is_there = not os.path.lexists(folder) or stat.S_ISDIR(os.lstat(folder).st_mode)
        if not is_there:
            raise BadInput(_NO_FILE, where=self.where(path.rpartition("/")[0]), fix=_PLAIN)
        self._inside.add(folder)


_Look = tuple[int, int, int]


def _looks(state: os.stat_result) -> _Look:
    return state.st_size, state.st_mtime_ns, state.st_ino


_NO_NAMES: Final = frozenset({"", ".", ".."})
_NO_FILE: Final = "a link, where only files and folders of this folder may be"
_PLAIN: Final = "put the file itself there"


def _holds_object(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir() and os.path.lexists(f"{entry.path}/{OBJECT}")


def pack_folder(folder: Path) -> bytes:
    """Put the save in the project `folder` together, as its files were at one moment."""
    return _at_one_moment(folder, packed)


def folder_root(folder: Path) -> Node:
    """Give what that save says: what is read of `pack_folder`, without writing it."""
    return _at_one_moment(folder, lambda disk: pack(disk).root)


def with_objects(root: Node, folder: Path, edited: Iterable[Path]) -> Node | None:
    """Give the save after some files of what lies on the table were edited, by reading those alone.

    None where nothing but all of it says more: files that came or went, the order, modules.
    """
    inside, names = folder / FOLDER, set[str]()
    for file in edited:
        if not (file.is_relative_to(inside) and file.is_file()):
            return None
        top, *below = file.relative_to(inside).parts
        if top != _TABLE or len(below) < 2:  # noqa: PLR2004 - an object, and a file in it
            return None
        names.add(below[0])
    disk = OnDisk(inside)
    lines = (line.strip() for line in disk.read(f"{_TABLE}/{ORDER}").decode().splitlines())
    order = {name: n for n, name in enumerate(filter(None, lines))}
    lying = list(root["ObjectStates"])
    if len(order) != len(lying) or not names <= order.keys():
        return None
    for name in names:
        lying[order[name]] = object_in(disk, f"{_TABLE}/{name}/")
    return None if disk.changed() else {**root, "ObjectStates": lying}


def _at_one_moment(folder: Path, work: Callable[[OnDisk], T]) -> T:
    """Read a folder again and again until nothing has changed meanwhile."""
    inside = folder / FOLDER
    if not folder.is_dir():
        raise NotFound("there is no such folder", where=str(folder))
    with alone(folder):
        settle(inside)
        if not _is_ours(inside):
            fix = "name the folder that tts-tool unpack was given"
            raise NotFound("this is no unpacked save", where=str(folder), fix=fix)
        other: str | None = None
        for _ in range(_TRIES):
            disk = OnDisk(inside)
            try:
                done = work(disk)
            except BadInput:
                if (other := disk.changed()) is None:
                    raise
            else:
                if (other := disk.changed()) is None:
                    return done
            time.sleep(_A_MOMENT)
    raise Unavailable("it is being written", where=other, fix="run this again in a moment")


def read_file(file: Path) -> bytes:
    """Read a file that another program may be writing: whole, or not at all."""
    for _ in range(_TRIES):
        before = file.stat()
        data = file.read_bytes()
        after = file.stat()
        if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns) and (
            len(data) == after.st_size
        ):
            return data
        time.sleep(_A_MOMENT)
    raise Unavailable("it is being written", where=str(file), fix="run this again in a moment")


def save_file(file: Path, data: bytes, folder: Path) -> bool:
    """Write a save from `folder`; leave it alone, and say False, if it is the same already."""
    if Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder / FOLDER)):
        fix = f"name a file outside {folder / FOLDER}"
        raise Refused(
            "a save does not belong into its own unpacked folder", where=str(file), fix=fix
        )
    if file.is_file() and file.read_bytes() == data:
        return False
    replace_file(file, data)
    return True


def unpack_folder(
    files: Files, folder: Path, check: Callable[[], None] = lambda: None
) -> tuple[int, int]:
    """Write an unpacked save into the project `folder`; count files changed and files gone.

    What a person has put beside ours stays, and files that stay the same are not touched. `check`
    is called at the last moment at which nothing has happened yet; it may raise.
    """
    folder.mkdir(parents=True, exist_ok=True)
    inside = folder / FOLDER
    with alone(folder):
        settle(inside)
        if os.path.lexists(inside) and not _is_ours(inside):
            fix = f"move it away, or name another folder than {folder}"
            raise Refused("this was not made by tts-tool unpack", where=str(inside), fix=fix)
        there = dict(_present(inside))
        kept = [path for path, file in there.items() if path in files and _holds(file, files[path])]
        ours = {path for path in there if _ours(path)} | _modules(there)
        gone = [path for path in there if path not in files and path in ours]
        changed = len(files) - len(kept)
        if changed or gone:
            stay = {path: file for path, file in there.items() if path not in ours}
            stay |= {path: there[path] for path in kept}

            def build(building: Path) -> None:
                _build(building, files, stay)
                check()

            replace_folder(inside, build)
        return changed, len(gone)


def _is_ours(folder: Path) -> bool:
    """Tell whether we made a folder, or may make it ours because it is empty."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    try:
        head = (folder / LAYOUT).read_bytes()[:200]
    except OSError:
        return not any(folder.iterdir())
    return MADE_BY.encode() in head


def _ours(path: str) -> bool:
    """Tell the files that unpacking makes from those that a person has put beside them."""
    folder, _, name = path.rpartition("/")
    return name in _OURS or (folder == _NOTES and name.endswith(".txt"))


def _modules(there: Mapping[str, str]) -> set[str]:
    """List the modules that scripts of the folder are made of; others are a person's own."""
    bundles = [file for path, file in there.items() if path.rpartition("/")[2] == BUNDLE]
    return {f"{MODULES}/{name}" for file in bundles for name in _listed(file)}


def _listed(bundle: str) -> Iterator[str]:
    try:
        with open(bundle, "rb") as stream:  # noqa: PTH123
            parts = json.load(stream)["parts"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict) and isinstance(part.get("module"), str):
            yield part["module"]


def _present(folder: Path) -> Iterator[tuple[str, str]]:
    """List what is in a folder, links included: the path inside it, and where it is."""
    for top, folders, names in os.walk(folder):
        links = [name for name in folders if os.path.islink(f"{top}/{name}")]  # noqa: PTH114
        for name in [*names, *links]:
            file = os.path.join(top, name)  # noqa: PTH118
            yield os.path.relpath(file, folder).replace(os.sep, "/"), file


def _holds(file: str, data: bytes) -> bool:
    state = os.lstat(file)
    if not stat.S_ISREG(state.st_mode) or state.st_size != len(data):
        return False
    with open(file, "rb") as stream:  # noqa: PTH123
        return stream.read() == data


def _build(building: Path, files: Files, stay: dict[str, str]) -> None:
    """Make the new folder: new files, and the old ones themselves where nothing changes."""
    made = {""}
    for path in [*files, *stay]:
        folder = path.rpartition("/")[0]
        if folder not in made:
            os.makedirs(building / folder, exist_ok=True)  # noqa: PTH103
            made.add(folder)
    for path, data in files.items():
        if path not in stay:
            with open(f"{building}/{path}", "xb") as stream:  # noqa: PTH123
                stream.write(data)
    for path, file in stay.items():
        _carry(file, f"{building}/{path}", path)


def _carry(file: str, target: str, path: str) -> None:
    """Take a file over as it is: the same file under a second name, where that can be done."""
    if os.path.lexists(target):
        raise Refused("this is in the way", where=path, fix="move it away")
    try:
        os.link(file, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(file, target, follow_symlinks=False)
