"""Puts a new folder or file in the place of an old one, so that nobody ever meets half of it.

A folder is built beside, under a name that says how far it is, and then takes the other's place.
Where the system can exchange two folders that is one step; elsewhere (Windows) it is two, and the
names are the journal: whoever comes next finishes what stands between them, or takes it back.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tts_tool.errors import Refused
from tts_tool.patience import remove, remove_folder, rename, replace

__all__ = ["alone", "put_file", "replace_file", "replace_folder", "settle", "settle_file"]

_BUILDING: Final = ".tts-tool-building"  # not complete: rubbish
_NEW: Final = ".tts-tool-new"  # complete, waits to take its place
_OLD: Final = ".tts-tool-old"  # has been replaced: rubbish

# Linux's AT_FDCWD, and RENAME_EXCHANGE, which macOS calls RENAME_SWAP: no module has these.
_AT_WORKING_FOLDER: Final = -100
_EXCHANGE: Final = 2


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let nobody else replace something in this folder meanwhile; they wait for their turn.

    The lock belongs to the process: however that ends, it is free again.
    """
    if sys.platform == "win32":
        with _alone_on_windows(folder):
            yield
        return
    import fcntl  # noqa: PLC0415 - Windows has none

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _alone_on_windows(folder: Path) -> Iterator[None]:
    """Hold a file that Windows deletes when its holder is gone."""
    flags = os.O_CREAT | os.O_EXCL | getattr(os, "O_TEMPORARY", 0)
    try:
        handle = os.open(folder / ".tts-tool-lock", flags)
    except FileExistsError:
        fix = "wait until it is done"
        raise Refused("another command is at work here", where=str(folder), fix=fix) from None
    try:
        yield
    finally:
        os.close(handle)


def replace_folder(folder: Path, build: Callable[[Path], object]) -> None:
    """Let a folder be what `build` makes of a new, empty one; call it `alone`, and settled."""
    building = folder.with_name(_BUILDING)
    building.mkdir()
    try:
        build(building)
    except BaseException:
        remove_folder(building)
        raise
    new = rename(building, folder.with_name(_NEW))
    if not folder.exists():
        rename(new, folder)
    elif not _exchange(new, folder):
        rename(folder, folder.with_name(_OLD))
    settle(folder)


def settle(folder: Path) -> None:
    """Finish what a command that was killed here had begun, or take it back; call it `alone`."""
    new, old = folder.with_name(_NEW), folder.with_name(_OLD)
    for rubbish in (folder.with_name(_BUILDING), old):
        if rubbish.exists() and (rubbish != old or folder.exists() or not new.exists()):
            remove_folder(rubbish)
    if new.exists() and not folder.exists():
        rename(new, folder)
    if new.exists():
        # Under its own name it could still be taken for what is to come.
        rename(new, old)
    if old.exists():
        remove_folder(old)


def replace_file(file: Path, data: bytes) -> None:
    """Let a file hold this, which is on the disk before the old contents are given up.

    A link stays one: it is a person who has laid it, to where they want their file to be.
    """
    put_file(Path(os.path.realpath(file)), data)


def put_file(file: Path, data: bytes, *, waits: bool = True) -> None:
    """Do the same under a name that is ours: a link that has it is replaced by a file.

    Who `waits` for the disk knows that it is there; else `settle_file` is to be called.
    """
    with alone(file.parent):
        beside = file.with_name(f".{file.name}.tts-tool-new")
        try:
            with beside.open("wb") as stream:
                stream.write(data)
                if waits:
                    stream.flush()
                    os.fsync(stream.fileno())
            if file.exists() and not file.is_symlink():
                shutil.copymode(file, beside)
            replace(beside, file)
        finally:
            remove(beside)
        if waits:
            _sync(file.parent)


def settle_file(file: Path) -> None:
    """Wait until a file that was put is on the disk; it may have gone meanwhile."""
    with suppress(OSError):
        with file.open("rb+") as stream:
            os.fsync(stream.fileno())
        _sync(file.parent)


def _sync(folder: Path) -> None:
    """Have the new name itself on the disk; Windows does that by itself."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step, if this system can."""
    if sys.platform == "win32":
        return False
    import ctypes  # noqa: PLC0415 - a slow one, and seldom needed

    try:
        library = ctypes.CDLL(None, use_errno=True)
        paths = os.fsencode(one), os.fsencode(other)
        if sys.platform == "darwin":
            return int(library.renamex_np(*paths, _EXCHANGE)) == 0
        here = _AT_WORKING_FOLDER
        return int(library.renameat2(here, paths[0], here, paths[1], _EXCHANGE)) == 0
    except (OSError, AttributeError):
        return False
